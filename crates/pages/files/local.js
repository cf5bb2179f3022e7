// The rules in this browser: they answer calls as the service does, in workers.

import { RULES } from "./games.js";
import { script } from "./offline.js";

/** @typedef {import("./rules-worker.js").Request} Request */
/** @typedef {{status: number, body: string}} Answer */
/** @typedef {(message: string) => void} Send takes a message of a stream */

/** The operations that search. */
const SEARCHES = /\/(suggest-move|suggest-move-stream|review-game)$/;
/** Those that answer with a stream. */
const STREAMS = /\/(suggest-move-stream|review-game)$/;

/** The highest level of the engine that this browser plays also when there is a server. */
const HIGHEST_LEVEL = 6;

/** A worker that has one call at a time. */
class Thread {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Has the worker load the rules itself: Firefox lets no page pass them on that may not compile them.
   * @returns {Promise<{version: string}>}
   */
  start() {
    return this.#tell({});
  }

  /**
   * @param {object} told
   * @param {Send} [send]
   * @returns {Promise<any>}
   */
  #tell(told, send) {
    const worker = (this.#worker ??= new Worker(script(new URL("rules-worker.js", import.meta.url).href), { type: "module" }));
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if ("message" in data) send?.(data.message);
        else if ("failure" in data) reject(new Error(data.failure));
        else resolve(data);
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(told);
    });
  }

  /**
   * Has a call answered, or the weights of a game loaded, after what was asked before.
   * @param {Request | {game: string}} call
   * @param {AbortSignal | undefined} signal which ends the worker too, if it has the call
   * @param {Send} [send]
   * @returns {Promise<Answer>}
   */
  call(call, signal, send) {
    const answer = this.#last.then(async () => {
      signal?.throwIfAborted();
      const ended = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
      try {
        if (!this.#worker) await Promise.race([this.start(), ended]);
        return await Promise.race([this.#tell(call, send), ended]);
      } catch (error) {
        this.#worker?.terminate();
        this.#worker = undefined;
        throw error;
      }
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

/** The answers of a server of this version, without one. */
export class Local {
  #rules;
  /** The engine replies also while it is asked for advice. */
  #replies = new Thread();
  #searches = new Thread();
  /** @type {Set<string>} the games whose weights were loaded */
  #prepared = new Set();

  /** @param {Thread} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  /**
   * Prepares the replies of the engine, which then needs no connection.
   * @param {string} game
   */
  prepare(game) {
    if (this.#prepared.has(game)) return;
    this.#prepared.add(game);
    this.#replies.call({ game }, undefined).catch(() => this.#prepared.delete(game));
  }

  /**
   * Whether this is answered here also when there is a server. Presets may be those of its operator, and searches are for it.
   * @param {string} path
   * @param {any} [body]
   */
  isQuick(path, body) {
    return body && !body.preset && !SEARCHES.test(path) && (body.reply?.level ?? 0) <= HIGHEST_LEVEL;
  }

  /**
   * Answers a request to the service.
   * @param {string} target path and query
   * @param {{headers: Record<string, string>, body?: string, signal?: AbortSignal}} request
   * @returns {Promise<Response>}
   */
  async fetch(target, { headers, body, signal }) {
    const [path = "", query = ""] = target.split("?");
    const call = { path, query, body, accepted: headers["accept-language"] ?? "" };
    const replies = path.endsWith("/play-turn") && body?.includes('"reply"');
    const thread = SEARCHES.test(path) ? this.#searches : replies ? this.#replies : this.#rules;
    if (!STREAMS.test(path)) return responseTo(await thread.call(call, signal));
    return new Promise((resolve, reject) => {
      const { readable, writable } = new TransformStream(undefined, undefined, { highWaterMark: Infinity });
      const [writer, encoder] = [writable.getWriter(), new TextEncoder()];
      /** @type {Response | undefined} */
      let response;
      const send = (/** @type {string} */ message) => {
        writer.write(encoder.encode(`data: ${message}\n\n`)).catch(() => undefined);
        resolve((response ??= new Response(readable)));
      };
      thread.call(call, signal, send).then(
        (answer) => (resolve(response ?? responseTo(answer)), writer.close()),
        (error) => (reject(error), writer.abort(error)),
      ).catch(() => undefined);
    });
  }
}

/** @type {Promise<Local> | undefined} */
let loaded;

/**
 * The rules, which a page loads once.
 * @param {string} [path] of a call of a game that the engine may play
 */
export async function load(path) {
  loaded ??= start();
  loaded.catch(() => (loaded = undefined));
  const rules = await loaded;
  const game = path?.split("/").at(-2);
  if (game) rules.prepare(game);
  return rules;
}

async function start() {
  const rules = new Thread();
  const { version } = await rules.start();
  if (version !== RULES) throw new Error(`the rules of version ${version} are not those of this page`);
  return new Local(rules);
}

/** @param {Answer} answer */
const responseTo = ({ status, body }) => new Response(body, { status, headers: { "content-type": status === 200 ? "application/json" : "application/problem+json" } });
