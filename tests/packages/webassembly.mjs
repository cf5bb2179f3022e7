// webassembly.mjs ADDRESS PACKAGE VECTORS TURNS: each answer of the package is that of the server, byte for byte: of the calls of the
// vectors, of their positions, and of random turns of each game. Prints the digests of the turns.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { games, walk } from "./walks.mjs";

const [address, folder, vectors, turns] = process.argv.slice(2);
const { local } = await import(pathToFileURL(join(folder, "dist/index.js")));
const rules = await local();

async function lines(game, file) {
    return (await readFile(join(vectors, game, file), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
}

/** The answer of the server, which has to be that of the package. */
async function same(path, init) {
    const texts = [];
    for (const send of [fetch, rules.fetch]) {
        const response = await send(new Request(`http://${address}${path}`, init));
        // A stream that is silent for long has comments, and a call of a server has an id.
        const text = (await response.text()).replaceAll(/^:.*\n\n|"requestId":"[^"]*",/gm, "");
        texts.push([response.status, response.headers.get("content-type"), text]);
    }
    assert.deepEqual(texts[1], texts[0], `${path} ${init.body ?? ""}`);
    return texts[0][2];
}

function post(path, body, language) {
    return same(path, { method: "POST", body, headers: { "content-type": "application/json", "accept-language": language } });
}

const PARAMETERS = ["", "?viewer=north&theme=dark&width=320", "?locale=fr"];

const names = await games(rules);
for (const game of names) {
    const path = `/v1/variants/${game}`;
    for (const { operation, variant, body } of await lines(game, "calls.jsonl")) {
        for (const language of ["en", "fr-CI"]) {
            await post(`/v1/variants/${variant}/${operation}`, JSON.stringify(body), language);
        }
    }
    for (const { position, moves, legal } of await lines(game, "conformance.jsonl")) {
        await post(`${path}/legal-moves`, JSON.stringify({ position, moves }), "fr");
        for (const move of legal ?? []) {
            await post(`${path}/apply-move`, JSON.stringify({ position, moves, move, text: ["line"] }), "en");
        }
    }
    for (const { text } of await lines(game, "texts.jsonl")) {
        await post(`${path}/legal-moves`, JSON.stringify({ position: text, locale: "fr" }), "en");
    }
    const opened = JSON.parse(await post(`${path}/play-turn`, JSON.stringify({ reply: { level: 5 }, side: "north" }), "en"));
    for (let turn = 0, { token } = opened.position; turn < 12 && token; turn++) {
        for (const parameters of PARAMETERS) {
            await same(`${path}/board.svg${parameters}${parameters ? "&" : "?"}token=${token}`, {});
        }
        const [{ move } = {}] = JSON.parse(await post(`${path}/legal-moves`, JSON.stringify({ token }), "en")).legalMoves ?? [];
        const body = JSON.stringify({ token, move, reply: { level: 5 } });
        token = move && JSON.parse(await post(`${path}/play-turn`, body, "en")).position.token;
    }
    const moves = ["1", "1", "2"];
    for (const language of ["en", "fr"]) {
        await post(`${path}/review-game`, JSON.stringify({ moves, nodes: 20_000 }), language);
        await post(`${path}/replay-game`, JSON.stringify({ moves, text: ["board", "line"] }), language);
        await same(`${path}`, { headers: { "accept-language": language } });
    }
}
for (const [path, body] of [
    ["/v1/variants", undefined],
    ["/v1/play-turn", '{"token": "EQAAMPe973ve973gyQ", "move": "3"}'],
    ["/v1/play-turn", "{}"],
    ["/v1/read-game", JSON.stringify({ text: "1. 64 64\n2. 21 32" })],
    ["/v1/variants/awal/legal-moves", "{}"],
    ["/v1/variants/awale/legal-moves", '{"position": "awale", "x": 1}'],
    ["/v1/variants/awale/legal-moves", '{"position": 7}'],
    ["/v1/variants/awale/legal-moves", "[]"],
    ["/v1/variants/awale/legal-moves", '{"position": "'],
    ["/v1/variants/awale/legal-moves", ""],
    ["/v1/variants/awale/legal-moves", JSON.stringify({ position: "a".repeat(70_000) })],
    ["/v1/variants/awale/suggest-move", '{"position": "awale 444444/444444 0/0 s", "depth": 0, "level": 16}'],
    ["/v1/variants/awale/review-game", '{"moves": ["3"], "from": 9}'],
    ["/v1/variants/awale/no-such-thing", "{}"],
]) {
    for (const language of ["en", "fr"]) {
        const headers = { "accept-language": language };
        await (body === undefined ? same(path, { headers }) : post(path, body, language));
    }
}

const digests = {};
for (const game of names) {
    digests[game] = await walk(post, game, Number(turns));
}
console.log(JSON.stringify(digests));
rules.close();
