// A game as a file: its moves as a score sheet or in the format of another program, and the picture that the service draws of it.

import { SIDES, other } from "./board.js";
import { publicNames } from "./views.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./words.js").Words} Words */

/**
 * The moves of a game as a text: a line for each turn of both.
 * @param {Words} words
 * @param {Game} game
 * @param {string} title
 * @param {Turn} told how the game stands after all moves, for people elsewhere
 */
export function scoreSheet(words, game, title, told) {
  /** @type {string[][]} */
  const turns = [];
  let before = -1;
  game.moves.forEach((move, index) => {
    if (move === "agree") return;
    const column = game.plays.get(index)?.side === "north" ? 1 : 0;
    const row = turns.at(-1);
    if (row && column === before) row[column] += `, ${move}`;
    else if (row && column > before) row[column] = move;
    else turns.push(column ? ["–", move] : [move]);
    before = column;
  });
  const lines = turns.map((row, index) => `${String(index + 1).padStart(3)}. ${row.map((move) => move.padEnd(8)).join(" ")}`.trimEnd());
  const names = publicNames(words, game);
  const who = (/** @type {Side} */ side) => words.say("page-sheet-player", { side: words.say(`side-${side}`), name: names[side] ?? words.say("page-person") });
  return [title, ...SIDES.map(who), "", ...lines, "", resultOf(words, game, told)].join("\n").trimEnd() + "\n";
}

/**
 * How a game has ended, for people elsewhere; nothing as long as it goes on.
 * @param {Words} words
 * @param {Game} game
 * @param {Turn} told
 */
export function resultOf(words, game, { result }) {
  const { resigned: side } = game;
  return side ? words.about(publicNames(words, game)).tell("page-resigned", { side, winner: other(side) }) : (result ?? "");
}

/**
 * The game as a picture that moves; nothing if the service has none.
 * @param {Game} game
 * @param {Side} viewer
 * @param {boolean} dark
 * @param {AbortSignal} signal
 */
export async function picture(game, viewer, dark, signal) {
  const { token, moves } = game.from(game.moves.length, 0);
  const query = new URLSearchParams({ token, moves: moves.join(","), from: "0", viewer, theme: dark ? "dark" : "light" });
  const answer = await game.api.ask(`${game.path("board.gif")}?${query}`, undefined, signal);
  return answer?.blob();
}

/**
 * The game in the format of another program: its text, and what that leaves out; or no text, and why.
 * @param {Game} game
 * @param {string} format
 * @returns {Promise<{text?: string, notes: string[]}>}
 */
export async function record(game, format) {
  const { length } = game.moves;
  return (await game.api.call(game.path("replay-game"), { ...game.from(length, 0), from: length, record: format })).record;
}

/**
 * Saves a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
