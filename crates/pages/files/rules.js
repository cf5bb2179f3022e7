// The pages of the rules: their boards, the moves of their examples, and a line for readers of other languages.

import { Api } from "./api.js";
import { marksOf } from "./board.js";
import { chosenLanguage, words } from "./words.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./api.js").Condition} Condition */

/** @type {Record<Condition, string>} */
const CONDITIONS = {
  ready: "",
  slow: "The service is slow to answer.",
  busy: "The service is busy. The page asks again in a moment.",
  gone: "The service cannot be reached. The page asks again in a moment.",
  key: "The service asks for an API key. Give it on the page to play.",
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

for (const example of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-moves]"))) {
  const button = document.createElement("button");
  const told = document.createElement("span");
  button.textContent = example.dataset["moves"]?.includes(" ") ? "Watch the moves" : "Watch the move";
  told.role = "status";
  button.addEventListener("click", async () => {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    try {
      await show(example, (condition) => (told.textContent = CONDITIONS[condition]));
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
    button.ariaDisabled = null;
  });
  example.querySelector(".told")?.append(" ", button, " ", told);
}

/** @param {string} theme of all boards */
function paint(theme) {
  for (const board of document.querySelectorAll("ayla-board")) {
    if (theme) board.setAttribute("theme", theme);
    else board.removeAttribute("theme");
  }
}
const theme = document.documentElement.dataset["theme"] ?? "";
paint(theme);
addEventListener("beforeprint", () => paint("light"));
addEventListener("afterprint", () => paint(theme));

const language = chosenLanguage();
if (language !== document.documentElement.lang) {
  const line = document.createElement("p");
  line.lang = language;
  line.className = "language";
  line.textContent = (await words(language)).say("page-rules-in-english");
  document.querySelector("article")?.prepend(line);
}
