// Writes which operations of openapi/mancala.v1.json search, which are streams, and where the weights of each game are: node generate.mjs > src/operations.ts
import { readFileSync } from "node:fs";

const { paths, components } = JSON.parse(readFileSync(new URL("../../openapi/mancala.v1.json", import.meta.url), "utf8"));

/** Whether something in a request limits the nodes of a search. */
function limitsNodes(part) {
    if (part === null || typeof part !== "object") {
        return false;
    }
    const { $ref, properties } = part;
    const named = typeof $ref === "string" && components.schemas[$ref.split("/").at(-1)];
    return "nodes" in (properties ?? {}) || limitsNodes(named) || Object.values(part).some(limitsNodes);
}

/** Each operation by POST, by the last part of its path. */
const posts = new Map(Object.entries(paths).map(([path, { post }]) => [path.split("/").at(-1), post]));
const searching = [];
const events = [];
for (const [name, post] of posts) {
    if (limitsNodes(post?.requestBody?.content)) {
        searching.push(`"${name}"`);
    }
    const stream = post?.responses["200"].content["text/event-stream"];
    if (stream !== undefined) {
        const [event] = stream.schema.oneOf[0].properties.event.enum;
        events.push(`["${name}", "${event}"]`);
    }
}

// Bundlers find only files that are named in full.
const weights = components.schemas.VariantName.enum.map((game) => `    ["${game}", () => new URL("./weights/${game}.bin", import.meta.url)],\n`);

console.log(`// Generated from openapi/mancala.v1.json by generate.mjs.

/** The operations that search, which is done in a worker. */
export const SEARCHING: ReadonlySet<string> = new Set([${searching.join(", ")}]);

/** Those that answer with messages, and the name of each. */
export const EVENTS: ReadonlyMap<string, string> = new Map([${events.join(", ")}]);

/** The games, and where their weights are. */
export const WEIGHTS: ReadonlyMap<string, () => URL> = new Map([
${weights.join("")}]);`);
