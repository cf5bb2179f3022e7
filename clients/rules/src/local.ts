import { beside, type Files } from "./files.js";
import { EVENTS, SEARCHING } from "./operations.js";
import { type Answer, type Call, Rules, WeightsNeeded } from "./rules.js";
import { Searches } from "./searches.js";

/** How a call is answered. */
export interface CallOptions {
    /** Ends the call, with its search. */
    signal?: AbortSignal;
    /** The languages that are accepted, as in the header `Accept-Language`; a request may have its own `locale`. */
    accepted?: string;
    /** Takes the messages of a stream, as they are found. Without it they are the answer, as a list. */
    send?: (message: string) => void;
}

/** The answers of a server of Ayla, without one. What needs no search is answered on this thread, the rest in a worker. */
export class Local {
    readonly #files: Files;
    readonly #rules: Rules;
    readonly #searches: Searches;

    constructor(module: WebAssembly.Module, files: Files = beside) {
        this.#files = files;
        this.#rules = new Rules(module);
        this.#searches = new Searches(module, files);
    }

    /** Answers a POST of an operation, such as `awale/apply-move`, with this JSON as its body. */
    async call(operation: string, json: string, { signal, accepted, send }: CallOptions = {}): Promise<Answer> {
        const path = `/v1/variants/${operation}`;
        const messages: string[] = [];
        const call = { path, body: json, ...(accepted !== undefined && { accepted }) };
        const answer = await this.#answer(call, send ?? ((message) => messages.push(message)), signal);
        const isList = send === undefined && answer.status === 200 && EVENTS.has(operationAt(path));
        return isList ? { ...answer, body: `[${messages.join(",")}]` } : answer;
    }

    /** Answers a request to a server, at any address. */
    fetch = async (request: Request): Promise<Response> => {
        const { pathname, search } = new URL(request.url);
        const path = decodeURIComponent(pathname.slice(Math.max(0, pathname.indexOf("/v1/"))));
        const accepted = request.headers.get("accept-language") ?? "";
        const content = request.method === "POST" ? { body: await request.text() } : { query: search.slice(1) };
        const call = { path, accepted, ...content };
        const event = EVENTS.get(operationAt(path));
        return event === undefined
            ? responseTo(call, await this.#answer(call, () => undefined, request.signal))
            : this.#stream(call, event, request.signal);
    };

    /** Ends the worker. The next search starts another. */
    close(): void {
        this.#searches.end();
    }

    async #answer(call: Call, send: (message: string) => void, signal?: AbortSignal): Promise<Answer> {
        signal?.throwIfAborted();
        const answer = SEARCHING.has(operationAt(call.path)) ? await this.#searches.call(call, send, signal) : undefined;
        return answer ?? this.#answerHere(call, send);
    }

    async #answerHere(call: Call, send: (message: string) => void): Promise<Answer> {
        for (;;) {
            try {
                return this.#rules.call(call, send);
            } catch (error) {
                if (!(error instanceof WeightsNeeded)) {
                    throw error;
                }
                this.#rules.lend(error.game, await this.#files.weights(error.game));
            }
        }
    }

    /** Answers with server-sent events; with a problem document before the first. Cancelling the body ends the search. */
    #stream(call: Call, event: string, signal: AbortSignal): Promise<Response> {
        const ended = new AbortController();
        signal.addEventListener("abort", () => ended.abort(signal.reason), { once: true });
        const encoder = new TextEncoder();
        return new Promise((resolve, reject) => {
            const body = new ReadableStream<Uint8Array>({
                start: (controller) => {
                    let response: Response | undefined;
                    const send = (message: string) => {
                        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${message}\n\n`));
                        response ??= new Response(body, { headers: { "content-type": "text/event-stream" } });
                        resolve(response);
                    };
                    this.#answer(call, send, ended.signal).then(
                        (answer) => {
                            if (answer.status !== 200) {
                                resolve(responseTo(call, answer));
                            }
                            controller.close();
                        },
                        (error) => {
                            reject(error);
                            controller.error(error);
                        },
                    );
                },
                cancel: (reason) => ended.abort(reason),
            });
        });
    }
}

/** The rules of the files of the package, or of others. */
export async function local(files: Files = beside): Promise<Local> {
    return new Local(await files.module(), files);
}

/** The name of the operation at a path, such as `apply-move`. */
function operationAt(path: string): string {
    return path.slice(path.lastIndexOf("/") + 1);
}

function responseTo({ path }: Call, { status, body }: Answer): Response {
    const type = path.endsWith(".svg") ? "image/svg+xml" : "application/json";
    return new Response(body, { status, headers: { "content-type": status === 200 ? type : "application/problem+json" } });
}
