// What moves would do, before they are made.

import { marksOf } from "./board.js";

/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Turn} Turn */

/** Milliseconds for which the mouse rests on a house before it is previewed. */
const REST = 120;
/** How many moves are previewed at once on a slow line. */
const PREVIEWS = 3;

/** The previews of a page with a game. */
export class Previews {
  /** @type {Marks | undefined} those of the move that is looked at */
  marks;
  /** What it would do. */
  foretold = "";
  /** @type {WeakMap<Turn, Map<string, Play>>} the moves that were previewed */
  #known = new WeakMap();
  #resting = new AbortController();
  #page;

  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * What a move does, if that is known already.
   * @param {Turn} turn
   * @param {string} move
   */
  known(turn, move) {
    return this.#known.get(turn)?.get(move);
  }

  /**
   * Shows what a move would do, once the mouse rests on its house or a finger holds it.
   * @param {string} move
   */
  async show(move) {
    this.end();
    const { _game: game, _turn: turn } = this.#page;
    const { signal } = this.#resting;
    await new Promise((resolve) => setTimeout(resolve, REST));
    // By eye, nobody counts for the person.
    if (signal.aborted || !game || !turn || game.eye || this.#page._isLocked) return;
    const play = await this.#foretell(game, turn, move, signal);
    if (signal.aborted || !play) return;
    this.marks = marksOf(play.events);
    this.foretold = this.#page._words?.say("page-preview", { sentence: play.sentence }) ?? "";
    this.#page.requestUpdate();
  }

  /**
   * What a move would do, which is asked for once.
   * @param {Game} game
   * @param {Turn} turn
   * @param {string} move
   * @param {AbortSignal} signal
   */
  async #foretell(game, turn, move, signal) {
    const known = this.#known.get(turn) ?? new Map();
    this.#known.set(turn, known);
    const play = known.get(move) ?? (await game.preview(move, signal));
    if (play && !signal.aborted) known.set(move, play);
    return play;
  }

  /**
   * Asks on a slow line what each move would do, before one is made. Browsers have few connections to a server: some stay free.
   * @param {Turn} turn
   */
  foresee(turn) {
    const { _game: game, _advice: { signal } } = this.#page;
    if (!game || game.eye || this.#page._over || game.watch || this.#page._engineSide || !this.#page._api.isSlow) return;
    const moves = turn.legalMoves.values();
    for (let calls = 0; calls < PREVIEWS; calls += 1) {
      (async () => {
        for (const { move } of moves) if (!signal.aborted) await this.#foretell(game, turn, move, signal);
      })();
    }
  }

  end() {
    this.#resting.abort();
    this.#resting = new AbortController();
    this.marks = undefined;
    this.foretold = "";
    this.#page.requestUpdate();
  }
}
