// The view to learn on: small positions, each with a task, and what the service says of the move.

import { html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { marksOf } from "./board.js";
import { writeAddress } from "./game-address.js";
import { GAMES, VARIANTS } from "./games.js";
import { LESSONS, solution, solves, whyWrong } from "./lessons.js";
import { AylaPage } from "./page.js";
import { keep, kept } from "./storage.js";
import { boardText, isHouse, scoreText, typeView, wordsView } from "./views.js";
import { rulingAddress } from "./words.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./words.js").Words} Words */

/** The games that have lessons. */
const TAUGHT = VARIANTS.filter((variant) => LESSONS[variant]);
/** The lessons that are solved, in the storage of the browser. */
const SOLVED = "ayla-lessons";
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
    /** @type {Words | undefined} the messages to the learner, who plays South */
    this._cast = undefined;
    /** @type {Turn | undefined} the position as it is on the board */
    this._turn = undefined;
    /** @type {Turn | undefined} the position of the lesson */
    this._start = undefined;
    /** @type {{turn: Turn, solved: boolean} | undefined} what the service said of the last move */
    this._answer = undefined;
    this._showing = false;
    this._note = "";
    /** What a key asked to be said. */
    this._spoken = "";
    /** Whether a move was wrong, and what helps is offered. */
    this._helps = false;
    /** Whether the hint was said, after which the answer is offered. */
    this._hinted = false;
    /** @type {string | undefined} the move that the answer shows */
    this._hint = undefined;
    /** How fast moves are shown, as it was chosen in play. */
    this._speed = kept("ayla-speed");
    this._solved = new Set(kept(SOLVED).split(",").filter(Boolean));
    /** Ends what goes on in this lesson. */
    this._ended = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.#open(true));
  }

  spoken() {
    this._cast = this._words?.about({}, "south");
    this.#open();
  }

  get rest() {
    // Until the new lesson is there, the board is that of the one before.
    return this._start ? super.rest : this.querySelector("h2");
  }

  // --------------------------------------------------------------------------------------------------- the lesson

  get teaches() {
    return true;
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
  async #open(follows = false) {
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

  /**
   * The position of the lesson again, and the board with the focus.
   * @param {string} [said]
   */
  #again(said = this._words?.say("page-lesson-set-up")) {
    this.#end();
    this._turn = this._start;
    this.#say(said);
    this.updateComplete.then(() => this.#board?.focus());
  }

  /**
   * Says something, also if it is what was said last.
   * @param {string} [said]
   */
  #say(said = "") {
    // A screen reader reads what has changed.
    this._spoken = said && said === this._spoken ? `${said}\u00a0` : said;
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
      this.#say(error.message);
    }
  }

  /** @param {string} move */
  async #play(move) {
    if (!this.#isOpen) return;
    const [house] = /\d+/.exec(move) ?? [];
    // A rule may refuse it before anybody has looked for the house.
    if (house && !this._turn?.board.south[Number(house) - 1]) return this.#say(this._words?.say("page-lesson-no-house", { house }));
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
      if (!turn.refused) this._turn = turn;
      this.#judge(turn);
    });
    if (signal.aborted) return;
    this._showing = false;
    await this.updateComplete;
    // The ways on may be below the window.
    this.querySelector(".lesson > .controls")?.scrollIntoView({ block: "nearest" });
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
      return this.#again(this._words?.sayIfAny(`${text}.hint`) ?? this._words?.say(`ruling-${ruling}.plain`));
    }
    this.#again("");
    await this.#try(async () => {
      const { move } = (this._start && (await solution(this.#lesson, this._start, (move) => this.#call(move)))) ?? {};
      if (!move) return;
      this._hint = move;
      this.#say(this._words?.say("page-lesson-answer", { move }));
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
    else if (this.#isOpen) this.#say(this._words?.say("page-lesson-not-yours"));
    else if (!this._answer?.solved) this.#again();
  }

  /** @param {CustomEvent} event */
  #focused({ detail: { side } }) {
    if (this.#isOpen) this._note = (side === "north" && this._words?.say("page-lesson-not-yours")) || "";
  }

  /**
   * The houses that can be tried: all that have seeds, as the board is not to tell which of them can be played.
   * @param {Turn} turn
   */
  #houses({ legalMoves, board: { south } }) {
    if (!this.#lesson.goal.refused && !legalMoves.some(({ move }) => isHouse(move))) return [];
    return south.flatMap(({ seeds }, index) => (seeds ? String(index + 1) : []));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [words, turn] = [this._cast, this._turn];
    if (event.altKey || event.ctrlKey || event.metaKey || !words || !turn) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      l: () => this.#say(this._answer?.turn.plays[0]?.sentence ?? words.say("page-no-move")),
      s: () => this.#say(scoreText(words, turn)),
      b: () => this.#say(boardText(words, turn)),
      h: () => this.#help(),
      u: () => this.#again(),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
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
    const [play] = answer?.turn.plays ?? [];
    return html`
      <section class="table lesson" aria-label=${say("page-view-learn")}>
        <h2 tabindex="-1">${this._number}. ${say(`${text}.title`)}</h2>
        <p>${say(`${text}.rule`)}</p>
        <p class="task"><strong>${say(text)}</strong></p>
        <ayla-board .variant=${this._variant} .board=${turn.board} near="south" .turn=${turn.status.turn ?? turn.position.setup.turn} .theme=${this._theme || undefined} .speed=${this._speed}
          .legal=${isOpen ? this.#houses(turn) : []} silent .marks=${play ? marksOf(play.events) : undefined} .hint=${this._hint} .words=${this._cast}
          @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @keydown=${this.#key}></ayla-board>
        ${isOpen ? wordsView(words, [...turn.legalMoves.map(({ move }) => move), ...offered], (move) => this.#play(move)) : nothing}
        <div id="said" role="status" aria-live="polite" class=${answer ? (answer.solved ? "solved" : "wrong") : ""}>${this.#answerView(say)}</div>
        <p class="note" aria-hidden="true">${this._note === this._spoken.trim() ? "" : this._note}</p>
        ${this.#controlsView(say)}
        <details><summary>${say("page-keys")}</summary>
          <p>${say("page-keys-text")}</p>
          ${typeView(words, (move) => this.#play(move))}
        </details>
        <p class="links"><a href=${`teach#${this._variant}`}>${say("page-view-teach")}</a></p>
      </section>`;
  }

  /**
   * What the live region says.
   * @param {Say} say
   */
  #answerView(say) {
    if (this._spoken || !this._answer) return this._spoken;
    const { solved, turn } = this._answer;
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
    return html`<p class="controls">
      ${!solved ? nothing : isLast
        ? html`<button class="primary" @click=${this.#playGame}>${say("page-lesson-play")}</button>
          ${next ? html`<a class="button" href=${`#${next}`}>${say("page-lesson-next-game", { game: GAMES[next].title })}</a>` : nothing}`
        : html`<a class="button primary" href=${`#${this._variant}/${this._number + 1}`}>${say("page-lesson-next")}</a>`}
      ${turn && !(turn.refused && !solved) ? html`<button class=${solved ? "" : "primary"} @click=${() => this.#again()}>${say("page-lesson-again")}</button>` : nothing}
      ${!solved && this._helps && !this._hint ? html`<button @click=${this.#help}>${say(this._hinted ? "page-lesson-show" : "page-hint")}</button>` : nothing}
      ${solved ? html`<a class="button" href=${rulingAddress(ruling)}>${say("page-lesson-rule")}</a>` : nothing}
    </p>`;
  }
}

customElements.define("ayla-learn", AylaLearn);
