// The last games that were played in this browser: each has an entry of its own, with its address, which has all of it.

import { compare, isAlike, namesOf, readAddress } from "./game-address.js";
import { keep, kept, keptKeys } from "./storage.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{south?: string, north?: string}} Names what people are called */
/** @typedef {{id: string, address: string, over: boolean, names: Names, time: number, board?: string}} KeptGame by the time when it was played last, with the
 *   position on the board */

const KEY = "ayla-game-";
/** The most games that are kept. */
const MOST_GAMES = 10;

/**
 * Where a game is kept.
 * @param {string} id
 */
export const keyOf = (id) => `${KEY}${id}`;

/**
 * A game that is kept, or nothing where there is none: what is kept may be spoilt.
 * @param {string} id
 * @returns {KeptGame | undefined}
 */
export function keptGame(id) {
  try {
    const { address, over, names, time, board } = JSON.parse(kept(keyOf(id)));
    return readAddress(String(address)) && Number.isFinite(time) ? { id, address, over, names: namesOf((side) => names?.[side]), time, ...(typeof board === "string" && { board }) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The games, the last one first. What is not a game is left out.
 * @returns {KeptGame[]}
 */
export function keptGames() {
  return keptKeys(KEY).flatMap((key) => keptGame(key.slice(KEY.length)) ?? []).sort((one, other) => other.time - one.time);
}

/**
 * Keeps a game as it is now, in place of how it was. Where another tab has changed it since this one has seen it, nothing is kept.
 * @param {Game} game
 * @param {boolean} over
 * @returns {KeptGame | undefined} the game as the other tab has it
 */
export function keepGame(game, over) {
  game.id ??= newId();
  const { id, names } = game;
  const address = game.address();
  const found = keptGame(id);
  const here = readAddress(address);
  const there = found && readAddress(found.address);
  const seen = readAddress(game.seen);
  if (here && there && seen && compare(there, seen) !== "same" && compare(there, here) !== "same") return found;
  game.seen = address;
  // Nothing has changed: other tabs need not follow.
  if (found?.over === over && here && there && isAlike(here, there) && JSON.stringify(found.names) === JSON.stringify(names)) return undefined;
  for (const old of keptGames().filter((game) => game.id !== id).slice(MOST_GAMES - 1)) forgetGame(old.id);
  // The clock may have been set back.
  const last = keptGames()[0]?.time ?? 0;
  const text = JSON.stringify({ address, over, names, board: game.text, time: Math.max(Date.now(), last + 1) });
  // Where there is no room, old games make some.
  while (!keep(keyOf(id), text)) {
    const oldest = keptGames().at(-1);
    if (!oldest) break;
    forgetGame(oldest.id);
  }
  return undefined;
}

/** A name for a game that no other has. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");

/** @param {string} id */
export function forgetGame(id) {
  keep(keyOf(id), "");
}

/**
 * Takes from the browser what an address does not say of a game; and of one with a friend whether it has gone on since.
 * @param {Game} game
 */
export function recallGame(game) {
  if (game.watch) return;
  const { link, side } = game;
  game.id = link;
  const found = link ? keptGame(link) : keptGames().find(({ address }) => {
    const read = readAddress(address);
    return read && !read.link && game.isOf(read);
  });
  if (!found) return;
  const { id, names, address } = found;
  Object.assign(game, { id, names: { ...names, ...game.names, ...(side && names[side] && { [side]: names[side] }) }, seen: address });
  const there = link && readAddress(address);
  if (there && ["behind", "apart"].includes(compare(game, there))) game.newer = there;
}
