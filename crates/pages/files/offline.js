// <ayla-offline>: has the browser keep the page, so that it works without a connection, and offers another build of it.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { address } from "./address.js";
import { PLAYS_HERE } from "./games.js";
import { keptGames } from "./kept-games.js";

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("ayla-workers", { createScriptURL: String });

/**
 * The address of the script of a worker, which the policy of the page takes from here only.
 * @param {string} address
 * @returns {string}
 */
export const script = (address) => policy?.createScriptURL(address) ?? address;

class AylaOffline extends LitElement {
  static properties = { api: { attribute: false }, words: { attribute: false }, _news: { state: true } };

  constructor() {
    super();
    /** @type {import("./api.js").Api | undefined} */
    this.api = undefined;
    /** @type {import("./words.js").Words | undefined} */
    this.words = undefined;
    /** @type {"kept" | "newer" | undefined} what is to be said */
    this._news = undefined;
  }

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    const { api } = this;
    const outdated = () => (this._news = "newer");
    if (api?.isOutdated) outdated();
    api?.addEventListener("outdated", outdated);
    // A browser that keeps nothing, or has no room, plays all the same.
    this.#keep().catch(() => undefined);
  }

  async #keep() {
    const { serviceWorker } = navigator;
    // Without TLS there is none, and those who save data keep the page by installing it.
    const saves = /** @type {any} */ (navigator).connection?.saveData && !matchMedia("(display-mode: standalone)").matches;
    if (!serviceWorker || saves) return;
    const registration = await serviceWorker.register(script(address("/service-worker.js")));
    if (registration.waiting) return this.#offer();
    registration.addEventListener("updatefound", () => this.#watch(registration.installing));
    this.#watch(registration.installing);
  }

  /** @param {ServiceWorker | null} worker which is being installed */
  #watch(worker) {
    const isFirst = !navigator.serviceWorker.controller;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && !isFirst) this._news = "newer";
      if (worker.state === "activated" && isFirst && PLAYS_HERE) this._news = "kept";
    });
  }

  /** Takes another build at once where no game goes on and nobody has begun anything, and otherwise offers it. */
  #offer() {
    // An address may have the moves of a game that is not kept.
    const goesOn = /^#\w+\/[\w-]*\/\w/.test(location.hash) || keptGames().some(({ over }) => !over);
    if (!goesOn && !navigator.userActivation?.hasBeenActive) return this.#take();
    this._news = "newer";
  }

  /** Loads the page anew, of the other build. */
  async #take() {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker?.getRegistration().catch(() => undefined);
    if (registration?.waiting) {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      registration.waiting.postMessage("take");
    } else {
      // What is kept is not of the build of the server.
      await registration?.unregister();
      location.reload();
    }
  }

  render() {
    const { words, _news: news } = this;
    if (!words || !news) return nothing;
    return html`<p class="condition news" role="status">${words.say(`page-news-${news}`)}
      ${news === "newer" ? html`<button class="primary" @click=${this.#take}>${words.say("page-news-load")}</button>` : nothing}
      <button @click=${() => (this._news = undefined)}>${words.say("page-close")}</button></p>`;
  }
}

customElements.define("ayla-offline", AylaOffline);
