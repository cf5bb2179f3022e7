// What tests do with the page.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";

import { expect, test } from "@playwright/test";

/** The games as the server describes them. */
const { variants } = JSON.parse(execFileSync(process.env.SERVER_BINARY, ["variants", "--json"], { encoding: "utf8" }));
const ends = ({ options }) => "quiet" in options || "repetition" in options;

/** The games, each with the preset that is offered first, by which it ends. */
export const GAMES = variants.map(({ name, presets }) => [name, (presets.find(ends) ?? presets[0]).name]);
/** Those to play to their ends: each game with a preset of the tests' server by which it ends soon. */
export const SHORT_GAMES = GAMES.map(([variant]) => [variant, "short"]);
const PRESETS = readFileSync(new URL("presets.toml", import.meta.url), "utf8");
for (const [variant] of GAMES) if (!PRESETS.includes(`[${variant}.short]`)) throw new Error(`presets.toml has no [${variant}.short]`);

/** Whether every game of a variant ends, by whatever preset. */
export const alwaysEnds = (variant) => !variants.find(({ name }) => name === variant).presets.some(ends);

/** A position of each variant, and a move of which much is seen. */
export const MOVES = GAMES.map(([variant]) => {
  const positions = readFileSync(new URL(`vectors/${variant}/positions.txt`, import.meta.url), "utf8");
  return /^draw (.+) moves (\w+)$/m.exec(positions).slice(1);
});

/** A finished game of 61 moves. */
export const REVIEWED = "#awale/EAAAMPe973ve973gDf/5.5.4.4.6.2.5.1.6.4.3.3.3.4.2.4.6.2.5.4.3.3.6.1.1.1.2.4.3.5.4.6.5.5.6.3.4.6.3.2.2.4.3.3.5.6.1.1.4.6.5.2.2.5.1.4.2.5.3.3.agree?north=4";

/** Waits until that game is reviewed, which takes 61 searches. */
export const reviewed = (page) => page.locator(".review [role=status]", { hasText: /^61 of 61 moves reviewed/ }).waitFor({ timeout: 300_000 });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Waits until it is the turn of a person, or the game is over. Returns whether it goes on. */
export async function ready(page) {
  const found = page.locator("ayla-board:not([deaf]) .legal, .words button, #said.over").first();
  await found.waitFor({ state: "attached" });
  return (await page.locator("#said.over").count()) === 0;
}

/** Waits until every board is drawn, also those that would be drawn when they come near. */
export async function boardsDrawn(page) {
  await page.waitForFunction(() => {
    const boards = [...document.querySelectorAll("ayla-board")];
    for (const board of boards) board.removeAttribute("lazy");
    return boards.every((board) => board.shadowRoot?.querySelector("[role=grid]"));
  });
}

/** A house, once the board takes taps. */
export const house = (page, side, number) => page.locator(`ayla-board:not([deaf]) [data-house="${side} ${number}"]`);
/** The houses that can be played, once the board takes taps. */
export const legal = (page) => page.locator("ayla-board:not([deaf]) .legal");
export const said = (page) => page.locator("#said").innerText();
export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const moves = (page) => page.locator(".history li").count().then((count) => count - 1);

/** The moves in the address of a page, and how many of them are made on the board. */
export function line(url) {
  const [, , moves, query] = /^#(\w+)\/[\w-]+\/([\w.]*)\??(.*)$/.exec(new URL(url).hash);
  const made = moves.split(".").filter(Boolean);
  return { moves: made, at: Number(new URLSearchParams(query).get("at") ?? made.length) };
}

/** Waits until the address has so many moves, and so many of them are made. */
export const atPlace = (page, at, all) => page.waitForURL((url) => line(url).at === at && line(url).moves.length === all);

/** Waits until the page says something like this. */
export const says = (page, pattern) => expect(page.locator("#said")).toHaveText(pattern);

/** A control of the game, which may be among those that a button unfolds. */
export async function control(page, name) {
  const found = page.locator(`.controls [name=${name}]`);
  await found.waitFor({ state: "attached" });
  if (!(await found.isVisible())) await page.locator(".controls [name=more]").click();
  return found;
}

/** The name of the file that the page saves when somebody does something, and its bytes. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return [download.suggestedFilename(), Buffer.concat(chunks)];
}

/** Starts a game by the form. */
export async function begin(page, variant, preset, players = {}) {
  const open = page.locator(".controls [name=new]");
  if (await open.count()) await (await control(page, "new")).click();
  else await button(page, "New game").click();
  await page.locator(`[name=variant][value=${variant}]`).check();
  await page.locator(`[name=preset] option[value="${preset}"]`).waitFor({ state: "attached" });
  await page.locator("[name=preset]").selectOption(preset);
  for (const [side, level] of Object.entries({ south: 0, north: 1, ...players })) {
    await page.locator(`#new-game select[name=${side}]`).selectOption(String(level));
  }
  await page.locator("#new-game button[value=start]").click();
  await page.locator("#new-game[open]").waitFor({ state: "detached" });
  await page.locator(".history li").nth(1).waitFor({ state: "detached" });
  await ready(page);
}

/** Whether what has the focus, on the page or on the board, is this. */
export const isFocused = (page, selector) => page.evaluate((selector) => {
  const { activeElement } = document;
  return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.matches(selector) ?? false;
}, selector);

/** Presses a key until this has the focus. */
export async function press(page, key, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused(page, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${selector}`);
}

/** Waits until a lesson is shown. */
export async function lesson(page, hash) {
  await page.waitForFunction((wanted) => location.hash === wanted, hash);
  await page.locator("ayla-board .legal, .words button").first().waitFor({ state: "attached" });
}

/** The rules of axe-core about colours, and those about colours and places: the others ask what is there, whatever it looks like. */
const COLOURS = ["color-contrast", "link-in-text-block"];
export const LAYOUT = [...COLOURS, "heading-order", "scrollable-region-focusable"];

/** Checks the page by all rules of axe-core, or by these, apart from some elements. */
export async function axe(page, view, { rules, exclude = [] } = {}) {
  // The page lets no foreign script in: this one comes from outside of it.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(async ({ rules, exclude }) => {
    const options = { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) };
    const found = await globalThis.axe.run({ include: [document.documentElement], exclude }, options);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, { rules, exclude });
  expect(violations, view).toEqual([]);
}

/** Checks the layout of the page that its window has now, of which everything was checked in another one. */
export const axeLayout = (page, view) => axe(page, view, { rules: LAYOUT });

/** Checks the colours of the page in the dark and where they are forced. */
export async function axeColours(page, view, schemes = ["dark", "forced"], options = {}) {
  for (const scheme of schemes) {
    await page.emulateMedia(scheme === "dark" ? { colorScheme: "dark" } : { forcedColors: "active" });
    await axe(page, `${view}, ${scheme}`, { ...options, rules: COLOURS });
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  }
}

/** The sizes of a window with layouts of their own: a phone that stands, one that lies, a tablet, a screen and a large one. */
export const SIZES = [[360, 640], [640, 360], [768, 1024], [1280, 800], [1920, 1080]];

/** Gives the window another size, and waits until everything is laid out and drawn for it. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    const views = [...document.querySelectorAll(":defined")].filter(({ requestUpdate }) => requestUpdate);
    // Boards learn of their size in a frame, and are drawn after it.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    for (const view of views) view.requestUpdate();
    await Promise.all(views.map((view) => view.updateComplete));
  });
}

/** Makes a picture of the page for people, if the environment has PICTURES: no test compares it. */
export async function picture(page, name, options = {}) {
  if (process.env.PICTURES) await page.screenshot({ path: test.info().outputPath(`${name}.png`), ...options });
}

/** The answer of a server to a turn of a game. */
export async function playTurn(server, variant, turn) {
  const answer = await fetch(`${server.origin}/v1/variants/${variant}/play-turn`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(turn) });
  return answer.json();
}

/** The address of a game from the position of a turn, without what is behind its moves. */
export const gameFrom = async (server, variant, turn) => `/play#${variant}/${(await playTurn(server, variant, turn)).position.token}/`;

/** What a server says of a puzzle. */
export const puzzleOf = async (server, path) => (await fetch(`${server.origin}/v1/puzzles${path}`)).json();

/** The moves that a reader makes in the solution of a puzzle, each with one that is wrong if there is one. */
export async function choices(server, id) {
  const { variant, solution } = await puzzleOf(server, `/${id}?solution=true`);
  const found = [];
  for (let moves = []; moves.length < solution.length;) {
    const ask = (body) => playTurn(server, variant, { puzzle: id, ...(moves.length && { moves }), ...body });
    const [move] = solution.slice(moves.length);
    const { legalMoves } = await ask({});
    const { plays } = await ask({ move });
    found.push({ move, wrong: legalMoves.map((legal) => legal.move).find((legal) => legal !== move) });
    moves = [...moves, ...plays.map((play) => play.move)];
  }
  return found;
}

/** Makes a move of South, and waits for what is said of it. */
export async function make(page, move) {
  const before = await page.locator("#said").elementHandle();
  if (/^\d+$/.test(move)) await house(page, "south", Number(move)).click();
  else await page.locator(".lesson .words button").first().click();
  await page.locator("#said strong").waitFor();
  await before.dispose();
}
