// The form of a new game: which game, by which rules, and who plays.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { SIDES } from "./board.js";
import { TITLES } from "./look.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Players} Players */
/** @typedef {import("./look.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{name: string, type: string, values: (string)[], ranges: {min: number, max: number, step: number}[], default: string | number | boolean, meaning: string, rulings: string[]}} Option */
/** @typedef {{name: Variant, title: string, summary: string, options: Option[], presets: {name: string, title: string, summary: string, options: Record<string, unknown>}[]}} Rules */
/** @typedef {{variant: Variant, rules: {preset?: string, options?: object, first: Side}, players: Players}} Wish a game that somebody wants to play */

/** @type {Variant[]} */
const VARIANTS = ["awale", "andada", "anywoli"];
const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

/** The game that a page begins with: against an engine of which a beginner can win. @type {Wish} */
export const FIRST_GAME = { variant: "awale", rules: { preset: "default", first: "south" }, players: { south: 0, north: 3 } };

/** <ayla-new-game>: sends the event `ayla-start` with the game that is wanted. */
class AylaNewGame extends LitElement {
  static properties = { api: { attribute: false }, words: { attribute: false }, _rules: { state: true }, _wish: { state: true } };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Rules[]} in the language of the words */
    this._rules = [];
    /** What the form says; without a preset, options. */
    this._wish = { variant: FIRST_GAME.variant, preset: FIRST_GAME.rules.preset ?? "", options: /** @type {Record<string, unknown>} */ ({}), ...FIRST_GAME.players, first: FIRST_GAME.rules.first };
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("words")) this._rules = [];
  }

  async open() {
    this.querySelector("dialog")?.showModal();
    if (this._rules.length === 0) {
      const { variants } = await this.api?.call("/v1/variants");
      this._rules = variants;
    }
  }

  #start() {
    const { variant, preset, options, south, north, first } = this._wish;
    /** @type {Wish} */
    const detail = { variant, rules: preset ? { preset, first } : { options, first }, players: { south, north } };
    this.dispatchEvent(new CustomEvent("ayla-start", { detail }));
  }

  render() {
    const words = this.words;
    if (!words) return nothing;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    const wish = this._wish;
    const rules = this._rules.find(({ name }) => name === wish.variant);
    const set = (/** @type {Partial<typeof wish>} */ change) => (this._wish = { ...wish, ...change });
    const preset = rules?.presets.find(({ name }) => name === wish.preset);
    const players = (/** @type {Side} */ side) => html`<label>${say(`side-${side}`)}
      <select name=${side} @change=${(/** @type {any} */ event) => set({ [side]: Number(event.target.value) })}>
        <option value="0" ?selected=${wish[side] === 0}>${say("page-person")}</option>
        ${LEVELS.map((level) => html`<option value=${level} ?selected=${wish[side] === level}>${say("page-engine", { level })}</option>`)}
      </select></label>`;
    return html`<dialog id="new-game" aria-labelledby="new-title">
      <form method="dialog" @submit=${(/** @type {any} */ event) => event.submitter?.value === "start" && this.#start()}>
        <h2 id="new-title">${say("page-new")}</h2>
        <fieldset class="games"><legend>${say("page-game")}</legend>
          ${VARIANTS.map((name) => html`<label><input type="radio" name="variant" value=${name} .checked=${name === wish.variant}
            @change=${() => set({ variant: name, preset: "default", options: {} })}> ${TITLES[name]}</label>`)}
        </fieldset>
        <p class="summary">${rules?.summary ?? ""}</p>
        <label>${say("page-preset")}
          <select name="preset" @change=${(/** @type {any} */ event) => set({ preset: event.target.value, options: {} })}>
            ${(rules?.presets ?? []).map(({ name, title }) => html`<option value=${name} ?selected=${name === wish.preset}>${title}</option>`)}
            <option value="" ?selected=${!wish.preset}>${say("page-own-options")}</option>
          </select></label>
        <p class="summary">${preset?.summary ?? ""}</p>
        ${wish.preset || !rules ? nothing : html`<fieldset class="options"><legend>${say("page-options")}</legend>
          ${rules.options.map((option) => this.#optionView(option, set))}</fieldset>`}
        <fieldset class="players"><legend>${say("page-players")}</legend>${players("south")} ${players("north")}
          <label>${say("page-first")}
            <select name="first" @change=${(/** @type {any} */ event) => set({ first: event.target.value })}>
              ${SIDES.map((side) => html`<option value=${side} ?selected=${side === wish.first}>${say(`side-${side}`)}</option>`)}
            </select></label>
        </fieldset>
        <p class="controls"><button value="start" class="primary">${say("page-start")}</button><button value="" formnovalidate>${say("page-cancel")}</button></p>
      </form>
    </dialog>`;
  }

  /**
   * @param {Option} option
   * @param {(change: {options: Record<string, unknown>}) => void} set
   */
  #optionView({ name, type, values, ranges, default: standard, meaning, rulings }, set) {
    const value = this._wish.options[name] ?? standard;
    const change = (/** @type {unknown} */ to) => set({ options: { ...this._wish.options, [name]: to } });
    const [least, most] = [ranges[0]?.min ?? 0, ranges.at(-1)?.max ?? 0];
    const id = `option-${name}`;
    const input =
      type === "flag" ? html`<input id=${id} type="checkbox" aria-describedby="${id}-text" .checked=${value === true} @change=${(/** @type {any} */ event) => change(event.target.checked)}>`
      : type === "word" ? html`<select id=${id} aria-describedby="${id}-text" @change=${(/** @type {any} */ event) => change(event.target.value)}>
          ${values.map((word) => html`<option ?selected=${word === value}>${word}</option>`)}</select>`
      : html`<input id=${id} type="number" aria-describedby="${id}-text" min=${least} max=${most} step=${ranges.length === 1 ? (ranges[0]?.step ?? 1) : 1} required .value=${String(value)}
          @change=${(/** @type {any} */ event) => change(Number(event.target.value))}>`;
    return html`<div class="option"><label for=${id}>${name}</label>${input}<p id="${id}-text">${meaning} (${rulings.join(", ")})</p></div>`;
  }
}

customElements.define("ayla-new-game", AylaNewGame);
