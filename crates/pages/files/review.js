// <ayla-review>: what the moves of a game cost, as a graph, a list of mistakes and a table, while the service finds it.

import { LitElement, html, nothing, svg } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { SIDES, other } from "./board.js";
import { GAMES } from "./games.js";
import { moveName, nameOf } from "./views.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{at: number, move: string, cost: number}} Moment a costly move, and how many moves were made before it */
/** @typedef {{ply: number, side: Side, move: string, valueBefore: number, valueAfter: number, certaintyAfter: string, better?: {move: string}, cost: number, sentence: string}} Reviewed */

/** The most plies of a call. */
const PLIES = 50;
/** The most mistakes of a side that are named, and that are played again. */
const MOST_NAMED = 4;
/** The most moves that the table shows at once, and with a point each in the graph. */
const MOST_ROWS = 80;
const MOST_POINTS = 120;

/**
 * Sends the events `ayla-look`, to go to a position of the game; `ayla-try`, to play a better move there; `ayla-moments`, to find better
 * moves than those of the near side that cost most; and `ayla-close`.
 */
class AylaReview extends LitElement {
  static properties = {
    game: { attribute: false },
    words: { attribute: false },
    near: {},
    moves: { attribute: false },
    at: { attribute: false },
    practises: { type: Boolean },
    _plies: { state: true },
    _chosen: { state: true },
    _runs: { state: true },
    _partial: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./game.js").Game | undefined} */
    this.game = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Side} */
    this.near = "south";
    /** How many moves the game has: it may go on. */
    this.moves = 0;
    /** @type {number | undefined} how many moves are made on the board, if it shows the game */
    this.at = undefined;
    /** Whether the costliest moves are to be played again once they are known. */
    this.practises = false;
    /** @type {Reviewed[]} the moves reviewed, from the first */
    this._plies = [];
    /** The number of the chosen move, from 1. */
    this._chosen = 0;
    this._runs = false;
    /** Why the rest of the moves is not reviewed. */
    this._partial = "";
    this._ended = new AbortController();
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._ended.abort();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") || changed.has("words")) {
      this._plies = [];
      this._chosen = this.at ?? 0;
      this.#run();
    } else if (changed.has("moves") && !this._runs && !this._partial) {
      this.#run();
    }
    // Undo and the list of moves go elsewhere; a better move is looked at one move before it.
    if (changed.has("at") && this.at !== undefined && this.at !== this._chosen && this.at !== this._chosen - 1) this._chosen = this.at;
  }

  /** Reviews the moves that are not reviewed yet. */
  async #run() {
    this._ended.abort();
    this._ended = new AbortController();
    const { signal } = this._ended;
    const { game } = this;
    if (!game) return;
    this._partial = "";
    this._runs = true;
    try {
      while (this._plies.length < game.moves.length && !this._partial) {
        const before = this._plies.length;
        const last = Math.min(before + PLIES, game.moves.length);
        /** @type {{reason: string, message: string} | undefined} */
        let unanswered;
        for await (const { reviewed, end } of game.review(before + 1, last, signal)) {
          if (signal.aborted) return;
          if (reviewed) {
            this._plies = [...this._plies, reviewed];
            this.#send("ayla-costs", new Map(this._plies.map((ply, index) => [index + 1, { cost: ply.cost, size: this.#isMistake(ply), value: this.#toNear(ply) }])));
          }
          unanswered = end?.unanswered;
        }
        // On a slow server the time of a call ends before its moves: another call has time again.
        const goesOn = unanswered?.reason === "DEADLINE_EXCEEDED" && this._plies.length > before;
        if (this._plies.length < last && !goesOn) this._partial = unanswered?.message || (this.words?.say("page-review-cut") ?? "");
      }
    } catch (error) {
      if (signal.aborted) return;
      this._partial = error instanceof Problem ? error.message : (this.words?.say("page-review-cut") ?? "");
    }
    this._runs = false;
  }

  /** @param {Reviewed} reviewed */
  #isMistake({ cost, better }) {
    if (!this.game) return 0;
    const [mistake, large] = GAMES[this.game.variant].mistakes;
    return !better || cost < mistake ? 0 : cost < large ? 1 : 2;
  }

  /**
   * A value after a move, to the near side.
   * @param {Reviewed} reviewed
   */
  #toNear({ side, valueAfter }) {
    return side === this.near ? valueAfter : -valueAfter;
  }

  updated() {
    if (this.practises && !this._runs && this._plies.length > 0) this.#send("ayla-moments", this.#moments);
  }

  /** The moves of the near side that cost most, the costliest first. @returns {Moment[]} */
  get #moments() {
    return this.#largest(this.near).map(({ reviewed: { move, cost }, number }) => ({ at: number - 1, move, cost }));
  }

  /** The moves that are mistakes. */
  get #mistakes() {
    return this._plies.map((reviewed, index) => ({ reviewed, number: index + 1, size: this.#isMistake(reviewed) })).filter(({ size }) => size > 0);
  }

  /** @param {Side} side whose largest mistakes are wanted */
  #largest(side) {
    return this.#mistakes.filter(({ reviewed }) => reviewed.side === side).sort((one, two) => two.reviewed.cost - one.reviewed.cost).slice(0, MOST_NAMED);
  }

  /**
   * The share of the moves of a side that are no mistakes.
   * @param {Side} side
   */
  #accuracy(side) {
    const all = this._plies.filter((reviewed) => reviewed.side === side);
    const good = all.filter((reviewed) => this.#isMistake(reviewed) === 0).length;
    return new Intl.NumberFormat(this.words?.language, { style: "percent" }).format(all.length ? good / all.length : 1);
  }

  /**
   * Shows the position after a move.
   * @param {number} number
   */
  #choose(number) {
    this._chosen = number;
    this.#send("ayla-look", { at: number });
  }

  /**
   * Shows the position before a move, with the better one.
   * @param {number} number
   */
  #showBetter(number) {
    const { better, sentence } = this._plies[number - 1] ?? {};
    this._chosen = number;
    this.#send("ayla-look", { at: number - 1, better: better?.move, sentence });
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  render() {
    const { words, game } = this;
    if (!words || !game) return nothing;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    const all = game.moves.length;
    const done = this._plies.length;
    const mistakes = this.#mistakes;
    const count = (/** @type {Side} */ side) => mistakes.filter(({ reviewed }) => reviewed.side === side).length;
    const summary = this._runs ? say("page-review-runs") : say("page-review-done", { done, all, near: nameOf(words, this.near), nearCount: count(this.near), far: nameOf(words, other(this.near)), farCount: count(other(this.near)) });
    return html`<section class="review" aria-labelledby="review-title">
      <div class="head"><h2 id="review-title">${say("page-review")}</h2>
        <button @click=${() => this.#send("ayla-close")}>${say("page-close")}</button></div>
      <p role="status">${summary}</p>
      ${this._runs || done === 0 ? nothing : html`<p>${say("page-review-accuracy", { near: nameOf(words, this.near), nearShare: this.#accuracy(this.near), far: nameOf(words, other(this.near)), farShare: this.#accuracy(other(this.near)) })}</p>`}
      ${this._runs || game.link || count(this.near) === 0 ? nothing : html`<p><button class="primary" @click=${() => this.#send("ayla-moments", this.#moments)}>${say("page-moments")}</button></p>`}
      ${this._runs ? html`<progress max=${all} .value=${done} aria-label=${say("page-review-runs")}></progress>` : nothing}
      ${this._partial ? html`<p class="partial">${this._partial} <button @click=${() => this.#run()}>${say("page-review-more")}</button></p>` : nothing}
      ${this.at === undefined ? html`<p class="partial">${say("page-variation")} <button class="primary" @click=${() => this.#choose(this._chosen)}>${say("page-variation-back")}</button></p>` : nothing}
      ${done > 0 ? this.#graphView(all, say) : nothing}
      ${this.#chosenView(say)}
      ${/** @type {Side[]} */ ([this.near, other(this.near)]).map((side) => count(side) === 0 ? nothing : html`<h3>${words.tell("page-mistakes", { side })}</h3>
        <ol class="mistakes">${this.#largest(side).map(({ reviewed, number, size }) => html`<li><button aria-current=${this._chosen === number ? "true" : nothing} @click=${() => this.#showBetter(number)}>
          ${this.#markView(reviewed, size)}<span>${number}.</span> <span>${reviewed.sentence}</span></button></li>`)}</ol>`)}
      ${done > 0 ? this.#tableView(say) : nothing}
    </section>`;
  }

  /**
   * The mark of a mistake: it points to where the value went, and is larger for a large one.
   * @param {Reviewed} reviewed
   * @param {number} size
   */
  #markView({ side }, size) {
    const [half, down] = [size === 2 ? 8 : 5.5, side === this.near ? 1 : -1];
    return html`<svg class="mark ${side === this.near ? "" : "far"}" aria-hidden="true" width="18" height="18" viewBox="-9 -9 18 18">${triangle(half, down)}</svg>`;
  }

  /**
   * @param {number} all
   * @param {Say} say
   */
  #graphView(all, say) {
    const { words, near, game } = this;
    if (!words || !game) return nothing;
    const [first] = this._plies;
    const start = first ? (first.side === near ? first.valueBefore : -first.valueBefore) : 0;
    const values = [start, ...this._plies.map((reviewed) => this.#toNear(reviewed))];
    // Where nobody has a store, values are from -1 to 1.
    const least = GAMES[game.variant].parts.includes("stores") ? 4 : 1;
    const most = Math.max(least, ...values.map(Math.abs));
    // In parts of the width and the height.
    const x = (/** @type {number} */ number) => `${(100 * number) / all}%`;
    const y = (/** @type {number} */ value) => 50 - (46 * value) / most;
    const points = values.map((value, number) => `${number},${y(value)}`).join(" ");
    const radius = Math.min(4, Math.max(1.5, 150 / all));
    const chosen = Math.min(this._chosen, all);
    const current = this._plies[chosen - 1];
    const text = current ? `${chosen}. ${current.sentence}` : say(chosen === 0 ? "page-beginning" : "page-review-runs");
    const pick = (/** @type {PointerEvent} */ event) => {
      const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      const number = Math.round(((event.clientX - left) / width) * all);
      this.#choose(Math.min(Math.max(number, 0), all));
    };
    return html`<figure class="graph">
      <div class="ends" aria-hidden="true"><span>${words.tell("page-ahead", { side: near })} ${words.value(most)}</span><span>${words.tell("page-ahead", { side: other(near) })} ${words.value(-most)}</span></div>
      <svg class="plot" aria-hidden="true" @click=${pick}>
        <svg viewBox="0 0 ${all} 100" preserveAspectRatio="none">
          <polygon class="area" points="0,50 ${points} ${values.length - 1},50" />
          <polyline class="line" points=${points} vector-effect="non-scaling-stroke" />
        </svg>
        <line class="zero" x1="0" x2="100%" y1="50%" y2="50%" />
        <line class="cursor" x1=${x(chosen)} x2=${x(chosen)} y1="0" y2="100%" />
        ${this._plies.map((reviewed, index) => {
          const size = this.#isMistake(reviewed);
          const value = y(this.#toNear(reviewed));
          const proven = reviewed.certaintyAfter === "proven";
          return size > 0
            ? svg`<svg class="mark ${reviewed.side === near ? "" : "far"}" x=${x(index + 1)} y="${value}%">${triangle(size === 2 ? 8 : 5.5, reviewed.side === near ? 1 : -1)}</svg>`
            : all > MOST_POINTS ? nothing
            : svg`<circle class=${proven ? "proven" : "estimated"} cx=${x(index + 1)} cy="${value}%" r=${radius} />`;
        })}
      </svg>
      <input class="ply" type="range" min="0" max=${all} .value=${String(chosen)} aria-label=${say("page-review-ply")} aria-valuetext=${text}
        @input=${(/** @type {any} */ event) => this.#choose(Number(event.target.value))}>
      <figcaption>
        ${SIDES.map((side) => html`<span>${this.#markView(/** @type {any} */ ({ side }), 1)} ${words.tell("page-mistake-of", { side })}</span>`)}
        ${["proven", "estimated"].map((certainty) => html`<span><svg class="mark" aria-hidden="true" width="12" height="12" viewBox="-6 -6 12 12"><circle class=${certainty} r="4" /></svg> ${say(`certainty-${certainty}`)}</span>`)}
      </figcaption>
    </figure>`;
  }

  /**
   * The chosen move, and what was better.
   * @param {Say} say
   */
  #chosenView(say) {
    const number = this._chosen;
    const reviewed = this._plies[number - 1];
    if (!reviewed) return nothing;
    const { better, side, sentence } = reviewed;
    return html`<div class="chosen"><p><strong>${number}.</strong> ${sentence}</p>
      ${better
        ? html`<p class="controls"><button ?disabled=${this.at === number - 1} @click=${() => this.#showBetter(number)}>${say("page-better-show")}</button>
            <button class="primary" @click=${() => this.#send("ayla-try", { at: number - 1, side, better: better.move })}>${say("page-better-try", { move: this.words ? moveName(this.words, better.move) : "" })}</button></p>`
        : nothing}
    </div>`;
  }

  /**
   * The moves as a table; those of a long game in parts, of which one is open.
   * @param {Say} say
   */
  #tableView(say) {
    const parts = Math.ceil(this._plies.length / MOST_ROWS);
    const part = (/** @type {number} */ index) => {
      const [from, to] = [index * MOST_ROWS, Math.min((index + 1) * MOST_ROWS, this._plies.length)];
      const isOpen = Math.max(this._chosen - 1, 0) >= from && this._chosen <= to;
      return html`<details ?open=${isOpen}><summary>${say("page-review-part", { from: from + 1, to })}</summary>${this.#rowsView(from, to, say)}</details>`;
    };
    return html`<details class="moves"><summary>${say("page-review-table")}</summary>
      ${parts === 1 ? this.#rowsView(0, this._plies.length, say) : Array.from({ length: parts }, (_, index) => part(index))}</details>`;
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {Say} say
   */
  #rowsView(from, to, say) {
    const { words } = this;
    if (!words) return nothing;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("page-review-table")}><table>
      <thead><tr><th scope="col">${say("page-history")}</th>${["value", "cost", "better"].map((column) => html`<th scope="col">${words.tell(`page-review-${column}`, { side: this.near })}</th>`)}</tr></thead>
      <tbody>${this._plies.slice(from, to).map((reviewed, index) => {
        const { side, move, certaintyAfter, cost, better } = reviewed;
        const number = from + index + 1;
        return html`<tr><th scope="row"><button @click=${() => this.#choose(number)}>${number}. ${nameOf(words, side)} ${moveName(words, move)}</button></th>
          <td>${words.value(this.#toNear(reviewed))}${certaintyAfter === "proven" ? ` (${say("certainty-proven")})` : ""}</td>
          <td>${cost > 0 ? words.value(-cost) : ""}</td><td>${better ? moveName(words, better.move) : ""}</td></tr>`;
      })}</tbody></table></div>`;
  }
}

/**
 * A triangle around the origin.
 * @param {number} half
 * @param {number} down 1 if it points down, -1 if up
 */
const triangle = (half, down) => svg`<path d="M${-half} ${-half * 0.8 * down}H${half}L0 ${half * down}Z" />`;

customElements.define("ayla-review", AylaReview);
