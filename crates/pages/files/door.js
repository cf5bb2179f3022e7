// The page that greets: its boards play by themselves, one after the other, as long as they are seen.

import { marksOf } from "./board.js";
import { keptGames } from "./kept-games.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {{play: Play, text: string}} Made a move, and the position after it */
/** @typedef {{board: AylaBoard, first: string, moves: Made[], next: number, seen: boolean}} Living */

/** Milliseconds between two moves. */
const PAUSE = 1_400;

const { lang, dataset: { theme } } = document.documentElement;
const told = /** @type {HTMLElement} */ (document.querySelector("#told"));
const button = /** @type {HTMLButtonElement} */ (document.querySelector("#pause"));
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Living[]} */
const living = [...document.querySelectorAll("ayla-board")].map((element) => {
  const board = /** @type {AylaBoard} */ (element);
  if (theme) board.setAttribute("theme", theme);
  board.addEventListener("ayla-choose", () => (location.href = board.closest("article")?.querySelector("a")?.href ?? "play"));
  return { board, first: board.getAttribute("position") ?? "", moves: [], next: 0, seen: false };
});

// The page to play goes on with a game that is kept and is not over.
const start = /** @type {HTMLElement} */ (document.querySelector("#play"));
if (keptGames().some(({ over }) => !over)) start.textContent = start.dataset["continue"] ?? "";

/**
 * What happens in the moves of a board, from the service. A board of which it says nothing stays as it is.
 * @param {Living} game
 */
async function load({ board, first, moves }) {
  const query = new URLSearchParams({ position: first, moves: board.dataset["moves"] ?? "", viewer: "south", you: "true", omit: "setup,token,legalMoves", locale: lang });
  const answer = await fetch(`v1/variants/${first.split(/[: ]/)[0]}/replay-game?${query}`);
  if (!answer.ok) throw new Error(answer.statusText);
  for (const { play, position } of (await answer.json()).positions) {
    if (play) moves.push({ play, text: position.text });
  }
}

/**
 * Shows the next move of a board, and after the last one the first position again.
 * @param {Living} game
 */
async function show(game) {
  const { board, first, moves } = game;
  if (moves.length === 0) await load(game);
  const made = moves[game.next];
  game.next = made ? game.next + 1 : 0;
  if (made && game === living[0]) told.textContent = made.play.sentence;
  if (made) await board.show(made.play.events);
  board.marks = made && marksOf(made.play.events);
  board.position = made?.text ?? first;
  board.end();
}

/** Whether the boards stand still: the reader, the browser or the window says so. */
const stands = () => button.ariaPressed === "true" || still.matches || document.hidden;

async function play() {
  for (let turn = 0; ; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const seen = living.filter(({ seen }) => seen);
    const game = seen[turn % seen.length];
    if (game && !stands()) await show(game);
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const game = living.find(({ board }) => board === target);
    if (game) game.seen = isIntersecting;
  }
}, { threshold: 0.6 });
for (const { board } of living) observer.observe(board);

button.addEventListener("click", () => {
  button.ariaPressed = String(button.ariaPressed !== "true");
  for (const { board } of living) board.skip();
});
// The boards are pictures where the service does not tell their moves.
play().catch(() => (button.hidden = true));
button.hidden = still.matches;
still.addEventListener("change", () => (button.hidden = still.matches));
