// A position in which the reader, who plays South, is to find a move, and the service judges it.

import { html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { AylaPage } from "./page.js";
import { kept } from "./storage.js";
import { boardText, scoreText, typeView, wordsView } from "./views.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {Pick<Turn, "board" | "status" | "position">} Shown what the board shows */

/** A view with such a position: `_open` shows what the address says, and `_make` makes a move. */
export class Exercise extends AylaPage {
  static properties = {
    ...AylaPage.properties,
    _turn: { state: true },
    _showing: { state: true },
    _note: { state: true },
    _hint: { state: true },
    _spoken: { state: true },
  };

  constructor() {
    super();
    /** @type {Words | undefined} the messages to the reader, who plays South */
    this._cast = undefined;
    /** @type {Turn | undefined} the position as it is on the board */
    this._turn = undefined;
    /** @type {Turn | undefined} the position in which a move is to be found */
    this._start = undefined;
    this._showing = false;
    this._note = "";
    /** What is said in place of the answer to the last move. */
    this._spoken = "";
    /** @type {string | undefined} the move to point at */
    this._hint = undefined;
    /** How fast moves are shown, as it was chosen in play. */
    this._speed = kept("ayla-speed");
    /** Ends what goes on in this position. */
    this._ended = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this._open(true));
  }

  spoken() {
    this._cast = this._words?.about({}, "south");
    this._open();
  }

  /** @param {boolean} [_follows] whether another view of the page was there before */
  async _open(_follows) {}

  /** @param {string} _move */
  async _make(_move) {}

  get rest() {
    // Until the new position is there, the board is that of the one before.
    return this._start ? super.rest : this.querySelector("h2");
  }

  /** @returns {AylaBoard | null} */
  get _board() {
    return this.querySelector("ayla-board");
  }

  /** Whether a move can be made. */
  get _isOpen() {
    return !!this._start && !this._showing;
  }

  /** Whether nothing remains to be found. */
  get _isSolved() {
    return false;
  }

  /** What the service said of the last move. */
  get _lastSentence() {
    return this._turn?.plays.at(-1)?.sentence;
  }

  /** Ends what goes on. */
  _end() {
    this._ended.abort();
    this._ended = new AbortController();
    this._showing = false;
    this._note = this._spoken = "";
    this._board?.skip();
    this._board?.end();
  }

  /**
   * The position again, and the board with the focus.
   * @param {string} [said]
   */
  _again(said = this._words?.say("page-lesson-set-up")) {
    if (!this._start) return;
    this._end();
    this._turn = this._start;
    this._say(said);
    this.updateComplete.then(() => this._board?.focus());
  }

  /**
   * Says something, also if it is what was said last.
   * @param {string} [said]
   */
  _say(said = "") {
    // A screen reader reads what has changed.
    this._spoken = said && said === this._spoken ? `${said}\u00a0` : said;
  }

  /**
   * Does something that the service may refuse, or that another position may end.
   * @param {() => Promise<void>} doing
   */
  async _try(doing) {
    const { signal } = this._ended;
    try {
      await doing();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this._say(error.message);
    }
  }

  /**
   * Makes a move that the reader has found.
   * @param {string} move
   */
  async _play(move) {
    if (!this._isOpen) return;
    const [house] = /\d+/.exec(move) ?? [];
    // A rule may refuse it before anybody has looked for the house.
    if (house && !this._turn?.board.south[Number(house) - 1]) return this._say(this._words?.say("page-lesson-no-house", { house }));
    this._end();
    const { signal } = this._ended;
    this._showing = true;
    await this._try(() => this._make(move));
    if (signal.aborted) return;
    this._showing = false;
    await this.updateComplete;
    // The ways on may be below the window.
    this.querySelector(".lesson > .controls")?.scrollIntoView({ block: "nearest" });
  }

  // ----------------------------------------------------------------------------------------------------- controls

  /** @param {CustomEvent} event */
  #chosen({ detail: { side, house } }) {
    const turn = this._turn;
    if (!turn) return;
    if (this._showing) this._board?.skip();
    else if (this._isOpen && side === turn.status.turn) this._play(String(house));
    else if (this._isOpen) this._say(this._words?.say("page-lesson-not-yours"));
    else if (!this._isSolved) this._again();
  }

  /** @param {CustomEvent} event */
  #focused({ detail: { side } }) {
    if (this._isOpen) this._note = (side === "north" && this._words?.say("page-lesson-not-yours")) || "";
  }

  /**
   * What keys do on the board.
   * @param {Words} words
   * @param {Turn} turn
   * @returns {Record<string, () => void>}
   */
  _keys(words, turn) {
    return {
      l: () => this._say(this._lastSentence ?? words.say("page-no-move")),
      s: () => this._say(scoreText(words, turn)),
      b: () => this._say(boardText(words, turn)),
      u: () => this._again(),
    };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [words, turn] = [this._cast, this._turn];
    if (event.altKey || event.ctrlKey || event.metaKey || !words || !turn) return;
    const act = this._keys(words, turn)[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ------------------------------------------------------------------------------------------------------- views

  /**
   * The board, with the moves that are words, what is said, and the controls.
   * @param {Turn} turn
   * @param {Words} words
   * @param {Say} say
   * @param {{heading: unknown, legal: string[], silent?: boolean, offered: string[], marks: Marks | undefined, verdict: "solved" | "wrong" | "", said: unknown,
   *   controls: unknown, keys: string, links: unknown}} parts
   */
  _tableView(turn, words, say, { heading, legal, silent = false, offered, marks, verdict, said, controls, keys, links }) {
    const isOpen = this._isOpen;
    return html`
      <section class="table lesson" aria-label=${say(`page-view-${this.localName.replace("ayla-", "")}`)}>
        ${heading}
        <ayla-board .variant=${this.variant} .board=${turn.board} near="south" .turn=${turn.status.turn ?? turn.position.setup.turn} .theme=${this._theme || undefined} .speed=${this._speed}
          .legal=${isOpen ? legal : []} ?silent=${silent} .marks=${marks} .hint=${this._hint} .words=${this._cast}
          @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @keydown=${this.#key}></ayla-board>
        ${isOpen ? wordsView(words, offered, (move) => this._play(move)) : nothing}
        <div id="said" role="status" aria-live="polite" class=${verdict}>${this._spoken || said}</div>
        <p class="note" aria-hidden="true">${this._note === this._spoken.trim() ? "" : this._note}</p>
        <p class="controls">${controls}</p>
        <details class="keys"><summary>${say("page-keys")}</summary>
          <p>${say(keys)}</p>
          ${typeView(words, (move) => this._play(move))}
        </details>
        <p class="links">${links}</p>
      </section>`;
  }
}
