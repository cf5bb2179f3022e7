// <ayla-condition>: says when the service is slow, busy or gone, and asks for its API key.

import { LitElement, html, nothing } from "./vendor/lit.js";

class AylaCondition extends LitElement {
  static properties = { api: { attribute: false }, words: { attribute: false } };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    this._changed = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.api?.addEventListener("condition", this._changed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.api?.removeEventListener("condition", this._changed);
  }

  render() {
    const { api, words } = this;
    if (!api || !words || api.condition === "ready") return nothing;
    if (api.condition !== "key") return html`<p class="condition" role="alert">${words.say(`page-condition-${api.condition}`)}</p>`;
    return html`<form class="condition" @submit=${this.#keyGiven}>
      <label>${words.say("page-condition-key")} <input name="key" type="password" autocomplete="off" required></label>
      <button>${words.say("page-ok")}</button>
    </form>`;
  }

  /** @param {SubmitEvent} event */
  #keyGiven(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.api?.giveKey(String(new FormData(form).get("key")));
  }
}

customElements.define("ayla-condition", AylaCondition);
