// What is shown of a game beside its board.

import { html, nothing } from "./vendor/lit.js";
import { SIDES, other } from "./board.js";
import { MOST_LETTERS, cleanName, rank, readAddress } from "./game-address.js";
import { GAMES } from "./games.js";
import { ruled } from "./rulings.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Suggestion} Suggestion */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./words.js").Words} Words */

/**
 * The name of a side.
 * @param {Words} words
 * @param {Side} side
 */
export const nameOf = (words, side) => words.name(side);

/** @param {string} move */
export const isHouse = (move) => /^\d+$/.test(move);

/**
 * A move as one says it.
 * @param {Words} words
 * @param {string} move
 */
export const moveName = (words, move) => (isHouse(move) ? move : words.say(`page-move-${move}`));

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
 * @param {{level: number, moves: boolean, won: boolean}} how
 */
export function playerView(words, turn, side, { level, moves, won }) {
  const score = turn.board.stores?.[side];
  const team = Number(turn.position.setup.options["team"] ?? 1);
  const seats = moves ? seatsOf(words, turn) : undefined;
  const name = nameOf(words, side);
  // Which row it is, where the name does not say it.
  const row = words.say(`side-${side}`);
  const about = [name === row ? "" : row, level ? words.say("page-engine", { level, name: words.say("page-level", { level: rank(turn.position.setup.variant, level) }) }) : "", team > 1 ? words.say("page-team", { team }) : ""];
  return html`<p class="player ${moves ? "moves" : ""} ${won ? "won" : ""}">
    <span class="turn" aria-hidden="true">${won ? "★" : moves ? "▶" : ""}</span>
    <span class="about"><strong>${name}</strong>
      <span class="who">${words.list(about.filter(Boolean))}</span>
      ${seats ? html`<span class="seats">${words.say("page-seats", { seats })}</span>` : nothing}</span>
    ${score === undefined ? nothing : html`<span class="score"><span class="hidden">${words.say("page-score")}</span> ${score}</span>`}
  </p>`;
}

/**
 * What is said, each part once: a screen reader reads what is new.
 * @param {string[]} parts
 * @param {boolean} over
 * @param {{won: string, waits: string, note: string, foretold: string}} beside how the game was won, what is awaited, and of the house that has the focus or is
 *   looked at, why it cannot be played, as its name says too, or what would happen
 */
export function saidView(parts, over, { won, waits, note, foretold }) {
  return html`<div class="message">
    <div id="said" role="status" aria-live="polite" aria-atomic="false" class=${over ? "over" : ""}>${parts.map((part) => html`<p>${ruled(part)}</p>`)}${over ? html`<p class="how">${won}</p>` : nothing}</div>
    <p class="waits" role="status">${waits}</p>
    <p class="note">${ruled(note)}</p>
    <p class="note foretold" role="status">${foretold}</p>
  </div>`;
}

/**
 * The score of a match of several rounds.
 * @param {Words} words
 * @param {import("./game.js").Game} game
 * @param {Turn} turn
 * @param {Side} near
 */
export function matchView(words, game, turn, near) {
  if (!game.match && !turn.status.nextRound) return nothing;
  const { south = 0, north = 0 } = Object.fromEntries(["south", "north"].map((side, index) => [side, game.score[index]]));
  const won = { south, north };
  const round = 1 + (game.match ?? []).reduce((sum, rounds) => sum + rounds, 0);
  const far = other(near);
  return html`<p class="match">${words.say("page-match", { round, near: nameOf(words, near), nearRounds: won[near], far: nameOf(words, far), farRounds: won[far] })}</p>`;
}

/**
 * Moves that are words, as buttons.
 * @param {Words} words
 * @param {string[]} moves
 * @param {(move: string) => void} play
 * @param {string} [about] the id of what describes them
 */
export function wordsView(words, moves, play, about) {
  const named = moves.filter((move) => !isHouse(move));
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
  if (side !== turn.status.turn) return words.tell("page-not-your-house", { side });
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
  // A phase of a game with stores is that of its first turns, and what it is about is a swap.
  const about = ["pass", "swap"].find((word) => legal.includes(word)) ?? (turn.board.stores ? "play" : phase);
  if (turn.status.over || about === "play") return nothing;
  return html`<p class="phase" id="phase">${words.say(`page-phase-${about}`)}</p>${wordsView(words, legal, play, "phase")}`;
}

/**
 * How a game stands, in the words of the service.
 * @param {Words} words
 * @param {Turn} turn
 * @param {Suggestion} suggestion
 * @param {boolean} counted whether it says by how many seeds
 */
function verdict(words, { board: { stores }, status: { turn = "south" } }, { value, certainty }, counted) {
  const proven = certainty === "proven";
  const key = value === 0
    ? proven ? (stores ? "draw" : "nobody") : "even"
    : `${proven ? "win" : "ahead"}${stores && counted ? "-by" : ""}`;
  return words.tell(`verdict-${key}-${certainty}`, { winner: value < 0 ? other(turn) : turn }, { margin: Math.round(Math.abs(value) * 10) / 10 });
}

/**
 * The best move, how the game stands, the play that is expected, and why the move is good, if that is known.
 * @param {Words} words
 * @param {Turn} turn
 * @param {Suggestion} suggestion
 * @param {boolean} eye whether the person counts by eye, and is told no number of seeds
 */
export function hintText(words, turn, suggestion, eye) {
  const line = suggestion.principalLine.slice(0, 6).join(" ");
  const hint = words.say("page-hint-text", { move: suggestion.move, verdict: verdict(words, turn, suggestion, !eye), line });
  return [hint, eye ? "" : suggestion.why].filter(Boolean).join(" ");
}

/**
 * How a game stands, as a bar beside the board that fills from the near side, with a bracket that closes as more is proven.
 * @param {Words} words
 * @param {Turn} turn
 * @param {number} value to the near side
 * @param {Side} near
 * @param {{least: number, most: number}} [bounds] that are proven, to the player to move
 */
export function valueView(words, turn, value, near, bounds) {
  // Where nobody has a store, values are from -1 to 1.
  const shareOf = (/** @type {number} */ value) => turn.board.stores ? 0.5 + Math.atan(value / 8) / Math.PI : (value + 1) / 2;
  const share = shareOf(value);
  const { least: low = 0, most: high = 0 } = bounds ?? {};
  const [least, most] = turn.status.turn === near ? [low, high] : [-high, -low];
  const shown = words.value(Math.round(value * 10) / 10);
  const text = bounds ? words.say("page-value-bounds", { value: shown, least: words.value(least), most: words.value(most) }) : shown;
  return html`<div class="value" role="meter" aria-label=${words.tell("page-value", { side: near })} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(100 * share)} aria-valuetext=${text}
    .style=${`--share:${100 * share}%`} title=${text}><span aria-hidden="true">${shown}</span>${bounds
      ? html`<i .style=${`inset-block:${100 - 100 * shareOf(most)}% ${100 * shareOf(least)}%`}></i>` : nothing}</div>`;
}

/**
 * The moves of a game, each to go to, in a column for each side.
 * @param {Words} words
 * @param {Game} game
 * @param {(at: number) => void} go
 * @param {Map<number, {cost: number, size: number}>} [costs] of moves that are reviewed, by their number from 1
 */
export function historyView(words, game, go, costs) {
  // A resignation comes after the last move, and leaves the game there.
  const last = game.moves.length;
  const current = game.at === last && game.resigned ? last + 1 : game.at;
  const button = (/** @type {number} */ at, /** @type {unknown} */ text, /** @type {string | undefined} */ title = undefined) =>
    html`<button title=${title ?? nothing} tabindex=${current === at ? 0 : -1} aria-current=${current === at ? "step" : nothing} @click=${() => go(Math.min(at, last))}>${text}</button>`;
  const costOf = (/** @type {number} */ number) => {
    const found = costs?.get(number);
    return found?.size ? html` <span class="cost" data-size=${found.size}>${words.value(-found.cost)}</span>` : nothing;
  };
  return html`<section class="history ${last || game.resigned ? "" : "empty"}"><h2 id="history-title">${words.say("page-history")}</h2>
    <ol start="0" aria-labelledby="history-title" @keydown=${walk}>
      <li>${button(0, words.say("page-beginning"))}</li>
      ${game.moves.map((move, index) => {
        const { side, sentence } = game.plays.get(index) ?? {};
        // Both agree.
        const text = html`<span class="ply" aria-hidden="true">${index + 1}</span>${side && move !== "agree" ? html`<span class="hidden">${nameOf(words, side)}</span> ` : nothing}${moveName(words, move)}${costOf(index + 1)}`;
        return html`<li class=${move === "agree" ? "" : (side ?? "unknown")}>${button(index + 1, text, sentence)}</li>`;
      })}
      ${game.resigned ? html`<li>${button(last + 1, words.tell("page-resigns", { side: game.resigned }))}</li>` : nothing}
    </ol></section>`;
}

/**
 * Goes from button to button of a list by the arrow keys.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  /** @type {Record<string, number>} */
  const ways = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[ways[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Scrolls the list of moves, and nothing else, to the position on the board.
 * @param {HTMLElement} page
 */
export function followHistory(page) {
  const current = /** @type {HTMLElement | null} */ (page.querySelector(".history [aria-current]"));
  const list = current?.closest("ol");
  if (!current || !list) return;
  const top = current.offsetTop;
  const bottom = top + current.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/**
 * @param {Words} words
 * @param {Turn} turn
 */
export function scoreText(words, turn) {
  const { stores } = turn.board;
  return stores ? words.list(SIDES.map((side) => `${nameOf(words, side)} ${stores[side]}`)) : words.say("page-no-score");
}

/**
 * @param {Words} words
 * @param {Turn} turn
 */
export function boardText(words, turn) {
  return SIDES.map((side) => `${nameOf(words, side)}: ${turn.board[side].map(({ seeds, orMore }) => `${seeds}${orMore ? "+" : ""}`).join(" ")}.`).join(" ");
}

/**
 * What the sides are called for people elsewhere: those with a name, and the engine.
 * @param {Words} words
 * @param {Game} game
 * @returns {{south?: string, north?: string}}
 */
export const publicNames = (words, { names, players }) => Object.fromEntries(SIDES.flatMap((side) => {
  const name = names[side] || (players[side] ? words.say("page-engine-level", { level: players[side] }) : "");
  return name ? [[side, name]] : [];
}));

/**
 * Where those who play here say what they are called.
 * @param {Words} words
 * @param {Game} game
 * @param {(names: {south?: string, north?: string}) => void} name
 */
export function namesView(words, { names, side: mine }, name) {
  const given = (/** @type {any} */ event, /** @type {Side} */ side) => name({ ...names, [side]: cleanName(event.target.value) || undefined });
  return html`<p class="links names">${SIDES.filter((side) => !mine || side === mine).map((side) => html`
    <label>${words.say("page-name-of", { side: mine ? "mine" : words.say(`side-${side}`) })}
      <input name="called-${side}" maxlength=${MOST_LETTERS} size="12" autocomplete="off" .value=${names[side] ?? ""} @change=${(/** @type {any} */ event) => given(event, side)}></label>`)}</p>`;
}

/**
 * The games that the browser keeps, each to go on with or to delete.
 * @param {Words} words
 * @param {import("./kept-games.js").KeptGame[]} games
 * @param {string | undefined} current
 * @param {(id: string) => void} forget
 */
export function keptView(words, games, current, forget) {
  if (games.length === 0) return nothing;
  const time = new Intl.DateTimeFormat(words.language, { dateStyle: "medium", timeStyle: "short" });
  return html`<details class="kept"><summary>${words.say("page-kept", { games: games.length })}</summary><ul>${games.map(({ id, address, over, names, time: played }) => {
    const game = readAddress(address);
    if (!game) return nothing;
    const { variant, moves, players, side: mine } = game;
    const who = (/** @type {Side} */ side) => names?.[side] || (players[side] ? words.say("page-level", { level: rank(variant, players[side]) }) : words.say(side === mine ? "page-you" : mine ? "page-friend" : "page-person"));
    const title = `${GAMES[variant].title}: ${who("south")} – ${who("north")}`;
    return html`<li aria-current=${id === current ? "true" : nothing}><a href=${`play${address}`}>${title}</a>
      <button aria-label=${words.say("page-kept-forget", { game: title })} @click=${() => forget(id)}>×</button>
      <small>${words.say(over ? "page-kept-over" : "page-kept-moves", { moves: moves.length })}, ${time.format(played)}</small></li>`;
  })}</ul></details>`;
}
