// A worker with the rules in WebAssembly. It answers calls one after the other, as a server of its version does, and is ended to stop one.

/** @typedef {{path: string, accepted: string, body?: string, query: string}} Request */
/**
 * @typedef {object} Exports see `crates/web/src/exports.rs`
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve
 * @property {() => number} output
 * @property {() => number} output_length
 * @property {() => void} version
 * @property {(path: number, accepted: number, isGet: boolean) => number} call
 * @property {(name: number) => boolean} lend
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** @type {Exports} */
let rules;

/** @param {string} name of a file beside this one */
async function file(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} for ${name}`);
  return answer;
}

/**
 * @param {number} start
 * @param {number} length
 */
const text = (start, length) => decoder.decode(new Uint8Array(rules.memory.buffer, start, length));
const output = () => text(rules.output(), rules.output_length());

/** @param {Uint8Array[]} parts of an input */
function write(...parts) {
  const start = rules.reserve(parts.reduce((sum, { length }) => sum + length, 0));
  // The memory may have grown, and is another buffer then.
  const memory = new Uint8Array(rules.memory.buffer);
  parts.reduce((at, part) => (memory.set(part, at), at + part.length), start);
}

/** Starts the rules, and says their version. */
async function start() {
  const send = (/** @type {number} */ message, /** @type {number} */ length) => postMessage({ message: text(message, length) });
  const { instance } = await WebAssembly.instantiateStreaming(file("rules.wasm"), { host: { now: () => performance.now(), send } });
  rules = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  rules.version();
  return { version: output() };
}

/** @param {Request} request */
async function answer({ path, accepted, body, query }) {
  const [name, languages, content] = /** @type {[Uint8Array, Uint8Array, Uint8Array]} */ ([path, accepted, body ?? query].map((part) => encoder.encode(part)));
  for (;;) {
    write(name, languages, content);
    const status = rules.call(name.length, languages.length, body === undefined);
    if (status) return { status, body: output() };
    // The weights of this game are needed for its first search.
    await lend(output());
  }
}

/** @param {string} game */
async function lend(game) {
  const weights = new Uint8Array(await (await file(`weights/${game}.bin`)).arrayBuffer());
  const name = encoder.encode(game);
  write(name, weights);
  if (!rules.lend(name.length)) throw new Error(`these weights of ${game} are not of this version`);
}

/**
 * Does what the page asks for: it starts the rules first, has the weights of games that will be searched, and answers calls.
 * @param {{} | {game: string} | Request} asked
 */
function act(asked) {
  if ("path" in asked) return answer(asked);
  return "game" in asked ? lend(asked.game) : start();
}

/** @type {Promise<void>} */
let work = Promise.resolve();
addEventListener("message", ({ data }) => {
  work = work
    .then(async () => postMessage({ ...(await act(data)) }))
    .catch((error) => postMessage({ failure: String(error) }));
});
