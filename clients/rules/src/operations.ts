// Generated from openapi/mancala.v1.json by generate.mjs.

/** The operations that search, which is done in a worker. */
export const SEARCHING: ReadonlySet<string> = new Set(["play-turn", "suggest-move", "suggest-move-stream", "review-game"]);

/** Those that answer with messages, and the name of each. */
export const EVENTS: ReadonlyMap<string, string> = new Map([["suggest-move-stream", "suggestion"], ["review-game", "review"]]);
