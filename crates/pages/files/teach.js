// The view for teachers: the rules of a game on one sheet, and a list of its lessons to tick, each with the code that opens it.

import { html, nothing } from "./vendor/lit.js";
import { address } from "./address.js";
import { Problem } from "./api.js";
import { marksOf } from "./board.js";
import { codeOf } from "./code.js";
import { GAMES, VARIANTS } from "./games.js";
import { LESSONS, solution } from "./lessons.js";
import { AylaPage } from "./page.js";

/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{lesson: Lesson, start: Turn, turn: Turn | undefined}} Rule a lesson, its position, and the move that solves it */

const TAUGHT = VARIANTS.filter((variant) => LESSONS[variant]);
const SHEETS = ["rules", "list"];

class AylaTeach extends AylaPage {
  static properties = { ...AylaPage.properties, _variant: { state: true }, _sheet: { state: true }, _rules: { state: true }, _said: { state: true } };

  constructor() {
    super();
    /** @type {Variant} */
    this._variant = VARIANTS[0];
    this._sheet = "rules";
    /** @type {Rule[] | undefined} */
    this._rules = undefined;
    this._said = "";
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.#open());
  }

  spoken() {
    this.#open();
  }

  get catalogue() {
    return "lessons";
  }

  get heading() {
    return GAMES[this._variant].title;
  }

  get variant() {
    return this._variant;
  }

  /** Opens the sheet of the address. */
  async #open() {
    const [, game = "", sheet = ""] = /^#(\w+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
    const variant = TAUGHT.find((variant) => variant === game) ?? VARIANTS[0];
    this._sheet = SHEETS.find((name) => name === sheet) ?? "rules";
    if (variant === this._variant && this._rules) return;
    this._variant = variant;
    this._rules = undefined;
    try {
      const rules = await Promise.all((LESSONS[variant] ?? []).map((lesson) => this.#rule(variant, lesson)));
      if (variant === this._variant) this._rules = rules;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this._said = error.message;
    }
  }

  /**
   * @param {Variant} variant
   * @param {Lesson} lesson
   * @returns {Promise<Rule>}
   */
  async #rule(variant, lesson) {
    const call = (/** @type {string} */ move) => this._api.call(`/v1/variants/${variant}/play-turn`, { position: lesson.position, ...(move && { move }), side: "south" });
    const start = /** @type {Turn} */ (await call(""));
    return { lesson, start, turn: await solution(lesson, start, call) };
  }

  callsView() {
    return nothing;
  }

  /** @param {Say} say */
  view(say) {
    const variant = this._variant;
    return html`<section class="teach" aria-label=${say("page-view-teach")}>
      <p class="controls">
        ${TAUGHT.map((name) => html`<a class="button" href=${`#${name}/${this._sheet}`} aria-current=${name === variant ? "true" : nothing}>${GAMES[name].title}</a>`)}
      </p>
      <p class="controls">
        ${SHEETS.map((name) => html`<a class="button" href=${`#${variant}/${name}`} aria-current=${name === this._sheet ? "true" : nothing}>${say(`page-teach-${name}`)}</a>`)}
        <button class="primary" ?disabled=${!this._rules} @click=${() => print()}>${say("page-teach-print")}</button>
      </p>
      <p role="status">${this._said}</p>
      ${this._rules ? (this._sheet === "list" ? this.#list(this._rules, say) : this.#sheet(this._rules, say)) : html`<p class="wait">${this._loading}</p>`}
    </section>`;
  }

  /**
   * The head of a sheet, with the code of the course.
   * @param {string} title
   * @param {Say} say
   */
  #head(title, say) {
    const link = address(`/learn#${this._variant}`);
    return html`<div class="head"><div><h2>${title}</h2><p>${say("page-teach-open")}<br><a href=${link}>${link}</a></p></div>${linkCode(link)}</div>`;
  }

  /**
   * @param {Rule[]} rules
   * @param {Say} say
   */
  #sheet(rules, say) {
    return html`<article class="sheet">
      ${this.#head(say("page-teach-rules-of", { game: GAMES[this._variant].title }), say)}
      <div class="rules">${rules.map(({ lesson: { text }, start, turn }, index) => {
        const marks = turn?.plays[0] && marksOf(turn.plays[0].events);
        return html`<section>
          <div><h3>${index + 1}. ${say(`${text}.title`)}</h3><p>${say(`${text}.rule`)}</p></div>
          <div role="img" aria-label=${say("page-teach-picture", { title: say(`${text}.title`) })}>
            <ayla-board inert .variant=${this._variant} .board=${start.board} near="south" .turn="south" .preview=${marks} .hint=${turn?.plays[0]?.move} .theme=${this._theme || undefined} .words=${this._words}></ayla-board>
          </div></section>`;
      })}</div>
    </article>`;
  }

  /**
   * @param {Rule[]} rules
   * @param {Say} say
   */
  #list(rules, say) {
    return html`<article class="sheet list">
      ${this.#head(say("page-teach-list-of", { game: GAMES[this._variant].title }), say)}
      <p class="pupil">${say("page-teach-name")}</p>
      <ol>${rules.map(({ lesson: { text } }, index) => html`<li>
        <span class="tick"></span>
        <span><strong>${index + 1}. ${say(`${text}.title`)}</strong><br>${say(text)}</span>
        ${linkCode(address(`/learn#${this._variant}/${index + 1}`))}</li>`)}</ol>
    </article>`;
  }
}

/** @param {string} link */
const linkCode = (link) => codeOf(link, link);

customElements.define("ayla-teach", AylaTeach);
