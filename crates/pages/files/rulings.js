// Rulings that reasons name, as links to where the rules say them.

import { html } from "./vendor/lit.js";
import { RULINGS } from "./games.js";
import { rulingAddress } from "./words.js";

const NUMBER = new RegExp(`\\b((?:${Object.keys(RULINGS).join("|")})-\\d+)\\b`);

/**
 * A text with its rulings, such as AW-3, as links.
 * @param {string} text
 */
export function ruled(text) {
  const parts = text.split(NUMBER);
  return parts.map((part, index) => (index % 2 === 0 ? part : html`<a href=${rulingAddress(part)}>${part}</a>`));
}
