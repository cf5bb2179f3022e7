// webassembly_browser.mjs chrome|firefox PACKAGE TURNS: random turns of each game by the package in a browser, of which there is the
// path in BROWSER, on its thread and in its worker. Prints their digests.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const [browser, folder, turns] = process.argv.slice(2);
const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", bin: "application/octet-stream" };

// A worker is of the origin of its page.
const server = createServer(async (request, response) => {
    const path = request.url === "/" ? "index.html" : request.url.slice(1);
    const file = path === "walks.mjs" ? new URL(path, import.meta.url) : join(folder, path);
    try {
        const content = path === "index.html" ? "<!doctype html><title>rules</title>" : await readFile(file);
        response.writeHead(200, { "content-type": TYPES[path.split(".").at(-1)] }).end(content);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const launched = await puppeteer.launch({ browser, executablePath: process.env.BROWSER, args: browser === "chrome" ? ["--no-sandbox"] : [] });
try {
    const page = await launched.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const digests = await page.evaluate(async (turns) => {
        const { games, walk } = await import("/walks.mjs");
        const { local } = await import("/dist/index.js");
        const rules = await local();
        const answer = async (path, body, accepted) => (await rules.call(path.slice("/v1/variants/".length), body, { accepted })).body;
        const digests = {};
        for (const game of await games(rules)) {
            digests[game] = await walk(answer, game, turns);
        }
        return digests;
    }, Number(turns));
    console.log(JSON.stringify(digests));
} finally {
    await launched.close();
    server.close();
}
