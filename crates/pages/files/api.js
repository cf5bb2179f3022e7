// Calls of the service, which go on when the service can.

import { address } from "./address.js";
import { PLAYS_HERE, RULES } from "./games.js";
import { keep, kept } from "./storage.js";

/**
 * @typedef {object} ProblemDocument
 * @property {number} status
 * @property {string} title
 * @property {string} [detail]
 * @property {string} [reason]
 * @property {Record<string, string>} [metadata]
 * @property {{field: string, message?: string}[]} [violations]
 */

/** What the service says of a request that it cannot answer. */
export class Problem extends Error {
  /** @param {ProblemDocument} problem */
  constructor(problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
  }
}

/** @typedef {{method: "GET" | "POST", path: string, body?: object, streams: boolean, status: number, answer?: any}} Call */

/** @typedef {"ready" | "slow" | "busy" | "gone" | "here" | "key"} Condition how the service is, as far as calls have shown; `here` is gone, and answered by this browser */

/** Milliseconds after which a call is slow, and after which it is given up and made again. */
const SLOW = 2_500;
const TIMEOUT = 30_000;
/** Milliseconds that each of the last requests takes on a slow line. */
const LAG = 500;
/** Milliseconds after which this browser answers in place of the service. */
const ANSWERED_HERE = 2_000;
/** The statuses of a service that may answer later. */
const BUSY = [429, 502, 503, 504];
/** The longest time between two tries. */
const LONGEST_WAIT = 10_000;
const KEY = "ayla-key";
/** The most calls that are remembered. */
const MOST_CALLS = 20;

/**
 * @param {number} time
 * @param {AbortSignal} [signal]
 */
const sleep = (time, signal) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, time);
      addEventListener("online", () => resolve(undefined), { once: true });
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    })
  );

/**
 * The service, or in its place the rules in this browser. It sends an event `condition` whenever its condition changes, `calls` after
 * each call, and `outdated` when the service has other rules than this page.
 */
export class Api extends EventTarget {
  /** @type {Condition} */
  condition = "ready";
  /** The language of sentences. */
  language = "en";
  /** @type {Call[]} the last calls, without their keys */
  calls = [];
  /** @type {number[]} milliseconds that the last requests took */
  #times = [];
  #key = kept(KEY, "sessionStorage");
  /** Whether the service has other rules than this page, which then answers nothing. */
  isOutdated = false;
  /** @type {import("./local.js").Local | undefined} the rules, once they are here */
  #local;
  /** @type {((key: string) => void)[]} those who wait for an API key */
  #waiting = [];

  constructor() {
    super();
    // A browser knows of some losses before a call fails.
    addEventListener("offline", () => this.#load().then(() => this.#is("here"), () => this.#is("gone")));
    addEventListener("online", () => this.#is("ready"));
  }

  /** Whether the line is slow: even the quickest of the last requests took long, though another may have waited for the engine. */
  get isSlow() {
    return !this.#local && this.#times.length > 0 && this.#times.every((time) => time >= LAG);
  }

  /** @param {number} asked when a request was made that was answered now */
  #time(asked) {
    this.#times = [...this.#times, performance.now() - asked].slice(-3);
  }

  /** @param {string} key */
  giveKey(key) {
    this.#key = key;
    keep(KEY, key, "sessionStorage");
    this.#waiting.splice(0).forEach((go) => go(key));
  }

  /** @param {Condition} condition */
  #is(condition) {
    if (condition === this.condition) return;
    this.condition = condition;
    this.dispatchEvent(new Event("condition"));
  }

  /**
   * The answer to a call, which is made again while the service is busy or gone.
   * @param {string} path
   * @param {any} [body] of a POST; without one it is a GET
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async call(path, body, signal) {
    const { call } = await this.#answer(path, body, signal);
    // The page is small until the first move.
    if (body?.move && path.endsWith("/play-turn")) this.#load(path).catch(() => {});
    return call.answer;
  }

  /**
   * Loads the rules.
   * @param {string} [path] of a game whose moves the engine makes
   */
  async #load(path) {
    if (!PLAYS_HERE || this.isOutdated) throw new Error();
    const { load } = await import("./local.js");
    return (this.#local = await load(path));
  }

  /**
   * The answer of the service, or of the rules in this browser: where they are as good and quicker, or where the service gives none.
   * @param {string} path
   * @param {object | undefined} body
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  async #fetch(path, body, signal) {
    const request = { ...this.#request(body), signal };
    if (this.#local?.isQuick(path, body)) {
      try {
        return await this.#local.fetch(path, request);
      } catch {
        signal.throwIfAborted();
        // The service goes on where this browser cannot.
      }
    }
    const asked = performance.now();
    const late = new AbortController();
    const timer = this.#local && setTimeout(() => late.abort(), ANSWERED_HERE);
    /** @type {Response | undefined} */
    let answer;
    let failure;
    try {
      answer = await fetch(address(path), { ...request, signal: AbortSignal.any([signal, late.signal]) });
      this.#time(asked);
      if (this.condition === "here") this.#is("ready");
      // Rules that are not those of the service answer nothing any more.
      if (!this.isOutdated && ![null, RULES].includes(answer.headers.get("ayla-rules"))) {
        this.isOutdated = true;
        this.#local = undefined;
        this.dispatchEvent(new Event("outdated"));
      }
      if (!this.#local || !BUSY.includes(answer.status)) return answer;
    } catch (error) {
      failure = error;
    } finally {
      clearTimeout(timer);
    }
    try {
      signal.throwIfAborted();
      const here = await (await this.#load()).fetch(path, request);
      if (!answer) this.#is("here");
      return here;
    } catch (error) {
      if (answer) return answer;
      throw failure;
    }
  }

  /**
   * The messages of a stream, as they come.
   * @param {string} path
   * @param {object} body
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<any>}
   */
  async *stream(path, body, signal) {
    const { answer, call } = await this.#answer(path, body, signal, true);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
        if (event.startsWith("event: error")) throw new Problem(JSON.parse(data));
        if (data) {
          call.answer = JSON.parse(data);
          yield call.answer;
        }
      }
    }
  }

  /**
   * The answer to a call that nobody waits for: it is made once, and not remembered. A service that is busy or gone answers nothing.
   * @param {string} path
   * @param {object | undefined} body
   * @param {AbortSignal} signal
   * @returns {Promise<Response | undefined>}
   */
  async ask(path, body, signal) {
    const answer = await this.#fetch(path, body, signal).catch(() => undefined);
    return answer?.ok ? answer : undefined;
  }

  /** @param {object | undefined} body */
  #request(body) {
    return {
      method: body ? "POST" : "GET",
      headers: {
        "accept-language": this.language,
        ...(body && { "content-type": "application/json" }),
        ...(this.#key && { authorization: `Bearer ${this.#key}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  /**
   * @param {string} path
   * @param {object | undefined} body
   * @param {AbortSignal} [signal]
   * @param {boolean} [streams] whether the answer is read by the caller, and may take its time once it has begun
   * @returns {Promise<{answer: Response, call: Call}>}
   */
  async #answer(path, body, signal, streams = false) {
    for (let tries = 0; ; tries += 1) {
      const slow = setTimeout(() => this.condition === "here" || this.#is("slow"), SLOW);
      const begun = new AbortController();
      const late = setTimeout(() => begun.abort(), TIMEOUT);
      const given = streams ? begun.signal : AbortSignal.timeout(TIMEOUT);
      let wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries);
      try {
        const answer = await this.#fetch(path, body, signal ? AbortSignal.any([signal, given]) : given);
        /** @type {Call} */
        const call = { method: body ? "POST" : "GET", path, ...(body && { body }), streams, status: answer.status };
        this.calls = [...this.calls, call].slice(-MOST_CALLS);
        this.dispatchEvent(new Event("calls"));
        const ready = this.condition === "here" ? "here" : "ready";
        if (answer.ok) {
          // An answer that breaks off is asked for again, as one that does not come.
          if (!streams) {
            call.answer = await answer.json();
            this.calls = [...this.calls];
            this.dispatchEvent(new Event("calls"));
          }
          // An answer may also say that the engine is busy.
          this.#is(call.answer?.unanswered ? "busy" : ready);
          return { answer, call };
        }
        const after = Number(answer.headers.get("retry-after") ?? 0) * 1_000;
        if (answer.status === 401) {
          this.#is("key");
          await new Promise((resolve) => this.#waiting.push(resolve));
          continue;
        }
        if (!BUSY.includes(answer.status)) {
          this.#is(ready);
          const problem = await answer.json().catch(() => ({ status: answer.status, title: answer.statusText }));
          call.answer = problem;
          throw new Problem(problem);
        }
        wait = Math.max(wait, after);
        this.#is("busy");
      } catch (error) {
        if (error instanceof Problem || signal?.aborted) throw error;
        this.#is(given.aborted ? "slow" : "gone");
      } finally {
        clearTimeout(slow);
        clearTimeout(late);
      }
      await sleep(wait, signal);
    }
  }
}
