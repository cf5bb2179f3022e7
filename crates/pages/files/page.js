// What all views of the page have: words, the look, the service and its condition, and the calls that were made.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { Api } from "./api.js";
import "./calls.js";
import "./condition.js";
import { LANGUAGES } from "./languages.js";
import { keep } from "./storage.js";
import { choose, chosenLanguage, direction, keepLanguage, rulesAddress, words } from "./words.js";

/** @typedef {import("./words.js").Language} Language */
/** @typedef {(key: string, values?: import("./words.js").Arguments) => string} Say */

/** Milliseconds after which a page that has not been here before is kept: first it loads. */
const KEPT_AFTER = 10_000;

/** The views. */
const VIEWS = ["play", "learn", "puzzles", "developers"];

// What keeps the page in this browser, and offers another build of it.
setTimeout(() => import("./offline.js").catch(() => {}), navigator.serviceWorker?.controller ? 0 : KEPT_AFTER);

/** A view of the page: `view` is what it shows, and `spoken` is called when the words are there, and after each change of language. */
export class AylaPage extends LitElement {
  static properties = {
    _words: { state: true },
    _unspoken: { state: true },
    _calls: { state: true },
    _theme: { state: true },
  };

  constructor() {
    super();
    this._api = new Api();
    this._api.addEventListener("calls", () => (this._calls = this._api.calls));
    this._api.addEventListener("condition", () => this.requestUpdate());
    this._calls = this._api.calls;
    /** @type {import("./words.js").Words | undefined} */
    this._words = undefined;
    /** @type {Language | undefined} a language whose words could not be loaded */
    this._unspoken = undefined;
    /** The colours that theme.js has set already; none are the browser's. */
    this._theme = document.documentElement.dataset["theme"] ?? "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#speak(chosenLanguage());
  }

  /** What stands beside the name of the page. */
  get heading() {
    return "";
  }

  /**
   * The game that is shown, to whose lessons and rules the page leads.
   * @returns {import("./games.js").Variant | undefined}
   */
  get variant() {
    return undefined;
  }

  /**
   * The catalogue of the words that few views say, beside that of all.
   * @returns {string}
   */
  get catalogue() {
    return "";
  }

  /** The name of the view. */
  get #view() {
    return this.localName.replace("ayla-", "");
  }

  /** @param {Map<string, unknown>} changed */
  update(changed) {
    const hadFocus = this.contains(document.activeElement);
    super.update(changed);
    // What had the focus may be gone, as the buttons of a move that was shown are.
    if (hadFocus && !this.contains(document.activeElement)) this.rest?.focus();
  }

  /**
   * What takes the focus from what is gone.
   * @returns {HTMLElement | null}
   */
  get rest() {
    return this.querySelector("ayla-board");
  }

  /** @param {Map<string, unknown>} _changed */
  updated(_changed) {
    const view = this._words?.say(`page-view-${this.#view}`);
    document.title = [view, this.heading, "Ayla"].filter(Boolean).join(" – ");
  }

  spoken() {}

  /** Whether there is no connection, as far as calls and the browser have shown. */
  get _isCutOff() {
    return this._api.condition === "gone";
  }

  /** What stands where the view is to be: that it comes, or what it needs. */
  get _loading() {
    return this._words?.say(this._isCutOff ? "page-needs-server" : "page-loading") ?? "";
  }

  /**
   * @param {Say} _say
   * @returns {unknown}
   */
  view(_say) {
    return nothing;
  }

  /**
   * The calls that the view has made.
   * @returns {unknown}
   */
  callsView() {
    return html`<ayla-calls .calls=${this._calls} .words=${this._words}></ayla-calls>`;
  }

  /** @param {Language} language */
  async #speak(language) {
    this._unspoken = undefined;
    try {
      this._words = await words(language, this.catalogue);
    } catch {
      this._unspoken = language;
      return;
    }
    this._api.language = language;
    document.documentElement.lang = language;
    document.documentElement.dir = direction(language);
    this.spoken();
  }

  /** @param {any} event */
  #languageChosen(event) {
    const language = choose([event.target.value]);
    keepLanguage(language);
    this.#speak(language);
  }

  /** @param {string} theme */
  #setTheme(theme) {
    this._theme = theme;
    keep("ayla-theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }

  render() {
    const words = this._words;
    if (!words) return this.#unspokenView() ?? html`<p class="wait">Ayla …</p>`;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    return html`
      <header>
        <h1 class="name"><a href="./">Ayla</a></h1>
        ${this.heading ? html`<p class="game">${this.heading}</p>` : nothing}
        <nav aria-label=${say("page-views")}>
          ${VIEWS.map((name) => [html`<a href=${name !== "developers" && this.variant ? `${name}#${this.variant}` : name} aria-current=${name === this.#view ? "page" : nothing}>${say(`page-view-${name}`)}</a> `,
            name === "puzzles" ? html`<a href=${rulesAddress(this.variant)}>${say("page-rules")}</a> ` : nothing])}
        </nav>
        <div class="settings" role="group" aria-label=${say("page-settings")}>
          <label><span class="hidden">${say("page-language")}</span>
            <select id="language" .value=${words.language} @change=${this.#languageChosen}>
              ${Object.entries(LANGUAGES).map(([tag, { name }]) => html`<option value=${tag} lang=${tag} ?selected=${tag === words.language}>${name}</option>`)}
            </select></label>
          <label><span class="hidden">${say("page-theme")}</span>
            <select id="theme" @change=${(/** @type {any} */ event) => this.#setTheme(event.target.value)}>
              ${["", "light", "dark"].map((theme) => html`<option value=${theme} ?selected=${theme === this._theme}>${say(`page-theme-${theme || "auto"}`)}</option>`)}
            </select></label>
        </div>
      </header>
      ${this.#unspokenView()}
      <ayla-condition .api=${this._api} .words=${words}></ayla-condition>
      <main>
        ${this.view(say)}
        ${this.callsView()}
      </main>
      <ayla-offline .api=${this._api} .words=${words}></ayla-offline>`;
  }

  #unspokenView() {
    const language = this._unspoken;
    const said = language && LANGUAGES[language];
    if (!said) return undefined;
    return html`<p class="condition" role="alert" lang=${language}>${said.failed} <button @click=${() => this.#speak(language)}>${said.again}</button></p>`;
  }
}
