// The reference of the API: a form at each operation that sends an example, as the reader changes it, and shows the answer.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { address } from "./address.js";
import { keep, kept } from "./storage.js";

/** @typedef {{name: string, in: string, examples?: Record<string, {value: unknown}>}} Parameter */
/** @typedef {{parameters?: Parameter[], requestBody?: {content: Record<string, {examples: Record<string, {value: object}>}>}}} Described */
/** @typedef {{status: string, text?: string, picture?: string}} Answer */

/** What the forms say, in the language of the page around the reference. */
const said = /** @type {Record<string, string>} */ (/** @type {HTMLElement} */ (document.querySelector("#text")).dataset);
const language = document.documentElement.lang;
const KEY = "ayla-key";

/** @typedef {{paths: Record<string, {get?: Described, post?: Described}>}} Description */

/** @type {Promise<Description> | undefined} */
let described;
/**
 * What the service says of its operations.
 * @returns {Promise<Description>}
 */
const description = () => (described ??= fetch(address("/openapi.json")).then((answer) => answer.json()));

/** <ayla-try paths="...">: a form for the operation at these paths, which is made when the reader opens it. */
class AylaTry extends LitElement {
  static properties = { paths: {}, operation: {}, _path: { state: true }, _variant: { state: true }, _call: { state: true }, _answer: { state: true } };

  constructor() {
    super();
    this.paths = "";
    this.operation = "";
    this._path = "";
    this._variant = "";
    /** @type {{address: string, type?: string, body?: string, variants: string[]} | undefined} the example */
    this._call = undefined;
    /** @type {Answer | undefined} */
    this._answer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  /**
   * Takes the example of a path for a game.
   * @param {string} path
   * @param {string} [variant]
   */
  async #take(path, variant) {
    const { get, post } = (await description()).paths[path] ?? {};
    const [[type = "", { examples }] = ["", { examples: {} }]] = Object.entries(post?.requestBody?.content ?? {});
    const asked = (get ?? post)?.parameters?.filter(({ examples }) => examples) ?? [];
    const variants = Object.keys(asked[0]?.examples ?? examples);
    this._variant = variant ?? variants[0] ?? "";
    this._path = path;
    const example = (/** @type {Parameter} */ { examples }) => String(examples?.[this._variant]?.value ?? "");
    const query = post ? "" : asked.filter((parameter) => parameter.in === "query" && example(parameter)).map((parameter) => `${parameter.name}=${encodeURIComponent(example(parameter))}`).join("&");
    const body = examples[this._variant]?.value;
    const written = type === "application/json" ? JSON.stringify(body, null, 2) : JSON.stringify(body);
    this._call = { variants, address: asked.reduce((path, parameter) => path.replace(`{${parameter.name}}`, example(parameter)), path) + (query && `?${query}`), ...(post && { type, body: written }) };
    this._answer = undefined;
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const given = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value;
    const path = given("address") ?? "";
    const key = given("key");
    if (key) keep(KEY, key, "sessionStorage");
    const { type } = this._call ?? {};
    const authorization = kept(KEY, "sessionStorage");
    this._answer = { status: "…" };
    try {
      const answer = await fetch(address(path), {
        headers: { "accept-language": language, ...(type && { "content-type": type }), ...(authorization && { authorization: `Bearer ${authorization}` }) },
        ...(type && { method: "POST", body: given("body") }),
      });
      const kind = answer.headers.get("content-type") ?? "";
      const status = `${answer.status} ${kind.split(";")[0]}`;
      if (kind.startsWith("image/")) {
        this._answer = { status, picture: address(path) };
        return;
      }
      const text = await answer.text();
      this._answer = { status, text: /json$/.test(status) && !status.endsWith("ndjson") ? JSON.stringify(JSON.parse(text), null, 2) : text };
    } catch (error) {
      this._answer = { status: String(error) };
    }
  }

  render() {
    const [first = "", ...others] = this.paths.split(" ");
    return html`<details lang=${language} @toggle=${() => this._call ?? this.#take(first)}>
      <summary>${said["try"]}<span class="hidden"> ${this.operation}</span></summary>
      ${this._call ? this.#form(this._call, others.length ? [first, ...others] : []) : nothing}
    </details>`;
  }

  /**
   * @param {{address: string, type?: string, body?: string, variants: string[]}} call
   * @param {string[]} paths to choose among
   */
  #form({ address, type, body, variants }, paths) {
    const answer = this._answer;
    return html`<form class="try" @submit=${this.#send}>
      ${paths.length ? html`<label>HTTP <select @change=${(/** @type {any} */ event) => this.#take(event.target.value, this._variant)}>
        ${paths.map((path) => html`<option ?selected=${path === this._path}>${path}</option>`)}</select></label>` : nothing}
      ${variants.length ? html`<label>${said["game"]} <select @change=${(/** @type {any} */ event) => this.#take(this._path, event.target.value)}>
        ${variants.map((variant) => html`<option ?selected=${variant === this._variant}>${variant}</option>`)}</select></label>` : nothing}
      <label>${said["address"]} (${type ? "POST" : "GET"}) <input name="address" .value=${address} spellcheck="false" autocomplete="off"></label>
      ${type ? html`<label>${said["body"]} <textarea name="body" rows=${(body ?? "").split("\n").length} .value=${body ?? ""} spellcheck="false"></textarea></label>` : nothing}
      ${answer?.status.startsWith("401") ? html`<label>${said["key"]} <input name="key" type="password" autocomplete="off"></label>` : nothing}
      <p><button class="primary">${said["send"]}</button> <span role="status">${answer?.status}</span></p>
      ${answer?.text ? html`<pre tabindex="0" role="group" aria-label=${said["answer"] ?? ""}>${answer.text}</pre>` : nothing}
      ${answer?.picture ? html`<img src=${answer.picture} alt=${said["answer"] ?? ""}>` : nothing}
    </form>`;
  }
}

customElements.define("ayla-try", AylaTry);
