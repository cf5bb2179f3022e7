// A link as a code (QR) for the camera of a phone.

import { html } from "./vendor/lit.js";
import { generate } from "./vendor/qr.js";

/** The light modules around a code, so that cameras find it. */
const QUIET = 4;

/**
 * The code of a link. Throws where the link is too long for one.
 * @param {string} link
 * @param {string} label what a screen reader says of it
 */
export function codeOf(link, label) {
  const code = generate(link);
  const cells = Array.from({ length: code.size ** 2 }, (_, index) => ({ x: index % code.size, y: Math.floor(index / code.size) }));
  const path = cells.filter(({ x, y }) => code.get(x, y)).map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join("");
  const size = code.size + 2 * QUIET;
  return html`<svg class="code" role="img" aria-label=${label} viewBox="${-QUIET} ${-QUIET} ${size} ${size}"><path d=${path}></path></svg>`;
}
