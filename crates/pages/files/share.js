// <ayla-share>: the links to a game, for those who watch it and those who play it, to hand on, to copy or to scan.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { other } from "./board.js";
import { GAMES } from "./games.js";
import { resultOf } from "./save.js";
import { publicNames } from "./views.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {"friend" | "watch" | "play"} Way what the link is for */

/** Sends the event `ayla-sent` when a link was handed on, and `ayla-invite` when the game is to go on by links. */
class AylaShare extends LitElement {
  static properties = { game: { attribute: false }, turn: { attribute: false }, words: { attribute: false }, _way: { state: true }, _told: { state: true }, _said: { state: true }, _code: { state: true }, _isOpen: { state: true } };

  constructor() {
    super();
    /** @type {Game | undefined} */
    this.game = undefined;
    /** @type {Turn | undefined} */
    this.turn = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {Way} */
    this._way = "watch";
    /** @type {Turn | undefined} how the game stands, for people elsewhere */
    this._told = undefined;
    /** What is said of the link. */
    this._said = "";
    /** @type {unknown} the link as a code */
    this._code = undefined;
    this._isOpen = false;
  }

  createRenderRoot() {
    return this;
  }

  /** The ways to share the game. @returns {Way[]} */
  get #ways() {
    const { game, turn } = this;
    if (game?.link) return ["friend", "watch"];
    const isForTwo = game?.players.south === 0 && game.players.north === 0;
    return isForTwo && turn?.status.turn && !game.resigned ? ["watch", "play", "friend"] : ["watch", "play"];
  }

  async open() {
    const { game, words } = this;
    if (!game || !words) return;
    this._way = game.link ? "friend" : "watch";
    this._isOpen = true;
    this._said = "";
    this._code = undefined;
    this._told = undefined;
    this.querySelector("dialog")?.showModal();
    // What people elsewhere read does not address the one who shares; without it, the link is enough.
    this._told = await game.toldTo(publicNames(words, game)).catch(() => undefined);
  }

  /** The number of the last move: a friend gets the whole game. */
  get #number() {
    const { game, _way: way } = this;
    return (way === "friend" ? game?.moves.length : game?.at) ?? 0;
  }

  /** The link. Its query is for those who show a preview and for those who read it, and the fragment has the game. */
  get #link() {
    const { game, turn, _way: way } = this;
    if (!game || !turn) return "";
    const { names } = game;
    const at = this.#number;
    const address = way === "friend" ? game.address({ at, side: game.side && other(game.side) }) : game.address({ at, names, watch: way === "watch", link: undefined });
    // The picture of a preview has numbers.
    const position = game.eye ? "" : `g=${turn.position.token}&`;
    return `${location.origin}${location.pathname}?${position}move=${at}${address}`;
  }

  /** What is said beside the link: the game, its last move, and whose turn it is. */
  get #text() {
    const { game, words, _told: told } = this;
    if (!game || !words) return "";
    const title = words.say("page-share-title", { game: GAMES[game.variant].title, number: this.#number });
    const state = told && (resultOf(words, game, told) || told.prompt);
    return state ? `${title}: ${state}` : title;
  }

  /** A link to a friend of a game that is played here makes it one by links. */
  #take() {
    if (this._way === "friend" && !this.game?.link) this.dispatchEvent(new CustomEvent("ayla-invite"));
  }

  /** @param {string} said */
  #sent(said) {
    this._said = said;
    if (this._way === "friend") this.dispatchEvent(new CustomEvent("ayla-sent"));
  }

  async #share() {
    const { game } = this;
    if (!game) return;
    this.#take();
    try {
      await navigator.share({ title: GAMES[game.variant].title, text: this.#text, url: this.#link });
      this.#sent(this.words?.say("page-share-done") ?? "");
    } catch (error) {
      // Somebody who does not share after all wants no link either.
      if (!(error instanceof DOMException && error.name === "AbortError")) await this.#copy();
    }
  }

  async #copy() {
    this.#take();
    try {
      await navigator.clipboard.writeText(this.#link);
      this.#sent(this.words?.say("page-copied") ?? "");
    } catch {
      // Where the page may not copy, a reader copies what is selected.
      /** @type {HTMLInputElement | null} */ (this.querySelector("[name=link]"))?.select();
    }
  }

  async #draw() {
    this.#take();
    const { codeOf } = await import("./code.js");
    try {
      this._code = codeOf(this.#link, this.words?.say("page-share-code") ?? "");
      this.#sent("");
      await this.updateComplete;
      this.querySelector(".code")?.scrollIntoView({ block: "nearest" });
    } catch {
      this._said = this.words?.say("page-share-long") ?? "";
    }
  }

  /** @param {boolean} on whether the link proposes to stop */
  #propose(on) {
    if (this.game) this.game.proposed = on ? this.game.side : undefined;
    this.#choose(this._way);
    this.requestUpdate();
  }

  /** @param {Way} way */
  #choose(way) {
    this._way = way;
    this._said = "";
    this._code = undefined;
  }

  render() {
    const { game, words, turn } = this;
    if (!game || !words || !turn) return nothing;
    /** @type {Say} */
    const say = (key, values) => words.say(key, values);
    const friend = game.side ? other(game.side) : (turn.status.turn ?? "north");
    const proposes = this._way === "friend" && game.link && turn.agree && turn.status.turn !== game.side;
    return html`<dialog id="share" aria-labelledby="share-title" @close=${() => (this._isOpen = false)}>
      ${this._isOpen ? html`<form method="dialog">
        <h2 id="share-title">${say("page-share-title", { game: GAMES[game.variant].title, number: this.#number })}</h2>
        <fieldset class="purpose"><legend>${say("page-share-for")}</legend>
          ${this.#ways.map((way) => html`<label><input type="radio" name="way" value=${way} .checked=${way === this._way} @change=${() => this.#choose(way)}>
            <span>${words.about(game.names).tell(`page-share-${way}`, { side: friend })} <small>${say(`page-share-${way}.text`)}</small></span></label>`)}
        </fieldset>
        ${proposes ? html`<label><input type="checkbox" name="propose" .checked=${!!game.proposed} @change=${(/** @type {any} */ event) => this.#propose(event.target.checked)}> ${say("page-link-propose")}</label>` : nothing}
        ${this._way === "friend" && !game.link ? nothing : html`<p><input name="link" readonly aria-label=${say("page-share-link")} .value=${this.#link}></p>`}
        <p role="status">${this._said}</p>
        ${this._code ?? nothing}
        <p class="controls">
          ${"share" in navigator ? html`<button type="button" name="hand" class="primary" @click=${this.#share}>${say("page-share-game")}</button>` : nothing}
          <button type="button" name="copy" class=${"share" in navigator ? "" : "primary"} @click=${this.#copy}>${say("page-share-copy")}</button>
          <button type="button" name="code" @click=${this.#draw}>${say("page-share-scan")}</button>
          <button value="">${say("page-close")}</button>
        </p>
      </form>` : nothing}
    </dialog>`;
  }
}

customElements.define("ayla-share", AylaShare);
