// The view for developers: a turn beside the call that makes it and its answer, and the ways to the documents.

import { html, nothing } from "./vendor/lit.js";
import { address } from "./address.js";
import { Problem } from "./api.js";
import { marksOf } from "./board.js";
import { reasonOf } from "./game.js";
import { writeAddress } from "./game-address.js";
import { GAMES, VARIANTS } from "./games.js";
import { AylaPage } from "./page.js";
import { typeView } from "./views.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./page.js").Say} Say */

/** The game that is played here, and the level of the engine that answers. */
const [VARIANT] = VARIANTS;
const LEVEL = 1;

class AylaDevelopers extends AylaPage {
  static properties = { ...AylaPage.properties, _turn: { state: true }, _said: { state: true }, _showing: { state: true } };

  constructor() {
    super();
    /** @type {Turn | undefined} */
    this._turn = undefined;
    /** What the live region says. */
    this._said = "";
    this._showing = false;
  }

  get catalogue() {
    return "developers";
  }

  spoken() {
    this.#ask({ ...(this._turn ? { token: this._turn.position.token } : { preset: GAMES[VARIANT].firstPreset }) });
  }

  /**
   * Asks for a turn, and shows it.
   * @param {object} what
   */
  async #ask(what) {
    if (this._showing) return;
    this._showing = true;
    try {
      const turn = /** @type {Turn} */ (await this._api.call(`/v1/variants/${VARIANT}/play-turn`, { ...what, side: "south", you: true, locale: this._api.language }));
      const board = /** @type {AylaBoard | null} */ (this.querySelector("ayla-board"));
      await board?.show(turn.plays.flatMap((play) => play.events));
      board?.end();
      this._said = turn.refused ? reasonOf(turn.refused) : [...turn.plays.map(({ sentence }) => sentence), turn.result ?? turn.prompt ?? ""].join(" ");
      if (!turn.refused) this._turn = turn;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this._said = error.message;
    } finally {
      this._showing = false;
    }
  }

  /** @param {string} move */
  #play(move) {
    if (this._turn && !this._turn.status.over) this.#ask({ token: this._turn.position.token, move, reply: { level: LEVEL } });
  }

  /** @param {Say} say */
  view(say) {
    const turn = this._turn;
    if (!turn || !this._words) return html`<p class="wait">${this._said || this._loading}</p>`;
    const last = turn.plays.at(-1);
    const game = { variant: VARIANT, token: turn.position.token, moves: [], players: { south: 0, north: LEVEL }, watch: false };
    return html`<section class="table" aria-label=${say("page-view-developers")}>
        <h2>${say("page-developers-title")}</h2>
        <p>${say("page-developers-text")}</p>
        <ayla-board .variant=${VARIANT} .board=${turn.board} near="south" .turn=${turn.status.turn} .theme=${this._theme || undefined} .words=${this._words}
          .legal=${turn.legalMoves.map(({ move }) => move)} .marks=${last ? marksOf(last.events) : undefined}
          @ayla-choose=${(/** @type {CustomEvent} */ { detail: { house } }) => this.#play(String(house))}></ayla-board>
        <p id="said" role="status" aria-live="polite" class=${turn.status.over ? "over" : ""}>${this._said}</p>
        ${typeView(this._words, (move) => this.#play(move))}
        <p class="links"><a class="button" href=${`play${writeAddress(game)}`}>${say("page-play-on")}</a>
          ${turn.plays.length > 0 ? html`<button @click=${() => this.#ask({ preset: GAMES[VARIANT].firstPreset })}>${say("page-new")}</button>` : nothing}</p>
      </section>`;
  }

  callsView() {
    // What stands below the first turn would move when that comes.
    if (!this._turn && (this._calls.at(-1)?.status ?? 200) < 400) return nothing;
    return html`<ayla-calls live .calls=${this._calls} .words=${this._words}></ayla-calls>${this.#moreView()}`;
  }

  #moreView() {
    const words = this._words;
    if (!words) return nothing;
    /** @type {Say} */
    const say = (key) => words.say(key);
    return html`<section>
      <h2>${say("page-developers-more")}</h2>
      <ul class="ways">
        <li><a href="docs/">${say("page-developers-docs")}</a></li>
        <li><a href="openapi.json">${say("page-developers-openapi")}</a></li>
        <li><a href="docs/notation.md">${say("page-developers-notation")}</a></li>
        <li>${say("page-developers-board")}
          <pre tabindex="0" role="region" aria-label=${say("page-developers-board")}>&lt;script type="module" src="${address("/pages/board.js")}"&gt;&lt;/script&gt;
&lt;ayla-board position="${this._turn?.position.text}"&gt;&lt;/ayla-board&gt;</pre></li>
      </ul>
    </section>`;
  }
}

customElements.define("ayla-developers", AylaDevelopers);
