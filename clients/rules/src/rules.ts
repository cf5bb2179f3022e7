/** An answer, as the JSON API gives it. */
export interface Answer {
    /** The HTTP status. */
    status: number;
    /** JSON, from status 400 a problem document; a picture is SVG. A stream has sent its messages before, and has none. */
    body: string;
}

/** What a call asks for. */
export interface Call {
    /** The path of the JSON API, such as `/v1/variants/awale/apply-move`. */
    path: string;
    /** The JSON body of a POST. */
    body?: string;
    /** The query of a GET, without the question mark. */
    query?: string;
    /** The languages that are accepted, as in the header `Accept-Language`. */
    accepted?: string;
}

/** The weights of a game are needed for its first search. */
export class WeightsNeeded extends Error {
    constructor(readonly game: string) {
        super(`the weights of ${game} are needed`);
        this.name = "WeightsNeeded";
    }
}

/** What the module exports: see `crates/web/src/exports.rs`. */
interface Exports {
    memory: WebAssembly.Memory;
    reserve(length: number): number;
    output(): number;
    output_length(): number;
    call(path: number, accepted: number, isGet: number): number;
    lend(name: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The rules, on this thread: a call returns when it is answered. */
export class Rules {
    readonly #module: WebAssembly.Module;
    #exports: Exports | undefined;
    #lent = new Map<string, Uint8Array>();
    #send: ((message: string) => void) | undefined;
    #isBusy = false;
    #scratch = new Uint8Array(1 << 10);

    constructor(module: WebAssembly.Module) {
        this.#module = module;
    }

    /**
     * Answers a call. The messages of a stream go to `send`, as they are found.
     *
     * @throws {WeightsNeeded} before the first search of a game.
     */
    call({ path, body, query, accepted }: Call, send?: (message: string) => void): Answer {
        const exports = this.#instance();
        const isGet = body === undefined;
        const [pathLength, acceptedLength] = this.#write(path, accepted ?? "", (isGet ? query : body) ?? "");
        const status = this.#run(send, () => exports.call(pathLength, acceptedLength, Number(isGet)));
        const output = this.#text(exports.output(), exports.output_length());
        if (status === 0) {
            throw new WeightsNeeded(output);
        }
        return { status, body: output };
    }

    /** Takes the weights of a game: its file in the folder `weights` of the package. */
    lend(game: string, weights: Uint8Array): void {
        const exports = this.#instance();
        const name = encoder.encode(game);
        const input = this.#input(name.length + weights.length);
        input.set(name);
        input.set(weights, name.length);
        if (!exports.lend(name.length)) {
            throw new Error(`these weights of ${game} are not of this version`);
        }
        this.#lent.set(game, weights);
    }

    /** The instance; a new one after a failure, which leaves an instance in any state. */
    #instance(): Exports {
        if (this.#isBusy) {
            throw new Error("a call is being answered");
        }
        if (!this.#exports) {
            const host = {
                now: () => performance.now(),
                send: (start: number, length: number) => this.#send?.(this.#text(start, length)),
            };
            this.#exports = new WebAssembly.Instance(this.#module, { host }).exports as unknown as Exports;
            for (const [game, weights] of this.#lent) {
                this.lend(game, weights);
            }
        }
        return this.#exports;
    }

    #run(send: ((message: string) => void) | undefined, call: () => number): number {
        this.#isBusy = true;
        this.#send = send;
        try {
            return call();
        } catch (error) {
            this.#exports = undefined;
            throw error;
        } finally {
            this.#isBusy = false;
            this.#send = undefined;
        }
    }

    /** Writes a path, the languages that are accepted and a content one after the other, and returns the bytes of the first two. */
    #write(path: string, accepted: string, content: string): [number, number] {
        const most = 3 * (path.length + accepted.length + content.length);
        if (this.#scratch.length < most) {
            this.#scratch = new Uint8Array(2 * most);
        }
        const write = (text: string, start: number) => encoder.encodeInto(text, this.#scratch.subarray(start)).written;
        const pathLength = write(path, 0);
        const acceptedLength = write(accepted, pathLength);
        const head = pathLength + acceptedLength;
        const length = head + write(content, head);
        this.#input(length).set(this.#scratch.subarray(0, length));
        return [pathLength, acceptedLength];
    }

    /** Room for an input of so many bytes. */
    #input(length: number): Uint8Array {
        const exports = this.#exports as Exports;
        // The memory may grow, and is another buffer then.
        const start = exports.reserve(length);
        return new Uint8Array(exports.memory.buffer, start, length);
    }

    #text(start: number, length: number): string {
        return decoder.decode(new Uint8Array((this.#exports as Exports).memory.buffer, start, length));
    }
}
