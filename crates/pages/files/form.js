// Parts of forms about a game: its options, and who plays.

import { html } from "./vendor/lit.js";
import { MOST_LETTERS, cleanName, rank, within } from "./game-address.js";
import { GAMES } from "./games.js";
import { ruled } from "./rulings.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Players} Players */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {{min: number, max: number, step: number}} Range */
/** @typedef {{name: string, title: string, type: string, values: string[], valueTitles: string[], ranges: Range[], default: string | number | boolean, meaning: string, rulings: string[], startOnly: boolean}} Option */
/** @typedef {{name: Variant, title: string, summary: string, board: {defaultHouses: number, houses: Range, defaultSeeds: number}, options: Option[], presets: {name: string, title: string, summary: string, options: import("./game.js").Options}[]}} Rules a game as GetVariant describes it */

/** In place of a level: a friend, who plays by links. */
export const BY_LINK = -1;

/**
 * A choice of who plays a side.
 * @param {Say} say
 * @param {Side} side
 * @param {Variant} variant
 * @param {Players & {names?: {south?: string, north?: string}}} players
 * @param {(level: number) => void} set
 * @param {(name: string) => void} [call] what the person who plays it is called
 */
export function playerField(say, side, variant, players, set, call) {
  const isPerson = players[side] <= 0;
  const { names = {} } = players;
  return html`<div class="who"><label>${say(`side-${side}`)}
    <select name=${side} @change=${(/** @type {any} */ event) => set(Number(event.target.value))}>
      <option value="0" ?selected=${players[side] === 0}>${say("page-person")}</option>
      ${call ? html`<option value=${BY_LINK} ?selected=${players[side] === BY_LINK}>${say("page-by-link")}</option>` : ""}
      ${Array.from({ length: GAMES[variant].levels }, (_, index) => index + 1).map((level) => html`<option value=${level} ?selected=${within(variant, players[side]) === level}>${say("page-engine", { level, name: say("page-level", { level: rank(variant, level) }) })}</option>`)}
    </select></label>
    ${call && isPerson ? html`<label>${say("page-name")}
      <input name="name-${side}" maxlength=${MOST_LETTERS} autocomplete="off" .value=${names[side] ?? ""} @change=${(/** @type {any} */ event) => call(cleanName(event.target.value))}></label>` : ""}</div>`;
}

/**
 * A field of an option, with its meaning.
 * @param {Say} say
 * @param {string} id
 * @param {Option} option
 * @param {import("./game.js").Options} options
 * @param {(value: string | number | boolean) => void} change
 * @param {string} [fault] the id of what is wrong with its value
 */
export function optionField(say, id, { name, title, type, values, valueTitles, ranges, default: standard, meaning, rulings }, options, change, fault) {
  const value = options[name] ?? standard;
  const described = fault ? `${fault} ${id}-text` : `${id}-text`;
  const [least, most] = [ranges[0]?.min ?? 0, ranges.at(-1)?.max ?? 0];
  const input =
    type === "flag" ? html`<input id=${id} type="checkbox" aria-invalid=${fault ? "true" : "false"} aria-describedby=${described} .checked=${value === true} @change=${(/** @type {any} */ event) => change(event.target.checked)}>`
    : type === "word" ? html`<select id=${id} aria-invalid=${fault ? "true" : "false"} aria-describedby=${described} @change=${(/** @type {any} */ event) => change(event.target.value)}>
        ${values.map((word, index) => html`<option value=${word} ?selected=${word === value}>${valueTitles[index]}</option>`)}</select>`
    : html`<input id=${id} type="number" aria-invalid=${fault ? "true" : "false"} aria-describedby=${described} min=${least} max=${most} step=${ranges.length === 1 ? (ranges[0]?.step ?? 1) : 1} required .value=${String(value)}
        @change=${(/** @type {any} */ event) => change(Number(event.target.value))}>`;
  return html`<div class="option"><label for=${id}>${title}</label>${input}<p id="${id}-text">${meaning}${rulings.length > 0 ? html` (${ruled(rulings.join(", "))})` : ""}</p></div>`;
}
