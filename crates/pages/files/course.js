// The course of a game on the page: the moves of people and of the engine, and what is shown of them.

import { marksOf, other } from "./board.js";
import { reasonOf } from "./game.js";
import { LinkedGame } from "./linked-game.js";
import { sentenceOf } from "./telling.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */

/** The view of a game without its controls. */
export class CourseOfGame extends LinkedGame {
  /**
   * @param {number} at
   * @param {{better?: string, sentence?: string, fresh?: boolean, follows?: boolean}} [how] what a review says of the move that
   *   follows, whether the back button keeps what was there, and whether another tab plays this game
   */
  async _go(at, { better, sentence, fresh, follows = false } = {}) {
    const game = this._game;
    if (!game) return;
    this._end();
    const { signal } = this._ended;
    await this._think("server", async () => {
      const turn = await game.goTo(at, signal);
      if (signal.aborted) return;
      this._await();
      const last = game.plays.get(game.at - 1);
      this._told = [];
      this._take(turn, sentence ? [sentence] : this._tell(last ? [last] : [], turn));
      this._better = better;
      this._keep(fresh, follows);
      this.#sayCut(game);
      this._follows = follows;
      if (!follows) this._engine();
      await game.recall();
      if (signal.aborted) return;
      this._keep(false, follows);
      this.#sayCut(game);
      this.requestUpdate();
    });
  }

  /**
   * Says why the moves of the address were cut.
   * @param {Game} game
   */
  #sayCut(game) {
    if (!game.cutReason || !this._words) return;
    this._say(game.cutReason, this._words.say("page-cut"));
    game.cutReason = "";
  }

  /** @param {string} move of a person */
  async _play(move) {
    if (!this._isLocked) await this._make(move);
  }

  /**
   * Makes a move for the player to move. Where others follow, the game before stays as it is.
   * @param {string} move
   */
  _make(move) {
    const side = this._turn?.status.turn;
    // What the move does is shown at once where it is known, and otherwise where it begins.
    const house = side && Number(move) ? [{ pickUp: { house: { side, house: Number(move) }, seeds: 0, lap: 1 } }] : [];
    const { events = house } = (this._turn && this._previews.known(this._turn, move)) ?? {};
    // On a slow line, one call is quicker than two. On any other, what was played is seen before the engine has thought.
    return this.#make((game, signal) => game.play(move, side, signal, this._api.isSlow), marksOf(events));
  }

  /** Proposes to stop to the engine, or stops as two people have agreed. */
  async _agree() {
    const side = this._turn?.status.turn;
    if (!this._isLocked && side) await this.#make((game, signal) => game.agree(side, signal));
  }

  /**
   * @param {(game: Game, signal: AbortSignal) => Promise<Turn>} making a move of a person
   * @param {import("./board.js").Marks} [made] what it does, as far as that is known
   */
  async #make(making, made) {
    const game = this._game;
    if (!game) return;
    const branches = game.at < game.moves.length;
    const line = branches ? game.branch() : game;
    // A variation of a game that is reviewed is another game.
    if (branches && game === this._reviewed) line.id = undefined;
    this._told = [];
    const { signal } = this._ended;
    await this._think("server", async () => {
      this._say();
      this._made = made;
      const turn = await making(line, signal);
      if (signal.aborted) return;
      if (turn.refused) return this._say(reasonOf(turn.refused));
      if (turn.plays.length === 0) return turn.unanswered ? this._say(turn.unanswered.message) : this._propose(turn);
      this._game = line;
      await this.#show(turn, signal, branches);
    });
    if (!signal.aborted) this._engine();
  }

  /**
   * Shows a proposal to stop that has not ended the game.
   * @param {Turn} turn
   */
  _propose({ proposed, prompt }) {
    this._say(proposed?.message ?? "", prompt ?? "");
  }

  /** Goes on from an earlier move, after which the engine is to move. */
  _goOn() {
    const game = this._game;
    if (game && game.at < game.moves.length) {
      this._game = game.branch();
      this._keep(true);
    }
    this._engine();
  }

  /** Has the engine play, if it is its turn. */
  async _engine() {
    const game = this._game;
    const { signal } = this._ended;
    while (game && !signal.aborted && this._engineSide && !this._over && !game.watch && game.at === game.moves.length) {
      const side = this._engineSide;
      if (game.players[other(side)]) this._told = [];
      await this._think(side, async () => {
        const turn = await game.reply(side, signal);
        if (signal.aborted) return;
        if (turn.unanswered) {
          await new Promise((resolve) => setTimeout(resolve, Math.max(500, turn.unanswered?.retryAfterMs ?? 0)));
          return;
        }
        await this.#show(turn, signal);
      });
      if (this._failed) return;
    }
  }

  /**
   * Shows the moves of a turn.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   * @param {boolean} [fresh] whether the back button keeps what was there
   */
  async #show(turn, signal, fresh) {
    this._advice.end();
    this._previews.end();
    this._keep(fresh);
    this._showing = true;
    this._await();
    try {
      for (const play of turn.plays) {
        this._told.push(sentenceOf(this._cast, play, turn));
        this._say(...this._told);
        // Each part is said before the next.
        await this.updateComplete;
        await this._board?.show(play.events);
        if (signal.aborted) return;
      }
    } finally {
      this._showing = false;
    }
    this._board?.end();
    const next = turn.status.turn;
    this._take(turn, [...this._told, ...(next && this._game?.players[next] ? [] : this._prompts(turn))]);
  }

  /**
   * Takes a resignation or a move back, or makes a move again, up to the turn of a person.
   * @param {-1 | 1} step
   */
  async _step(step) {
    const game = this._game;
    if (!game) return;
    if (step < 0 && this._resigned && !game.watch && (!game.link || game.unsent !== undefined)) {
      game.resigned = undefined;
      return this._go(game.at);
    }
    await this._try(() => game.recall());
    const at = game.turnOfPerson(step);
    if (game !== this._game) return;
    if (at !== undefined && game.link) {
      game.at = at;
      this._game = game.branch();
    }
    if (at !== undefined) await this._go(at);
    else if (this._words) this._say(this._words.say("page-no-undo"));
  }
}
