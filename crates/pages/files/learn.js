// The view to learn on: small positions, each with a task, and what the service says of the move.

import { html, nothing } from "./vendor/lit.js";
import { marksOf } from "./board.js";
import { Exercise } from "./exercise.js";
import { GAMES, VARIANTS } from "./games.js";
import { LESSONS, solution, solves, whyWrong } from "./lessons.js";
import { keep, kept } from "./storage.js";
import { isHouse } from "./views.js";
import { rulingAddress } from "./words.js";

/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./words.js").Words} Words */

/** The games that have lessons. */
const TAUGHT = VARIANTS.filter((variant) => LESSONS[variant]);
/** The lessons that are solved, in the storage of the browser. */
const SOLVED = "ayla-lessons";

class AylaLearn extends Exercise {
  static properties = {
    ...Exercise.properties,
    _variant: { state: true },
    _number: { state: true },
    _answer: { state: true },
  };

  constructor() {
    super();
    /** @type {Variant} */
    this._variant = VARIANTS[0];
    /** The number of the lesson, from 1. */
    this._number = 1;
    /** @type {{turn: Turn, solved: boolean} | undefined} what the service said of the last move */
    this._answer = undefined;
    /** Whether a move was wrong, and what helps is offered. */
    this._helps = false;
    /** Whether the hint was said, after which the answer is offered. */
    this._hinted = false;
    this._solved = new Set(kept(SOLVED).split(",").filter(Boolean));
  }

  // --------------------------------------------------------------------------------------------------- the lesson

  get catalogue() {
    return "lessons";
  }

  get variant() {
    return this._variant;
  }

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
  async _open(follows = false) {
    const [, game = "", number] = /^#(\w+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
    this._variant = TAUGHT.find((variant) => variant === game) ?? this._variant;
    const lessons = this.#lessons;
    const next = lessons.findIndex((lesson) => !this.#isSolved(this._variant, lesson)) + 1;
    this._number = lessons[Number(number) - 1] ? Number(number) : next || 1;
    history.replaceState(null, "", `#${this._variant}/${this._number}`);
    this._helps = this._hinted = false;
    this._hint = undefined;
    this.#begin();
    await this.updateComplete;
    if (follows) this.querySelector("h2")?.focus();
  }

  /** A move can be made where none was made, or one that was refused in vain. */
  get _isOpen() {
    return super._isOpen && (!this._answer || (!this._answer.solved && !!this._answer.turn.refused));
  }

  get _isSolved() {
    return this._answer?.solved ?? false;
  }

  get _lastSentence() {
    return this._answer?.turn.plays[0]?.sentence;
  }

  /** Sets the position of the lesson up. */
  async #begin() {
    this._end();
    // Until the answer the board shows the lesson before, which is not to be played any more.
    this._start = undefined;
    await this._try(async () => {
      this._start = this._turn = /** @type {Turn} */ (await this.#call());
    });
  }

  _end() {
    super._end();
    this._answer = undefined;
  }

  /** @param {string} move */
  async _make(move) {
    const { signal } = this._ended;
    const turn = /** @type {Turn} */ (await this.#call(move));
    this._hint = undefined;
    await this._board?.show(turn.plays.flatMap((play) => play.events));
    if (signal.aborted) return;
    this._board?.end();
    if (!turn.refused) this._turn = turn;
    this.#judge(turn);
  }

  /** @param {Turn} turn */
  #judge(turn) {
    const solved = solves(this.#lesson, turn);
    this._answer = { turn, solved };
    if (!solved) {
      this._helps = true;
      return;
    }
    this._solved.add(`${this._variant} ${this.#lesson.text}`);
    keep(SOLVED, [...this._solved].join(","));
  }

  /** Gives a hint, and the answer to who asks again. */
  async #help() {
    const { text, ruling } = this.#lesson;
    if (!this._hinted) {
      this._hinted = true;
      return this._again(this._words?.sayIfAny(`${text}.hint`) ?? this._words?.say(`ruling-${ruling}.plain`));
    }
    this._again("");
    await this._try(async () => {
      const { move } = (this._start && (await solution(this.#lesson, this._start, (move) => this.#call(move)))) ?? {};
      if (!move) return;
      this._hint = move;
      this._say(this._words?.say("page-lesson-answer", { move }));
    });
  }

  /**
   * The houses that can be tried: all that have seeds, as the board is not to tell which of them can be played.
   * @param {Turn} turn
   */
  #houses({ legalMoves, board: { south } }) {
    if (!this.#lesson.goal.refused && !legalMoves.some(({ move }) => isHouse(move))) return [];
    return south.flatMap(({ seeds }, index) => (seeds ? String(index + 1) : []));
  }

  /**
   * @param {Words} words
   * @param {Turn} turn
   */
  _keys(words, turn) {
    return { ...super._keys(words, turn), h: () => this.#help() };
  }

  // ------------------------------------------------------------------------------------------------------- views

  /** @param {Say} say */
  view(say) {
    return html`${this.#lessonsView(say)}${this._turn && this._words ? this.#lessonView(this._turn, this._words, say) : html`<p class="wait">${this._loading}</p>`}`;
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
    const [play] = answer?.turn.plays ?? [];
    return this._tableView(turn, words, say, {
      heading: html`<h2 tabindex="-1">${this._number}. ${say(`${text}.title`)}</h2>
        <p>${say(`${text}.rule`)}</p>
        <p class="task"><strong>${say(text)}</strong></p>`,
      legal: this.#houses(turn),
      silent: true,
      offered: [...turn.legalMoves.map(({ move }) => move), ...offered],
      marks: play && marksOf(play.events),
      verdict: answer ? (answer.solved ? "solved" : "wrong") : "",
      said: answer && this.#answerView(answer, say),
      controls: this.#controlsView(say),
      keys: "page-keys-text",
      links: html`<a href=${`teach#${this._variant}`}>${say("page-view-teach")}</a>`,
    });
  }

  /**
   * What the live region says.
   * @param {{turn: Turn, solved: boolean}} answer
   * @param {Say} say
   */
  #answerView({ solved, turn }, say) {
    const { refused, plays: [play], result } = turn;
    const verdict = solved ? "page-lesson-solved" : refused && !this.#lesson.goal.refused ? "page-lesson-refused" : "page-lesson-wrong";
    const why = !solved && this._words ? whyWrong(this._words, this._variant, this.#lesson, turn) : "";
    const seen = (solved && this._words?.sayIfAny(`${this.#lesson.text}.solved`)) || "";
    const told = refused && seen ? [seen] : [refused?.message ?? play?.sentence, result, seen];
    return html`<p><strong>${say(verdict)}</strong> ${told.filter(Boolean).join(" ")}</p>
      ${why ? html`<p>${why}</p>` : nothing}`;
  }

  /** @param {Say} say */
  #controlsView(say) {
    const { ruling } = this.#lesson;
    const { solved = false, turn } = this._answer ?? {};
    const isLast = this._number === this.#lessons.length;
    const next = TAUGHT[TAUGHT.indexOf(this._variant) + 1];
    return html`
      ${!solved ? nothing : isLast
        ? html`<a class="button primary" href=${`play#${this._variant}`}>${say("page-lesson-play")}</a>
          ${next ? html`<a class="button" href=${`#${next}`}>${say("page-lesson-next-game", { game: GAMES[next].title })}</a>` : nothing}
          <a class="button" href=${`puzzles#${this._variant}`}>${say("page-view-puzzles")}</a>`
        : html`<a class="button primary" href=${`#${this._variant}/${this._number + 1}`}>${say("page-lesson-next")}</a>`}
      ${turn && !(turn.refused && !solved) ? html`<button class=${solved ? "" : "primary"} @click=${() => this._again()}>${say("page-lesson-again")}</button>` : nothing}
      ${!solved && this._helps && !this._hint ? html`<button @click=${this.#help}>${say(this._hinted ? "page-lesson-show" : "page-hint")}</button>` : nothing}
      ${solved ? html`<a class="button" href=${rulingAddress(ruling)}>${say("page-lesson-rule")}</a>` : nothing}`;
  }
}

customElements.define("ayla-learn", AylaLearn);
