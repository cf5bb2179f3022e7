// The pages of the rules: their boards, the moves of their examples, and a line for readers of languages without rules.

import { Api } from "./api.js";
import { marksOf } from "./board.js";
import { chosenLanguage, words } from "./words.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./api.js").Condition} Condition */

/** @type {Record<Condition, string>} the keys of what is said of the service */
const CONDITIONS = {
  ready: "",
  slow: "page-rules-slow",
  busy: "page-condition-busy",
  gone: "page-rules-gone",
  here: "",
  key: "page-rules-key",
};

/**
 * Shows the moves of an example on its second board, from the first.
 * @param {HTMLElement} example
 * @param {(condition: Condition) => void} tell
 */
async function show(example, tell) {
  const boards = /** @type {NodeListOf<AylaBoard>} */ (example.querySelectorAll("ayla-board"));
  const [before, after] = boards;
  const [first, last] = [before?.getAttribute("position"), after?.getAttribute("position")];
  if (!after || !first || !last) return;
  const api = new Api();
  api.language = document.documentElement.lang;
  api.addEventListener("condition", () => tell(api.condition));
  const variant = first.split(/[: ]/)[0];
  /** @type {string[]} */
  const moves = [];
  after.marks = undefined;
  after.position = first;
  try {
    for (const move of example.dataset["moves"]?.split(" ") ?? []) {
      const { events, position } = await api.call(`/v1/variants/${variant}/apply-move`, { position: first, moves, move, omit: ["setup", "legalMoves"] });
      await after.updateComplete;
      await after.show(events);
      moves.push(move);
      after.position = position.text;
      after.marks = marksOf(events);
      after.end();
    }
  } finally {
    after.position = last;
  }
}

const { theme } = document.documentElement.dataset;
for (const board of document.querySelectorAll("ayla-board")) {
  if (theme) board.setAttribute("theme", theme);
}
addEventListener("beforeprint", () => document.querySelectorAll("ayla-board").forEach((board) => board.removeAttribute("lazy")));

const spoken = await words(document.documentElement.lang);
for (const example of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-moves]"))) {
  const button = document.createElement("button");
  const told = document.createElement("span");
  const moves = example.dataset["moves"]?.split(" ").length ?? 0;
  button.textContent = spoken.say("page-rules-watch", { moves });
  told.role = "status";
  button.addEventListener("click", async () => {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    try {
      await show(example, (condition) => (told.textContent = CONDITIONS[condition] && spoken.say(CONDITIONS[condition])));
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
    button.ariaDisabled = null;
  });
  example.querySelector(".told")?.append(" ", button, " ", told);
}

const language = chosenLanguage();
const isTranslated = document.querySelector(`nav a[hreflang="${language}"]`) !== null;
if (language !== document.documentElement.lang && !isTranslated) {
  const line = document.createElement("p");
  line.lang = language;
  line.className = "language";
  line.textContent = (await words(language)).say("page-rules-untranslated");
  document.querySelector("article")?.prepend(line);
}
