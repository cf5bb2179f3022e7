import createClient, { type Client as Calls } from "openapi-fetch";

import { AylaError } from "./errors.js";
import { linesOf, serverSentEvents } from "./events.js";
import { type Local, localFetch } from "./local.js";
import { patientFetch, type Retries } from "./retry.js";
import type * as schema from "./schema.js";

/** The name of a game. A server may have games that are newer than this package. */
export type Variant = schema.VariantName | (string & {});

export interface ClientOptions extends Retries {
    /** The address of the server, such as `http://127.0.0.1:8080`. Without `local` there must be one. */
    baseUrl?: string;
    /** What answers in place of a server: `true` for the rules of the package `@ayla/rules`, or rules that are loaded already. */
    local?: true | Local;
    /** The API key, where the server requires one. */
    key?: string;
    /** The language of sentences, such as `fr`. */
    locale?: string;
    /** What sends requests, in place of the global `fetch`. */
    fetch?: (request: Request) => Promise<Response>;
}

/** What ends a call early, with its search. */
export type CallOptions = {
    signal?: AbortSignal;
};

/** The operations of a server. A call that is refused throws an {@link AylaError}. */
export class Client {
    /**
     * Each operation by its path, as openapi-fetch has them: `calls.POST("/v1/variants/{variant}/apply-move", …)`. These
     * calls are retried too, but return an `error` in place of throwing it.
     */
    readonly calls: Calls<schema.paths>;
    readonly retries: number;

    constructor({ baseUrl, local, key, locale, fetch, ...retries }: ClientOptions) {
        if (baseUrl === undefined && local === undefined) {
            throw new TypeError("a client needs `baseUrl` or `local`");
        }
        const headers = {
            ...(key !== undefined && { authorization: `Bearer ${key}` }),
            ...(locale !== undefined && { "accept-language": locale }),
        };
        // Called without `this`, as browsers want it.
        const send = fetch ?? ((request: Request) => globalThis.fetch(request));
        const answer = local === undefined ? patientFetch(send, retries) : localFetch(local);
        this.calls = createClient<schema.paths>({ baseUrl: baseUrl ?? "http://local.invalid", headers, fetch: answer });
        this.retries = retries.retries ?? 4;
    }

    /** Every game, with its options, presets and rulings. */
    async listVariants(options: CallOptions = {}): Promise<schema.ListVariantsResponse> {
        return answered(await this.calls.GET("/v1/variants", options));
    }

    /** One game, with its options, presets and rulings. */
    async getVariant(variant: Variant, options: CallOptions = {}): Promise<schema.GetVariantResponse> {
        return answered(await this.calls.GET("/v1/variants/{variant}", { params: of(variant), ...options }));
    }

    /** The build of the server, its limits, and those of this caller. */
    async getServerInfo(options: CallOptions = {}): Promise<schema.GetServerInfoResponse> {
        return answered(await this.calls.GET("/v1/server-info", options));
    }

    /** The first position of a game. */
    async startGame(
        variant: Variant,
        body: schema.StartGameRequest = {},
        options: CallOptions = {},
    ): Promise<schema.StartGameResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/start-game", { params, body, ...options }));
    }

    /** The legal moves, and why each other house cannot be played. */
    async legalMoves(
        variant: Variant,
        body: schema.LegalMovesRequest,
        options: CallOptions = {},
    ): Promise<schema.LegalMovesResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/legal-moves", { params, body, ...options }));
    }

    /** Whether a move is legal, and if not, why. */
    async validateMove(
        variant: Variant,
        body: schema.ValidateMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.ValidateMoveResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/validate-move", { params, body, ...options }));
    }

    /** The position after a move, and what happened in the move. */
    async applyMove(
        variant: Variant,
        body: schema.ApplyMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.ApplyMoveResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/apply-move", { params, body, ...options }));
    }

    /** A person's move, the engine's reply, and everything to show of the game then. */
    async playTurn(
        variant: Variant,
        body: schema.PlayTurnRequest = {},
        options: CallOptions = {},
    ): Promise<schema.PlayTurnResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/play-turn", { params, body, ...options }));
    }

    /** Every position of a game, and what happened in up to 50 of its moves. */
    async replayGame(
        variant: Variant,
        body: schema.ReplayGameRequest,
        options: CallOptions = {},
    ): Promise<schema.ReplayGameResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/replay-game", { params, body, ...options }));
    }

    /** The games of a text in a format of other programs, with every fault of it. */
    async readGame(body: schema.ReadGameRequest, options: CallOptions = {}): Promise<schema.ReadGameResponse> {
        return answered(await this.calls.POST("/v1/read-game", { body, ...options }));
    }

    /** A puzzle by its id, such as `awale-17`. */
    async getPuzzle(
        id: string,
        query: { solution?: boolean } = {},
        options: CallOptions = {},
    ): Promise<schema.PuzzleResponse> {
        return answered(await this.calls.GET("/v1/puzzles/{id}", { params: { path: { id }, query }, ...options }));
    }

    /** The first puzzle of a game that matches, the next one `after` another, or that of a `day`. */
    async findPuzzle(
        game: Variant,
        query: Omit<PuzzleQuery, "game"> = {},
        options: CallOptions = {},
    ): Promise<schema.PuzzleResponse> {
        const params = { query: { ...query, game: game as schema.VariantName } };
        return answered(await this.calls.GET("/v1/puzzles", { params, ...options }));
    }

    /** The best move, and what it is worth. */
    async suggestMove(
        variant: Variant,
        body: schema.SuggestMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.SuggestMoveResponse> {
        const params = of(variant);
        return answered(await this.calls.POST("/v1/variants/{variant}/suggest-move", { params, body, ...options }));
    }

    /** The best moves as they are found. The last message says so. */
    async *suggestMoveStream(
        variant: Variant,
        body: schema.SuggestMoveRequest,
        options: CallOptions = {},
    ): AsyncGenerator<schema.SuggestMoveStreamResponse> {
        const init = { params: of(variant), body, parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/variants/{variant}/suggest-move-stream", init);
        yield* messages<schema.SuggestMoveStreamResponse>(found);
    }

    /** What up to 50 moves of a game cost, as it is found. The last message says how far the review came. */
    async *reviewGame(
        variant: Variant,
        body: schema.ReviewGameRequest,
        options: CallOptions = {},
    ): AsyncGenerator<schema.ReviewGameResponse> {
        const init = { params: of(variant), body, parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/variants/{variant}/review-game", init);
        yield* messages<schema.ReviewGameResponse>(found);
    }

    /** Answers about up to 1,000 positions, in their order. What is wrong with one of them is its answer. */
    async *batch(
        requests: Iterable<schema.BatchRequest>,
        options: CallOptions = {},
    ): AsyncGenerator<schema.BatchResponse> {
        const lines = Array.from(requests, (request) => `${JSON.stringify(request)}\n`);
        const headers = { "content-type": "application/x-ndjson" };
        // The document describes one line.
        const init = { body: {}, bodySerializer: () => lines.join(""), headers, parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/batch", init);
        for await (const line of linesOf(answered<unknown>(found) as ReadableStream<Uint8Array>)) {
            yield JSON.parse(line);
        }
    }

    /** A picture of a position or a move; as a GIF a move seed by seed, or a game. */
    async renderBoard(
        variant: Variant,
        form: "svg" | "png" | "gif",
        query: BoardQuery,
        options: CallOptions = {},
    ): Promise<Blob> {
        const init = { params: { ...of(variant), query }, parseAs: "blob", ...options } as const;
        return answered(await this.calls.GET(`/v1/variants/{variant}/board.${form}` as BoardPath, init)) as Blob;
    }
}

type BoardPath = "/v1/variants/{variant}/board.gif";
/** What a picture shows, and how. `from` and `to` are for a GIF. */
export type BoardQuery = NonNullable<schema.paths[BoardPath]["get"]["parameters"]["query"]>;

/** What is wanted of a puzzle. */
export type PuzzleQuery = schema.paths["/v1/puzzles"]["get"]["parameters"]["query"];

/** A path parameter. The server knows which games there are. */
function of(variant: Variant): { path: { variant: schema.VariantName } } {
    return { path: { variant: variant as schema.VariantName } };
}

interface Called<T> {
    data?: T;
    error?: schema.Problem;
    response: Response;
}

function answered<T>({ data, error, response }: Called<T>): T {
    if (data === undefined) {
        throw new AylaError(response.status, typeof error === "object" ? error : undefined);
    }
    return data;
}

async function* messages<T>(called: Called<unknown>): AsyncGenerator<T> {
    const body = answered(called) as ReadableStream<Uint8Array>;
    for await (const { event, data } of serverSentEvents(body)) {
        if (event === "error") {
            const problem: schema.Problem = JSON.parse(data);
            throw new AylaError(problem.status, problem);
        }
        yield JSON.parse(data);
    }
}
