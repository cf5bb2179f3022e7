// What the browser keeps of the puzzles: those that are solved, the streak of days, and how far each run has come.

import { GRADES } from "./games.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {{grade: number, row: number, last: Record<string, number>}} Run of a game: the grade that suits the reader, how many were solved at once
 *   since it changed, and the number of the last puzzle of each grade */

const SOLVED = "ayla-puzzles-solved";
/** The puzzles whose solution was shown before they were solved. */
const SHOWN = "ayla-puzzles-shown";
/** The game, the runs, and the days whose puzzle was solved. */
const STATE = "ayla-puzzles";
/** After how many puzzles that are solved at once they become harder. */
const IN_A_ROW = 2;
/** How many days a date that was right can be ahead of a later one, after a journey to the west. A clock that was wrong is further ahead. */
const AHEAD = 2;
/** Within so many days, one that was missed ends no streak. */
const WEEK = 7;

/** The date where the reader is, such as `2026-12-01`. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * The number of a date among all days.
 * @param {string} day
 */
const numberOf = (day) => Date.parse(day) / 86_400_000;

const idsOf = (/** @type {string} */ key) => new Set(kept(key).split(",").filter((id) => /^\w+-\d+$/.test(id)));

/** What is kept may be spoilt. */
function read() {
  try {
    const state = JSON.parse(kept(STATE) || "{}");
    return state && typeof state === "object" ? state : {};
  } catch {
    return {};
  }
}

/** A browser that keeps nothing knows all of it as long as the page is open. */
export class PuzzleRecord {
  #solved = idsOf(SOLVED);
  #shown = idsOf(SHOWN);
  #state = read();

  #keep() {
    keep(STATE, JSON.stringify(this.#state));
  }

  /** How many puzzles are solved. */
  get solved() {
    return this.#solved.size;
  }

  /** @param {string} id */
  isSolved(id) {
    return this.#solved.has(id);
  }

  /** @param {string} id */
  wasShown(id) {
    return this.#shown.has(id);
  }

  /** The game whose puzzles were opened last. */
  get variant() {
    return this.#state.variant;
  }

  set variant(variant) {
    this.#state.variant = variant;
    this.#keep();
  }

  /**
   * @param {Variant} variant
   * @returns {Run}
   */
  run(variant) {
    const { grade, row, last } = this.#state.runs?.[variant] ?? {};
    const isGrade = Number.isInteger(grade) && grade >= 1 && grade <= GRADES;
    return { grade: isGrade ? grade : 1, row: Number(row) || 0, last: last && typeof last === "object" ? last : {} };
  }

  /**
   * @param {Variant} variant
   * @param {Run} run
   */
  #go(variant, run) {
    this.#state.runs = { ...this.#state.runs, [variant]: run };
    this.#keep();
  }

  /**
   * Goes on in the run of a game after a puzzle: harder after two that were solved at once, easier after one that was not.
   * @param {Variant} variant
   * @param {{number: number, grade: number, isLast: boolean}} puzzle
   * @param {boolean} atOnce whether the puzzle was solved without a wrong move
   */
  pass(variant, { number, grade, isLast }, atOnce) {
    this.skip(variant, { number, grade, isLast });
    const { row, last } = this.run(variant);
    const passed = atOnce ? row + 1 : 0;
    const isHarder = passed === IN_A_ROW && grade < GRADES;
    this.#go(variant, {
      grade: isHarder ? grade + 1 : atOnce ? grade : Math.max(1, grade - 1),
      row: passed % IN_A_ROW,
      last,
    });
  }

  /**
   * Goes on in the run of a game after a puzzle that was not solved, with another one as hard.
   * @param {Variant} variant
   * @param {{number: number, grade: number, isLast: boolean}} puzzle after the last one of its grade the first one follows
   */
  skip(variant, { number, grade, isLast }) {
    const run = this.run(variant);
    this.#go(variant, { ...run, last: { ...run.last, [grade]: isLast ? 0 : number } });
  }

  /**
   * Has the run of a game go on with another grade: one that was chosen, or where there are no puzzles of the one that it has.
   * @param {Variant} variant
   * @param {number} grade
   */
  stay(variant, grade) {
    this.#go(variant, { ...this.run(variant), grade });
  }

  /** @param {string} id */
  show(id) {
    if (this.#solved.has(id)) return;
    this.#shown.add(id);
    keep(SHOWN, [...this.#shown].join(","));
  }

  /**
   * Counts a puzzle that is solved, unless its solution was shown before.
   * @param {string} id
   * @param {Variant} variant
   * @param {string} [day] whose puzzle it is
   */
  solve(id, variant, day) {
    if (this.#shown.has(id)) return;
    this.#solved.add(id);
    keep(SOLVED, [...this.#solved].join(","));
    if (!day) return;
    const number = numberOf(day);
    this.#state.dates = { ...this.#dates, [number]: [...this.#solvedOn(number), variant] };
    this.#keep();
  }

  /** The games whose puzzle was solved, by the number of its day. */
  get #dates() {
    const { dates } = this.#state;
    return dates && typeof dates === "object" ? dates : {};
  }

  /**
   * The games whose puzzle of a day is solved.
   * @param {number} day
   * @returns {Variant[]}
   */
  #solvedOn(day) {
    const games = this.#dates[day];
    return Array.isArray(games) ? games : [];
  }

  /**
   * Whether the puzzle of a day of a game is solved.
   * @param {Variant} variant
   * @param {string} day
   */
  isDone(variant, day) {
    return this.#solvedOn(numberOf(day)).includes(variant);
  }

  /**
   * How many days up to this one have had a puzzle of the day that was solved. Until the day is over it can still be added, and one day
   * of a week that was missed is made good by the days around it. What was solved while a clock was wrong does not count.
   * @param {string} day
   */
  streak(day) {
    const today = numberOf(day);
    let streak = 0;
    let missed = Infinity;
    for (let at = today + AHEAD; ; at -= 1) {
      if (this.#solvedOn(at).length > 0) {
        streak += 1;
      } else if (at < today) {
        if (missed - at < WEEK || this.#solvedOn(at - 1).length === 0) return streak;
        missed = at;
      }
    }
  }
}
