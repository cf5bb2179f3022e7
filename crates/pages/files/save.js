// A game as a file: its moves as a score sheet, and the picture that the service draws of it.

import { SIDES } from "./board.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./words.js").Words} Words */

/**
 * The moves of a game as a text: a line for each turn of both.
 * @param {Words} words
 * @param {Game} game
 * @param {string} title
 * @param {string} result
 */
export function scoreSheet(words, game, title, result) {
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
  const who = (/** @type {Side} */ side) => {
    const level = game.players[side];
    return `${words.say(`side-${side}`)}: ${level ? words.say("page-engine", { level, name: words.say("page-level", { level }) }) : words.names[side] || words.say(side === words.you ? "page-you" : "page-person")}`;
  };
  return [title, ...SIDES.map(who), "", ...lines, "", result].join("\n").trimEnd() + "\n";
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
 * Saves a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
