// The page: a game with its controls, and what the service says of it.

import { html, nothing } from "./vendor/lit.js";
import { marksOf, other } from "./board.js";
import { CourseOfGame } from "./course.js";
import { GAMES } from "./games.js";
import { ruled } from "./rulings.js";
import { analysisView, boardText, followHistory, historyView, phaseView, playerView, scoreText, typeView, whyNot } from "./views.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Started} Started */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./page.js").Say} Say */

class AylaPlay extends CourseOfGame {
  static properties = { ...CourseOfGame.properties, _setsUp: { state: true } };

  constructor() {
    super();
    /** Whether the form to set up a position is there. */
    this._setsUp = false;
  }

  updated() {
    super.updated();
    const state = this._turn && this._game ? this._resignation || (this._turn.result ?? this._turn.prompt ?? "") : "";
    if (state) document.title = `${state.replace(/\.$/, "")} – ${document.title}`;
    followHistory(this);
  }

  // ---------------------------------------------------------------------------------------------------- controls

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [words, turn] = [this._words, this._turn];
    if (event.altKey || event.ctrlKey || event.metaKey || !words || !turn) return;
    const last = this._game?.plays.get(this._game.at - 1);
    /** @type {Record<string, () => void>} */
    const keys = {
      l: () => this._say(last?.sentence ?? words.say("page-no-move")),
      s: () => this._say(scoreText(words, turn)),
      b: () => this._say(boardText(words, turn)),
      h: () => this.#hint(),
      u: () => this._step(-1),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // Said again even if it is the same.
    this._said = "";
    this.updateComplete.then(act);
  }

  /** Gives a hint, which ends the analysis and what a review says. */
  #hint() {
    if (this._isLocked) {
      const result = this._resignation || this._turn?.result;
      this._say([this._words?.say("page-no-hint"), result].filter(Boolean).join(" "));
      return;
    }
    this._analyses = false;
    this._better = undefined;
    this._search(true, true);
  }

  #toggleAnalysis() {
    this._analyses = !this._analyses;
    // A hint would say something else.
    if (this._analyses && this._suggestion && this._turn) this._say(this._tell([], this._turn));
    this._search(this._analyses);
  }

  async #share(watch = false) {
    const address = `${location.origin}${location.pathname}${this._game?.address({ watch }) ?? ""}`;
    try {
      await navigator.clipboard.writeText(address);
      this._say(this._words?.say("page-copied") ?? "");
    } catch {
      this._say(address);
    }
  }

  /** @param {string} id */
  #dialog(id) {
    return /** @type {HTMLDialogElement | null} */ (this.querySelector(`#${id}`));
  }

  #openNew() {
    /** @type {any} */ (this.querySelector("ayla-new-game")).open();
  }

  async #review() {
    await import("./review.js");
    this._reviewed = this._game;
    await this.updateComplete;
    this.querySelector("ayla-review")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Goes to a move of the game that is reviewed.
   * @param {CustomEvent<{at: number, better?: string, sentence?: string}>} event
   */
  #look({ detail: { at, ...reviewed } }) {
    const fresh = this._game !== this._reviewed;
    this._game = this._reviewed;
    return this._go(at, { ...reviewed, fresh });
  }

  /**
   * Plays the move that was better, for a person or the engine.
   * @param {CustomEvent<{at: number, better: string}>} event
   */
  async #tryBetter({ detail: { at, better } }) {
    await this.#look(new CustomEvent("ayla-look", { detail: { at } }));
    if (this._game === this._reviewed && this._game?.at === at) await this._make(better);
  }

  /** Ends the review, and leaves its game as it is now. */
  #closeReview() {
    const game = this._reviewed;
    this._reviewed = undefined;
    if (game && game === this._game) this._go(game.moves.length);
  }

  /** Plays a game that was watched. */
  #playOn() {
    if (!this._game) return;
    this._game.watch = false;
    this.requestUpdate();
    this._keep(true);
    this._engine();
  }

  async #setUp() {
    await import("./set-up.js");
    this._setsUp = true;
    await this.updateComplete;
    /** @type {any} */ (this.querySelector("ayla-set-up")).open();
  }

  /** @param {CustomEvent<Started>} event */
  async #started({ detail }) {
    this._begin(detail);
    await this.updateComplete;
    this._board?.focus();
  }

  #resign() {
    const [game, side] = [this._game, this._turn?.status.turn];
    if (!game || !side) return;
    const branches = game.at < game.moves.length;
    const line = branches ? game.branch() : game;
    line.resigned = side;
    this._game = line;
    this._search(false);
    this._keep(branches);
    this._say(this._resignation);
    this.requestUpdate();
  }

  // ------------------------------------------------------------------------------------------------------- views

  get heading() {
    return this._game ? GAMES[this._game.variant].title : "";
  }

  /** @param {Say} say */
  view(say) {
    return html`${this._game && this._turn ? this.#gameView(this._game, this._turn, say) : this.#waitView(say)}
      ${this.#agreeView(say)}
      <ayla-new-game .api=${this._api} .words=${this._words} @ayla-set-up=${this.#setUp} @ayla-start=${this.#started}></ayla-new-game>
      ${this._setsUp
        ? html`<ayla-set-up .api=${this._api} .words=${this._words} .current=${this._turn?.position.setup} @ayla-start=${this.#started}></ayla-set-up>`
        : nothing}`;
  }

  /**
   * What is shown without a game: that it is being set up, or why there is none.
   * @param {Say} say
   */
  #waitView(say) {
    if (!this._failed) return html`<p class="wait">${say("page-loading")}</p>`;
    return html`<div class="wait"><p role="alert">${ruled(this._said)}</p>
      <p><button class="primary" @click=${this.#openNew}>${say("page-new")}</button></p></div>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #gameView(game, turn, say) {
    const { options, turn: toMove } = turn.position.setup;
    const over = this._over;
    const last = game.plays.get(game.at - 1);
    const legal = this._isLocked ? [] : turn.legalMoves.map(({ move }) => move);
    const reasons = Object.fromEntries(turn.illegalMoves.map(({ move, message, ruling }) => [move, `${message} (${ruling})`]));
    const candidates = this._analyses ? (this._suggestion?.candidates ?? []) : [];
    const values = Object.fromEntries(candidates.map(({ move, value }) => [move, this._words?.value(value) ?? ""]));
    const words = this._words;
    if (!words) return nothing;
    const player = (/** @type {Side} */ side) =>
      playerView(words, turn, side, { level: game.players[side], moves: turn.status.turn === side && !this._resigned, thinking: this._thinking });
    const { status: { turn: mover = toMove } } = turn;
    return html`
      <section class="table" aria-label=${say("page-play")}>
        ${player(other(this._near))}
        <ayla-board class=${this._reviewed ? "reviewed" : ""} data-houses=${turn.board.south.length > 12 ? "many" : turn.board.south.length > 8 ? "some" : "few"} .variant=${game.variant} .board=${turn.board} .near=${this._near} .turn=${mover}
          ?clockwise=${options["direction"] === "clockwise"} .seats=${Number(options["team"] ?? 1)} .theme=${this._theme || undefined}
          .legal=${legal} .reasons=${this._isLocked ? {} : reasons} .marks=${last ? marksOf(last.events) : undefined} .values=${values}
          .hint=${this._showing ? undefined : (this._better ?? this._suggestion?.move)} .words=${this._words}
          @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @keydown=${this.#key}></ayla-board>
        ${player(this._near)}
        <p id="said" role="status" aria-live="polite" class=${over ? "over" : ""}>${ruled(this._said)}</p>
        <p class="note">${ruled(this._note)}</p>
        ${phaseView(words, turn, legal, (move) => this._play(move))}
        ${this._showing ? this.#motionView(say) : game.watch ? nothing : this.#controlsView(game, turn, say)}
        ${this.#goOnView(game, say)}
        ${this._suggestion && turn.status.turn ? analysisView(words, turn, this._suggestion, this._near) : nothing}
        ${this._reviewed
          ? html`<ayla-review .api=${this._api} .game=${this._reviewed} .words=${words} .near=${this._near} .moves=${this._reviewed.moves.length} .at=${game === this._reviewed ? game.at : undefined}
              @ayla-look=${this.#look} @ayla-try=${this.#tryBetter} @ayla-close=${this.#closeReview}></ayla-review>`
          : nothing}
      </section>
      <aside>
        ${game.watch ? html`<p class="watch">${say("page-watching")}</p>
          <p class="links"><button @click=${this.#openNew}>${say("page-new")}</button>
            <button @click=${this.#playOn}>${say("page-play-on")}</button></p>` : nothing}
        ${historyView(words, game, (at) => this._go(at))}
        ${game.watch ? nothing : html`
          ${typeView(words, (move) => this._play(move))}
          <p class="links">
            <button @click=${() => this.#share()}>${say("page-share")}</button>
            <button @click=${() => this.#share(true)}>${say("page-share-watch")}</button>
          </p>
          <details><summary>${say("page-keys")}</summary><p>${say("page-keys-text")}</p></details>`}
      </aside>`;
  }

  /** @param {Say} say */
  #motionView(say) {
    const board = this._board;
    return html`<p class="controls motion">
      <button @click=${() => { board?.skip(); this.requestUpdate(); }}>${say("page-skip")}</button>
      <button @click=${() => { board?.pause(!board.isPaused); this.requestUpdate(); }}>${say(board?.isPaused ? "page-go-on" : "page-pause")}</button>
      ${this.#buttonView(say("page-step"), () => board?.step(), !board?.isPaused)}
    </p>`;
  }

  /**
   * The ways on from a position at which the engine waits, as it does at an earlier move.
   * @param {Game} game
   * @param {Say} say
   */
  #goOnView(game, say) {
    const all = game.moves.length;
    const waits = this._engineSide && !this._over && !this._thinking && !this._showing && !game.watch && (game.at < all || this._failed);
    if (!waits) return nothing;
    return html`<p class="controls">
      <span>${say("page-looks", { at: game.at, all })}</span>
      <button @click=${this._goOn}>${say("page-go-on-here")}</button>
      ${game.at < all ? html`<button @click=${() => this._go(all)}>${say("page-to-end")}</button>` : nothing}
    </p>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #controlsView(game, turn, say) {
    const over = this._over;
    return html`<p class="controls">
      <button class=${over ? "primary" : ""} @click=${this.#openNew}>${say("page-new")}</button>
      ${this.#buttonView(say("page-undo"), () => this._step(-1), !this._resigned && game.turnOfPerson(-1) === undefined)}
      ${this.#buttonView(say("page-redo"), () => this._step(1), game.turnOfPerson(1) === undefined)}
      ${this.#buttonView(say("page-hint"), () => this.#hint(), this._isLocked)}
      <button aria-pressed=${this._analyses} @click=${this.#toggleAnalysis}>${say("page-analysis")}</button>
      ${this.#buttonView(say("page-review"), () => this.#review(), game.moves.length === 0)}
      ${this.#buttonView(say("page-agree"), () => this.#dialog("agree")?.showModal(), !turn.agree || this._isLocked)}
      ${this.#buttonView(say("page-resign"), () => this.#resign(), this._isLocked)}
    </p>`;
  }

  /**
   * A button that can be without effect, and keeps the focus then: one that is `disabled` loses it.
   * @param {string} text
   * @param {() => void} act
   * @param {boolean} idle
   */
  #buttonView(text, act, idle) {
    return html`<button aria-disabled=${idle ? "true" : nothing} @click=${() => idle || act()}>${text}</button>`;
  }

  /** @param {CustomEvent} event */
  #chosen({ detail: { side, house, legal } }) {
    const turn = this._turn;
    if (!turn || !this._words) return;
    if (this._showing) {
      this._board?.skip();
      return;
    }
    if (legal) {
      this._play(String(house));
      return;
    }
    const why = this.#why(side, house);
    if (why) this._say(why);
  }

  /** @param {CustomEvent} event */
  #focused({ detail: { side, house } }) {
    this._note = this.#why(side, house);
  }

  /**
   * Why a house cannot be played.
   * @param {Side} side
   * @param {number} house
   */
  #why(side, house) {
    const turn = this._turn;
    if (!turn || this._over || this._game?.watch || this._showing) return "";
    return this._words ? whyNot(this._words, turn, side, house) : "";
  }

  /**
   * A proposal that somebody typed is made in the same way as with the button.
   * @param {Turn} turn
   */
  _propose(turn) {
    if (turn.proposed?.accepted === undefined) this.#dialog("agree")?.showModal();
    else super._propose(turn);
  }

  /** @param {Say} say */
  #agreeView(say) {
    const agree = this._turn?.agree;
    const { south, north } = this._game?.players ?? { south: 0, north: 0 };
    const plays = south > 0 || north > 0;
    return html`<dialog id="agree" aria-labelledby="agree-title">
      <form method="dialog" @submit=${(/** @type {any} */ event) => event.submitter?.value === "agree" && this._agree()}>
        <h2 id="agree-title">${say(plays ? "page-propose-title" : "page-agree-title")}</h2>
        ${agree ? html`<p>${say("page-agree-text", { south: this._name("south"), southScore: agree.score.south, north: this._name("north"), northScore: agree.score.north })}</p>` : nothing}
        <p class="controls"><button value="agree" class="primary">${say(plays ? "page-propose" : "page-agree-both")}</button><button value="">${say("page-cancel")}</button></p>
      </form>
    </dialog>`;
  }
}

customElements.define("ayla-play", AylaPlay);
