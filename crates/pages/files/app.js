// The board in a chat: a program that knows the Model Context Protocol shows it beside the result of a tool (MCP Apps, revision
// 2026-01-26). What it plays, it asks of that program, its host, which asks the server. It makes no request of its own.

import { AylaBoard, marksOf } from "./board.js";
import { CATALOGUES } from "./catalogues.js";
import { Words, choose, direction } from "./words.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./board.js").Event} Event */
/** @typedef {{theme?: "light" | "dark", locale?: string, styles?: {variables?: Record<string, string | undefined>}}} HostContext */
/**
 * @typedef {object} Game the structured content of a result
 * @property {string} handle
 * @property {Side | "both"} side
 * @property {Turn} turn
 */
/**
 * @typedef {object} Turn as PlayTurn answers it
 * @property {{move: string, sentence: string, events?: Event[]}[]} plays
 * @property {{message: string}} [refused]
 * @property {{message: string}} [unanswered]
 * @property {{message: string}} [proposed]
 * @property {boolean} [truncated]
 * @property {{text: string}} position
 * @property {{turn?: Side}} status
 * @property {string[]} [legalMoves]
 * @property {Record<string, string>} [labels]
 * @property {string} [prompt]
 * @property {string} [result]
 * @property {{label: string}} [agree]
 */
/** @typedef {{content?: {type: string, text?: string}[], structuredContent?: Game, isError?: boolean}} Result */

const [said, buttons] = /** @type {[HTMLElement, HTMLElement]} */ ([document.querySelector("p"), document.querySelector("div")]);
const board = new AylaBoard();
/** @type {string | undefined} the language of the host, if it says one */
let locale;
/** @type {Game | undefined} */
let game;
let isAsking = false;

// ------------------------------------------------------------------------------------------------------------ the host

/** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} what was asked of the host */
const asked = new Map();

/** @param {object} message */
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/**
 * @param {string} method
 * @param {object} params
 * @returns {Promise<any>}
 */
function ask(method, params) {
  const id = asked.size + 1;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    send({ id, method, params });
  });
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = data;
  if (method === "ui/notifications/tool-result") show(params);
  else if (method === "ui/notifications/host-context-changed") follow(params);
  else if (method && id !== undefined) send({ id, result: {} });
  else if (error) asked.get(id)?.reject(new Error(error.message));
  else asked.get(id)?.resolve(result);
});

/**
 * Takes the look and the language of the host.
 * @param {HostContext} context
 */
function follow(context) {
  const root = document.documentElement;
  if (context.theme) root.style.colorScheme = board.theme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) root.style.setProperty(name, value ?? null);
  locale = context.locale ?? locale;
  const language = choose(locale ? [locale] : navigator.languages);
  if (board.words?.language === language) return;
  [root.lang, root.dir] = [language, direction(language)];
  board.words = Words.of(language, CATALOGUES[language] ?? "");
}

// ------------------------------------------------------------------------------------------------------------ the game

/** @param {Result} result */
async function show({ content = [], structuredContent, isError }) {
  if (isError || !structuredContent?.turn) {
    said.textContent = content.map(({ text }) => text ?? "").join(" ");
    return;
  }
  // The result of a call by the model has no more than it needs.
  const { turn: after, handle } = structuredContent;
  const isShort = !(after.prompt ?? after.result) || !structuredContent.side;
  const shown = isShort ? (await ask("tools/call", { name: "show_game", arguments: { handle, locale } })).structuredContent : undefined;
  /** @type {Game} */
  const whole = { ...shown, ...structuredContent, turn: { ...after, ...shown?.turn, plays: after.plays } };
  game = whole;
  const { turn, side } = whole;
  const { plays, refused, proposed, unanswered, truncated, position, status, legalMoves = [], labels = {}, prompt, result, agree } = turn;
  board.legal = [];
  buttons.replaceChildren();
  for (const { events } of plays) if (events) await board.show(events);
  board.end();
  Object.assign(board, { near: side === "north" ? "north" : "south", position: position.text });
  const last = plays.at(-1)?.events;
  if (last) board.marks = marksOf(last);
  const messages = [refused, proposed, unanswered].map((told) => told?.message);
  said.textContent = [...plays.map(({ sentence }) => sentence), ...messages, result ?? prompt].filter(Boolean).join(" ");
  // Where the engine could not reply, it is asked again without a move.
  if (unanswered || truncated) return offer(prompt ?? "", undefined);
  // What is shown can be the engine's turn, in a game that it begins.
  if (side !== "both" && status.turn !== side) return;
  board.legal = legalMoves;
  for (const [move, label] of Object.entries(labels)) offer(label, move);
  if (agree) offer(agree.label, "agree");
}

/**
 * @param {string} label
 * @param {string | undefined} move
 */
const offer = (label, move) => buttons.append(Object.assign(document.createElement("button"), { textContent: label, onclick: () => play(move) }));

/** @param {string | undefined} move */
async function play(move) {
  if (!game || isAsking) return;
  isAsking = true;
  try {
    const speaker = move === "agree" && game.side === "both" ? game.turn.status.turn : undefined;
    /** @type {Result} */
    const result = await ask("tools/call", { name: "play_move", arguments: { handle: game.handle, move, side: speaker, events: true, locale } });
    // The model goes on from here. Not every host takes this.
    ask("ui/update-model-context", { content: result.content ?? [] }).catch(() => undefined);
    await show(result);
  } catch (error) {
    said.textContent = String(error);
  } finally {
    isAsking = false;
  }
}

board.addEventListener("ayla-choose", (event) => {
  const { house, legal } = /** @type {CustomEvent} */ (event).detail;
  if (legal) play(String(house));
});

// --------------------------------------------------------------------------------------------------------------- begin

follow({});
document.body.prepend(board);
const { hostContext = {} } = await ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "ayla", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
});
follow(hostContext);
send({ method: "ui/notifications/initialized", params: {} });
new ResizeObserver(() => {
  const { scrollWidth: width, offsetHeight: height } = document.documentElement;
  send({ method: "ui/notifications/size-changed", params: { width, height } });
}).observe(document.documentElement);
