// The lessons: small positions, each with a task that the service judges.

import { marksOf } from "./board.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Turn} Turn */
/**
 * @typedef {object} Outcome what the service says of a move
 * @property {string} [refused] the ruling for which it is refused
 * @property {string} [move] the move that was made
 * @property {number} [laps]
 * @property {number} [houses] that are captured
 * @property {number} [south] seeds that South captures
 * @property {number} [north] seeds that North captures
 * @property {number} [off] seeds that are captured off the board
 * @property {number} [borneOff] seeds
 * @property {number} [stored] seeds that are sown into stores
 * @property {number} [left] seeds in the house that was played
 * @property {boolean} [again] whether it is the turn of the same side again
 * @property {string} [winner] if the game is over
 */
/**
 * @typedef {object} Lesson
 * @property {string} text the message: its value is the task, with the attributes `title` and `rule`, and where they are more than what is said otherwise
 *   `hint`, `why` a move is wrong, `slip`, and what is seen when it is `solved`
 * @property {string} position
 * @property {Outcome} goal what a move must do that solves the lesson; any legal move reaches an empty goal
 * @property {string} ruling what the lesson teaches
 * @property {string[]} [words] moves that are offered though they may not be legal
 * @property {string} [slip] a wrong move that has a reason of its own
 */

/**
 * By the names of the games: the build of the pages puts `docs/rules/GAME.lessons.json` here.
 *
 * @type {Record<string, Lesson[]>}
 */
export const LESSONS = {};

/** What is missed for a reason that lies in the rules of the game. */
const OF_GAME = ["houses", "south", "off", "stored", "again"];

/**
 * @param {Turn} turn
 * @returns {Outcome}
 */
function outcome({ refused, plays: [play], board, status: { turn, winner } }) {
  const events = play?.events ?? [];
  const { house: played } = events[0]?.pickUp ?? {};
  const captures = events.flatMap(({ capture }) => capture ?? []);
  const captured = (/** @type {string} */ by) => captures.reduce((sum, { seeds, to }) => sum + (to === by ? seeds : 0), 0);
  return {
    refused: refused?.ruling,
    move: play?.move,
    laps: Math.max(0, ...events.map(({ pickUp }) => pickUp?.lap ?? 0)),
    houses: captures.length,
    south: captured("south"),
    north: captured("north"),
    off: captured("off"),
    borneOff: events.reduce((sum, { bearOff }) => sum + (bearOff?.seeds ?? 0), 0),
    stored: events.filter(({ sow }) => sow?.store).length,
    left: played && board[played.side][played.house - 1]?.seeds,
    again: !!play && play.side === turn,
    winner,
  };
}

/**
 * The parts of a goal that a move has missed.
 * @param {Lesson} lesson
 * @param {Turn} turn
 */
function missed({ goal }, turn) {
  const done = outcome(turn);
  const kinds = /** @type {(keyof Outcome)[]} */ (Object.keys(goal));
  return kinds.filter((kind) => goal[kind] !== done[kind]);
}

/**
 * Whether the answer to a move says that it solves a lesson.
 * @param {Lesson} lesson
 * @param {Turn} turn
 */
export const solves = (lesson, turn) => !!turn.refused === !!lesson.goal.refused && missed(lesson, turn).length === 0;

/**
 * The answer to a move that solves a lesson, of all that are offered.
 * @param {Lesson} lesson
 * @param {Turn} start the position of the lesson
 * @param {(move: string) => Promise<Turn>} call asks the service for a move
 */
export async function solution(lesson, { legalMoves, illegalMoves }, call) {
  const moves = [...legalMoves, ...illegalMoves].map(({ move }) => move);
  for (const move of [...moves, ...(lesson.words ?? [])]) {
    const turn = await call(move);
    if (solves(lesson, turn)) return { ...turn, move };
  }
  return undefined;
}

/**
 * Why a move does not solve a lesson, beside what the service says of it.
 * @param {import("./words.js").Words} words
 * @param {import("./games.js").Variant} variant
 * @param {Lesson} lesson
 * @param {Turn} turn
 */
export function whyWrong(words, variant, lesson, turn) {
  const { text, goal, slip, ruling } = lesson;
  const { refused, plays: [play], board, status: { over } } = turn;
  if (slip && play?.move === slip) return words.say(`${text}.slip`);
  const [kind = "refused"] = missed(lesson, turn);
  // A refusal has its reason, and a game that is over its result.
  if ((refused && !goal.refused) || (kind === "winner" && over)) return "";
  const own = words.sayIfAny(`${text}.why`);
  if (own) return own;
  const [row = "store", house] = marksOf(play?.events ?? []).end?.split(" ") ?? [];
  const seeds = row === "store" ? 0 : board[/** @type {Side} */ (row)][Number(house) - 1]?.seeds;
  const found = outcome(turn)[kind];
  const values = { kind: refused ? "reason" : kind, ruling, row, seeds: seeds ?? 0, found: typeof found === "number" ? found : 0 };
  return words.say(OF_GAME.includes(kind) ? `page-lesson-${variant}-why` : "page-lesson-why", values);
}
