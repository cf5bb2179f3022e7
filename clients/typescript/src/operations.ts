// Generated from openapi/mancala.v1.json by generate.mjs.
import type { Client as Calls } from "openapi-fetch";

import { answered, asLines, type CallOptions, lines, messages, type Query, type Variant } from "./calls.js";
import type * as schema from "./schema.js";

/** A method for each operation but the pictures. */
export abstract class Operations {
    /** Each operation by its path. */
    abstract readonly calls: Calls<schema.paths>;

    /** Lists the variants, with their options and presets. */
    async listVariants(options: CallOptions = {}): Promise<schema.ListVariantsResponse> {
        return answered(await this.calls.GET("/v1/variants", options));
    }

    /** Describes one variant. */
    async getVariant(variant: Variant, options: CallOptions = {}): Promise<schema.GetVariantResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.GET("/v1/variants/{variant}", { params, ...options }));
    }

    /** Returns the first position of a game. */
    async startGame(
        variant: Variant,
        body: schema.StartGameRequest = {},
        options: CallOptions = {},
    ): Promise<schema.StartGameResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/start-game", { params, body, ...options }));
    }

    /** Lists every legal move and, for every other house of the player to move, why it is not one. */
    async legalMoves(
        variant: Variant,
        body: schema.LegalMovesRequest,
        options: CallOptions = {},
    ): Promise<schema.LegalMovesResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/legal-moves", { params, body, ...options }));
    }

    /** Checks whether a move is legal and, if not, says why. */
    async validateMove(
        variant: Variant,
        body: schema.ValidateMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.ValidateMoveResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/validate-move", { params, body, ...options }));
    }

    /** Makes a move, and returns the position after it and what happened on the way. */
    async applyMove(
        variant: Variant,
        body: schema.ApplyMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.ApplyMoveResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/apply-move", { params, body, ...options }));
    }

    /**
     * Makes a person's move, lets the engine reply, and returns everything that is shown of the game then: one call
     * for each turn, including the first.
     */
    async playTurn(
        variant: Variant,
        body: schema.PlayTurnRequest = {},
        options: CallOptions = {},
    ): Promise<schema.PlayTurnResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/play-turn", { params, body, ...options }));
    }

    /**
     * Plays the moves of a game again, and returns every position with its status, and for up to 50 of the moves what
     * happened in them.
     */
    async replayGame(
        variant: Variant,
        body: schema.ReplayGameRequest = {},
        options: CallOptions = {},
    ): Promise<schema.ReplayGameResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/replay-game", { params, body, ...options }));
    }

    /** Suggests the best move, with its value and how certain that value is. */
    async suggestMove(
        variant: Variant,
        body: schema.SuggestMoveRequest,
        options: CallOptions = {},
    ): Promise<schema.SuggestMoveResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        return answered(await this.calls.POST("/v1/variants/{variant}/suggest-move", { params, body, ...options }));
    }

    /** Describes the server: the build, the versions, the limits in force and the tables loaded. */
    async getServerInfo(options: CallOptions = {}): Promise<schema.GetServerInfoResponse> {
        return answered(await this.calls.GET("/v1/server-info", options));
    }

    /** Suggests the best move, and sends each better answer as it is found. */
    async *suggestMoveStream(
        variant: Variant,
        body: schema.SuggestMoveRequest,
        options: CallOptions = {},
    ): AsyncGenerator<schema.SuggestMoveStreamResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        const init = { params, body, parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/variants/{variant}/suggest-move-stream", init);
        yield* messages<schema.SuggestMoveStreamResponse>(found);
    }

    /**
     * Reviews up to 50 moves of a game: for each move its cost, the values before and after it, and a better move if
     * there is one, sent as each is found.
     */
    async *reviewGame(
        variant: Variant,
        body: schema.ReviewGameRequest = {},
        options: CallOptions = {},
    ): AsyncGenerator<schema.ReviewGameResponse> {
        const params = { path: { variant: variant as schema.VariantName } };
        const init = { params, body, parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/variants/{variant}/review-game", init);
        yield* messages<schema.ReviewGameResponse>(found);
    }

    /** Reads the games of a text in a format of other programs: PlayStrategy, Aualé, OpenSpiel and others. */
    async readGame(body: schema.ReadGameRequest, options: CallOptions = {}): Promise<schema.ReadGameResponse> {
        return answered(await this.calls.POST("/v1/read-game", { body, ...options }));
    }

    /** Returns a puzzle by its id: a position in which South is to move, and has exactly one best move by proof. */
    async getPuzzle(
        id: string,
        query: Query<"GetPuzzle"> = {},
        options: CallOptions = {},
    ): Promise<schema.PuzzleResponse> {
        const params = { path: { id }, query };
        return answered(await this.calls.GET("/v1/puzzles/{id}", { params, ...options }));
    }

    /** Finds a puzzle of a game: the first one that matches, the next one after another, or that of a day. */
    async findPuzzle(
        variant: Variant,
        query: Omit<Query<"FindPuzzle">, "variant"> = {},
        options: CallOptions = {},
    ): Promise<schema.PuzzleResponse> {
        const params = { query: { ...query, variant: variant as schema.VariantName } };
        return answered(await this.calls.GET("/v1/puzzles", { params, ...options }));
    }

    /**
     * Answers about many positions, of any game: for each its status and its legal moves, after a move if one is
     * given, and its value where an endgame table has it.
     */
    async *batch(
        requests: Iterable<schema.BatchRequest>,
        options: CallOptions = {},
    ): AsyncGenerator<schema.BatchResponse> {
        const init = { ...asLines(requests), parseAs: "stream", ...options } as const;
        const found = await this.calls.POST("/v1/batch", init);
        yield* lines<schema.BatchResponse>(found);
    }
}
