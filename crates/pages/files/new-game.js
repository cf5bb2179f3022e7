// The form of a new game: which game, by which rules, and who plays.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { SIDES, other } from "./board.js";
import { BY_LINK, optionField, playerField } from "./form.js";
import { Game } from "./game.js";
import { namesOf, readAddress } from "./game-address.js";
import { GAMES, VARIANTS } from "./games.js";
import { ruled } from "./rulings.js";
import { keptGames, newId } from "./kept-games.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Players} Players */
/** @typedef {import("./game.js").Setup} Setup */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./form.js").Rules} Rules */
/** @typedef {{variant: Variant, rules: object, players: Players}} Wish a game that somebody wants to play */

/** The level of the last game against the engine, or the one that a beginner can beat. */
const lastLevel = () => keptGames().map(({ address }) => Math.max(...Object.values(readAddress(address)?.players ?? {}))).find((level) => level > 0) ?? 1;

/**
 * The game of those who have chosen no more than which: by the rules that are offered first.
 * @returns {Wish & {rules: {preset: string, first: Side}}}
 */
export const firstGame = (variant = VARIANTS[0]) => ({ variant, rules: { preset: GAMES[variant].firstPreset, first: "south" }, players: { south: 0, north: lastLevel() } });

/** @typedef {{side: Side, seeds: number, houses: number}} Head a head start: what a side has in its store before the first move, seeds beside those of the board, or those of so many houses of the other side */
/** The head starts. @type {Head[]} */
const HEADS = SIDES.flatMap((side) => [...[2, 4, 8].map((seeds) => ({ side, seeds, houses: 0 })), ...[1, 2].map((houses) => ({ side, seeds: 0, houses }))]);
/** @type {Head} */
const NO_HEAD = { side: "south", seeds: 0, houses: 0 };

/**
 * A position with a head start. The houses are those on the left of their owner.
 * @param {Setup} setup
 * @param {Head} head
 * @returns {Setup}
 */
function withHead(setup, { side, seeds, houses }) {
  const { [other(side)]: row, stores = { south: 0, north: 0 } } = setup;
  const taken = row.slice(0, houses).reduce((sum, seeds) => sum + seeds, 0);
  return { ...setup, [other(side)]: row.map((seeds, index) => (index < houses ? 0 : seeds)), stores: { ...stores, [side]: stores[side] + seeds + taken } };
}

/**
 * @param {Say} say
 * @param {Head} head
 */
const headName = (say, { side, seeds, houses }) => say(houses ? "page-head-houses" : "page-head-of", { side: say(`side-${side}`), other: say(`side-${other(side)}`), seeds, houses });

/** Where the browser keeps what the players were called last. */
const NAMES = "ayla-names";

/** @returns {{south?: string, north?: string}} */
function readNames() {
  try {
    const names = JSON.parse(kept(NAMES) || "{}");
    return namesOf((side) => names?.[side]);
  } catch {
    return {};
  }
}

/**
 * The names of the sides that people play.
 * @param {{south?: string, north?: string}} names
 * @param {Players} players
 */
const named = (names, players) => namesOf((side) => players[side] > 0 ? "" : names[side]);

/** <ayla-new-game>: sends the event `ayla-start` with a game that the service has started, `ayla-set-up` for a position of one's own, or `ayla-bring` for a game of another program. */
class AylaNewGame extends LitElement {
  static properties = { api: { attribute: false }, words: { attribute: false }, _rules: { state: true }, _wish: { state: true }, _fault: { state: true }, _isOpen: { state: true } };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Rules[]} in the language of the words */
    this._rules = [];
    const { variant, rules: { preset, first }, players } = firstGame();
    /** What the form says; without a preset, options. */
    this._wish = { variant, preset, options: /** @type {import("./game.js").Options} */ ({}), ...players, first, head: NO_HEAD, eye: false, names: /** @type {{south?: string, north?: string}} */ (readNames()) };
    /** What it said when it was opened, which Cancel brings back. */
    this._before = this._wish;
    /** Why there is no such game. */
    this._fault = "";
    this._isOpen = false;
    /** Ends what is asked for the dialog that is open. */
    this._closed = new AbortController();
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("words")) this._rules = [];
  }

  /** @returns {HTMLDialogElement | null} */
  get #dialog() {
    return this.querySelector("dialog");
  }

  /** @param {Game} [game] the game on the board, which the form begins with: another of its kind, by the same players */
  async open(game) {
    this._closed = new AbortController();
    this._fault = "";
    if (game) {
      const { variant, link, side = "south" } = game;
      const players = link ? { [side]: 0, [other(side)]: BY_LINK } : game.players;
      const change = variant !== this._wish.variant && { variant, preset: firstGame(variant).rules.preset, options: {} };
      this._wish = { ...this._wish, ...change, ...players };
    }
    this._before = this._wish;
    this._isOpen = true;
    this.#dialog?.showModal();
    if (this._rules.length > 0) return;
    await this.#try(async (api, signal) => {
      this._rules = (await api.call("/v1/variants", undefined, signal)).variants;
    });
  }

  #leave() {
    this._wish = this._before;
    this._isOpen = false;
    this._closed.abort();
  }

  /**
   * Asks the service for something, while the dialog is open.
   * @param {(api: import("./api.js").Api, signal: AbortSignal) => Promise<void>} asking
   */
  async #try(asking) {
    const { api, _closed: { signal } } = this;
    if (!api) return;
    this._fault = "";
    try {
      await asking(api, signal);
    } catch (error) {
      if (!signal.aborted) this._fault = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Chooses who plays a side. A friend who has a link plays against a person.
   * @param {Side} side
   * @param {number} level
   */
  #choose(side, level) {
    const its = this._wish[other(side)];
    this._wish = { ...this._wish, [side]: level, [other(side)]: level === BY_LINK ? 0 : level > 0 ? Math.max(its, 0) : its };
  }

  /** @param {any} event */
  #submitted(event) {
    const chosen = event.submitter?.value;
    if (chosen === "set-up" || chosen === "bring") this.dispatchEvent(new CustomEvent(`ayla-${chosen}`));
    if (chosen !== "start") return;
    event.preventDefault();
    this.#start();
  }

  /** Starts the game, and closes when the service has accepted it. */
  #start() {
    const { variant, preset, options, south, north, first, head, eye, names } = this._wish;
    return this.#try(async (api, signal) => {
      const friend = SIDES.find((side) => this._wish[side] === BY_LINK);
      const players = friend ? { south: 0, north: 0 } : { south, north };
      /** @type {Partial<import("./game-address.js").Address>} */
      const how = { names: named(names, players), eye: eye && GAMES[variant].byEye, ...(friend && { link: newId(), side: other(friend) }) };
      let started = await Game.start(api, variant, preset ? { preset, first } : { options, first }, players, signal, how);
      const { setup } = started.turn.position;
      if (head !== NO_HEAD && setup.stores) started = await Game.start(api, variant, { setup: withHead(setup, head) }, players, signal, how);
      if (signal.aborted) return;
      this._before = this._wish;
      keep(NAMES, JSON.stringify(names));
      this.#dialog?.close();
      this.dispatchEvent(new CustomEvent("ayla-start", { detail: started }));
    });
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
    const isFirst = (/** @type {{name: string}} */ preset) => preset.name === GAMES[wish.variant].firstPreset;
    return html`<dialog id="new-game" aria-labelledby="new-title" @close=${this.#leave}>
      ${this._isOpen ? html`<ayla-condition .api=${this.api} .words=${words}></ayla-condition>` : nothing}
      <form method="dialog" @submit=${this.#submitted}>
        <h2 id="new-title">${say("page-new")}</h2>
        <fieldset class="games"><legend>${say("page-game")}</legend>
          ${VARIANTS.map((name) => html`<label><input type="radio" name="variant" value=${name} .checked=${name === wish.variant}
            @change=${() => set({ variant: name, preset: GAMES[name].firstPreset, options: {} })}> ${GAMES[name].title}</label>`)}
        </fieldset>
        <fieldset class="players"><legend>${say("page-players")}</legend>${SIDES.map((side) => playerField(say, side, wish.variant, wish, (level) => this.#choose(side, level), (name) => set({ names: { ...wish.names, [side]: name || undefined } })))}
          <label>${say("page-first")}
            <select name="first" @change=${(/** @type {any} */ event) => set({ first: event.target.value })}>
              ${SIDES.map((side) => html`<option value=${side} ?selected=${side === wish.first}>${say(`side-${side}`)}</option>`)}
            </select></label>
          ${GAMES[wish.variant].parts.includes("stores") ? html`<label>${say("page-head")}
            <select name="head" @change=${(/** @type {any} */ event) => set({ head: HEADS[event.target.selectedIndex - 1] ?? NO_HEAD })}>
              <option value="">${say("page-head-none")}</option>
              ${HEADS.map((head) => html`<option ?selected=${head === wish.head}>${headName(say, head)}</option>`)}
            </select></label>` : nothing}
        </fieldset>
        <p class="summary">${rules?.summary ?? ""}</p>
        ${rules ? html`<label>${say("page-preset")}
          <select name="preset" @change=${(/** @type {any} */ event) => set({ preset: event.target.value, options: {} })}>
            ${[...rules.presets].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one))).map(({ name, title }) => html`<option value=${name} ?selected=${name === wish.preset}>${title}</option>`)}
            <option value="" ?selected=${!wish.preset}>${say("page-own-options")}</option>
          </select></label>` : nothing}
        <p class="summary">${preset?.summary ?? ""}</p>
        ${wish.preset || !rules ? nothing : html`<fieldset class="options"><legend>${say("page-options")}</legend>
          ${rules.options.map((option) => optionField(say, `option-${option.name}`, option, wish.options, (value) => set({ options: { ...wish.options, [option.name]: value } })))}</fieldset>`}
        ${GAMES[wish.variant].byEye ? optionField(say, "eye", { name: "eye", title: say("page-eye"), type: "flag", values: [], valueTitles: [], ranges: [], default: false, meaning: say("page-eye-text"), rulings: [], startOnly: true }, { eye: wish.eye }, (value) => set({ eye: value === true })) : nothing}
        ${this._fault ? html`<div class="verdict" role="alert"><p class="faults">${ruled(this._fault)}</p></div>` : nothing}
        <p class="controls"><button value="start" class="primary">${say("page-start")}</button><button value="" formnovalidate>${say("page-cancel")}</button><button value="set-up" formnovalidate>${say("page-set-up")}</button><button value="bring" formnovalidate>${say("page-bring")}</button></p>
      </form>
    </dialog>`;
  }
}

customElements.define("ayla-new-game", AylaNewGame);
