import type { Files } from "./files.js";
import type { Answer, Call } from "./rules.js";
import type { Tells, Told } from "./worker.js";

/** A worker of any runtime. */
interface Thread {
    tell(told: Told): void;
    /** Says whether the program is to go on for it. */
    hold(isBusy: boolean): void;
    end(): void;
}

/** What hears a worker. */
interface Ears {
    hear(tells: Tells): void;
    fail(error: unknown): void;
}

/** Starts the worker; none where there are no workers. */
async function start(ears: Ears): Promise<Thread | undefined> {
    if (typeof Worker === "function") {
        const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => ears.hear(data);
        worker.onerror = (event) => ears.fail(event.message);
        const hold = () => undefined;
        return { tell: (told) => worker.postMessage(told), hold, end: () => worker.terminate() };
    }
    try {
        const module = "node:worker_threads";
        const threads = await import(module);
        const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
        worker.on("message", (tells: Tells) => ears.hear(tells));
        worker.on("error", (error: unknown) => ears.fail(error));
        const hold = (isBusy: boolean) => (isBusy ? worker.ref() : worker.unref());
        return { tell: (told) => worker.postMessage(told), hold, end: () => void worker.terminate() };
    } catch {
        return undefined;
    }
}

/** A worker in which calls are answered one after the other, and which is ended to stop one. */
export class Searches {
    readonly #module: WebAssembly.Module;
    readonly #files: Files;
    #thread: Thread | undefined;
    #last: Promise<unknown> = Promise.resolve();
    #ears: Ears | undefined;

    constructor(module: WebAssembly.Module, files: Files) {
        this.#module = module;
        this.#files = files;
    }

    /** Answers a call after those before it; none where there are no workers. */
    call(call: Call, send: (message: string) => void, signal?: AbortSignal): Promise<Answer | undefined> {
        const answer = this.#last.then(() => {
            signal?.throwIfAborted();
            return this.#answer(call, send, signal);
        });
        this.#last = answer.catch(() => undefined);
        return answer;
    }

    /** Ends the worker. */
    end(): void {
        this.#thread?.end();
        this.#thread = undefined;
    }

    async #answer(call: Call, send: (message: string) => void, signal?: AbortSignal): Promise<Answer | undefined> {
        const thread = await this.#started();
        if (!thread) {
            return undefined;
        }
        let abort: (() => void) | undefined;
        try {
            return await new Promise<Answer>((resolve, reject) => {
                abort = () => reject(signal?.reason);
                signal?.addEventListener("abort", abort);
                const hear = (tells: Tells) => {
                    if ("message" in tells) {
                        send(tells.message);
                    } else if ("answer" in tells) {
                        resolve(tells.answer);
                    } else if ("failure" in tells) {
                        reject(new Error(tells.failure));
                    } else {
                        const game = tells.needs;
                        this.#files.weights(game).then((weights) => {
                            thread.tell({ game, weights });
                            thread.tell({ call });
                        }, reject);
                    }
                };
                this.#ears = { hear, fail: reject };
                thread.hold(true);
                thread.tell({ call });
            });
        } catch (error) {
            // It is still searching, or has failed.
            this.end();
            throw error;
        } finally {
            this.#ears = undefined;
            thread.hold(false);
            if (abort) {
                signal?.removeEventListener("abort", abort);
            }
        }
    }

    async #started(): Promise<Thread | undefined> {
        if (!this.#thread) {
            const ears = { hear: (tells: Tells) => this.#ears?.hear(tells), fail: (error: unknown) => this.#ears?.fail(error) };
            this.#thread = await start(ears);
            this.#thread?.tell({ module: this.#module });
        }
        return this.#thread;
    }
}
