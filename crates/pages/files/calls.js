// The calls that the page makes, as a program would make them.

import { LitElement, html, nothing } from "./vendor/lit.js";
import { address } from "./address.js";

/** @typedef {import("./api.js").Call} Call */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {"curl" | "buf" | "JavaScript"} Form */

/** @type {Form[]} */
const FORMS = ["curl", "buf", "JavaScript"];

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const upper = (/** @type {string} */ text) => text.replace(/[A-Z]/g, "-$&").toUpperCase().replaceAll("-", "_");
const camel = (/** @type {string} */ text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The body of a call over gRPC: it names the game or the puzzle, and words are values of enumerations.
 * @param {Call} call
 */
function message({ path, body = {} }) {
  const [, variant, operation] = /^\/v1\/variants\/(\w+)(?:\/([\w-]+))?/.exec(path) ?? [];
  const [, id, query] = /^\/v1\/puzzles(?:\/([\w-]+))?\?(.*)$/.exec(path) ?? [];
  if (query !== undefined) return { method: id ? "GetPuzzle" : "FindPuzzle", fields: { ...(id && { id }), ...Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, value === "true" || value])) } };
  /** @type {Record<string, any>} */
  const fields = { ...(variant && { variant }), ...body };
  /** @param {string} type */
  const word = (type) => (/** @type {unknown} */ value) => `${type}_${upper(String(value))}`;
  for (const part of [fields, fields["setup"] && (fields["setup"] = { ...fields["setup"] })].filter(Boolean)) {
    for (const [name, type] of Object.entries({ first: "SIDE", turn: "SIDE", side: "SIDE", viewer: "SIDE", proposedBy: "SIDE", phase: "PHASE", over: "END_REASON" })) {
      if (part[name]) part[name] = word(type)(part[name]);
    }
    if (part["options"] && variant) {
      const values = Object.entries(part["options"]).map(([name, value]) => [camel(name), typeof value === "string" ? word(upper(name))(value) : value]);
      part["options"] = { [variant]: Object.fromEntries(values) };
    }
  }
  if (fields["omit"]) fields["omit"] = fields["omit"].map(word("PART"));
  const method = operation ? operation.split("-").map((word) => word[0]?.toUpperCase() + word.slice(1)).join("") : variant ? "GetVariant" : "ListVariants";
  return { method, fields };
}

/**
 * A call as one makes it with curl, with buf over gRPC, or in JavaScript.
 * @param {Call} call
 * @param {Form} form
 * @param {string} language
 */
function written(call, form, language) {
  const { method, path, body, streams } = call;
  switch (form) {
    case "curl":
      return [`curl ${path.includes("&") ? quoted(address(path)) : address(path)}`, `-H 'accept-language: ${language}'`, ...(body ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : [])].join(" \\\n  ");
    case "buf": {
      const { method: rpc, fields } = message(call);
      const plain = location.protocol === "http:" ? ["--http2-prior-knowledge"] : [];
      return ["buf curl --protocol grpc", ...plain, `-H 'accept-language: ${language}'`, `-d ${quoted(JSON.stringify(fields))}`, address(`/mancala.v1.MancalaService/${rpc}`)].join(" \\\n  ");
    }
    case "JavaScript": {
      const options = [
        ...(method === "GET" ? [] : [`  method: "${method}",`]),
        `  headers: { "accept-language": "${language}"${body ? ', "content-type": "application/json"' : ""} },`,
        ...(body ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`] : []),
      ];
      return `const answer = await fetch("${address(path)}", {\n${options.join("\n")}\n});\nconsole.log(await answer.${streams ? "text" : "json"}());`;
    }
  }
}

/** <ayla-calls>: the last calls, each with what was asked and answered; with `live` only the last one, which is open. */
class AylaCalls extends LitElement {
  static properties = { calls: { attribute: false }, live: { type: Boolean }, words: { attribute: false }, _open: { state: true }, _form: { state: true }, _copied: { state: true } };

  constructor() {
    super();
    /** @type {Call[]} */
    this.calls = [];
    this.live = false;
    /** @type {Words | undefined} */
    this.words = undefined;
    this._open = false;
    /** @type {Form} */
    this._form = "curl";
    /** @type {Call | undefined} the call that was copied last */
    this._copied = undefined;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const say = (/** @type {string} */ key) => this.words?.say(key) ?? key;
    const forms = html`<p class="controls" role="group" aria-label=${say("page-api-form")}>
      ${FORMS.map((form) => html`<button aria-pressed=${form === this._form} @click=${() => (this._form = form)}>${form}</button>`)}
    </p>`;
    if (this.live) {
      const call = this.calls.at(-1);
      return call ? html`<section class="api live" aria-label=${say("page-api")}>
        <p><code>${call.method} ${call.path}</code> <strong>${call.status}</strong></p>${forms}${this.#parts(call, say)}</section>` : nothing;
    }
    return html`<details class="api" @toggle=${this.#toggled}>
      <summary>${say("page-api")}</summary>
      ${this._open
        ? html`<p>${say("page-api-text")}</p>
          ${forms}
          <ol>${[...this.calls].reverse().map((call) => this.#call(call, say))}</ol>`
        : nothing}
    </details>`;
  }

  /** @param {any} event */
  #toggled(event) {
    if (event.target.classList.contains("api")) this._open = event.target.open;
  }

  /**
   * @param {Call} call
   * @param {(key: string) => string} say
   */
  #call(call, say) {
    return html`<li><details>
      <summary><code>${call.method} ${call.path}</code> <strong>${call.status}</strong></summary>
      ${this.#parts(call, say)}
    </details></li>`;
  }

  /**
   * A call as a program makes it, and its answer.
   * @param {Call} call
   * @param {(key: string) => string} say
   */
  #parts(call, say) {
    const text = written(call, this._form, this.words?.language ?? "en");
    return html`<pre tabindex="0" role="group" aria-label=${this._form}>${text}</pre>
      <button @click=${(/** @type {any} */ event) => this.#copy(call, text, event.target)}>${say(this._copied === call ? "page-api-copied" : "page-api-copy")}</button>
      <p>${say("page-api-answer")}</p>
      <pre tabindex="0" role="group" aria-label=${say("page-api-answer")}>${JSON.stringify(call.answer, null, 2)}</pre>`;
  }

  /**
   * @param {Call} call
   * @param {string} text
   * @param {HTMLElement} button below the text
   */
  async #copy(call, text, button) {
    try {
      await navigator.clipboard.writeText(text);
      this._copied = call;
    } catch {
      // Where the page may not copy, a reader copies what is selected.
      const shown = button.previousElementSibling;
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  }
}

customElements.define("ayla-calls", AylaCalls);
