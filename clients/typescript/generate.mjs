// Writes the method of each operation of openapi/mancala.v1.json: node generate.mjs > src/operations.ts
import { readFileSync } from "node:fs";

const WIDTH = 120;
const document = JSON.parse(readFileSync(new URL("../../openapi/mancala.v1.json", import.meta.url), "utf8"));
/** The types of arguments that are not those of the document, and how they become these. */
const WIDENED = { VariantName: { type: "Variant", cast: " as schema.VariantName" } };
const TYPES = { string: "string", integer: "number", number: "number", boolean: "boolean" };

/** The name of a schema; none if it has none. */
function named({ $ref }) {
    return $ref?.split("/").at(-1);
}

/** The type of an argument for a parameter. */
function typeOf(schema) {
    const name = named(schema);
    return name === undefined ? TYPES[schema.type] : (WIDENED[name]?.type ?? `schema.${name}`);
}

/** An argument as the value of a parameter. */
function entry({ name, schema }) {
    const cast = WIDENED[named(schema)]?.cast;
    return cast === undefined ? name : `${name}: ${name}${cast}`;
}

/** Items between brackets: on the line of the head if they fit, else on lines of their own. */
function fitted(head, items, tail) {
    const line = `    ${head}${items.join(", ")}${tail}`;
    return line.length <= WIDTH ? line : [`    ${head}`, ...items.map((item) => `        ${item},`), `    ${tail}`].join("\n");
}

/** A text as a comment. */
function comment(text) {
    const line = `    /** ${text} */`;
    const lines = text.match(/\S.{0,110}(?=\s|$)/g).map((part) => `     * ${part}`);
    return line.length <= WIDTH ? line : ["    /**", ...lines, "     */"].join("\n");
}

/** The method of an operation; none of a picture, since the pictures have one in `client.ts`. */
function method(path, verb, { operationId, summary, parameters = [], requestBody, responses }) {
    const [[kind, { schema: answer }]] = Object.entries(responses["200"].content);
    const answered = {
        "application/json": () => ["answered", named(answer)],
        "application/x-ndjson": () => ["lines", named(answer)],
        // An event is an answer or an error.
        "text/event-stream": () => ["messages", named(answer.oneOf[0].properties.data.contentSchema)],
    }[kind]?.();
    if (answered === undefined) {
        return [];
    }
    const [read, type] = answered;
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const required = inQuery.filter((parameter) => parameter.required);
    const taken = [...inPath, ...required].map((parameter) => `${parameter.name}: ${typeOf(parameter.schema)}`);
    const params = inPath.length > 0 ? [`path: { ${inPath.map(entry).join(", ")} }`] : [];
    // A client has one locale for all of its calls.
    if (inQuery.some((parameter) => parameter.name !== "locale")) {
        const query = `Query<"${operationId}">`;
        const names = required.map((parameter) => `"${parameter.name}"`).join(" | ");
        taken.push(names === "" ? `query: ${query} = {}` : `query: Omit<${query}, ${names}> = {}`);
        params.push(names === "" ? "query" : `query: { ...query, ${required.map(entry).join(", ")} }`);
    }
    const init = params.length > 0 ? ["params"] : [];
    for (const [sent, { schema }] of Object.entries(requestBody?.content ?? {})) {
        const name = named(schema);
        const { properties, required } = document.components.schemas[name];
        if (sent === "application/x-ndjson") {
            taken.push(`requests: Iterable<schema.${name}>`);
            init.push("...asLines(requests)");
        } else {
            // What can begin a game begins one if nothing is said.
            taken.push(`body: schema.${name}${"first" in properties && required === undefined ? " = {}" : ""}`);
            init.push("body");
        }
    }
    const isStream = read !== "answered";
    const options = [...init, ...(isStream ? ['parseAs: "stream"'] : []), "...options"];
    const passed = options.length === 1 ? "options" : `{ ${options.join(", ")} }`;
    const call = `await this.calls.${verb}("${path}", ${isStream ? "init" : passed})`;
    const name = operationId[0].toLowerCase() + operationId.slice(1);
    const returned = isStream ? `AsyncGenerator<schema.${type}>` : `Promise<schema.${type}>`;
    const body = isStream
        ? [`const init = ${passed} as const;`, `const found = ${call};`, `yield* ${read}<schema.${type}>(found);`]
        : [`return ${read}(${call});`];
    return [
        "",
        comment(summary),
        fitted(`async ${isStream ? "*" : ""}${name}(`, [...taken, "options: CallOptions = {}"], `): ${returned} {`),
        ...(params.length > 0 ? [`        const params = { ${params.join(", ")} };`] : []),
        ...body.map((line) => `        ${line}`),
        "    }",
    ];
}

/** The methods of all operations: by POST if there is GET too, and with the game in the path if it may be left out. */
const methods = Object.entries(document.paths)
    .filter(([path]) => !(path.replace("/v1/", "/v1/variants/{variant}/") in document.paths))
    .flatMap(([path, { get, post }]) => (post ? method(path, "POST", post) : method(path, "GET", get)));

console.log(`// Generated from openapi/mancala.v1.json by generate.mjs.
import type { Client as Calls } from "openapi-fetch";

import { answered, asLines, type CallOptions, lines, messages, type Query, type Variant } from "./calls.js";
import type * as schema from "./schema.js";

/** A method for each operation but the pictures. */
export abstract class Operations {
    /** Each operation by its path. */
    abstract readonly calls: Calls<schema.paths>;
${methods.join("\n")}
}`);
