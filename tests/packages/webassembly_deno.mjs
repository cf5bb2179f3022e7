// webassembly_deno.mjs PACKAGE TURNS: random turns of each game by the package in Deno. Prints their digests.
import { games, walk } from "./walks.mjs";

const [folder, turns] = Deno.args;
const { local } = await import(`file://${folder}/dist/index.js`);
const rules = await local();
const answer = async (path, body, accepted) => (await rules.call(path.slice("/v1/variants/".length), body, { accepted })).body;
const digests = {};
for (const game of await games(rules)) {
    digests[game] = await walk(answer, game, Number(turns));
}
console.log(JSON.stringify(digests));
rules.close();
