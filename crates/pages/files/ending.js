// How a game has ended, in a sentence, and the results of the person who plays in this browser.

import { html, nothing } from "./vendor/lit.js";
import { other } from "./board.js";
import { newId } from "./kept-games.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{won: number, drawn: number, lost: number, streak: number, best: number, last: string}} Results of a game: with the highest level that was beaten, and the game that was counted last */

const KEY = "ayla-results";

/** @returns {Record<string, Results>} by game */
function read() {
  try {
    const results = JSON.parse(kept(KEY) || "{}");
    return results && typeof results === "object" ? results : {};
  } catch {
    return {};
  }
}

/**
 * Counts a game of a person against the engine, once.
 * @param {Game} game
 * @param {string | undefined} winner
 */
export function count(game, winner) {
  const { variant, you, players } = game;
  const level = you && players[other(you)];
  if (!level) return undefined;
  const id = (game.id ??= newId());
  const all = read();
  const number = (/** @type {keyof Results} */ name) => Number(all[variant]?.[name]) || 0;
  if (all[variant]?.last !== id) {
    const [won, lost] = [winner === you, winner === other(you)];
    all[variant] = {
      won: number("won") + Number(won),
      drawn: number("drawn") + Number(!won && !lost),
      lost: number("lost") + Number(lost),
      streak: won ? number("streak") + 1 : 0,
      best: Math.max(number("best"), won ? level : 0),
      last: id,
    };
    keep(KEY, JSON.stringify(all));
  }
  return all[variant];
}

/**
 * How a side has won by seeds, or by the last move where nobody has a store.
 * @param {Words} words
 * @param {Turn} turn
 */
export function wonText(words, { board: { south, north, stores }, status: { winner } }) {
  if (winner !== "south" && winner !== "north") return "";
  if (!stores) return words.tell("page-won-last", { winner });
  const lain = [...south, ...north].reduce((sum, { seeds }) => sum + seeds, 0);
  const [won, lost, all] = [stores[winner], stores[other(winner)], lain + stores.south + stores.north];
  return words.tell(2 * won > all ? "page-won-half" : "page-won-more", { winner }, { won, lost, all });
}

/**
 * @param {Words} words
 * @param {Results | undefined} results
 */
export function resultsView(words, results) {
  if (!results) return nothing;
  const { won, drawn, lost, streak, best } = results;
  const said = [words.say("page-results", { won, drawn, lost }), streak > 1 ? words.say("page-streak", { streak }) : "", best ? words.say("page-best-level", { best }) : ""];
  return html`<p class="results">${said.filter(Boolean).join(" ")}</p>`;
}
