// <ayla-set-up>: the form of a position of one's own, in which the service finds the faults.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { SIDES } from "./board.js";
import { optionField, playerField } from "./form.js";
import { Game } from "./game.js";
import { readAddress } from "./game-address.js";
import { GAMES, PHASES, VARIANTS } from "./games.js";
import { ruled } from "./rulings.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./form.js").Rules} Rules */
/** @typedef {import("./game.js").Setup} Setup */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{field: string, message: string}} Fault */

/** Sends the event `ayla-start` with a game from the position. */
class AylaSetUp extends LitElement {
  static properties = {
    api: { attribute: false },
    words: { attribute: false },
    current: { attribute: false },
    _rules: { state: true },
    _setup: { state: true },
    _preset: { state: true },
    _players: { state: true },
    _faults: { state: true },
    _typed: { state: true },
    _right: { state: true },
    _text: { state: true },
    _isOpen: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Setup | undefined} the position of the game on the page */
    this.current = undefined;
    /** @type {Rules[]} in the language of the words */
    this._rules = [];
    /** @type {Setup | undefined} */
    this._setup = undefined;
    /** The preset whose options the position has; none for options of one's own. */
    this._preset = "";
    this._players = { south: 0, north: 0 };
    /** @type {Fault[]} what the service says is wrong */
    this._faults = [];
    /** @type {ReadonlySet<string>} the fields in which a person has typed what is no number */
    this._typed = new Set();
    /** What the service says of a position without faults. */
    this._right = "";
    /** The position as a text, or what a person has typed in its place. */
    this._text = "";
    this._isOpen = false;
    this._asked = new AbortController();
    this._resized = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("resize", this._resized);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("resize", this._resized);
    this._asked.abort();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("words") && this._rules.length > 0) this.#load();
  }

  /** Shows the numbers of the position, except where a person types or has typed something else. */
  updated() {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("input[data-field]"))) {
      const { field = "", value = "" } = input.dataset;
      if (input.value !== value && !this._typed.has(field) && input !== document.activeElement) input.value = value;
    }
  }

  /** All faults: of what was typed, and of the position. */
  get #all() {
    const typed = [...this._typed].map((field) => ({ field, message: this.words?.say("page-no-number") ?? "" }));
    return [...typed, ...this._faults.filter(({ field }) => !this._typed.has(field))];
  }

  /** @returns {HTMLDialogElement | null} */
  get #dialog() {
    return this.querySelector("dialog");
  }

  async open() {
    this.#dialog?.showModal();
    this._isOpen = true;
    if (this._rules.length === 0) await this.#load();
    if (this._setup || this._rules.length === 0) return;
    if (this.current) this.#take(this.current);
    else this.#start(VARIANTS[0]);
  }

  #leave() {
    this._isOpen = false;
    this._asked.abort();
  }

  async #load() {
    try {
      this._rules = (await this.api?.call("/v1/variants")).variants;
    } catch (error) {
      this.#refused(error);
      return;
    }
    if (this._setup) this.#check();
  }

  /** @param {Variant} variant */
  #rules(variant) {
    return this._rules.find(({ name }) => name === variant);
  }

  /**
   * Shows a position, with options of its own.
   * @param {Setup} setup
   */
  #take({ over: _, ...setup }) {
    this._preset = "";
    this._typed = new Set();
    this.#set(setup);
  }

  /**
   * The beginning of a game by the preset that is offered first.
   * @param {Variant} variant
   */
  #start(variant) {
    const { defaultHouses, defaultSeeds } = this.#rules(variant)?.board ?? { defaultHouses: 6, defaultSeeds: 4 };
    const row = Array(defaultHouses).fill(defaultSeeds);
    const { parts } = GAMES[variant];
    this._preset = GAMES[variant].firstPreset;
    this._typed = new Set();
    this._setup = {
      variant,
      options: this.#rules(variant)?.presets.find(({ name }) => name === this._preset)?.options ?? {},
      south: row,
      north: [...row],
      turn: "south",
      ...(parts.includes("stores") && { stores: { south: 0, north: 0 } }),
      // A phase that depends on an option is not that of the beginning.
      ...(parts.includes("phase") && !parts.includes("stores") && { phase: PHASES[0] }),
      ...(parts.includes("quiet") && { quiet: 0 }),
    };
    this.#check();
  }

  /** @param {Partial<Setup>} change */
  #set(change) {
    this._setup = /** @type {Setup} */ ({ ...this._setup, ...change });
    this.#check();
  }

  /** Asks the service for the faults. */
  async #check() {
    const setup = this._setup;
    if (setup) await this.#ask(setup.variant, { setup });
  }

  /** The signal of a question; the one before is not waited for any more. */
  #asking() {
    this._asked.abort();
    this._asked = new AbortController();
    return this._asked.signal;
  }

  /**
   * @param {Variant} variant
   * @param {object} position
   * @param {boolean} [takes] whether the form takes the position
   * @returns {Promise<void>}
   */
  async #ask(variant, position, takes = false) {
    const signal = this.#asking();
    const before = this._text;
    /** Shows a text, unless a person has typed another one since, or is about to. */
    const show = (/** @type {string} */ text) => {
      if (this._text === before && document.activeElement?.id !== "position") this._text = text;
    };
    try {
      const turn = await this.api?.call(`/v1/variants/${variant}/play-turn`, { ...position, locale: this.words?.language }, signal);
      if (signal.aborted) return;
      this._faults = [];
      this._right = turn.prompt ?? turn.result;
      show(turn.position.text);
      if (takes) this.#take(turn.position.setup);
    } catch (error) {
      if (signal.aborted) return;
      const found = error instanceof Problem && VARIANTS.find((name) => name === error.problem.metadata?.["found"]);
      if (takes && found && found !== variant) {
        await this.#ask(found, position, true);
        return;
      }
      if (!takes) show("");
      this.#refused(error);
    }
  }

  /**
   * Shows why the service cannot answer.
   * @param {unknown} error
   */
  #refused(error) {
    this._right = "";
    const message = error instanceof Error ? error.message : String(error);
    const { reason, violations = [] } = error instanceof Problem ? error.problem : {};
    // A text that is nothing else was sent as a token.
    if (reason === "MALFORMED_TOKEN") {
      this._faults = [{ field: "", message: this.words?.say("page-paste-unknown") ?? "" }];
      return;
    }
    const faults = violations.map((fault) => ({ message, ...fault }));
    // Two fields that contradict each other have the same fault.
    const messages = faults.map((fault) => fault.message);
    this._faults = faults.length > 0 ? faults.filter((fault, index) => messages.indexOf(fault.message) === index) : [{ field: "", message }];
  }

  /** @param {SubmitEvent} event */
  #pasted(event) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("position")).trim();
    const address = text.includes("#") ? readAddress(text.slice(text.indexOf("#"))) : undefined;
    const variant = VARIANTS.find((name) => text.startsWith(name));
    if (address) this.#ask(address.variant, { token: address.token, moves: address.moves.slice(0, address.at) }, true);
    else if (variant) this.#ask(variant, { position: text }, true);
    // Where it is a token of another game, the service says which.
    else this.#ask(VARIANTS[0], { token: text }, true);
  }

  /** @param {SubmitEvent} event */
  async #play(event) {
    event.preventDefault();
    const { api, _setup: setup } = this;
    if (!api || !setup || this._typed.size > 0) return;
    const signal = this.#asking();
    try {
      const started = await Game.start(api, setup.variant, { setup }, this._players, signal);
      if (signal.aborted) return;
      this.#dialog?.close();
      this.dispatchEvent(new CustomEvent("ayla-start", { detail: started }));
    } catch (error) {
      if (signal.aborted) return;
      this.#refused(error);
      await this.updateComplete;
      this.querySelector(".faults")?.scrollIntoView({ block: "nearest" });
    }
  }

  // ------------------------------------------------------------------------------------------------------- views

  render() {
    const { words } = this;
    if (!words) return nothing;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    return html`<dialog id="set-up" class="wide" aria-labelledby="set-up-title" @close=${this.#leave}>
      ${this._isOpen ? html`<ayla-condition .api=${this.api} .words=${words}></ayla-condition>` : nothing}
      <h2 id="set-up-title">${say("page-set-up")}</h2>
      <form class="paste" @submit=${this.#pasted}>
        <label for="position">${say("page-paste")}</label>
        <span><input id="position" name="position" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${this._text} @focus=${select}
          @input=${(/** @type {any} */ event) => (this._text = event.target.value)}><button>${say("page-ok")}</button></span>
      </form>
      <form @submit=${this.#play} novalidate>
        ${this._setup ? this.#setupView(this._setup, say) : this._faults.length > 0 ? this.#verdictView(say) : html`<p>${say("page-loading")}</p>`}
        <p class="controls"><button class="primary" ?disabled=${this.#all.length > 0}>${say("page-play-here")}</button>
          <button type="button" @click=${() => this.#dialog?.close()}>${say("page-cancel")}</button></p>
      </form>
    </dialog>`;
  }

  /**
   * @param {Setup} setup
   * @param {Say} say
   */
  #setupView(setup, say) {
    const { variant, south, north, stores, options, quiet } = setup;
    const { parts } = GAMES[variant];
    const rules = this.#rules(variant);
    const sum = [...south, ...north, stores?.south ?? 0, stores?.north ?? 0].reduce((all, seeds) => all + seeds, 0);
    const presets = rules?.presets ?? [];
    const choice = (/** @type {"turn" | "phase" | "first"} */ name, /** @type {string[]} */ values, /** @type {string} */ prefix, /** @type {string} */ label) => html`<label>${label}
      <select id="set-${name}" aria-invalid=${this.#faultIn(`setup.${name}`) ? "true" : "false"} aria-describedby=${this.#faultIn(`setup.${name}`) ?? nothing} @change=${(/** @type {any} */ event) => this.#set({ [name]: event.target.value })}>
        ${values.map((value) => html`<option value=${value} ?selected=${value === (setup[name] ?? "play")}>${say(`${prefix}-${value}`)}</option>`)}</select></label>`;
    return html`
      <fieldset class="games"><legend>${say("page-game")}</legend>
        ${VARIANTS.map((name) => html`<label><input type="radio" name="set-variant" value=${name} .checked=${name === variant} @change=${() => this.#start(name)}> ${GAMES[name].title}</label>`)}
      </fieldset>
      ${this.#boardView(setup, say)}
      <p class="sum"><output>${say("page-sum", { seeds: sum })}${this.#oddSum(setup, sum) ? html` <strong>${say("page-sum-other", { seeds: this.#begins(setup) })}</strong>` : nothing}</output>
        <button type="button" @click=${() => this.#start(variant)}>${say("page-set-start")}</button>
        <button type="button" @click=${() => this.#set({ south: south.map(() => 0), north: north.map(() => 0), ...(stores && { stores: { south: 0, north: 0 } }) })}>${say("page-set-empty")}</button>
        ${this.current ? html`<button type="button" @click=${() => this.current && this.#take(this.current)}>${say("page-set-current")}</button>` : nothing}</p>
      ${this.#verdictView(say)}
      <fieldset><legend>${say("page-state")}</legend>
        ${choice("turn", SIDES, "side", say("page-turn"))}
        ${!parts.includes("phase") ? nothing
          : !parts.includes("stores") ? choice("phase", PHASES, "page-is", say("page-phase"))
          : options.pie || options["first-bonus"] === false ? choice("phase", PHASES.filter((phase) => phase !== "bear-off"), "page-swap", say("page-phase")) : nothing}
        ${parts.includes("first") ? choice("first", SIDES, "side", say("page-first-was")) : nothing}
        ${parts.includes("tuzdiks") ? SIDES.map((side) => this.#tuzdikView(setup, side, say)) : nothing}
        ${parts.includes("burnt") ? SIDES.map((side) => this.#burntView(setup, side, say)) : nothing}
        ${parts.includes("quiet") ? html`<label>${say("page-quiet")} ${this.#numberView("set-quiet", "setup.quiet", quiet ?? 0, (number) => ({ quiet: number }))}</label>` : nothing}
        ${rules && rules.board.houses.max > rules.board.houses.min ? html`<label>${say("page-houses")} <input id="set-houses" type="number" min=${rules.board.houses.min} max=${rules.board.houses.max}
          step=${rules.board.houses.step} inputmode="numeric" .value=${String(south.length)} @change=${(/** @type {any} */ event) => this.#resize(whole(event.target.value))}></label>` : nothing}
      </fieldset>
      <label>${say("page-preset")} <select id="set-preset" @change=${(/** @type {any} */ event) => this.#choosePreset(event.target.value)}>
        ${presets.map(({ name, title }) => html`<option value=${name} ?selected=${name === this._preset}>${title}</option>`)}
        <option value="" ?selected=${!this._preset}>${say("page-own-options")}</option></select></label>
      ${this._preset || !rules ? nothing : html`<details class="options"><summary>${say("page-options")}</summary>
        ${rules.options.filter(({ startOnly }) => !startOnly).map((option) =>
          optionField(say, `set-option-${option.name}`, option, options, (value) => this.#set({ options: { ...options, [option.name]: value } }), this.#faultIn(`setup.options.${option.name}`)))}</details>`}
      <fieldset class="players"><legend>${say("page-players")}</legend>
        ${SIDES.map((side) => playerField(say, side, setup.variant, this._players, (level) => (this._players = { ...this._players, [side]: level })))}</fieldset>`;
  }

  /** @param {Say} say */
  #verdictView(say) {
    const faults = this.#all;
    return html`<div class="verdict" role="status">${faults.length > 0
      ? html`<p>${say("page-faults", { faults: faults.length })}</p><ul class="faults">${faults.map((fault, index) => this.#faultView(fault, index, say))}</ul>`
      : html`<p class="right">${this._right}</p>`}</div>`;
  }

  /** @param {string} name */
  #choosePreset(name) {
    this._preset = name;
    const setup = this._setup;
    const options = setup && this.#rules(setup.variant)?.presets.find((preset) => preset.name === name)?.options;
    if (!options) return;
    const { houses, seeds: _, ...others } = options;
    if (typeof houses === "number") this.#resize(houses);
    this.#set({ options: others });
  }

  /** @param {number} houses in a row */
  #resize(houses) {
    const setup = this._setup;
    const board = setup && this.#rules(setup.variant)?.board;
    if (!board) return;
    const length = Math.min(Math.max(houses, 1), board.houses.max);
    const row = (/** @type {number[]} */ old) => Array.from({ length }, (_, index) => old[index] ?? board.defaultSeeds);
    this.#set({ south: row(setup.south), north: row(setup.north) });
  }

  /**
   * The houses and stores, laid out as the board is.
   * @param {Setup} setup
   * @param {Say} say
   */
  #boardView(setup, say) {
    const houses = setup.south.length;
    const most = innerWidth < 600 && houses > 8 ? 8 : 12;
    const bands = Math.ceil(houses / most);
    const inBand = Math.ceil(houses / bands);
    const field = (/** @type {Side} */ side, /** @type {number} */ house) => {
      const path = `setup.${side}[${house - 1}]`;
      const label = say("house-of", { side: say(`side-${side}`), house });
      const fault = this.#faultIn(path) ?? (house === 1 ? this.#faultIn(`setup.${side}`) : undefined);
      return html`<label class="house"><span aria-hidden="true">${house}</span>${this.#numberView(`set-${side}-${house}`, path, setup[side][house - 1] ?? 0,
        (number) => ({ [side]: this._setup?.[side].map((seeds, index) => (index === house - 1 ? number : seeds)) }), fault, label)}</label>`;
    };
    const store = (/** @type {Side} */ side) => setup.stores
      ? html`<label class="store">${say("page-store", { side: say(`side-${side}`) })} ${this.#numberView(`set-store-${side}`, `setup.stores.${side}`, setup.stores[side],
          (number) => ({ stores: { south: 0, north: 0, ...this._setup?.stores, [side]: number } }))}</label>`
      : html`<p class="store">${say(`side-${side}`)}</p>`;
    const columns = (/** @type {number} */ band) => Array.from({ length: Math.min(inBand, houses - band * inBand) }, (_, index) => band * inBand + index + 1);
    return html`<div class="houses">
      ${store("north")}
      ${Array.from({ length: bands }, (_, band) => html`<div class="band" .style=${`--columns:${inBand}`}>
        <div class="row">${columns(band).map((column) => field("north", houses + 1 - column))}</div>
        <div class="row">${columns(band).map((column) => field("south", column))}</div></div>`)}
      ${store("south")}
    </div>`;
  }

  /**
   * The choice of the house in the other row that is the tuzdik of a side.
   * @param {Setup} setup
   * @param {Side} side
   * @param {Say} say
   */
  #tuzdikView({ tuzdiks = {}, south }, side, say) {
    const fault = this.#faultIn("setup.tuzdiks");
    const choose = (/** @type {any} */ event) => this.#set({ tuzdiks: { ...tuzdiks, [side]: Number(event.target.value) || undefined } });
    return html`<label>${say("page-tuzdik", { side: say(`side-${side}`) })}
      <select id=${side === "south" ? "set-tuzdiks" : nothing} aria-invalid=${fault ? "true" : "false"} aria-describedby=${fault ?? nothing} @change=${choose}>
        <option value="">–</option>
        ${south.slice(1).map((_, index) => html`<option value=${index + 1} ?selected=${tuzdiks[side] === index + 1}>${index + 1}</option>`)}</select></label>`;
  }

  /**
   * The numbers of the burnt houses of a side.
   * @param {Setup} setup
   * @param {Side} side
   * @param {Say} say
   */
  #burntView({ burnt = { south: [], north: [] } }, side, say) {
    const fault = this.#faultIn("setup.burnt");
    const typed = (/** @type {any} */ event) => this.#set({ burnt: { ...burnt, [side]: event.target.value.split(/\D+/).filter(Boolean).map(Number) } });
    return html`<label>${say("page-burnt", { side: say(`side-${side}`) })}
      <input id=${side === "south" ? "set-burnt" : nothing} size="8" inputmode="numeric" autocomplete="off" aria-invalid=${fault ? "true" : "false"} aria-describedby=${fault ?? nothing}
        .value=${burnt[side].join(", ")} @change=${typed}></label>`;
  }

  /**
   * A field of a number, which is counted while it is typed, and checked when it is left. Anything else is a fault, and changes
   * nothing.
   * @param {string} id
   * @param {string} path
   * @param {number} value
   * @param {(number: number) => Partial<Setup>} change
   * @param {string} [fault] the id of the fault
   * @param {string} [label]
   */
  #numberView(id, path, value, change, fault = this.#faultIn(path), label) {
    const typed = (/** @type {any} */ event) => {
      const text = event.target.value.trim();
      const fields = new Set(this._typed);
      if (/^\d+$/.test(text)) {
        fields.delete(path);
        this._setup = /** @type {Setup} */ ({ ...this._setup, ...change(Number(text)) });
      } else {
        fields.add(path);
      }
      this._typed = fields;
    };
    return html`<input id=${id} type="number" min="0" inputmode="numeric" data-field=${path} data-value=${value} aria-label=${label ?? nothing}
      aria-invalid=${fault ? "true" : "false"} aria-describedby=${fault ?? nothing} @focus=${select} @input=${typed} @change=${() => this.#check()}>`;
  }

  /**
   * How many seeds a game on this board begins with.
   * @param {Setup} setup
   */
  #begins({ variant, south }) {
    return 2 * south.length * (this.#rules(variant)?.board.defaultSeeds ?? 0);
  }

  /**
   * Whether there are other seeds than in a game from the beginning: more, or also fewer where none leaves the board.
   * @param {Setup} setup
   * @param {number} sum
   */
  #oddSum(setup, sum) {
    const begins = this.#begins(setup);
    return sum > begins || (!!setup.stores && sum < begins);
  }

  /**
   * The id of the fault in a field.
   * @param {string} path
   */
  #faultIn(path) {
    const index = this.#all.findIndex(({ field }) => field === path);
    return index < 0 ? undefined : `fault-${index}`;
  }

  /**
   * A fault, with the way to its field.
   * @param {Fault} fault
   * @param {number} index
   * @param {Say} say
   */
  #faultView({ field, message }, index, say) {
    const [, side, house, store, option, name] = /^setup\.(?:(south|north)(?:\[(\d+)\])?|stores\.(\w+)|options\.([\w-]+)|([\w-]+))$/.exec(field) ?? [];
    const id = side ? `set-${side}-${Number(house ?? 0) + 1}` : store ? `set-store-${store}` : option ? `set-option-${option}` : name ? `set-${name}` : "";
    const go = async () => {
      if (option) this._preset = "";
      await this.updateComplete;
      const found = /** @type {HTMLElement | null} */ (this.querySelector(`#${id}`));
      const details = found?.closest("details");
      if (details) details.open = true;
      found?.focus();
    };
    return html`<li id="fault-${index}">${ruled(message)} ${id && name !== "options" ? html`<button type="button" @click=${go}>${say("page-fault-go")}</button>` : nothing}</li>`;
  }
}

/** @param {string} text */
const whole = (text) => Math.max(0, Math.trunc(Number(text)) || 0);

/** @param {Event} event */
const select = (event) => /** @type {HTMLInputElement} */ (event.target).select();

customElements.define("ayla-set-up", AylaSetUp);
