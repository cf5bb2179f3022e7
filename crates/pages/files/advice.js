// What the engine advises a person: a hint in steps, and the analysis of each position.

import { Problem } from "./api.js";
import { ADVICE_NODES } from "./game.js";
import { hintText, moveName } from "./views.js";

/** @typedef {import("./game.js").Suggestion} Suggestion */

/** What the analysis may search, in nodes. */
const ANALYSIS_NODES = 2_000_000;
/** How much a hint says at most: the side of the board, the house, and why. */
const WHOLE_HINT = 3;

/** The advice on a page with a game. */
export class Advice {
  /** @type {Suggestion | undefined} */
  suggestion;
  /** Whether each position is analysed. */
  analyses = false;
  /** How much of the hint has been said. */
  hinted = 0;
  #searched = new AbortController();
  #page;

  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Ends with the search for this position. */
  get signal() {
    return this.#searched.signal;
  }

  /** Whether a hint was given that can say more. */
  get hasMore() {
    return this.hinted > 0 && this.hinted < WHOLE_HINT;
  }

  /** Gives a hint, which ends the analysis and what a review says. */
  async hint() {
    const page = this.#page;
    if (page._isLocked) return page._say(page._words?.say("page-no-hint") ?? "", page._resignation || (page._turn?.result ?? ""));
    if (this.suggestion && this.hinted) return this.#sayHint();
    this.analyses = false;
    page._better = undefined;
    if (await this.#search({ nodes: ADVICE_NODES, why: true })) await this.#sayHint();
  }

  /** Begins the analysis, or ends it. */
  toggle() {
    const page = this.#page;
    this.analyses = !this.analyses;
    // A hint would say something else.
    if (this.analyses && this.suggestion && page._turn) page._say(...page._tell([], page._turn));
    this.renew();
  }

  /** Begins to analyse the position that is shown, if that is wanted. */
  renew() {
    if (this.analyses) this.#search({ nodes: ANALYSIS_NODES, candidates: true });
    else this.end();
  }

  /** Ends the search, and forgets what it has found. */
  end() {
    this.#searched.abort();
    this.#searched = new AbortController();
    this.suggestion = undefined;
    this.hinted = 0;
    this.#page.requestUpdate();
  }

  /**
   * Searches for the player to move. Returns whether the search has come to its end.
   * @param {object} how
   */
  async #search(how) {
    this.end();
    const page = this.#page;
    const { signal } = this;
    const game = page._game;
    if (!game || page._over) return false;
    try {
      for await (const { suggestion } of page._api.stream(game.path("suggest-move-stream"), { ...game.position, ...how }, signal)) {
        if (signal.aborted) return false;
        this.suggestion = suggestion;
        page.requestUpdate();
      }
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted && error instanceof Problem) page._note = error.message;
      return false;
    }
  }

  /** Says more of the hint: on which side of the board, which house, and why. */
  async #sayHint() {
    const { _cast: words, _game: game, _turn: turn } = this.#page;
    const { suggestion: found, signal } = this;
    if (!words || !game || !turn || !found) return;
    const [house, side] = [Number(found.move), turn.status.turn ?? "south"];
    // A word, or the only move, has no side.
    const first = house && turn.legalMoves.length > 1 ? 1 : 2;
    this.hinted = Math.min(WHOLE_HINT, Math.max(first, this.hinted + 1));
    this.#page.requestUpdate();
    if (this.hinted === 1) {
      const half = Math.floor(turn.board[side].length / 2);
      const right = house > half;
      this.#page._say(words.say("page-hint-side", { from: right ? half + 1 : 1, to: right ? turn.board[side].length : half }));
    } else if (this.hinted === 2) {
      this.#page._say(words.say("page-hint-house", { move: found.move, name: moveName(words, found.move) }));
    } else {
      const why = house ? await game.preview(found.move, signal) : undefined;
      // By eye, nobody counts for the person.
      const captures = game.eye && why?.events.some(({ capture }) => capture);
      const more = captures ? words.say("page-hint-captures") : why && !game.eye ? words.say("page-preview", { sentence: why.sentence }) : "";
      if (!signal.aborted) this.#page._say(hintText(words, turn, found, game.eye), more);
    }
  }
}
