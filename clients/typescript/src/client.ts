import createClient, { type Client as Calls } from "openapi-fetch";

import { answered, type CallOptions, type Query, type Variant } from "./calls.js";
import { type Local, localFetch } from "./local.js";
import { Operations } from "./operations.js";
import { patientFetch, type Retries } from "./retry.js";
import type * as schema from "./schema.js";

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

/** The operations of a server. A call that is refused throws an `AylaError`. */
export class Client extends Operations {
    /**
     * Each operation by its path, as openapi-fetch has them: `calls.POST("/v1/variants/{variant}/apply-move", …)`. These
     * calls are retried too, but return an `error` in place of throwing it.
     */
    readonly calls: Calls<schema.paths>;
    readonly retries: number;

    constructor({ baseUrl, local, key, locale, fetch, ...retries }: ClientOptions) {
        super();
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

    /** A picture of a position or a move; as a GIF a move seed by seed, or a game. */
    async renderBoard(
        variant: Variant,
        form: "svg" | "png" | "gif",
        query: BoardQuery,
        options: CallOptions = {},
    ): Promise<Blob> {
        const path = { variant: variant as schema.VariantName };
        const init = { params: { path, query }, parseAs: "blob", ...options } as const;
        return answered(await this.calls.GET(`/v1/variants/{variant}/board.${form}` as BoardPath, init)) as Blob;
    }
}

type BoardPath = "/v1/variants/{variant}/board.gif";
/** What a picture shows, and how. `from` and `to` are for a GIF. */
export type BoardQuery = Query<"RenderBoardAsGif">;

/** What is wanted of a puzzle. */
export type PuzzleQuery = Query<"FindPuzzle">;
