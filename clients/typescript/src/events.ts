/** The lines of a body that are not empty. Leaving the loop early closes the connection. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
    yield* partsOf(body, "\n");
}

/** An event of a stream, with its name and its data. */
export interface ServerSentEvent {
    event: string;
    data: string;
}

/** The server-sent events of a body. Leaving the loop early closes the connection, which ends the search. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
    for await (const block of partsOf(body, "\n\n")) {
        const lines = block.split("\n");
        const data = lines.filter((line) => line.startsWith("data:")).map(valueOf);
        // A comment is no event.
        if (data.length > 0) {
            const event = lines.filter((line) => line.startsWith("event:")).map(valueOf).at(-1);
            yield { event: event ?? "message", data: data.join("\n") };
        }
    }
}

/** The parts of a body that end with this separator, without it. */
async function* partsOf(body: ReadableStream<Uint8Array>, separator: string): AsyncGenerator<string> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) {
                return;
            }
            const parts = (rest + decoder.decode(value, { stream: true })).replaceAll("\r\n", "\n").split(separator);
            rest = parts.pop() ?? "";
            yield* parts.filter((part) => part !== "");
        }
    } finally {
        await reader.cancel();
    }
}

function valueOf(line: string): string {
    return line.slice(line.indexOf(":") + 1).replace(/^ /, "");
}
