// The view to learn on: small positions, each with a task, and what the service says of the move.

import { html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { marksOf } from "./board.js";
import { writeAddress } from "./game.js";
import { GAMES, VARIANTS } from "./games.js";
import { LESSONS, solves } from "./lessons.js";
import { AylaPage } from "./page.js";
import { keep, kept } from "./storage.js";
import { boardText, scoreText, typeView, whyNot, wordsView } from "./views.js";
import { rulingAddress } from "./words.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./words.js").Words} Words */

/** The games that have lessons. */
const TAUGHT = VARIANTS.filter((variant) => LESSONS[variant]);
/** The lessons that are solved, in the storage of the browser. */
const SOLVED = "ayla-lessons";
/** Tries without success, after which there is a hint. */
const TRIES = 2;
/** The engine that plays whom has learnt the rules. */
const FIRST_LEVEL = 1;

class AylaLearn extends AylaPage {
  static properties = {
    ...AylaPage.properties,
    _variant: { state: true },
    _number: { state: true },
    _turn: { state: true },
    _answer: { state: true },
    _showing: { state: true },
    _note: { state: true },
    _hint: { state: true },
    _spoken: { state: true },
  };

  constructor() {
    super();
    /** @type {Variant} */
    this._variant = VARIANTS[0];
    /** The number of the lesson, from 1. */
    this._number = 1;
    /** @type {Turn | undefined} the position as it is on the board */
    this._turn = undefined;
    /** @type {Turn | undefined} the position of the lesson */
    this._start = undefined;
    /** @type {{turn: Turn, solved: boolean, right?: {move: string, turn: Turn}} | undefined} what the service said of the last move, and of one that was right */
    this._answer = undefined;
    this._showing = false;
    this._note = "";
    /** What a key asked to be said. */
    this._spoken = "";
    this._tries = 0;
    /** @type {string | undefined} the move that the hint shows */
    this._hint = undefined;
    this._solved = new Set(kept(SOLVED).split(",").filter(Boolean));
    /** Ends what goes on in this lesson. */
    this._ended = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.#open(true));
  }

  spoken() {
    this.#open();
  }

  // --------------------------------------------------------------------------------------------------- the lesson

  /** The lessons of the game. */
  get #lessons() {
    return LESSONS[this._variant] ?? [];
  }

  /** @returns {Lesson} */
  get #lesson() {
    const lesson = this.#lessons[this._number - 1];
    if (!lesson) throw new RangeError(`${this._variant} has no lesson ${this._number}`);
    return lesson;
  }

  /** @param {string} [move] */
  #call(move) {
    const { position } = this.#lesson;
    return this._api.call(`/v1/variants/${this._variant}/play-turn`, { position, ...(move && { move }), side: "south", you: true, locale: this._api.language }, this._ended.signal);
  }

  /**
   * Whether a lesson is solved.
   * @param {Variant} variant
   * @param {Lesson} lesson
   */
  #isSolved(variant, { text }) {
    return this._solved.has(`${variant} ${text}`);
  }

  /**
   * Opens the lesson of the address, or the first that is not solved.
   * @param {boolean} [follows] whether another view of the page was there before
   */
  async #open(follows = false) {
    const [, game = "", number] = /^#(\w+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
    this._variant = TAUGHT.find((variant) => variant === game) ?? this._variant;
    const lessons = this.#lessons;
    const next = lessons.findIndex((lesson) => !this.#isSolved(this._variant, lesson)) + 1;
    this._number = lessons[Number(number) - 1] ? Number(number) : next || 1;
    history.replaceState(null, "", `#${this._variant}/${this._number}`);
    this._tries = 0;
    this._hint = undefined;
    await this.#begin();
    if (follows) /** @type {HTMLElement | null} */ (this.querySelector("h2"))?.focus();
  }

  /** Whether a move can be made: the position is there, and no move was made, or one that was refused in vain. */
  get #isOpen() {
    return !!this._start && !this._showing && (!this._answer || (!this._answer.solved && !!this._answer.turn.refused));
  }

  /** Sets the position of the lesson up. */
  async #begin() {
    this.#end();
    // Until the answer the board shows the lesson before, which is not to be played any more.
    this._start = undefined;
    await this.#try(async () => {
      this._start = this._turn = /** @type {Turn} */ (await this.#call());
    });
  }

  /** Ends what goes on. */
  #end() {
    this._ended.abort();
    this._ended = new AbortController();
    this._showing = false;
    this._answer = undefined;
    this._note = this._spoken = "";
    this.#board?.skip();
    this.#board?.end();
  }

  /** The position of the lesson again, and the board with the focus. */
  #again() {
    this.#end();
    this._turn = this._start;
    this.updateComplete.then(() => this.#board?.focus());
  }

  /**
   * Does something that the service may refuse, or that another lesson may end.
   * @param {() => Promise<void>} doing
   */
  async #try(doing) {
    const { signal } = this._ended;
    try {
      await doing();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this._spoken = error.message;
    }
  }

  /** @param {string} move */
  async #play(move) {
    if (!this.#isOpen) return;
    this.#end();
    const { signal } = this._ended;
    this._showing = true;
    await this.#try(async () => {
      const turn = /** @type {Turn} */ (await this.#call(move));
      this._hint = undefined;
      const events = turn.plays.flatMap((play) => play.events);
      await this.#board?.show(events);
      if (signal.aborted) return;
      this.#board?.end();
      const right = solves(this.#lesson, turn) ? undefined : await this.#solution();
      if (signal.aborted) return;
      if (!turn.refused) this._turn = turn;
      this.#judge(turn, right);
    });
    if (!signal.aborted) this._showing = false;
  }

  /**
   * @param {Turn} turn
   * @param {{move: string, turn: Turn}} [right] what would have been right
   */
  #judge(turn, right) {
    const solved = solves(this.#lesson, turn);
    this._answer = { turn, solved, right };
    if (!solved) {
      this._tries += 1;
      return;
    }
    this._solved.add(`${this._variant} ${this.#lesson.text}`);
    keep(SOLVED, [...this._solved].join(","));
  }

  /** A move that solves the lesson, with what the service says of it. */
  async #solution() {
    const moves = [...(this._start?.legalMoves ?? []), ...(this._start?.illegalMoves ?? [])].map(({ move }) => move);
    for (const move of [...moves, ...(this.#lesson.words ?? [])]) {
      const turn = /** @type {Turn} */ (await this.#call(move));
      if (solves(this.#lesson, turn)) return { move, turn };
    }
    return undefined;
  }

  /** Points at a move that solves the lesson. */
  async #point() {
    this.#again();
    await this.#try(async () => {
      const { move } = (await this.#solution()) ?? {};
      if (!move) return;
      this._hint = move;
      this._spoken = this._words?.say("page-lesson-hint", { move }) ?? "";
    });
  }

  /** Begins a game by the rules that were learnt. */
  #playGame() {
    const variant = this._variant;
    return this.#try(async () => {
      const turn = /** @type {Turn} */ (await this._api.call(`/v1/variants/${variant}/play-turn`, { preset: GAMES[variant].firstPreset }));
      location.href = `play${writeAddress({ variant, token: turn.position.token, moves: [], players: { south: 0, north: FIRST_LEVEL }, watch: false })}`;
    });
  }

  // ----------------------------------------------------------------------------------------------------- controls

  /** @returns {AylaBoard | null} */
  get #board() {
    return this.querySelector("ayla-board");
  }

  /** @param {CustomEvent} event */
  #chosen({ detail: { side, house } }) {
    const turn = this._turn;
    if (!turn) return;
    if (this._showing) this.#board?.skip();
    else if (this.#isOpen && side === turn.status.turn) this.#play(String(house));
    else if (this.#isOpen) this._spoken = this.#why(side, house);
    else if (!this._answer?.solved) this.#again();
  }

  /** @param {CustomEvent} event */
  #focused({ detail: { side, house } }) {
    if (this.#isOpen) this._note = this.#why(side, house);
  }

  /**
   * Why a house cannot be played.
   * @param {Side} side
   * @param {number} house
   */
  #why(side, house) {
    return this._words && this._turn ? whyNot(this._words, this._turn, side, house) : "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [words, turn] = [this._words, this._turn];
    if (event.altKey || event.ctrlKey || event.metaKey || !words || !turn) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      l: () => (this._spoken = this._answer?.turn.plays[0]?.sentence ?? words.say("page-no-move")),
      s: () => (this._spoken = scoreText(words, turn)),
      b: () => (this._spoken = boardText(words, turn)),
      h: () => this.#point(),
      u: () => this.#again(),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // Said again even if it is the same.
    this._spoken = "";
    this.updateComplete.then(act);
  }

  // ------------------------------------------------------------------------------------------------------- views

  /** @param {Say} say */
  view(say) {
    return html`${this.#lessonsView(say)}${this._turn && this._words ? this.#lessonView(this._turn, this._words, say) : html`<p class="wait">${say("page-loading")}</p>`}`;
  }

  /** @param {Say} say */
  #lessonsView(say) {
    return html`<nav class="lessons" aria-label=${say("page-lessons")}>
      <ul class="games">${TAUGHT.map((variant) => html`<li><a href=${`#${variant}`} aria-current=${variant === this._variant ? "true" : nothing}>${GAMES[variant].title}</a></li>`)}</ul>
      <ol class="steps">
        ${this.#lessons.map((lesson, index) => {
          const solved = this.#isSolved(this._variant, lesson);
          return html`<li><a href=${`#${this._variant}/${index + 1}`} class=${solved ? "solved" : ""} aria-current=${index + 1 === this._number ? "step" : nothing}>
            <span class="number">${index + 1}</span> <span class="title">${say(`${lesson.text}.title`)}</span>${solved ? html` <span class="hidden">${say("page-lesson-is-solved")}</span>` : nothing}</a></li>`;
        })}
      </ol>
    </nav>`;
  }

  /**
   * @param {Turn} turn
   * @param {Words} words
   * @param {Say} say
   */
  #lessonView(turn, words, say) {
    const { text, words: offered = [] } = this.#lesson;
    const answer = this._answer;
    const isOpen = this.#isOpen;
    const legal = isOpen ? turn.legalMoves.map(({ move }) => move) : [];
    const reasons = Object.fromEntries(turn.illegalMoves.map(({ move, message, ruling }) => [move, `${message} (${ruling})`]));
    const [play] = answer?.turn.plays ?? [];
    return html`
      <section class="table lesson" aria-label=${say("page-view-learn")}>
        <h2 tabindex="-1">${this._number}. ${say(`${text}.title`)}</h2>
        <p>${say(`${text}.rule`)}</p>
        <p class="task"><strong>${say(text)}</strong></p>
        <ayla-board .variant=${this._variant} .board=${turn.board} near="south" .turn=${turn.status.turn ?? turn.position.setup.turn} .theme=${this._theme || undefined}
          .legal=${legal} .reasons=${isOpen ? reasons : {}} .marks=${play ? marksOf(play.events) : undefined} .hint=${this._hint} .words=${this._words}
          @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @keydown=${this.#key}></ayla-board>
        ${isOpen ? wordsView(words, [...legal, ...offered], (move) => this.#play(move)) : nothing}
        <div id="said" role="status" aria-live="polite" class=${answer ? (answer.solved ? "solved" : "wrong") : ""}>${this.#answerView(say)}</div>
        <p class="note" aria-hidden="true">${this._note === this._spoken ? "" : this._note}</p>
        ${this.#controlsView(say)}
        <details><summary>${say("page-keys")}</summary>
          <p>${say("page-keys-text")}</p>
          ${typeView(words, (move) => this.#play(move))}
        </details>
      </section>`;
  }

  /**
   * What the live region says.
   * @param {Say} say
   */
  #answerView(say) {
    if (this._spoken || !this._answer) return this._spoken;
    const { solved, turn, right } = this._answer;
    const { ruling } = this.#lesson;
    const verdict = solved ? "page-lesson-solved" : turn.refused ? "page-lesson-refused" : "page-lesson-wrong";
    // What happens in a move, or why it is refused.
    const told = (/** @type {Turn} */ { refused, plays: [play], result }) => html`${refused?.message ?? play?.sentence} ${result}`;
    return html`<p><strong>${say(verdict)}</strong> ${told(turn)}</p>
      ${right ? html`<p><strong>${say("page-lesson-answer", { move: right.move })}</strong> ${told(right.turn)}</p>` : nothing}
      <p>${say(`ruling-${ruling}.plain`)}</p>
      ${solved ? html`<p class="ruling">${ruling}: ${say(`ruling-${ruling}`)}</p>` : nothing}`;
  }

  /** @param {Say} say */
  #controlsView(say) {
    const { ruling } = this.#lesson;
    const { solved = false, turn } = this._answer ?? {};
    const isLast = this._number === this.#lessons.length;
    const next = TAUGHT[TAUGHT.indexOf(this._variant) + 1];
    return html`<p class="controls">
      ${!solved ? nothing : isLast
        ? html`<button class="primary" @click=${this.#playGame}>${say("page-lesson-play")}</button>
          ${next ? html`<a class="button" href=${`#${next}`}>${say("page-lesson-next-game", { game: GAMES[next].title })}</a>` : nothing}`
        : html`<a class="button primary" href=${`#${this._variant}/${this._number + 1}`}>${say("page-lesson-next")}</a>`}
      ${turn && !(turn.refused && !solved) ? html`<button class=${solved ? "" : "primary"} @click=${this.#again}>${say("page-lesson-again")}</button>` : nothing}
      ${!solved && this._tries >= TRIES && !this._hint ? html`<button @click=${this.#point}>${say("page-hint")}</button>` : nothing}
      ${solved ? html`<a class="button" href=${rulingAddress(ruling)}>${say("page-lesson-rule", { ruling })}</a>` : nothing}
    </p>`;
  }
}

customElements.define("ayla-learn", AylaLearn);
