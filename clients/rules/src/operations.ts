// Generated from openapi/mancala.v1.json by generate.mjs.

/** The operations that search, which is done in a worker. */
export const SEARCHING: ReadonlySet<string> = new Set(["play-turn", "suggest-move", "suggest-move-stream", "review-game"]);

/** Those that answer with messages, and the name of each. */
export const EVENTS: ReadonlyMap<string, string> = new Map([["suggest-move-stream", "suggestion"], ["review-game", "review"]]);

/** The games, and where their weights are. */
export const WEIGHTS: ReadonlyMap<string, () => URL> = new Map([
    ["awale", () => new URL("./weights/awale.bin", import.meta.url)],
    ["andada", () => new URL("./weights/andada.bin", import.meta.url)],
    ["anywoli", () => new URL("./weights/anywoli.bin", import.meta.url)],
    ["kalah", () => new URL("./weights/kalah.bin", import.meta.url)],
    ["mangala", () => new URL("./weights/mangala.bin", import.meta.url)],
    ["congklak", () => new URL("./weights/congklak.bin", import.meta.url)],
    ["togyzqumalaq", () => new URL("./weights/togyzqumalaq.bin", import.meta.url)],
]);
