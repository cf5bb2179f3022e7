// Node and Deno: run.ts ADDRESS
import { useEverything } from "./games.ts";

declare const process: { argv: string[] };
declare const Deno: { args: string[] } | undefined;

const [address] = typeof Deno === "undefined" ? process.argv.slice(2) : Deno.args;
console.log((await useEverything(`http://${address}`)).join("\n"));
