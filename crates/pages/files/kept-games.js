// The last games that were played in this browser, each with its address, which has all of it.

import { readAddress } from "./game.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{south?: string, north?: string}} Names what people are called */
/** @typedef {{id: number, address: string, over: boolean, names: Names}} KeptGame by the time when it began */

const KEY = "ayla-games";
/** The most games that are kept. */
const MOST_GAMES = 10;

/**
 * The games, the last one first. What is not a game is left out.
 * @returns {KeptGame[]}
 */
export function keptGames() {
  try {
    const games = JSON.parse(kept(KEY) || "[]");
    return games.filter((/** @type {any} */ game) => Number.isFinite(game?.id) && readAddress(String(game.address)));
  } catch {
    return [];
  }
}

/** @param {KeptGame[]} games */
function write(games) {
  // Where there is no room, old games make some.
  for (let count = Math.min(games.length, MOST_GAMES); count > 0; count -= 1) {
    if (keep(KEY, JSON.stringify(games.slice(0, count)))) return;
  }
  keep(KEY, "");
}

/**
 * Keeps a game as it is now, in place of how it was.
 * @param {Game} game
 * @param {boolean} over
 */
export function keepGame(game, over) {
  game.id ??= Date.now();
  const { id, names } = game;
  write([{ id, address: game.address(), over, names }, ...keptGames().filter((other) => other.id !== id)]);
}

/** @param {number} id */
export function forgetGame(id) {
  write(keptGames().filter((game) => game.id !== id));
}

/**
 * Takes from the browser what an address does not say of a game.
 * @param {Game} game
 */
export function recallGame(game) {
  const found = keptGames().find(({ address }) => {
    const read = readAddress(address);
    return read && game.isOf(read);
  });
  if (found) Object.assign(game, { id: found.id, names: found.names ?? {} });
}
