// The page: a game, who plays it, and what the service says of it.

import { html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { SIDES, marksOf, other } from "./board.js";
import { Game, readAddress } from "./game.js";
import { TITLES } from "./look.js";
import { FIRST_GAME } from "./new-game.js";
import { AylaPage } from "./page.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Suggestion} Suggestion */
/** @typedef {import("./new-game.js").Wish} Wish */
/** @typedef {import("./page.js").Say} Say */

/** The words that are moves. */
const WORD_MOVES = ["pass", "take", "give"];
/** What hints and the analysis may search, in nodes. */
const HINT_NODES = 300_000;
const ANALYSIS_NODES = 2_000_000;

class AylaPlay extends AylaPage {
  static properties = {
    ...AylaPage.properties,
    _game: { state: true },
    _turn: { state: true },
    _said: { state: true },
    _note: { state: true },
    _suggestion: { state: true },
    _analyses: { state: true },
    _thinking: { state: true },
    _showing: { state: true },
    _resigned: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | undefined} */
    this._game = undefined;
    /** @type {Turn | undefined} */
    this._turn = undefined;
    /** What the live region says. */
    this._said = "";
    /** What is shown beside it: of the house that has the focus, or of an illegal move. */
    this._note = "";
    /** @type {Suggestion | undefined} */
    this._suggestion = undefined;
    this._analyses = false;
    this._thinking = false;
    this._showing = false;
    /** @type {Side | undefined} */
    this._resigned = undefined;
    /** Ends what the engine does for this game. */
    this._ended = new AbortController();
    this._searched = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", () => this.#open());
  }

  // ---------------------------------------------------------------------------------------------------- the game

  spoken() {
    this._game?.forget();
    if (this._game) this.#go(this._game.at);
    else this.#open();
  }

  /** Opens the game of the address, or a new one. */
  async #open() {
    const address = readAddress(location.hash);
    if (!address) {
      await this.#start(FIRST_GAME);
      return;
    }
    this.#end();
    this._game = new Game(this._api, address);
    await this.#go(this._game.at);
  }

  /** @param {Wish} wish */
  async #start({ variant, rules, players }) {
    this.#end();
    await this.#try(async () => {
      const { game, turn } = await Game.start(this._api, variant, rules, players);
      this._game = game;
      this.#keep(true);
      this.#take(turn, turn.prompt ?? "");
      this.#engine();
    });
  }

  /** Ends what goes on in this game. */
  #end() {
    this._ended.abort();
    this._ended = new AbortController();
    this._thinking = false;
    this._resigned = undefined;
    this.#search(false);
    this.#board?.skip();
    this.#board?.end();
  }

  /**
   * Puts the game into the address.
   * @param {boolean} [fresh] whether the back button keeps what was there
   */
  #keep(fresh = false) {
    const address = this._game?.address() ?? "";
    if (address === location.hash) return;
    if (fresh || !location.hash) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** @returns {AylaBoard | null} */
  get #board() {
    return this.querySelector("ayla-board");
  }

  /** @param {Side} side */
  #name(side) {
    return this._words?.say(`side-${side}`) ?? side;
  }

  /** The side whose row is below: a person's. */
  get #near() {
    const players = this._game?.players;
    return players && players.south > 0 && players.north === 0 ? "north" : "south";
  }

  /** Whether the engine is to move. */
  get #engineSide() {
    const turn = this._turn?.status.turn;
    return turn && this._game && this._game.players[turn] > 0 ? turn : undefined;
  }

  get #isLocked() {
    return this._showing || this._thinking || !!this._resigned || !!this._game?.watch || !!this.#engineSide;
  }

  /**
   * Shows how a game stands.
   * @param {Turn} turn
   * @param {string} said
   */
  #take(turn, said) {
    this._turn = turn;
    this._said = said;
    this._note = "";
    this.#search(this._analyses);
  }

  /**
   * Does something that the service may refuse.
   * @param {() => Promise<void>} doing
   */
  async #try(doing) {
    const { signal } = this._ended;
    try {
      await doing();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      const { violations = [] } = error.problem;
      this._note = [error.message, ...violations.map(({ description }) => description)].join(" ");
      this._said = this._note;
    }
  }

  /** @param {number} at */
  async #go(at) {
    const game = this._game;
    if (!game) return;
    const resigned = this._resigned;
    this.#end();
    this._resigned = at === game.moves.length ? resigned : undefined;
    await this.#try(async () => {
      const turn = await game.goTo(at);
      const last = game.plays.get(at - 1);
      this.#take(turn, this.#tell(last ? [last] : [], turn));
      this.#keep();
      this.#engine();
    });
  }

  /**
   * What has happened, and what is to be done.
   * @param {Play[]} plays
   * @param {Turn} turn
   */
  #tell(plays, turn) {
    return [...plays.map(({ sentence }) => sentence), turn.result ?? turn.prompt ?? ""].join(" ");
  }

  /** @param {string} move */
  async #play(move) {
    const game = this._game;
    if (!game || this.#isLocked || this._turn?.status.over) return;
    const { signal } = this._ended;
    this._thinking = true;
    await this.#try(async () => {
      const turn = await game.play(move);
      if (signal.aborted) return;
      if (turn.refused) {
        this._note = [turn.refused.message, turn.refused.ruling && `(${turn.refused.ruling})`].filter(Boolean).join(" ");
        this._said = this._note;
        return;
      }
      await this.#show(turn, signal);
    });
    if (signal.aborted) return;
    this._thinking = false;
    this.#engine();
  }

  /** Has the engine play, if it is its turn. */
  async #engine() {
    const game = this._game;
    const { signal } = this._ended;
    while (game && !signal.aborted && this.#engineSide && !this._resigned && !game.watch && game.at === game.moves.length) {
      const side = this.#engineSide;
      this._thinking = true;
      await this.#try(async () => {
        const turn = await game.reply(side, signal);
        if (signal.aborted) return;
        if (turn.unanswered) {
          this._condition = "busy";
          await new Promise((resolve) => setTimeout(resolve, Math.max(500, turn.unanswered?.retryAfterMs ?? 0)));
          return;
        }
        this._condition = this._api.condition;
        await this.#show(turn, signal);
      });
      if (signal.aborted) return;
      this._thinking = false;
      if (this._note && this._note === this._said) return;
    }
  }

  /**
   * Shows the moves of a turn.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   */
  async #show(turn, signal) {
    this.#search(false);
    this.#keep();
    this._showing = true;
    this._note = "";
    for (const play of turn.plays) {
      this._said = play.sentence;
      await this.#board?.show(play.events);
      if (signal.aborted) {
        this._showing = false;
        return;
      }
    }
    this._showing = false;
    this.#board?.end();
    this.#take(turn, this.#tell(turn.plays, turn));
  }

  #undo() {
    const game = this._game;
    if (!game) return;
    const people = SIDES.filter((side) => game.players[side] === 0);
    let at = game.at - 1;
    // Back to the turn of a person, if moves tell whose they were.
    while (at > 0 && people.length === 1 && (game.plays.get(at)?.side ?? people[0]) !== people[0]) at -= 1;
    if (at === 0 && people.length === 1 && game.plays.get(0)?.side !== people[0] && game.plays.has(0)) at = Math.min(game.at - 1, 1);
    this.#go(Math.max(0, at));
  }

  #redo() {
    const game = this._game;
    if (!game) return;
    const people = SIDES.filter((side) => game.players[side] === 0);
    let at = game.at + 1;
    while (at < game.moves.length && people.length === 1 && (game.plays.get(at)?.side ?? people[0]) !== people[0]) at += 1;
    this.#go(Math.min(game.moves.length, at));
  }

  /**
   * Begins to search for the player to move, or ends it.
   * @param {boolean} on
   * @param {boolean} [once] for a hint
   */
  async #search(on, once = false) {
    this._searched.abort();
    this._searched = new AbortController();
    this._suggestion = undefined;
    const { signal } = this._searched;
    const game = this._game;
    if (!on || !game || this._turn?.status.over || this._resigned) return;
    try {
      const body = { ...game.position, nodes: once ? HINT_NODES : ANALYSIS_NODES, candidates: !once };
      for await (const suggestion of this._api.suggestions(game.variant, body, signal)) {
        if (signal.aborted) return;
        this._suggestion = suggestion;
      }
      const found = this._suggestion;
      if (once && found) this._said = this.#hintText(found);
    } catch (error) {
      if (!signal.aborted && error instanceof Problem) this._note = error.message;
    }
  }

  /** @param {Suggestion} suggestion */
  #hintText({ move, value, certainty, principalLine }) {
    return this._words?.say("page-hint-text", {
      move: this.#moveName(move),
      value: this._words.value(value),
      certainty: this._words.say(`certainty-${certainty}`),
      line: principalLine.slice(0, 6).join(" "),
    }) ?? "";
  }

  /** @param {string} move */
  #moveName(move) {
    return WORD_MOVES.includes(move) ? (this._words?.say(`page-move-${move}`) ?? move) : move;
  }

  // ---------------------------------------------------------------------------------------------------- controls

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this._words || !this._turn) return;
    const last = this._game?.plays.get(this._game.at - 1);
    /** @type {Record<string, () => void>} */
    const keys = {
      l: () => (this._said = last?.sentence ?? this._words?.say("page-no-move") ?? ""),
      s: () => (this._said = this.#score()),
      b: () => (this._said = this.#readBoard()),
      h: () => this.#hint(),
      u: () => this.#undo(),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // Said again even if it is the same.
    this._said = "";
    this.updateComplete.then(act);
  }

  #score() {
    const stores = this._turn?.board.stores;
    return stores ? SIDES.map((side) => `${this.#name(side)} ${stores[side]}`).join(", ") : (this._words?.say("page-no-score") ?? "");
  }

  #readBoard() {
    const turn = this._turn;
    if (!turn) return "";
    return SIDES.map((side) => `${this.#name(side)}: ${turn.board[side].map(({ seeds, orMore }) => `${seeds}${orMore ? "+" : ""}`).join(" ")}.`).join(" ");
  }

  #hint() {
    if (!this.#isLocked) this.#search(true, true);
  }

  #toggleAnalysis() {
    this._analyses = !this._analyses;
    this.#search(this._analyses);
  }

  async #share(watch = false) {
    const address = `${location.origin}${location.pathname}${this._game?.address(watch) ?? ""}`;
    try {
      await navigator.clipboard.writeText(address);
      this._said = this._words?.say("page-copied") ?? "";
    } catch {
      this._said = address;
    }
    this._note = this._said;
  }

  /** @param {string} id */
  #dialog(id) {
    return /** @type {HTMLDialogElement | null} */ (this.querySelector(`#${id}`));
  }

  #openNew() {
    /** @type {any} */ (this.querySelector("ayla-new-game")).open();
  }

  /** @param {CustomEvent<Wish>} event */
  async #wished({ detail }) {
    await this.#start(detail);
    await this.updateComplete;
    this.#board?.focus();
  }

  #resign() {
    this._resigned = this._turn?.status.turn;
    this.#search(false);
    const side = this._resigned;
    if (side) this._said = this._words?.say("page-resigned", { side: this.#name(side), winner: this.#name(other(side)) }) ?? "";
  }

  // ------------------------------------------------------------------------------------------------------- views

  get heading() {
    return this._game ? TITLES[this._game.variant] : "";
  }

  /** @param {Map<string, unknown>} changed */
  update(changed) {
    const hadFocus = this.contains(document.activeElement);
    super.update(changed);
    // What had the focus may be gone, as the buttons of a move that was shown are.
    if (hadFocus && !this.contains(document.activeElement)) this.#board?.focus();
  }

  /** @param {Say} say */
  view(say) {
    return html`${this._game && this._turn ? this.#gameView(this._game, this._turn, say) : html`<p class="wait">${say("page-loading")}</p>`}
      ${this.#agreeView(say)}
      <ayla-new-game .api=${this._api} .words=${this._words} @ayla-start=${this.#wished}></ayla-new-game>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #gameView(game, turn, say) {
    const { options, turn: toMove } = turn.position.setup;
    const over = turn.status.over || !!this._resigned;
    const last = game.plays.get(game.at - 1);
    const legal = this.#isLocked || over ? [] : turn.legalMoves.map(({ move }) => move);
    const reasons = Object.fromEntries(turn.illegalMoves.map(({ move, message, ruling }) => [move, `${message} (${ruling})`]));
    const candidates = this._analyses ? (this._suggestion?.candidates ?? []) : [];
    const values = Object.fromEntries(candidates.map(({ move, value }) => [move, this._words?.value(value) ?? ""]));
    const wordMoves = legal.filter((move) => WORD_MOVES.includes(move));
    return html`
      <section class="table" aria-label=${say("page-play")}>
        ${this.#playerView(game, turn, other(this.#near), say)}
        <ayla-board .variant=${game.variant} .board=${turn.board} .near=${this.#near} .turn=${turn.status.turn ?? toMove}
          ?clockwise=${options["direction"] === "clockwise"} .seats=${Number(options["team"] ?? 1)} .theme=${this._theme || undefined}
          .legal=${legal} .reasons=${this.#isLocked ? {} : reasons} .marks=${last ? marksOf(last.events) : undefined} .values=${values}
          .hint=${this._suggestion && !this._showing ? this._suggestion.move : undefined} .words=${this._words}
          @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @keydown=${this.#key}></ayla-board>
        ${this.#playerView(game, turn, this.#near, say)}
        <p id="said" role="status" aria-live="polite" class=${over ? "over" : ""}>${this._said}</p>
        <p class="note" aria-hidden="true">${this._note === this._said ? "" : this._note}</p>
        ${wordMoves.length
          ? html`<p class="words">${wordMoves.map((move) => html`<button class="primary" @click=${() => this.#play(move)}>${say(`page-move-${move}`)}</button>`)}</p>`
          : nothing}
        ${this._showing ? this.#motionView(say) : game.watch ? nothing : this.#controlsView(game, turn, say)}
        ${this.#analysisView(say)}
      </section>
      <aside>
        ${game.watch ? html`<p class="watch">${say("page-watching")}</p>` : nothing}
        ${this.#historyView(game, say)}
        ${game.watch ? nothing : html`
          <form class="type" @submit=${this.#typed}>
            <label for="move">${say("page-type-move")}</label>
            <span><input id="move" name="move" autocomplete="off" autocapitalize="off" maxlength="12" size="6"><button>${say("page-ok")}</button></span>
          </form>
          <p class="links">
            <button @click=${() => this.#share()}>${say("page-share")}</button>
            <button @click=${() => this.#share(true)}>${say("page-share-watch")}</button>
          </p>
          <details><summary>${say("page-keys")}</summary><p>${say("page-keys-text")}</p></details>`}
      </aside>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Side} side
   * @param {Say} say
   */
  #playerView(game, turn, side, say) {
    const level = game.players[side];
    const moves = turn.status.turn === side && !this._resigned;
    const score = turn.board.stores?.[side];
    return html`<p class="player ${moves ? "moves" : ""}">
      <span class="turn" aria-hidden="true">${moves ? "▶" : ""}</span>
      <strong>${this.#name(side)}</strong>
      <span class="who">${level ? say("page-engine", { level }) : say("page-person")}</span>
      ${this._thinking && moves && level ? html`<span class="thinking">${say("page-thinking")}</span>` : nothing}
      ${score === undefined ? nothing : html`<span class="score">${score}</span>`}
    </p>`;
  }

  /** @param {Say} say */
  #motionView(say) {
    const board = this.#board;
    return html`<p class="controls motion">
      <button @click=${() => { board?.skip(); this.requestUpdate(); }}>${say("page-skip")}</button>
      <button @click=${() => { board?.pause(!board.isPaused); this.requestUpdate(); }}>${say(board?.isPaused ? "page-go-on" : "page-pause")}</button>
      ${this.#buttonView(say("page-step"), () => board?.step(), !board?.isPaused)}
    </p>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #controlsView(game, turn, say) {
    const over = turn.status.over || !!this._resigned;
    return html`<p class="controls">
      <button class=${over ? "primary" : ""} @click=${this.#openNew}>${say("page-new")}</button>
      ${this.#buttonView(say("page-undo"), () => this.#undo(), game.at === 0)}
      ${this.#buttonView(say("page-redo"), () => this.#redo(), game.at === game.moves.length)}
      ${this.#buttonView(say("page-hint"), () => this.#hint(), over || this.#isLocked)}
      <button aria-pressed=${this._analyses} @click=${this.#toggleAnalysis}>${say("page-analysis")}</button>
      ${this.#buttonView(say("page-agree"), () => this.#dialog("agree")?.showModal(), over || !turn.agree || this.#isLocked)}
      ${this.#buttonView(say("page-resign"), () => this.#resign(), over || this.#isLocked)}
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

  /** @param {Say} say */
  #analysisView(say) {
    const found = this._suggestion;
    const turn = this._turn?.status.turn;
    if (!found || !turn) return nothing;
    // The share of the near side, as the value is that of the player to move.
    const near = turn === this.#near ? found.value : -found.value;
    const share = this._game?.variant === "andada" ? (near + 1) / 2 : 0.5 + Math.atan(near / 8) / Math.PI;
    return html`<figure class="analysis">
      <meter min="0" max="1" .value=${share} aria-label=${say("page-value", { side: this.#name(this.#near) })}></meter>
      <figcaption>${this.#hintText(found)} ${say("page-depth", { depth: found.depth })}</figcaption>
    </figure>`;
  }

  /**
   * @param {Game} game
   * @param {Say} say
   */
  #historyView(game, say) {
    return html`<section class="history"><h2>${say("page-history")}</h2>
      <ol start="0">
        <li><button aria-current=${game.at === 0 ? "step" : nothing} @click=${() => this.#go(0)}>${say("page-beginning")}</button></li>
        ${game.moves.map((move, index) => {
          const side = game.plays.get(index)?.side;
          return html`<li class=${side ?? ""}><button aria-current=${game.at === index + 1 ? "step" : nothing} @click=${() => this.#go(index + 1)}>
            ${side ? html`<span class="side">${this.#name(side)}</span> ` : nothing}${move}</button></li>`;
        })}
      </ol></section>`;
  }

  /** @param {CustomEvent} event */
  #chosen({ detail: { side, house, legal } }) {
    const turn = this._turn;
    if (!turn || !this._words) return;
    if (this._showing) {
      this.#board?.skip();
      return;
    }
    if (legal) {
      this.#play(String(house));
      return;
    }
    this._note = this.#why(side, house);
    this._said = this._note;
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
    if (!turn || turn.status.over || this._resigned || this._game?.watch || this._showing) return "";
    if (side !== turn.status.turn) return this._words?.say("page-not-your-house", { mover: this.#name(other(side)) }) ?? "";
    const why = turn.illegalMoves.find(({ move }) => move === String(house));
    return why ? `${why.message} (${why.ruling})` : "";
  }

  /** @param {SubmitEvent} event */
  #typed(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const move = String(new FormData(form).get("move")).trim();
    if (move) this.#play(move);
    form.reset();
  }

  /** @param {Say} say */
  #agreeView(say) {
    const agree = this._turn?.agree;
    return html`<dialog id="agree" aria-labelledby="agree-title">
      <form method="dialog" @submit=${(/** @type {any} */ event) => event.submitter?.value === "agree" && this.#play("agree")}>
        <h2 id="agree-title">${say("page-agree-title")}</h2>
        ${agree ? html`<p>${say("page-agree-text", { south: this.#name("south"), southScore: agree.score.south, north: this.#name("north"), northScore: agree.score.north })}</p>` : nothing}
        <p class="controls"><button value="agree" class="primary">${say("page-agree")}</button><button value="">${say("page-cancel")}</button></p>
      </form>
    </dialog>`;
  }
}

customElements.define("ayla-play", AylaPlay);
