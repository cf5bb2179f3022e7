// The lessons: small positions, each with a task that the service judges. The object is JSON, which tests of the server read too.

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
 * @property {boolean} [again] whether it is the turn of the same side again
 * @property {string} [winner] if the game is over
 */
/**
 * @typedef {object} Lesson
 * @property {string} text the message: its value is the task, with the attributes `title`, `rule` and, where there is a slip, `slip`
 * @property {string} position
 * @property {Outcome} goal what a move must do that solves the lesson; any legal move reaches an empty goal
 * @property {string} ruling what the lesson teaches
 * @property {string[]} [words] moves that are offered though they may not be legal
 * @property {string} [slip] a wrong move that has a reason of its own
 */

/** @type {Record<string, Lesson[]>} by the names of the games */
export const LESSONS = {
  "awale": [
    {"text": "page-lesson-awale-sow", "position": "awale 444444/444444 0/0 s", "goal": {"move": "3"}, "ruling": "AW-1"},
    {"text": "page-lesson-awale-two", "position": "awale 200001/100200 0/0 s", "goal": {"south": 2}, "ruling": "AW-2"},
    {"text": "page-lesson-awale-three", "position": "awale 100031/420000 0/0 s", "goal": {"south": 3}, "ruling": "AW-2"},
    {"text": "page-lesson-awale-chain", "position": "awale 100022/114000 0/0 s", "goal": {"houses": 2}, "ruling": "AW-2"},
    {"text": "page-lesson-awale-round", "position": "awale 0c0020/030304 0/0 s", "goal": {"move": "2"}, "ruling": "AW-1"},
    {"text": "page-lesson-awale-slam", "position": "awale 100030/110000 0/0 s", "goal": {"move": "5"}, "ruling": "AW-3"},
    {"text": "page-lesson-awale-spare", "position": "awale 100031/110000 0/0 s", "goal": {"south": 2}, "ruling": "AW-3"},
    {"text": "page-lesson-awale-hungry", "position": "awale 121030/000000 0/0 s", "goal": {"refused": "AW-4"}, "ruling": "AW-4"},
    {"text": "page-lesson-awale-feed", "position": "awale 201300/000000 0/0 s", "goal": {"move": "4"}, "ruling": "AW-4"},
    {"text": "page-lesson-awale-famine", "position": "awale 000001/000000 25/22 s", "goal": {"winner": "south"}, "ruling": "AW-5"},
    {"text": "page-lesson-awale-majority", "position": "awale:majority=true 100001/100200 23/20 s", "goal": {"winner": "south"}, "ruling": "AW-13"}
  ],
  "andada": [
    {"text": "page-lesson-andada-opening", "position": "andada 222222/222222 - s o", "goal": {}, "ruling": "AN-1"},
    {"text": "page-lesson-andada-wait", "position": "andada 303303/303303 - s c", "goal": {"refused": "AN-2"}, "ruling": "AN-2"},
    {"text": "page-lesson-andada-choice", "position": "andada 303303/303303 - s c", "goal": {}, "ruling": "AN-2"},
    {"text": "page-lesson-lap", "position": "andada 302030/120000 - s", "goal": {"laps": 1}, "ruling": "AN-3"},
    {"text": "page-lesson-relay", "position": "andada 203020/010200 - s", "goal": {"laps": 2}, "ruling": "AN-3"},
    {"text": "page-lesson-andada-across", "position": "andada 100330/003220 - s", "goal": {"off": 2}, "ruling": "AN-4"},
    {"text": "page-lesson-andada-most", "position": "andada 031001/013003 - s", "goal": {"off": 3}, "ruling": "AN-4"},
    {"text": "page-lesson-andada-late", "position": "andada 330100/200013 - s", "goal": {"off": 2}, "ruling": "AN-4"},
    {"text": "page-lesson-andada-out", "position": "andada 010101/101010 - s b", "goal": {"borneOff": 1}, "ruling": "AN-5"},
    {"text": "page-lesson-andada-both", "position": "andada 000011/000100 - s b", "goal": {"borneOff": 2}, "ruling": "AN-5"},
    {"text": "page-lesson-andada-last", "position": "andada 300030/002000 - s", "goal": {"winner": "south"}, "ruling": "AN-6"}
  ],
  "anywoli": [
    {"text": "page-lesson-lap", "position": "anywoli 2201/1003 0/0 s", "goal": {"laps": 1}, "ruling": "AY-4"},
    {"text": "page-lesson-relay", "position": "anywoli 3220/1103 0/0 s", "goal": {"laps": 2}, "ruling": "AY-1"},
    {"text": "page-lesson-anywoli-four", "position": "anywoli 2101/3021 0/0 s", "goal": {"south": 4}, "ruling": "AY-3"},
    {"text": "page-lesson-anywoli-own", "position": "anywoli 3320/0113 0/0 s", "goal": {"south": 4}, "ruling": "AY-2"},
    {"text": "page-lesson-anywoli-gift", "position": "anywoli 2203/2301 0/0 s", "goal": {"north": 4}, "ruling": "AY-2"},
    {"text": "page-lesson-anywoli-double", "position": "anywoli 4031/1032 0/0 s", "goal": {"south": 8}, "ruling": "AY-3"},
    {"text": "page-lesson-anywoli-start", "position": "anywoli 444444444444/444444444444 0/0 s", "goal": {}, "ruling": "AY-5"},
    {"text": "page-lesson-anywoli-move", "position": "anywoli 2203/2301 0/0 s", "goal": {"refused": "AY-7"}, "ruling": "AY-7", "words": ["pass"]},
    {"text": "page-lesson-anywoli-pass", "position": "anywoli 0000/1210 0/0 s", "goal": {"move": "pass"}, "ruling": "AY-7"},
    {"text": "page-lesson-anywoli-end", "position": "anywoli 011/330 8/8 s", "goal": {"winner": "south"}, "ruling": "AY-6"}
  ],
  "kalah": [
    {"text": "page-lesson-kalah-sow", "position": "kalah 444444/444444 0/0 s", "goal": {"move": "2"}, "ruling": "KA-1"},
    {"text": "page-lesson-kalah-store", "position": "kalah 203030/002210 0/0 s", "goal": {"stored": 1}, "ruling": "KA-2"},
    {"text": "page-lesson-kalah-round", "position": "kalah 210008/102030 0/0 s", "goal": {"move": "6"}, "ruling": "KA-2"},
    {"text": "page-lesson-kalah-again", "position": "kalah 301310/013120 0/0 s", "goal": {"again": true}, "ruling": "KA-3"},
    {"text": "page-lesson-kalah-order", "position": "kalah 032021/130220 0/0 s", "goal": {"move": "6"}, "ruling": "KA-3", "slip": "5"},
    {"text": "page-lesson-kalah-twice", "position": "kalah 032020/130220 1/0 s", "goal": {"again": true}, "ruling": "KA-3"},
    {"text": "page-lesson-kalah-capture", "position": "kalah 200130/021430 0/0 s", "goal": {"south": 5}, "ruling": "KA-4"},
    {"text": "page-lesson-kalah-nothing", "position": "kalah 210200/301050 0/0 s", "goal": {"south": 4}, "ruling": "KA-4"},
    {"text": "page-lesson-kalah-empty", "position": "kalah:empty-capture=true 102300/013100 0/0 s", "goal": {"south": 1}, "ruling": "KA-5"},
    {"text": "page-lesson-kalah-end", "position": "kalah 100320/000030 18/21 s", "goal": {"winner": "south"}, "ruling": "KA-6"},
    {"text": "page-lesson-kalah-start", "position": "kalah 444444/444444 0/0 s", "goal": {"again": true}, "ruling": "KA-3"}
  ]
};

/** What is missed for a reason that lies in the rules of the game. */
const OF_GAME = ["houses", "south", "off", "stored", "again"];

/**
 * @param {Turn} turn
 * @returns {Outcome}
 */
function outcome({ refused, plays: [play], status: { turn, winner } }) {
  const events = play?.events ?? [];
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
  const { text, goal, slip } = lesson;
  const { refused, plays: [play], board, status: { over } } = turn;
  if (slip && play?.move === slip) return words.say(`${text}.slip`);
  const [kind = "refused"] = missed(lesson, turn);
  // A refusal has its reason, and a game that is over its result.
  if ((refused && !goal.refused) || (kind === "winner" && over)) return "";
  const [row = "store", house] = marksOf(play?.events ?? []).end?.split(" ") ?? [];
  const seeds = row === "store" ? 0 : board[/** @type {Side} */ (row)][Number(house) - 1]?.seeds;
  const found = outcome(turn)[kind];
  const values = { kind: refused ? "reason" : kind, row, seeds: seeds ?? 0, found: typeof found === "number" ? found : 0 };
  return words.say(OF_GAME.includes(kind) ? `page-lesson-${variant}-why` : "page-lesson-why", values);
}
