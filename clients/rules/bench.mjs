// Sizes and speeds of the package as it was built last, by `node bench.mjs`. Built with `node build.mjs perft`, it counts lines
// inside the module too. `cargo run --release --package ayla-web --example speed` measures the same natively.
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Rules } from "./dist/index.js";

const dist = new URL("./dist/", import.meta.url);
const files = ["rules.wasm", ...readdirSync(new URL("weights", dist)).map((file) => `weights/${file}`)];
for (const file of files) {
    const bytes = readFileSync(new URL(file, dist));
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
    console.log(`${file}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} by gzip, ${brotli.length} by brotli`);
}

const module = new WebAssembly.Module(readFileSync(new URL("rules.wasm", dist)));
const rules = new Rules(module);
const post = (path, request) => rules.call({ path: `/v1/variants/${path}`, body: JSON.stringify(request) });

/** How often this can be done in a second of processor time, which a busy machine changes less: the median of six runs, with the least and
 * the greatest. */
function rate(count, work) {
    const rates = Array.from({ length: 6 }, () => {
        const start = process.cpuUsage();
        const done = work(count);
        const { user, system } = process.cpuUsage(start);
        return Math.round((1e6 * (done ?? count)) / (user + system));
    });
    rates.sort((one, other) => one - other);
    return `${Math.round((rates[2] + rates[3]) / 2)} (${rates[0]} to ${rates[5]})`;
}

const games = files.slice(1).map((file) => file.slice("weights/".length, -".bin".length));
for (const game of games) {
    rules.lend(game, readFileSync(new URL(`weights/${game}.bin`, dist)));
    const { position, legalMoves } = JSON.parse(post(`${game}/start-game`, {}).body);
    const played = { position: position.text, move: legalMoves[0].move };
    const applied = (count) => {
        for (let call = 0; call < count; call++) {
            post(`${game}/apply-move`, played);
        }
    };
    // Until it is compiled well.
    applied(20_000);
    const searched = (nodes) => JSON.parse(post(`${game}/suggest-move`, { position: position.text, nodes }).body).nodes;
    searched(200_000);
    console.log(`${game}: ${rate(20_000, applied)} apply-move a second, ${rate(2_000_000, searched)} nodes a second`);
}

const host = { now: () => performance.now(), send: () => undefined };
const { exports } = new WebAssembly.Instance(module, { host });
if (exports.perft) {
    const position = new TextEncoder().encode("awale 444444/444444 0/0 s");
    const start = exports.reserve(position.length);
    new Uint8Array(exports.memory.buffer, start).set(position);
    exports.perft(5);
    console.log(`awale: ${rate(8, (depth) => Number(exports.perft(depth)))} moves of perft a second`);
}
