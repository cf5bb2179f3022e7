// A game as an address: where it began, the moves made since, and who plays. All of a game that is sent is in its link.

import { SIDES } from "./board.js";
import { GAMES } from "./games.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {{south: number, north: number}} Players the level of the engine that plays a side; 0 for a person */
/**
 * @typedef {object} Address
 * @property {Variant} variant
 * @property {string} token of the first position
 * @property {string[]} moves
 * @property {number} [at] how many of them are made on the board, if not all
 * @property {Side} [resigned] who has resigned after the last move
 * @property {Players} players
 * @property {boolean} watch whether nobody plays here
 * @property {boolean} [eye] whether seeds are counted by eye (AW-12)
 * @property {string} [link] the name of a game that two people play by sending each other its link
 * @property {Side} [side] which of them plays here
 * @property {Side} [proposed] which of them proposes to stop
 * @property {{south?: string, north?: string}} [names] what people are called
 * @property {number[]} [match] the rounds before this one that South and North have won, and those that nobody has
 */

/** The most letters of a name. */
export const MOST_LETTERS = 32;

/** The most moves that a request takes. */
export const MOST_MOVES = 1_000;

/**
 * A name as it is shown: short, and without what would change the text around it.
 * @param {string} name
 */
export const cleanName = (name) => [...name.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim()].slice(0, MOST_LETTERS).join("").trim();

/**
 * The names of the sides that have one.
 * @param {(side: Side) => unknown} find
 * @returns {{south?: string, north?: string}}
 */
export const namesOf = (find) => Object.fromEntries(SIDES.map((side) => [side, cleanName(String(find(side) ?? ""))]).filter(([, name]) => name));

/**
 * A level that the game has.
 * @param {Variant} variant
 * @param {number} level
 */
export const within = (variant, level) => Math.min(level, GAMES[variant].levels);

/**
 * The number by which a level is named; the highest is 0.
 * @param {Variant} variant
 * @param {number} level
 */
export const rank = (variant, level) => (level < GAMES[variant].levels ? level : 0);

/**
 * Reads a game in an address, such as `#awale/EgCD99AA/3.4.6?north=4&at=2`.
 * @param {string} hash
 * @returns {Address | undefined}
 */
export function readAddress(hash) {
  const [, variant, token, moves, query] = /^#([\w-]+)\/([\w-]+)(?:\/([\w.]*))?(?:\?(.*))?$/.exec(hash) ?? [];
  if (!variant || !token || !Object.hasOwn(GAMES, variant)) return undefined;
  const parameters = new URLSearchParams(query);
  const level = (/** @type {Side} */ side) => within(/** @type {Variant} */ (variant), Math.max(0, Math.trunc(Number(parameters.get(side))) || 0));
  const at = /^\d+$/.exec(parameters.get("at") ?? "")?.[0];
  const sideOf = (/** @type {string} */ key) => SIDES.find((side) => side === parameters.get(key));
  const resigned = sideOf("resigned");
  const proposed = sideOf("proposed");
  const side = sideOf("you");
  const link = /^[\w-]{1,32}$/.exec(parameters.get("link") ?? "")?.[0];
  const names = namesOf((side) => parameters.get(`name-${side}`));
  const match = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(parameters.get("match") ?? "")?.[0].split(".").map(Number);
  return {
    variant: /** @type {Variant} */ (variant),
    token,
    moves: moves ? moves.split(".").filter(Boolean).slice(0, MOST_MOVES) : [],
    ...(at && { at: Number(at) }),
    ...(resigned && { resigned }),
    // Two people play by links.
    players: link ? { south: 0, north: 0 } : { south: level("south"), north: level("north") },
    watch: parameters.has("watch") || (!!link && !side),
    ...(parameters.has("eye") && GAMES[/** @type {Variant} */ (variant)].byEye && { eye: true }),
    ...(link && side && { link, side, ...(proposed && { proposed }) }),
    names,
    ...(match && { match }),
  };
}

/** @param {Address} address */
export function writeAddress({ variant, token, moves, at = moves.length, resigned, players, watch, eye, link, side, proposed, names, match }) {
  const parameters = new URLSearchParams();
  for (const side of SIDES) {
    if (players[side]) parameters.set(side, String(players[side]));
  }
  if (at < moves.length) parameters.set("at", String(at));
  if (resigned) parameters.set("resigned", resigned);
  if (match) parameters.set("match", match.join("."));
  if (eye) parameters.set("eye", "");
  if (watch) parameters.set("watch", "");
  else if (link && side) {
    parameters.set("link", link);
    parameters.set("you", side);
    if (proposed) parameters.set("proposed", proposed);
  }
  for (const side of SIDES) {
    const name = names?.[side];
    if (name) parameters.set(`name-${side}`, name);
  }
  const query = parameters.toString();
  return `#${variant}/${token}/${moves.join(".")}${query && `?${query}`}`;
}

/**
 * How one line of moves stands to another of the same game: it may be the beginning of the other, go on from it, or be apart.
 * A resignation counts as a move.
 * @param {Pick<Address, "variant" | "token" | "moves" | "resigned">} one
 * @param {Pick<Address, "variant" | "token" | "moves" | "resigned">} other
 * @returns {"same" | "behind" | "ahead" | "apart"}
 */
export function compare(one, other) {
  const [mine, its] = [one, other].map(({ moves, resigned }) => (resigned ? [...moves, resigned] : moves));
  const both = mine && its && one.variant === other.variant && one.token === other.token ? Math.min(mine.length, its.length) : -1;
  if (!mine || !its || both < 0 || mine.slice(0, both).some((move, number) => move !== its[number])) return "apart";
  return mine.length < its.length ? "behind" : mine.length > its.length ? "ahead" : "same";
}

/**
 * Whether two addresses show the same, whoever reads them.
 * @param {Address} one
 * @param {Address} other
 */
export const isAlike = (one, other) => compare(one, other) === "same" && one.at === other.at && one.proposed === other.proposed;
