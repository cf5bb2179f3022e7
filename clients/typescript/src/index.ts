export type { CallOptions, Variant } from "./calls.js";
export { type BoardQuery, Client, type ClientOptions, type PuzzleQuery } from "./client.js";
export { AylaError } from "./errors.js";
export { type ServerSentEvent, serverSentEvents } from "./events.js";
export { Game, type GameOptions } from "./game.js";
export type { Local } from "./local.js";
export type { Retries } from "./retry.js";
export type * from "./schema.js";
