import { problemOf } from "./errors.js";

/** When calls are sent again. */
export interface Retries {
    /** How often a call is sent again that got no answer, or found the server busy or away (429, 502, 503): 4 unless you say otherwise. */
    retries?: number;
    /** A call that would have to wait longer than this fails at once, in milliseconds: a minute unless you say otherwise. */
    longestPauseMs?: number;
}

/** Too many calls, too much to do at the moment, or a proxy without a server. */
const RETRIED = [429, 502, 503];

type Fetch = (request: Request) => Promise<Response>;

/** Sends calls again when that makes sense, no earlier than the server says, and keeps to the caller's rate. */
export function patientFetch(fetch: Fetch, { retries = 4, longestPauseMs = 60_000 }: Retries): Fetch {
    let freeAt = 0;
    return async (request) => {
        for (let tries = 0; ; tries += 1) {
            await pause(freeAt - performance.now(), request.signal);
            let response: Response | undefined;
            let failure: unknown;
            try {
                response = await fetch(request.clone());
                if (!RETRIED.includes(response.status)) {
                    freeAt = performance.now() + Math.min(pauseAfter(response.headers), longestPauseMs);
                    return response;
                }
            } catch (error) {
                failure = error;
            }
            const before = await pauseBeforeRetry(response, tries);
            if (tries >= retries || before > longestPauseMs || request.signal.aborted) {
                if (response) {
                    return response;
                }
                throw failure;
            }
            await response?.body?.cancel();
            await pause(before, request.signal);
        }
    };
}

/** Waits; an aborted call ends the wait. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", abort);
            resolve();
        }, Math.max(0, ms));
        signal?.addEventListener("abort", abort, { once: true });
    });
}

/** A number of the calls in `RateLimit` or `RateLimit-Policy`, such as `"calls";r=0;t=2`. */
function ofCalls(headers: Headers, header: string, key: string): number | undefined {
    const parameters = /"calls"([^,]*)/.exec(headers.get(header) ?? "")?.[1];
    const value = new RegExp(`;${key}=([\\d.]+)`).exec(parameters ?? "")?.[1];
    return value === undefined ? undefined : Number(value);
}

/** The time until a call becomes free, if this answer used up the caller's rate. */
function pauseAfter(headers: Headers): number {
    if (ofCalls(headers, "ratelimit", "r") !== 0) {
        return 0;
    }
    const [window, quota] = [ofCalls(headers, "ratelimit-policy", "w"), ofCalls(headers, "ratelimit-policy", "q")];
    const seconds = window !== undefined && quota ? window / quota : ofCalls(headers, "ratelimit", "t");
    return 1000 * (seconds ?? 0);
}

/** The time until the call may be sent again: what the server says, else longer each time. */
async function pauseBeforeRetry(response: Response | undefined, tries: number): Promise<number> {
    const said = response && (await problemOf(response))?.retryAfterMs;
    if (said !== undefined) {
        return said;
    }
    const seconds = response?.headers.get("retry-after") ?? "";
    return /^\d+$/.test(seconds) ? 1000 * Number(seconds) : 100 * 2 ** tries * (1 + Math.random() / 2);
}
