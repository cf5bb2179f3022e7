import { AylaError } from "./errors.js";
import { linesOf, serverSentEvents } from "./events.js";
import type * as schema from "./schema.js";

/** The name of a game. A server may have games that are newer than this package. */
export type Variant = schema.VariantName | (string & {});

/** What ends a call early, with its search. */
export type CallOptions = {
    signal?: AbortSignal;
};

/** The parameters in the query of an operation. */
export type Query<Operation extends keyof schema.operations> = NonNullable<
    schema.operations[Operation]["parameters"]["query"]
>;

interface Called<T> {
    data?: T;
    error?: schema.Problem;
    response: Response;
}

/** The answer to a call. */
export function answered<T>({ data, error, response }: Called<T>): T {
    if (data === undefined) {
        throw new AylaError(response.status, typeof error === "object" ? error : undefined);
    }
    return data;
}

/** The messages of a stream. */
export async function* messages<T>(called: Called<unknown>): AsyncGenerator<T> {
    const body = answered(called) as ReadableStream<Uint8Array>;
    for await (const { event, data } of serverSentEvents(body)) {
        if (event === "error") {
            const problem: schema.Problem = JSON.parse(data);
            throw new AylaError(problem.status, problem);
        }
        yield JSON.parse(data);
    }
}

/** The answers to requests that were sent as lines. */
export async function* lines<T>(called: Called<unknown>): AsyncGenerator<T> {
    for await (const line of linesOf(answered(called) as ReadableStream<Uint8Array>)) {
        yield JSON.parse(line);
    }
}

/** A body with a line for each request. The document describes one line. */
export function asLines<T>(requests: Iterable<T>) {
    const text = Array.from(requests, (request) => `${JSON.stringify(request)}\n`).join("");
    return { body: {} as T, bodySerializer: () => text, headers: { "content-type": "application/x-ndjson" } };
}
