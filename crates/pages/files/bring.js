// <ayla-bring>: the form that opens a game of another program, which the service reads.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { Game } from "./game.js";
import { GAMES } from "./games.js";

/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{variant: Variant, position: string, moves: string[], assumed: {message: string}[], tags: {name: string, value: string}[]}} Brought */
/** @typedef {{format?: string, games: Brought[], moreGames?: number, faults: {line: number, column: number, message: string}[], moreFaults?: number}} Reading */

/** Sends the event `ayla-start` with a game that was read. */
class AylaBring extends LitElement {
  static properties = { api: { attribute: false }, words: { attribute: false }, _reading: { state: true }, _fault: { state: true }, _isOpen: { state: true } };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Reading | undefined} what the service has read */
    this._reading = undefined;
    /** Why it could not. */
    this._fault = "";
    this._isOpen = false;
    this._asked = new AbortController();
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._asked.abort();
  }

  /** @returns {HTMLDialogElement | null} */
  get #dialog() {
    return this.querySelector("dialog");
  }

  open() {
    this._isOpen = true;
    this.#dialog?.showModal();
  }

  #leave() {
    this._isOpen = false;
    this._asked.abort();
  }

  /**
   * Asks the service for something; the question before is not waited for any more.
   * @param {(api: import("./api.js").Api, signal: AbortSignal) => Promise<void>} asking
   */
  async #try(asking) {
    this._asked.abort();
    const { signal } = (this._asked = new AbortController());
    this._fault = "";
    try {
      if (this.api) await asking(this.api, signal);
    } catch (error) {
      if (!signal.aborted) this._fault = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {string} text */
  #read(text) {
    this._reading = undefined;
    return this.#try(async (api, signal) => {
      const reading = await api.call("/v1/read-game", { text, locale: this.words?.language }, signal);
      if (!signal.aborted) this._reading = reading;
    });
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    event.preventDefault();
    this.#read(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text")));
  }

  /** @param {any} event */
  async #chosen({ target }) {
    const [file] = target.files;
    if (!file) return;
    const text = await file.text();
    target.value = "";
    Object.assign(/** @type {HTMLTextAreaElement} */ (this.querySelector("#bring-text")), { value: text });
    await this.#read(text);
  }

  /** @param {Brought} brought */
  #start({ variant, position, moves }) {
    return this.#try(async (api, signal) => {
      const { game } = await Game.start(api, variant, { position }, { south: 0, north: 0 }, signal);
      game.moves = moves;
      const turn = await game.goTo(moves.length, signal);
      if (signal.aborted) return;
      this.#dialog?.close();
      this.dispatchEvent(new CustomEvent("ayla-start", { detail: { game, turn } }));
    });
  }

  render() {
    const { words, _reading: reading } = this;
    if (!words) return nothing;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    return html`<dialog id="bring" class="wide" aria-labelledby="bring-title" @close=${this.#leave}>
      ${this._isOpen ? html`<ayla-condition .api=${this.api} .words=${words}></ayla-condition>` : nothing}
      <h2 id="bring-title">${say("page-bring")}</h2>
      <form @submit=${this.#submitted}>
        <label for="bring-text">${say("page-bring-text")}</label>
        <textarea id="bring-text" name="text" rows="6" required autocomplete="off" autocapitalize="off" spellcheck="false"></textarea>
        <p class="controls"><button class="primary">${say("page-bring-read")}</button>
          <label class="file">${say("page-bring-file")} <input type="file" @change=${this.#chosen}></label>
          <button type="button" @click=${() => this.#dialog?.close()}>${say("page-cancel")}</button></p>
        <div role="status">
          ${this._fault ? html`<div class="verdict"><p class="faults">${this._fault}</p></div>` : nothing}
          ${reading ? this.#readingView(reading, say) : nothing}
        </div>
      </form>
    </dialog>`;
  }

  /**
   * @param {Reading} reading
   * @param {Say} say
   */
  #readingView({ format = "", games, moreGames = 0, faults, moreFaults = 0 }, say) {
    const more = (/** @type {number} */ count) => (count > 0 ? html`<p>${say("page-bring-more", { count })}</p>` : nothing);
    return html`
      ${games.length > 0 ? html`<p>${say("page-bring-found", { games: games.length + moreGames, format: say("page-format", { format }) })}</p>
        <ol class="brought">${games.map((game) => html`<li>
          <button type="button" @click=${() => this.#start(game)}>${say("page-bring-game", { game: GAMES[game.variant].title, moves: game.moves.length })}</button>
          <span>${game.tags.filter(({ name, value }) => name !== "Variant" && /[\p{L}\d]/u.test(value)).map(({ value }) => value).join(" · ")}</span>
          ${game.assumed.map(({ message }) => html`<p>${message}</p>`)}</li>`)}</ol>${more(moreGames)}` : nothing}
      ${faults.length > 0 ? html`<div class="verdict"><ul class="faults">
        ${faults.map(({ line, column, message }) => html`<li>${say("record-at", { line, column, fault: message })}</li>`)}</ul>${more(moreFaults)}</div>` : nothing}`;
  }
}

customElements.define("ayla-bring", AylaBring);
