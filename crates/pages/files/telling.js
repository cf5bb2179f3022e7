// What the page tells of a game: what has happened, what is to be done, and how it has ended.

import { other } from "./board.js";
import { seatsOf } from "./views.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./words.js").Words} Words */

/**
 * A move, and which member of a team has made it.
 * @param {Words | undefined} words
 * @param {Play} play
 * @param {Turn} turn
 */
export function sentenceOf(words, { side, seat, sentence }, turn) {
  const team = Number(turn.position.setup.options["team"] ?? 1);
  return seat && team > 1 ? [sentence, words?.tell("page-seat-moved", { side }, { seat })].join(" ") : sentence;
}

/**
 * What is to be done, or how the game has ended. Nothing while the engine is to move.
 * @param {Words | undefined} words
 * @param {Game | undefined} game
 * @param {Turn} turn
 * @param {string} resignation what is said of a resignation, or nothing
 * @returns {string[]}
 */
export function promptsOf(words, game, turn, resignation) {
  const side = turn.status.turn;
  const send = words && game?.side && (side !== game.side || resignation) && game.unsent !== undefined ? words.tell("page-link-send", { side: other(game.side) }) : "";
  if (game?.newer) return [];
  if (!words || !game || resignation || !side) return [resignation || (turn.result ?? turn.prompt ?? ""), send].filter(Boolean);
  const seats = seatsOf(words, turn);
  // Who begins a game against the engine may not know yet which row is theirs.
  const first = game.at === 0 && side === game.you && turn.legalMoves.every(({ move }) => /^\d+$/.test(move));
  return [
    first ? words.say("page-first-turn", { houses: turn.board[side].length }) : (turn.prompt ?? ""),
    turn.recurrences ? [words.say("page-recurs", { times: turn.recurrences }), turn.agree ? words.say("page-recurs-stop") : ""].join(" ") : "",
    game.link && game.moves.length === 0 ? words.say("page-link-first") : "",
    seats ? words.say("page-seats-prompt", { seats }) : "",
    game.proposed && game.proposed !== game.side && turn.agree ? words.tell("page-link-proposed", { side: game.proposed }) : "",
    send,
  ].filter(Boolean);
}
