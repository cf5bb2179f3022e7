// What is shown of a game beside its board.

import { html, nothing } from "./vendor/lit.js";
import { SIDES } from "./board.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Suggestion} Suggestion */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./words.js").Words} Words */

/** The words that are moves. */
export const WORD_MOVES = ["pass", "take", "give"];

/**
 * The name of a side.
 * @param {Words} words
 * @param {Side} side
 */
export const nameOf = (words, side) => words.say(`side-${side}`);

/**
 * The members of a team who can move, such as "1, 2 or 4"; nothing where nobody has a team.
 * @param {Words} words
 * @param {Turn} turn
 */
export function seatsOf(words, { legalMoves, position: { setup } }) {
  const seats = [...new Set(legalMoves.flatMap(({ seat }) => seat ?? []))];
  if (Number(setup.options["team"] ?? 1) < 2 || seats.length === 0) return undefined;
  return new Intl.ListFormat(words.language, { type: "disjunction" }).format(seats.map(String));
}

/**
 * A player: who it is, whether it is their turn, and their score.
 * @param {Words} words
 * @param {Turn} turn
 * @param {Side} side
 * @param {{level: number, moves: boolean, thinking: boolean}} how
 */
export function playerView(words, turn, side, { level, moves, thinking }) {
  const score = turn.board.stores?.[side];
  const team = Number(turn.position.setup.options["team"] ?? 1);
  const seats = moves ? seatsOf(words, turn) : undefined;
  return html`<p class="player ${moves ? "moves" : ""}">
    <span class="turn" aria-hidden="true">${moves ? "▶" : ""}</span>
    <strong>${nameOf(words, side)}</strong>
    <span class="who">${level ? words.say("page-engine", { level }) : words.say("page-person")}${team > 1 ? `, ${words.say("page-team", { team })}` : ""}</span>
    ${seats ? html`<span class="seats">${words.say("page-seats", { seats })}</span>` : nothing}
    ${thinking && moves && level ? html`<span class="thinking">${words.say("page-thinking")}</span>` : nothing}
    ${score === undefined ? nothing : html`<span class="score">${score}</span>`}
  </p>`;
}

/**
 * Moves that are words, as buttons.
 * @param {Words} words
 * @param {string[]} moves
 * @param {(move: string) => void} play
 * @param {string} [about] the id of what describes them
 */
export function wordsView(words, moves, play, about) {
  const named = moves.filter((move) => WORD_MOVES.includes(move));
  if (named.length === 0) return nothing;
  return html`<p class="words">${named.map((move) => html`
    <button class="primary" aria-describedby=${about ?? nothing} @click=${() => play(move)}>${words.say(`page-move-${move}`)}</button>`)}</p>`;
}

/**
 * Where a move can be typed.
 * @param {Words} words
 * @param {(move: string) => void} play
 */
export function typeView(words, play) {
  const typed = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const move = String(new FormData(form).get("move")).trim();
    if (move) play(move);
    form.reset();
  };
  return html`<form class="type" @submit=${typed}>
    <label for="move">${words.say("page-type-move")}</label>
    <span><input id="move" name="move" autocomplete="off" autocapitalize="off" maxlength="12" size="6"><button>${words.say("page-ok")}</button></span>
  </form>`;
}

/**
 * Why a house cannot be played.
 * @param {Words} words
 * @param {Turn} turn
 * @param {Side} side
 * @param {number} house
 */
export function whyNot(words, turn, side, house) {
  if (side !== turn.status.turn) return words.say("page-not-your-house", { mover: nameOf(words, side) });
  const why = turn.illegalMoves.find(({ move }) => move === String(house));
  return why ? `${why.message} (${why.ruling})` : "";
}

/**
 * Moves that are words, as buttons, and what a special phase of the game is about.
 * @param {Words} words
 * @param {Turn} turn
 * @param {string[]} legal
 * @param {(move: string) => void} play
 */
export function phaseView(words, turn, legal, play) {
  const { phase = "play" } = turn.position.setup;
  const about = legal.includes("pass") ? "pass" : phase;
  if (turn.status.over || about === "play") return nothing;
  return html`<p class="phase" id="phase">${words.say(`page-phase-${about}`)}</p>${wordsView(words, legal, play, "phase")}`;
}

/**
 * @param {Words} words
 * @param {Suggestion} suggestion
 */
export function hintText(words, { move, value, certainty, principalLine }) {
  return words.say("page-hint-text", {
    move: WORD_MOVES.includes(move) ? words.say(`page-move-${move}`) : move,
    value: words.value(value),
    certainty: words.say(`certainty-${certainty}`),
    line: principalLine.slice(0, 6).join(" "),
  });
}

/**
 * What a search has found, on a scale for the near side.
 * @param {Words} words
 * @param {Game} game
 * @param {Suggestion} found for the player to move
 * @param {Side} turn
 * @param {Side} near
 */
export function analysisView(words, game, found, turn, near) {
  const value = turn === near ? found.value : -found.value;
  const share = game.variant === "andada" ? (value + 1) / 2 : 0.5 + Math.atan(value / 8) / Math.PI;
  return html`<figure class="analysis">
    <meter min="0" max="1" .value=${share} aria-label=${words.say("page-value", { side: nameOf(words, near) })}></meter>
    <figcaption>${hintText(words, found)} ${words.say("page-depth", { depth: found.depth })}</figcaption>
  </figure>`;
}

/**
 * The moves of a game, each to go to.
 * @param {Words} words
 * @param {Game} game
 * @param {(at: number) => void} go
 */
export function historyView(words, game, go) {
  return html`<section class="history"><h2>${words.say("page-history")}</h2>
    <ol start="0">
      <li><button aria-current=${game.at === 0 ? "step" : nothing} @click=${() => go(0)}>${words.say("page-beginning")}</button></li>
      ${game.moves.map((move, index) => {
        const { side, sentence } = game.plays.get(index) ?? {};
        return html`<li class=${side ?? ""}><button title=${sentence ?? nothing} aria-current=${game.at === index + 1 ? "step" : nothing} @click=${() => go(index + 1)}>
          ${side ? html`<span class="side">${nameOf(words, side)}</span> ` : nothing}${move}</button></li>`;
      })}
    </ol></section>`;
}

/**
 * @param {Words} words
 * @param {Turn} turn
 */
export function scoreText(words, turn) {
  const { stores } = turn.board;
  return stores ? SIDES.map((side) => `${nameOf(words, side)} ${stores[side]}`).join(", ") : words.say("page-no-score");
}

/**
 * @param {Words} words
 * @param {Turn} turn
 */
export function boardText(words, turn) {
  return SIDES.map((side) => `${nameOf(words, side)}: ${turn.board[side].map(({ seeds, orMore }) => `${seeds}${orMore ? "+" : ""}`).join(" ")}.`).join(" ");
}
