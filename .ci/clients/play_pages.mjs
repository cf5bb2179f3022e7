// Plays on the page of a server with a browser: by mouse, by touch and by keyboard, through faults of the server, and with
// axe-core in every view.
//
//     node play_pages.mjs SERVER_BINARY CHROMIUM FOLDER
//
// The folder gets a picture of each view.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer as createSite } from "node:http";
import { get } from "node:http";
import { createServer } from "node:net";
import process from "node:process";

import { chromium } from "playwright-core";

const [binary, executablePath, folder] = process.argv.slice(2);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The most bytes of everything that the page to play can load, compressed. */
const PAGE_BYTES = 80_000;
/** For anything that a page waits for, in milliseconds. */
const TIMEOUT = 20_000;

function check(holds, what) {
  if (!holds) throw new Error(what);
}

// -------------------------------------------------------------------------------------------------------- a server

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});
const origin = `http://127.0.0.1:${port}`;
let server;

/** A site of somebody else with a board, and with the strictest policy that docs/pages.md names. */
const site = createSite((_, response) => {
  const policy = `default-src 'none'; img-src data:; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types lit-html`;
  response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
  response.end(`<!DOCTYPE html><html lang="fr"><title>A board</title><link rel="icon" href="data:,">
    <script type="module" src="${origin}/pages/board.js"></script>
    <ayla-board position="awale 444444/444444 0/0 s"></ayla-board></html>`);
}).listen(0);
await once(site, "listening");
site.unref();

async function start() {
  const env = { ...process.env, AYLA_LISTEN: `127.0.0.1:${port}`, AYLA_ADMIN_LISTEN: "127.0.0.1:0", AYLA_CORS_ORIGINS: `http://127.0.0.1:${site.address().port}`, AYLA_TABLE_MEMORY: "0", AYLA_LOG: "error" };
  server = spawn(binary, [], { env, stdio: ["ignore", "inherit", "inherit"] });
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${origin}/v1/server-info`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server does not listen");
}

async function stop() {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await ended;
}

// ------------------------------------------------------------------------------------------------------- a browser

const flags = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args: [...(process.getuid() === 0 ? ["--no-sandbox"] : []), ...flags] });

/** A page of a context with these options, which fails at the first message on the console and at requests to other hosts. */
async function open(options, path = "", { faults = false, watched = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.complaints = [];
  // A browser also logs requests that were refused; `refused` is set where that is meant.
  const isMeant = (message) => page.refused && /status of 4\d\d/.test(message.text());
  if (!faults) page.on("console", (message) => isMeant(message) || page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(error.stack));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) page.complaints.push(`a request to ${request.url()}`);
  });
  await page.goto(`${origin}/${path}`);
  if (path.startsWith("rules")) await boardsDrawn(page);
  else if (!watched) await ready(page);
  return page;
}

async function close(page) {
  check(page.complaints.length === 0, page.complaints.join("\n"));
  await page.context().close();
}

/** Waits until it is the turn of a person, or the game is over. Returns whether it goes on. */
async function ready(page) {
  const found = page.locator("ayla-board .legal, .words button, #said.over").first();
  await found.waitFor({ state: "attached" });
  return (await page.locator("#said.over").count()) === 0;
}

/** Waits until every board is drawn. */
async function boardsDrawn(page) {
  await page.waitForFunction(() => [...document.querySelectorAll("ayla-board")].every((board) => board.shadowRoot?.querySelector("svg")));
}

const house = (page, side, number) => page.locator(`ayla-board [data-house="${side} ${number}"]`);
const said = (page) => page.locator("#said").innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const moves = (page) => page.locator(".history li").count().then((count) => count - 1);

/** The moves in the address of a page, and how many of them are made on the board. */
function line(url) {
  const [, , moves, query] = /^#(\w+)\/[\w-]+\/([\w.]*)\??(.*)$/.exec(new URL(url).hash);
  const made = moves.split(".").filter(Boolean);
  return { moves: made, at: Number(new URLSearchParams(query).get("at") ?? made.length) };
}

/** Waits until the address has so many moves, and so many of them are made. */
const atPlace = (page, at, all) => page.waitForURL((url) => line(url).at === at && line(url).moves.length === all);

/** Waits until the page says something like this. */
async function says(page, pattern) {
  await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#said")?.textContent ?? ""), pattern.source);
}

/** Starts a game by the form. */
async function begin(page, variant, preset, players = {}) {
  await button(page, "New game").click();
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

/** Plays a turn: `choose` plays one of the moves that the page offers. */
async function playTurn(page, choose, turn) {
  const before = page.url();
  await choose(page, turn, page.locator(".words button"));
  await page.waitForFunction((url) => location.href !== url, before);
}

/** Plays a game to its end. */
async function playOut(page, choose, most = 400) {
  for (let turn = 0; turn < most && (await ready(page)); turn += 1) await playTurn(page, choose, turn);
  check(!(await ready(page)), "the game does not end");
  return said(page);
}

/** Plays a legal house with the mouse or a finger; not always the first, so that games differ. */
const play = (act) => async (page, turn, words) => {
  if ((await words.count()) > 0) return words.first()[act]();
  const legal = page.locator("ayla-board .legal");
  await legal.nth(turn % (await legal.count()))[act]();
};

/** Whether what has the focus, on the page or on the board, is this. */
const isFocused = (page, selector) => page.evaluate((selector) => {
  const { activeElement } = document;
  return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.matches(selector) ?? false;
}, selector);

/** Presses a key until this has the focus. */
async function press(page, key, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused(page, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${selector}`);
}

/** Begins a game with the form, by keyboard alone. */
async function beginByKeyboard(page, variant, preset) {
  const until = async (selector, key, value) => {
    await press(page, "Tab", selector);
    for (let presses = 0; (await page.locator(`#new-game ${selector}:not([type=radio]:not(:checked))`).inputValue()) !== value; presses += 1) {
      check(presses < 20, `${selector} has no ${value}`);
      await page.keyboard.press(key);
    }
  };
  await press(page, "Tab", ".table .controls button:first-child");
  await page.keyboard.press("Enter");
  await until("[name=variant]", "ArrowDown", variant);
  await page.locator(`[name=preset] option[value="${preset}"]`).waitFor({ state: "attached" });
  await until("[name=preset]", "ArrowDown", preset);
  await until("[name=south]", "ArrowUp", "0");
  await until("[name=north]", "ArrowUp", "1");
  await press(page, "Tab", "#new-game button[value=start]");
  await page.keyboard.press("Enter");
  // The board of the game before is ready too: the new one gets the focus.
  await page.waitForFunction(() => document.querySelector("ayla-board").shadowRoot.activeElement);
  await ready(page);
}

/** Plays with the arrows and Enter. The board has the focus from the beginning to the end. */
async function byKeyboard(page, turn, words) {
  if ((await words.count()) > 0) {
    await press(page, "Tab", ".words button");
    await page.keyboard.press("Enter");
    return;
  }
  check(await isFocused(page, "[role=gridcell]"), "the board has lost the focus");
  const count = await page.locator("ayla-board .legal").count();
  for (let steps = 0; steps < 200; steps += 1) {
    if (steps >= turn % count && (await isFocused(page, ".legal"))) break;
    await page.keyboard.press(steps % 40 < 20 ? "ArrowRight" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
}

/** Presses Tab until a link or button of this name has the focus. */
async function tabTo(page, name) {
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent.trim())) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${name}`);
}

/** The ways to play a house and to press a button. */
const MOUSE = { house: (page, number) => house(page, "south", number).click(), press: (page, name) => page.getByText(name, { exact: true }).click() };
const TOUCH = { house: (page, number) => house(page, "south", number).tap(), press: (page, name) => page.getByText(name, { exact: true }).tap() };
const KEYBOARD = {
  async house(page, number) {
    await page.locator("ayla-board").evaluate((board) => board.focus());
    await page.keyboard.press("Home");
    for (let steps = 1; steps < number; steps += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
  },
  async press(page, name) {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
  },
};

/** Tries one house after the other, and then the words, until the lesson is solved. Returns the number of tries. */
async function solve(page, { house, press }) {
  const houses = (await page.locator('ayla-board [data-house^="south"]').count()) || 0;
  const words = await page.locator(".words button").allInnerTexts();
  for (let index = 0; index < houses + words.length; index += 1) {
    if (await button(page, "Try again").count()) await press(page, "Try again");
    if (index < houses) await house(page, index + 1);
    else await press(page, words[index - houses]);
    await page.locator("#said.solved, #said.wrong").waitFor();
    if (await page.locator("#said.solved").count()) return index + 1;
  }
  throw new Error(`nothing solves ${page.url()}`);
}

/** Waits until a lesson is shown. */
async function lesson(page, hash) {
  await page.waitForFunction((wanted) => location.hash === wanted, hash);
  await page.locator("ayla-board .legal, .words button").first().waitFor({ state: "attached" });
}

/** Checks the size of all that the page has loaded, which must be these files at least. */
async function isSmall(page, expected) {
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/pages/")));
  check(expected.every((name) => files.some((file) => file.endsWith(`/${name}`))), files.join("\n"));
  const sizes = [...new Set([page.url().split("#")[0], ...files])].map((file) => new Promise((resolve) => {
    get(file, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      let size = 0;
      answer.on("data", (part) => (size += part.length)).on("end", () => resolve(size));
    });
  }));
  const size = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`    ${size} bytes of at most ${PAGE_BYTES} in ${sizes.length} files`);
  check(size <= PAGE_BYTES, "the page is too large");
}

async function axe(page, view, exclude = []) {
  // The page lets no foreign script in: this one comes from outside of it.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (exclude) => (await globalThis.axe.run({ include: [document.documentElement], exclude })).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), exclude);
  check(violations.length === 0, `${view}:\n${violations.join("\n")}`);
}

/**
 * What is drawn in an SVG document or on the board of a page: the tag and the colours of each thing, with numbers that say
 * where it is. Texts are places only: a picture draws its digits, each as a path of a group.
 */
function drawn() {
  const svg = document.querySelector("#drawn")?.shadowRoot.querySelector("svg") ?? document.documentElement;
  const { width } = svg.viewBox.baseVal;
  const fromScreen = svg.getScreenCTM().inverse();
  const box = (element) => {
    const scale = fromScreen.multiply(element.getScreenCTM());
    const { x, y, width, height } = element.getBBox();
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(scale));
    return [Math.min, Math.max].flatMap((most) => ["x", "y"].map((axis) => most(...corners.map((corner) => corner[axis]))));
  };
  const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];
  return [...svg.querySelectorAll("circle, ellipse, path, rect, text, use, g[stroke-width]")].flatMap((element) => {
    const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(element);
    const tag = element.localName;
    if (tag === "g") return [{ kind: `text ${stroke}`, at: middle(box(element)) }];
    if (tag === "text") return [{ kind: `text ${fill}`, at: [Number(element.getAttribute("x")), Number(element.getAttribute("y"))] }];
    const [left, top, right, bottom] = box(element);
    if (tag === "use") return [{ kind: `use ${element.getAttribute("href")}`, at: [left, top] }];
    // The digits are in a group, and the backdrop is the page's.
    if (element.closest("g[stroke-width]") || (tag === "rect" && right - left === width)) return [];
    const of = element.closest("[id]")?.id ?? "";
    const line = stroke === "none" ? [] : [Number.parseFloat(strokeWidth), ...strokeDasharray.split(",").map((dash) => Number.parseFloat(dash) || 0)];
    const along = tag === "path" ? [element.getTotalLength() / 10] : [];
    return [{ kind: `${tag} ${of === "board" || of === "plank" ? "clip" : of} ${fill} ${stroke}`, at: [left, top, right, bottom, ...line, ...along] }];
  });
}

/** What is in the first and nowhere in the second, within a fraction of a unit; the second keeps what is not in the first. */
function missing(first, second) {
  return first.filter(({ kind, at }) => {
    const most = kind.startsWith("text") ? 1.5 : 0.15;
    const index = second.findIndex((other) => other.kind === kind && other.at.every((number, place) => Math.abs(number - at[place]) < most));
    if (index >= 0) second.splice(index, 1);
    return index < 0;
  });
}

// ----------------------------------------------------------------------------------------------------------- tests

const GAMES = [["awale", "tournament"], ["andada", "default"], ["anywoli", "finite"]];

/** A finished game of 61 moves. */
const REVIEWED = "#awale/EAAAMPe973ve973gDf/5.5.4.4.6.2.5.1.6.4.3.3.3.4.2.4.6.2.5.4.3.3.6.1.1.1.2.4.3.5.4.6.5.5.6.3.4.6.3.2.2.4.3.3.5.6.1.1.4.6.5.2.2.5.1.4.2.5.3.3.agree?north=4";

const tests = {
  async "whole games by mouse"() {
    for (const [variant, preset] of GAMES) {
      const page = await open({});
      await begin(page, variant, preset);
      console.log(`    ${variant}: ${await playOut(page, play("click"))} (${await moves(page)} moves)`);
      await close(page);
    }
  },

  async "whole games by touch at 360 pixels"() {
    for (const [variant, preset] of GAMES) {
      const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await begin(page, variant, preset);
      const sizes = await page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
      check(Math.min(...sizes) >= 24, `${variant}: a target of ${Math.min(...sizes)} pixels`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= 360, `${variant}: the page is ${wide} pixels wide`);
      console.log(`    ${variant}: ${await playOut(page, play("tap"))} (targets of ${Math.floor(Math.min(...sizes))} pixels)`);
      await close(page);
    }
  },

  async "whole games by keyboard"() {
    for (const [variant, preset] of GAMES) {
      const page = await open({});
      await beginByKeyboard(page, variant, preset);
      await playTurn(page, byKeyboard, 0);
      await ready(page);
      // A move is taken back, by a button that has nothing to do then.
      const undo = ".table .controls button:nth-child(2)";
      await press(page, "Tab", undo);
      await page.keyboard.press("Enter");
      await page.locator(`${undo}[aria-disabled]`).waitFor();
      check(await isFocused(page, undo), "the button has lost the focus");
      await press(page, "Shift+Tab", "[role=gridcell]");
      console.log(`    ${variant}: ${await playOut(page, byKeyboard)}`);
      await close(page);
    }
  },

  async "each learning position is solved"() {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    for (const [way, act, options, variants] of [["touch", TOUCH, phone, ["awale", "andada", "anywoli"]], ["keyboard", KEYBOARD, {}, ["anywoli"]], ["mouse", MOUSE, { reducedMotion: "no-preference" }, ["andada"]]]) {
      for (const variant of variants) {
        const page = await open(options, `learn#${variant}`);
        const count = await page.locator(".steps li").count();
        const tries = [];
        for (let number = 1; number <= count; number += 1) {
          await lesson(page, `#${variant}/${number}`);
          check((await page.locator(".steps a.solved").count()) === number - 1, `${number - 1} lessons are solved`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          check(wide <= 0, `${page.url()} is ${wide} pixels too wide`);
          tries.push(await solve(page, act));
          check(/^Solved! .*\./.test(await said(page)), await said(page));
          if (number < count) await act.press(page, "Next lesson");
        }
        check(tries.some((number) => number > 1), "a wrong move first");
        await act.press(page, "Play a game now");
        await page.waitForURL((url) => url.pathname === "/play" && url.hash.startsWith(`#${variant}/`));
        check(await ready(page), "a game");
        console.log(`    ${variant} by ${way}: ${tries.join(" ")} tries`);
        await close(page);
      }
    }
  },

  async "a lesson explains what was wrong, and helps"() {
    const page = await open({ reducedMotion: "no-preference" }, "learn");
    await lesson(page, "#awale/1");
    // A move that is legal and wrong: it is shown, and the board goes back to the position.
    await house(page, "south", 1).click();
    await says(page, /^Not yet\. South plays house 1\./);
    check((await button(page, "Hint").count()) === 0, "no hint yet");
    await button(page, "Try again").click();
    check((await house(page, "south", 1).getAttribute("aria-label")).includes("4"), "the position again");
    await page.getByText("Keys", { exact: true }).click();
    await page.getByLabel("Type a move").fill("#B");
    await page.keyboard.press("Enter");
    await says(page, /^Not yet\. South plays house 2\./);
    await button(page, "Hint").click();
    await says(page, /^Try house 3\./);
    await page.locator("ayla-board .hint").waitFor({ state: "attached" });
    await house(page, "north", 3).click();
    await says(page, /^North's houses are not played/);
    await house(page, "south", 3).click();
    await says(page, /^Solved![^]*A move sows all seeds/);
    await page.locator("ayla-board").evaluate((board) => board.focus());
    for (const [key, pattern] of [["l", /^South plays house 3/], ["s", /^South 0, North 0/], ["b", /^South: 4 4 0 5 5 5\./]]) {
      await page.keyboard.press(key);
      await says(page, pattern);
    }
    await page.getByText("Read rule AW-1").click();
    await page.waitForURL("**/rules/awale#aw-1");
    await page.goBack();
    await lesson(page, "#awale/1");
    await house(page, "south", 3).click();
    await says(page, /^Solved!/);
    await page.getByText("Next lesson").click();
    await lesson(page, "#awale/2");
    check((await page.evaluate(() => document.activeElement?.textContent)).includes("Capture two"), "the focus on the new lesson");

    // A move that is not legal says why.
    await page.locator(".steps a").nth(8).click();
    await lesson(page, "#awale/9");
    await house(page, "south", 1).click();
    await says(page, /^That is not allowed\. North's row is empty/);
    await page.reload();
    await lesson(page, "#awale/9");
    check((await page.locator(".steps a.solved").count()) === 1, "what is solved is kept");
    await page.goBack();
    await lesson(page, "#awale/2");
    await page.locator("#language").selectOption("fr");
    await page.getByText("Récolte deux graines.").waitFor();
    await house(page, "south", 6).click();
    await says(page, /^Bravo\s! Sud joue/);
    // The first lesson that is not solved.
    await page.locator(".games a").nth(1).click();
    await lesson(page, "#andada/1");
    await page.locator(".games a").first().click();
    await lesson(page, "#awale/3");
    await page.getByRole("link", { name: "Jouer", exact: true }).click();
    check(await ready(page), "a game");
    await close(page);
  },

  async "the longest rows have targets for fingers"() {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await begin(page, "andada", "houses-24");
    const sizes = await page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    check(sizes.length === 48 && Math.min(...sizes) >= 24, `${sizes.length} targets, ${Math.min(...sizes)}`);
    await close(page);
  },

  async "a sowing is shown seed by seed, and can be paused, stepped and skipped"() {
    const page = await open({ reducedMotion: "no-preference" });
    await page.evaluate(() => {
      globalThis.longTasks = [];
      new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    });
    await house(page, "south", 3).click();
    await button(page, "Pause").click();
    const count = () => page.locator("ayla-board .hand text").textContent();
    const before = Number(await count());
    await button(page, "One seed").click();
    await page.waitForFunction((number) => Number(document.querySelector("ayla-board").shadowRoot.querySelector(".hand text")?.textContent) === number - 1, before);
    await press(page, "Shift+Tab", ".motion button:first-child");
    await page.keyboard.press("Enter");
    await ready(page);
    check((await moves(page)) === 2, "the engine answers");
    check(await isFocused(page, "[role=gridcell]"), "the board has the focus when the buttons of a move are gone");
    console.log(`    long tasks: ${JSON.stringify(await page.evaluate(() => globalThis.longTasks))}`);
    await close(page);
  },

  async "a seed that is sown draws few houses again, on boards of any size"() {
    const boards = [
      ["awale 444444/444444 0/0 s", "3", 1280],
      ["awale 444444/444444 0/0 s", "3", 360],
      ["anywoli 020232301312/11c1bb010111 24/12 s q1", "2", 1280],
      [`andada:houses=24 ${"2".repeat(24)}/${"2".repeat(24)} - s`, "6", 360],
    ];
    for (const [position, move, width] of boards) {
      const page = await open({ reducedMotion: "no-preference", viewport: { width, height: 900 } });
      const answer = await fetch(`${origin}/v1/variants/${position.split(/[ :]/)[0]}/apply-move`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position, move }) });
      const { events } = await answer.json();
      const { seeds, most, laid, longTasks } = await page.evaluate(async ({ position, events }) => {
        const { Layout } = await import(new URL("look.js", document.querySelector("script").src));
        const board = document.createElement("ayla-board");
        document.querySelector("ayla-board").replaceWith(board);
        board.position = position;
        // Until it has its width, which is not the one it begins with, and its words.
        while (!board.words || [640, undefined].includes(board.shadowRoot.querySelector("svg")?.viewBox.baseVal.width)) await new Promise(requestAnimationFrame);
        await board.updateComplete;
        const longTasks = [];
        new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
        let laid = 0;
        const { house } = Layout.prototype;
        Layout.prototype.house = function (...which) {
          laid += 1;
          return house.apply(this, which);
        };
        const observed = new MutationObserver(() => undefined);
        observed.observe(board.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
        const frames = [];
        const { performUpdate } = board;
        board.performUpdate = function () {
          laid = 0;
          performUpdate.call(this);
          frames.push([observed.takeRecords().length, laid]);
        };
        await board.show(events);
        // The first frame takes the tags from houses that can be played, and frames show several seeds of a long sowing.
        const seeds = Math.ceil(events.reduce((sum, { sow }) => sum + (sow?.houses.length ?? 0), 0) / frames.length);
        const rest = frames.slice(1);
        return { seeds, most: Math.max(...rest.map(([changes]) => changes)), laid: Math.max(...rest.map(([, laid]) => laid)), longTasks };
      }, { position, events });
      console.log(`    ${position.split(" ")[0]}, ${width}: at most ${most} changes and ${laid} houses for ${seeds} seeds; long tasks: ${JSON.stringify(longTasks)}`);
      // A pickup takes up to 30 seeds away, and Lit keeps a comment beside each.
      check(most <= 80 * seeds && laid <= 6 * seeds, "a frame draws too much again");
      await close(page);
    }
  },

  async "controls"() {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await house(page, "south", 3).click();
    await says(page, /South to move/);
    await house(page, "south", 3).focus();
    // Why a house cannot be played.
    const empty = page.locator('ayla-board [data-house^="south"]:not(.legal)').first();
    if (await empty.count()) {
      await empty.click();
      await says(page, /\(AW-1\)/);
    }
    await page.getByLabel("Type a move").fill("9");
    await page.keyboard.press("Enter");
    await says(page, /There is no house 9/);
    await page.getByLabel("Type a move").fill(" #B ");
    await page.keyboard.press("Enter");
    await says(page, /South to move/);
    check((await moves(page)) === 4, "a move that was typed");
    await button(page, "Hint").click();
    await says(page, /^Best: house \d \(.*(ahead|wins|even|draw).*\)\. Line: /);
    await button(page, "Analysis").click();
    await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
    await button(page, "Analysis").click();
    await button(page, "Undo").click();
    await atPlace(page, 2, 4);
    await button(page, "Redo").click();
    await atPlace(page, 4, 4);
    await page.locator(".history button").nth(1).click();
    await says(page, /South plays house 3/);
    await button(page, "Redo").click();
    await page.locator("ayla-board").evaluate((board) => board.focus());
    for (const [key, pattern] of [["l", /plays house/], ["s", /South \d+, North \d+/], ["b", /South: (\d+ ?){6}\./], ["h", /^Best: /]]) {
      await page.keyboard.press(key);
      await says(page, pattern);
    }
    await button(page, "Copy link for watchers").click();
    await says(page, /copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    check(link.includes("watch"), link);
    await page.locator("#language").selectOption("fr");
    await says(page, /de jouer/);
    check((await page.getAttribute("html", "lang")) === "fr", "the language of the page");
    await page.locator("#language").selectOption("en");
    await page.locator("#theme").selectOption("dark");
    await page.locator("#theme").selectOption("");
    await button(page, "Agree to stop").click();
    await button(page, "Both agree").waitFor();
    await page.locator("#agree button[value=agree]").click();
    await says(page, /agree/);
    check(!(await ready(page)), "agreeing ends the game");
    await begin(page, "awale", "default");
    await button(page, "Resign").click();
    await says(page, /South resigns\. North wins\./);
    await begin(page, "awale", "", {});
    await close(page);

    const watcher = await browser.newPage();
    await watcher.goto(link);
    await watcher.locator(".watch").waitFor();
    check((await watcher.locator(".table .controls").count()) === 0, "watchers have no controls");
    await watcher.close();
  },

  async "the calls of the page work elsewhere"() {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await button(page, "New game").click();
    await page.locator("[name=preset] option").nth(1).waitFor({ state: "attached" });
    await page.locator("[name=preset]").selectOption("");
    await page.locator("#option-over-limit").selectOption("none");
    await page.locator("#new-game button[value=start]").click();
    await page.waitForTimeout(500);
    await ready(page);
    await house(page, "south", 3).click();
    await page.locator(".history li").nth(2).waitFor();
    await page.getByText("See the API").click();
    const calls = page.locator(".api li");
    const buf = new URL("node_modules/.bin/buf", import.meta.url).pathname;
    // The last call is a reply, and the second the beginning of the game.
    for (const index of [0, (await calls.count()) - 3]) {
      const call = calls.nth(index);
      await call.locator("summary").click();
      const answer = JSON.parse(await call.locator("pre").last().innerText());
      for (const [form, shell] of [["curl", ["bash", "-c"]], ["buf", ["bash", "-c"]], ["JavaScript", ["node", "--input-type=module", "-e"]]]) {
        if (form === "buf" && !existsSync(buf)) continue;
        await button(page, form).click();
        await call.getByRole("button").click();
        await call.getByRole("button", { name: "Copied" }).waitFor();
        const [command, ...options] = shell;
        const text = (await page.evaluate(() => navigator.clipboard.readText())).replace(/^buf /, `${buf} `).replace("console.log(await answer.json())", "console.log(JSON.stringify(await answer.json()))");
        const said = JSON.parse(execFileSync(command === "node" ? process.execPath : command, [...options, text], { stdio: ["ignore", "pipe", "ignore"] }).toString());
        check(said.position.token === answer.position.token, `${form}: ${JSON.stringify(said.position)}, not ${JSON.stringify(answer.position)}`);
      }
    }
    await close(page);
  },

  async "a game lives in its address"() {
    const page = await open({});
    await begin(page, "awale", "default", { north: 0 });
    for (const [side, number] of [["south", 3], ["north", 2], ["south", 6]]) await house(page, side, number).click().then(() => page.waitForTimeout(200));
    const text = await said(page);
    await page.reload();
    await ready(page);
    check((await said(page)) === text && (await moves(page)) === 3, "the same game after a reload");
    const other = await open({}, new URL(page.url()).hash);
    check((await said(other)) === text, "the same game by its link");
    await close(other);
    await begin(page, "andada", "default", { north: 0 });
    await page.goBack();
    await says(page, /South plays house 6/);
    await close(page);
  },

  async "an address with a wrong token or move says so, and the game goes up to that move"() {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    const token = new URL(page.url()).hash.split("/")[1];
    page.refused = true;
    for (const wrong of ["#awale/xxxx/1.2", `#andada/${token}/`]) {
      await page.evaluate((hash) => (location.hash = hash), wrong);
      await page.locator("[role=alert]", { hasText: /checksum|Andada/ }).waitFor();
      check((await button(page, "New game").count()) === 1, "a way on");
    }
    await page.reload();
    await page.locator("[role=alert]", { hasText: "Andada" }).waitFor();
    await begin(page, "awale", "default", { north: 0 });
    for (const [made, legal] of [["3.1.9.4", 2], ["3.1.9.4?at=1", 1], ["3.9", 1], ["zz", 0]]) {
      await page.evaluate((hash) => (location.hash = hash), `#awale/${token}/${made}`);
      await atPlace(page, legal, made.startsWith("3.1") ? 2 : legal);
      await says(page, /(There is no house 9|'zz' is no move).* The game goes up to the move before\./);
      check(await ready(page), "the game goes on");
    }
    await close(page);
  },

  async "back keeps the game, and Undo keeps what comes after"() {
    const page = await open({});
    const before = await page.evaluate(() => history.length);
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);
    check((await page.evaluate(() => history.length)) === before, "the first game is where one came to");
    await begin(page, "awale", "default", { north: 0 });
    for (const [side, number] of [["south", 3], ["north", 2], ["south", 6]]) {
      await house(page, side, number).click();
      await says(page, new RegExp(`plays house ${number}`));
    }
    await button(page, "Undo").click();
    await atPlace(page, 2, 3);
    await page.reload();
    await ready(page);
    await atPlace(page, 2, 3);
    // Another move begins another line, and the line before is one step back.
    await house(page, "south", 1).click();
    await atPlace(page, 3, 3);
    check(line(page.url()).moves.join(".") === "3.2.1", page.url());
    await page.goBack();
    await atPlace(page, 2, 3);
    check(line(page.url()).moves.join(".") === "3.2.6", page.url());
    await ready(page);
    // A refused move leaves all.
    await page.getByLabel("Type a move").fill("9");
    await page.keyboard.press("Enter");
    await says(page, /There is no house 9/);
    check((await moves(page)) === 3, "the line is kept");
    await button(page, "Redo").click();
    await atPlace(page, 3, 3);
    await page.goBack();
    await says(page, /South to move/);
    check((await moves(page)) === 2, "the game before");
    await close(page);
  },

  async "a resignation is kept until Undo, and the result stays"() {
    const page = await open({});
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);
    check((await page.title()).startsWith("South to move – "), await page.title());
    await button(page, "Resign").click();
    const result = /^South resigns\. North wins\.$/;
    await says(page, result);
    await house(page, "south", 1).click();
    await house(page, "north", 1).click();
    await says(page, result);
    check(!(await house(page, "south", 1).getAttribute("aria-label")).includes("empty"), "no reasons after the end");
    await page.locator("ayla-board").evaluate((board) => board.focus());
    await page.keyboard.press("h");
    await says(page, /^There is no hint now\. South resigns\. North wins\.$/);
    await page.locator(".history button").nth(1).click();
    await says(page, /North to move/);
    // The engine's turn, with the ways on.
    await page.getByText("The board shows move 1 of 2.").waitFor();
    await button(page, "To the end").click();
    await says(page, /South resigns\. North wins\.$/);
    await page.reload();
    await says(page, /South resigns\. North wins\.$/);
    check((await page.locator(".history [aria-current]").innerText()) === "South resigns", "the resignation in the list");
    check((await page.title()).startsWith("South resigns. North wins – "), await page.title());
    await page.locator("#language").selectOption("fr");
    await says(page, /Sud abandonne\. Nord gagne\.$/);
    await page.locator("#language").selectOption("en");
    await says(page, /North wins\.$/);
    await button(page, "Undo").click();
    await says(page, /South to move/);
    check((await moves(page)) === 2 && !page.url().includes("resigned"), page.url());
    for (let steps = 0; steps < 2; steps += 1) {
      await page.locator("ayla-board").evaluate((board) => board.focus());
      await page.keyboard.press("u");
      await atPlace(page, 0, 2);
    }
    await says(page, /^No move to take back\.$/);
    // The engine goes on from an earlier move.
    await page.locator(".history button").nth(1).click();
    await button(page, "Go on from here").click();
    await atPlace(page, 2, 2);
    await ready(page);
    await close(page);
  },

  async "a watched game can be played on"() {
    const page = await open({}, `${REVIEWED.replace(/\.agree.*/, "")}?north=1&watch`, { watched: true });
    await page.getByText("as it was when the link was copied").waitFor();
    await house(page, "south", 1).click();
    await says(page, /to move/);
    await button(page, "Play on from here").click();
    await page.locator(".table .controls").waitFor();
    check(!page.url().includes("watch") && line(page.url()).moves.length >= 60, page.url());
    await page.goBack();
    await page.getByText("as it was when the link was copied").waitFor();
    await button(page, "New game").click();
    await page.locator("#new-game[open]").waitFor();
    await close(page);
  },

  async "an answer that breaks off is asked for again"() {
    const page = await open({}, "", { faults: true });
    await page.route("**/play-turn", (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);
    await close(page);
  },

  async "a review keeps its game, goes on with it, and lets the engine play better"() {
    const page = await open({}, REVIEWED);
    await button(page, "Review").click();
    await page.locator(".review [role=status]", { hasText: /^61 of 61/ }).waitFor();
    // A mistake of the engine's, where there is one.
    const mistake = page.locator(".mistakes button", { hasText: /\. North/ }).first();
    await mistake.click();
    await says(page, /was better, by/);
    const { at } = line(page.url());
    await atPlace(page, at, 61);
    await page.reload();
    await atPlace(page, at, 61);
    await button(page, "Review").click();
    await page.locator(".review [role=status]", { hasText: /^61 of 61/ }).waitFor();
    await mistake.click();
    await says(page, /was better, by/);
    await page.locator(".chosen .primary").click();
    await atPlace(page, at + 1, at + 1);
    check(page.url().includes("north=4"), "the engine stays");
    await ready(page);
    await page.goBack();
    await atPlace(page, at, 61);
    await page.locator(".partial", { hasText: "other moves" }).waitFor({ state: "detached" });
    check((await page.locator(".review").count()) === 1, "the review goes on");
    await mistake.click();
    await says(page, /was better, by/);
    await button(page, "Close").click();
    await atPlace(page, 61, 61);
    // The game goes on while it is reviewed.
    await begin(page, "awale", "default", { north: 0 });
    await house(page, "south", 3).click();
    await says(page, /North to move/);
    await button(page, "Review").click();
    await page.locator(".review [role=status]", { hasText: /^1 of 1 / }).waitFor();
    await house(page, "north", 2).click();
    await page.locator(".review [role=status]", { hasText: /^2 of 2 / }).waitFor();
    await close(page);
  },

  async "a hint or the analysis, not both"() {
    const page = await open({});
    await button(page, "Hint").click();
    await says(page, /^Best: /);
    await button(page, "Analysis").click();
    await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
    await says(page, /^South to move/);
    await button(page, "Hint").click();
    await says(page, /^Best: /);
    await page.locator("button[aria-pressed=false]", { hasText: "Analysis" }).waitFor();
    await close(page);
  },

  async "a server that is gone, busy or slow"() {
    const page = await open({}, "", { faults: true });
    await stop();
    await house(page, "south", 3).click();
    await page.locator(".condition").waitFor();
    await start();
    await page.locator(".condition").waitFor({ state: "detached" });
    await ready(page);
    check((await moves(page)) === 2, "the game goes on");

    let refusals = 2;
    const path = "**/play-turn";
    await page.route(path, (route) => {
      if (refusals === 0) return route.continue();
      refusals -= 1;
      const body = JSON.stringify({ status: 429, title: "The queue of suggestions is full", reason: "SEARCH_QUEUE_FULL" });
      return route.fulfill({ status: 429, headers: { "retry-after": "1" }, contentType: "application/problem+json", body });
    });
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".condition", { hasText: "busy" }).waitFor();
    await ready(page);
    check((await moves(page)) === 4, "the game goes on after 429");
    await page.unroute(path);

    await page.route(path, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      await route.continue();
    });
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".condition", { hasText: "slow" }).waitFor();
    await ready(page);
    check((await moves(page)) === 6, "the game goes on when it is slow");
    await page.unroute(path);

    await page.route(path, (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
    await page.locator("ayla-board .legal").first().click();
    await page.locator(".condition", { hasText: "reached" }).waitFor();
    await ready(page);
    check((await moves(page)) === 8, "the game goes on after an answer that breaks off");
    await close(page);
  },

  async "a review names the mistakes, and the better move is played"() {
    const page = await open({}, REVIEWED);
    const calls = [];
    page.on("request", (request) => request.url().endsWith("/review-game") && calls.push(request.postDataJSON()));
    // One that is not finished is asked for again from where it ended.
    const unanswered = { reason: "SEARCH_QUEUE_FULL", message: "Too many suggestions wait.", retryAfterMs: 1 };
    const body = `event: review\ndata: ${JSON.stringify({ end: { reviewedTo: 0, nodes: 1, unanswered } })}\n\n`;
    await page.route("**/review-game", (route) => route.fulfill({ contentType: "text/event-stream", body }), { times: 1 });
    await button(page, "Review").click();
    await page.locator(".partial", { hasText: "Too many suggestions wait." }).getByRole("button", { name: "Go on" }).click();
    const status = page.locator(".review [role=status]");
    await page.locator(".mistakes button").first().waitFor();
    await page.locator(".review [role=status]", { hasText: /^61 of 61 moves reviewed/ }).waitFor();
    check(JSON.stringify(calls.slice(1).map(({ from, to }) => [from, to])) === "[[1,50],[51,61]]", JSON.stringify(calls));
    const costs = (await page.locator(".mistakes button").allInnerTexts()).map((text) => Number(/was better, by ([\d.]*\d)/.exec(text)[1]));
    check(costs.length > 2 && costs.every((cost, index) => index === 0 || cost <= costs[index - 1]), `mistakes that cost ${costs}`);
    console.log(`    ${await status.innerText()}`);

    await page.locator(".mistakes button").first().click();
    await says(page, /was better, by/);
    await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
    const at = () => page.locator(".history li").evaluateAll((items) => items.findIndex((item) => item.querySelector("[aria-current]")));
    const before = await at();
    const slider = page.locator("input.ply");
    check(Number(await slider.inputValue()) === before + 1, "the graph has the move after this position");
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((number) => document.querySelectorAll(".history li")[number]?.querySelector("[aria-current]"), before);
    check((await slider.getAttribute("aria-valuetext")).startsWith(`${before}. `), "the graph says the move");
    const { width, height } = await page.locator(".plot").boundingBox();
    await page.locator(".plot").click({ position: { x: width / 2, y: height / 2 } });
    await page.waitForFunction(() => [30, 31].some((number) => document.querySelectorAll(".history li")[number]?.querySelector("[aria-current]")));
    await page.getByText("All moves as a table").click();
    check((await page.locator(".review tbody tr").count()) === 61, "the table has every move");
    await page.locator(".review tbody button").nth(11).click();
    await page.waitForFunction(() => document.querySelectorAll(".history li")[12]?.querySelector("[aria-current]"));

    // A mistake of the engine, too, can be played better; by keyboard.
    await page.locator(".mistakes button").first().focus();
    await page.keyboard.press("Enter");
    await says(page, /was better, by/);
    const better = (await page.locator(".chosen .primary").innerText()).split(": ")[1];
    await page.locator(".chosen .primary").focus();
    await page.keyboard.press("Enter");
    await page.locator(".partial", { hasText: "other moves" }).waitFor();
    await page.waitForURL((url) => line(url).moves[before] === better);
    await ready(page);
    await button(page, "Back to the game").click();
    await page.waitForFunction(() => document.querySelectorAll(".history li").length === 62);

    // Who leaves ends the review.
    await button(page, "Close").click();
    const gone = page.waitForEvent("requestfailed");
    await button(page, "Review").click();
    await page.locator(".review progress").waitFor();
    await button(page, "Close").click();
    check((await gone).url().endsWith("/review-game"), "the review ends");
    await close(page);
  },

  async "the form of a new game says why there is none, and the game before goes on"() {
    const page = await open({}, "", { faults: true });
    await page.route("**/v1/variants", (route) => route.abort(), { times: 1 });
    await button(page, "New game").click();
    await page.locator("#new-game .condition", { hasText: "reached" }).waitFor();
    await page.locator("[name=preset]").waitFor();
    await page.locator("#new-game .condition").waitFor({ state: "detached" });
    await page.locator("[name=variant][value=anywoli]").check();
    await page.locator("[name=preset]").selectOption("");
    for (const [name, value] of [["houses", "24"], ["seeds", "8"]]) {
      await page.locator(`#option-${name}`).fill(value);
      await page.keyboard.press("Tab");
    }
    await page.getByLabel("The last seeds").selectOption({ label: "Starter takes eight" });
    await page.locator("#new-game button[value=start]").click();
    await page.locator("#new-game [role=alert]", { hasText: "24 houses of 8 seeds" }).waitFor();
    await button(page, "Cancel").click();
    await house(page, "south", 3).click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);

    await page.reload();
    await ready(page);
    const problem = { status: 403, title: "Not here", detail: "This host may not call the service." };
    await page.route("**/v1/variants", (route) => route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) }));
    await button(page, "New game").click();
    await page.locator("#new-game [role=alert]", { hasText: problem.detail }).waitFor();
    await button(page, "Set up a position").click();
    await page.locator("#set-up .faults", { hasText: problem.detail }).waitFor();
    await close(page);
  },

  async "words that cannot be loaded, and what cannot be copied"() {
    const page = await open({}, "", { faults: true });
    await page.route("**/fr.ftl", (route) => route.abort(), { times: 1 });
    await page.locator("#language").selectOption("fr");
    await button(page, "Réessayer").click();
    await button(page, "Nouvelle partie").waitFor();
    await page.route("**/fr.ftl", (route) => route.abort(), { times: 1 });
    await page.reload();
    await button(page, "Réessayer").click();
    await ready(page);
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not here")); });
    await page.locator(".api > summary").click();
    await page.locator(".api li summary").first().click();
    await page.locator(".api li button").first().click();
    await page.waitForFunction(() => getSelection().toString().startsWith("curl "));
    await close(page);
  },

  async "a position is set up, with all its faults at once"() {
    for (const [locale, named, fault] of [["en-GB", ["New game", "Set up a position", "Play from here"], /before the opening|Before the opening/], ["fr-FR", ["Nouvelle partie", "Composer une position", "Jouer d'ici"], /Avant l'ouverture/]]) {
      const page = await open({ locale });
      page.refused = true;
      await button(page, named[0]).click();
      await button(page, named[1]).click();
      await page.locator("#set-south-6").waitFor();
      const valid = (id) => page.locator(`#set-${id}[aria-invalid=false]`).waitFor();
      await page.locator("[name=set-variant][value=andada]").check();
      await page.locator("#set-south-12").waitFor();
      await page.locator("#set-south-1").fill("99");
      await page.keyboard.press("Tab");
      await page.locator(".faults li").nth(1).waitFor();
      const faults = await page.locator(".faults li").allInnerTexts();
      check(faults.length === 2 && fault.test(faults[1]) && /C-7/.test(faults[0]), faults.join("\n"));
      const described = await page.locator("#set-phase").getAttribute("aria-describedby");
      check(described === "fault-1" && (await page.locator("#set-phase").getAttribute("aria-invalid")) === "true", "the fault is told at its field");
      await page.locator(".faults li").first().getByRole("button").click();
      check((await page.evaluate(() => document.activeElement.id)) === "set-south-1", "the way to the field");
      // Mended by keyboard alone.
      await page.keyboard.type("0");
      await page.keyboard.press("Tab");
      await page.locator("#set-phase").selectOption("play");
      await valid("south-1");
      await page.locator(".faults").waitFor({ state: "detached" });
      await button(page, named[2]).focus();
      await page.keyboard.press("Enter");
      await page.locator("#set-up[open]").waitFor({ state: "detached" });
      await page.locator('ayla-board [data-house="south 12"].legal').waitFor();
      check((await moves(page)) === 0 && !(await house(page, "south", 1).getAttribute("class")), "the game goes on from the position");

      // An option and a state of the same name.
      await button(page, named[0]).click();
      await button(page, named[1]).click();
      await page.locator("[name=set-variant][value=awale]").check();
      await page.locator("#set-preset").selectOption("");
      await page.locator("details.options summary").click();
      await page.locator("#set-option-quiet").fill("2000");
      await page.keyboard.press("Tab");
      await page.locator("#set-option-quiet[aria-invalid=true]").waitFor();
      check((await page.locator("#set-option-quiet").getAttribute("aria-describedby")) === "fault-0 set-option-quiet-text", "the fault is told at the option");
      await page.locator(".faults li").getByRole("button").click();
      check((await page.evaluate(() => document.activeElement.id)) === "set-option-quiet", "the way to the option");
      check((await page.locator("#set-quiet").count()) === 1, "two fields of one name");
      await page.locator("#position").fill("hello");
      await page.locator("#position").press("Enter");
      await page.locator(".faults", { hasText: { "en-GB": "neither", "fr-FR": "ni une position" }[locale] }).waitFor();
      await page.keyboard.press("Escape");

      // From the game, and from texts.
      await button(page, named[0]).click();
      await button(page, named[1]).click();
      await page.locator(".sum button").nth(2).click();
      check((await page.locator("#set-south-1").inputValue()) === "0", "the position of the game");
      for (const [text, id, seeds] of [["andada:team=2 014014/413303 - n", "south-3", "4"], ["EAAAMIED___4o8", "store-north", "23"], ["anywoli 310/101 20/32 s", "store-north", "32"]]) {
        await page.locator("#position").fill(text);
        await page.locator("#position").press("Enter");
        await page.waitForFunction(([id, seeds]) => document.querySelector(`#set-${id}`)?.value === seeds, [id, seeds]);
      }
      await page.locator("#position").fill("awale 44444/444444 0/0 s");
      await page.locator("#position").press("Enter");
      await page.locator(".faults li").nth(1).waitFor();
      await close(page);
    }
  },

  async "a loaded game knows its moves, and undo goes to the person's turn"() {
    const page = await open({});
    for (let turn = 0; turn < 3; turn += 1) {
      await page.locator("ayla-board .legal").first().click();
      await page.locator(".history li").nth(2 * turn + 2).waitFor();
      await ready(page);
    }
    const count = await moves(page);
    const named = () => page.locator(".history button[title]").evaluateAll((buttons) => buttons.map(({ innerText, title }) => `${innerText} ${title}`));
    const before = await named();
    await page.reload();
    await ready(page);
    await page.locator(".history li").nth(count).locator("button[title]").waitFor();
    await page.waitForFunction((count) => document.querySelectorAll(".history button[title]").length === count, count);
    check(JSON.stringify(await named()) === JSON.stringify(before), `${await named()}\nnot\n${before}`);
    let replies = 0;
    page.on("request", (request) => (replies += request.postData()?.includes('"reply"') ? 1 : 0));
    for (const left of [count - 2, count - 4]) {
      await button(page, "Undo").click();
      await atPlace(page, left, count);
      await says(page, /South to move/);
    }
    await button(page, "Redo").click();
    await atPlace(page, count - 2, count);
    check(replies === 0, "the engine is not asked again");
    await close(page);
  },

  async "a game goes on after a thousand moves"() {
    // Two seeds that go round for ever.
    const made = Array.from({ length: 999 }, (_, index) => Math.floor((index % 12) / 2) + 1);
    const page = await open({}, `#awale/EAAAMIED___4o8/${made.join(".")}`);
    for (let number = 999; number < 1_003; number += 1) {
      const [side, next] = [number % 2 === 0 ? "south" : "north", Math.floor((number % 12) / 2) + 1];
      await house(page, side, next).click();
      await page.locator(".history li").nth(number + 1).waitFor({ state: "attached" });
    }
    await page.waitForFunction(() => document.querySelectorAll(".history button[title]").length === 1_003);
    check(!page.url().includes("EAAAMIED___4o8"), "the address begins later");
    const text = await said(page);
    await button(page, "Undo").click();
    await button(page, "Redo").click();
    await says(page, new RegExp(text.slice(0, 20)));
    await page.reload();
    await ready(page);
    check((await said(page)) === text, "the address has the game");
    await close(page);
  },

  async "the members of a team, and the choice of who goes next"() {
    const page = await open({});
    await begin(page, "andada", "teams-of-four", { north: 0 });
    await says(page, /Seat 1, 2, 3,? or 4 can move\./);
    await page.locator(".phase", { hasText: "opening" }).waitFor();
    check(/Seat 2\. Can be played/.test(await house(page, "south", 5).getAttribute("aria-label")), "a house says whose it is");
    await house(page, "south", 5).click();
    await says(page, /Seat 2 of South moved\./);
    await page.locator(".phase", { hasText: "chooses who" }).waitFor();
    await button(page, "Let the opponent move first (give)").click();
    await page.locator(".player.moves .seats", { hasText: "can move" }).waitFor();
    await page.locator("ayla-board .legal").first().focus();
    await house(page, "south", 2).click();
    await says(page, /AN-3|South plays house 2|North to move/);
    await close(page);
  },

  async "every view, without violations"() {
    let views = 0;
    for (const [scheme, forcedColors] of [["light", "none"], ["dark", "none"], ["light", "active"]]) {
      for (const width of [360, 768, 1280]) {
        const page = await open({ colorScheme: scheme, forcedColors, viewport: { width, height: width < 500 ? 740 : 900 } });
        const name = forcedColors === "active" ? "forced" : scheme;
        const look = async (view) => {
          await axe(page, `${view}, ${name}, ${width}`);
          if (folder) await page.screenshot({ path: `${folder}/${view}-${name}-${width}.png`, fullPage: !/^(new|set)/.test(view) });
          views += 1;
        };
        for (const [variant, preset] of GAMES) {
          await begin(page, variant, preset);
          await page.locator("ayla-board .legal").first().click();
          await page.locator(".history li").nth(2).waitFor();
          await ready(page);
          await look(variant);
        }
        await button(page, "Analysis").click();
        await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
        await look("analysis");
        await page.getByText("See the API").click();
        await page.locator(".api li summary").first().click();
        await look("api");
        await page.getByText("See the API").click();
        await button(page, "New game").click();
        await page.locator("[name=preset]").selectOption("");
        await page.locator(".option").first().waitFor();
        await look("new-game");
        await button(page, "Set up a position").click();
        await page.locator("#set-south-1").waitFor();
        await look("set-up");
        page.refused = true;
        await page.locator("[name=set-variant][value=andada]").check();
        await page.locator("#set-south-12").fill("40");
        await page.keyboard.press("Tab");
        await page.locator(".faults li").first().waitFor();
        await look("set-up-faults");
        await button(page, "Cancel").click();
        await begin(page, "andada", "teams-of-four", { north: 0 });
        await look("teams");
        await page.goto(`${origin}/${REVIEWED}`);
        await page.locator("#said.over").waitFor();
        await button(page, "Review").click();
        await page.locator(".review [role=status]", { hasText: /^61 of 61/ }).waitFor();
        await page.locator(".mistakes button").first().click();
        await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
        await page.getByText("All moves as a table").click();
        await look("review");
        for (const [hash, number] of [["awale/4", 6], ["andada/6", 4], ["anywoli/7", 0]]) {
          await page.goto(`${origin}/learn#${hash}`);
          await lesson(page, `#${hash}`);
          if (number) {
            await house(page, "south", number).click();
            await page.locator("#said.solved, #said.wrong").waitFor();
          }
          await look(`learn-${hash.split("/")[0]}`);
        }
        await close(page);
      }
    }
    console.log(`    ${views} views`);
  },

  async "the board is drawn as the pictures are"() {
    const [page, picture] = [await open({}), await (await browser.newContext()).newPage()];
    const call = (path, body) => fetch(`${origin}/v1/variants${path}`, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.json());
    const cases = [];
    const moves = [["awale 831110/b11169 3/2 n", "5"], ["andada 210501012501/013501012063 - n", "2"], ["anywoli 020232301312/11c1bb010111 24/12 s q1", "2"], ["awale:direction=clockwise 444444/444444 4/40 s", "3"]];
    for (const [position, move] of moves) {
      for (const theme of ["light", "dark"]) {
        for (const near of ["south", "north"]) cases.push({ position, move, theme, near, width: 960 });
      }
    }
    for (const { name, board } of (await call("")).variants) {
      const { min, max, step } = board.houses;
      for (let houses = min; houses <= max; houses += step) {
        const { position } = await call(`/${name}/start-game`, { options: min < max ? { houses } : {} });
        // The page folds rows of nine to twelve houses on a narrow screen, where fingers need more room than eyes.
        for (const width of [320, 640]) if (width > 320 || houses <= 8 || houses > 12) cases.push({ position: position.text, theme: "light", near: "south", width });
      }
    }
    for (const { position, move, theme, near, width } of cases) {
      const variant = position.split(/[ :]/)[0];
      const query = new URLSearchParams({ position, side: near, theme, width, ...(move && { move }) });
      const answered = await picture.goto(`${origin}/v1/variants/${variant}/board.svg?${query}`);
      check(answered.ok(), `${position}: ${await answered.text()}`);
      const wanted = await picture.evaluate(drawn);
      const answer = move ? await call(`/${variant}/apply-move`, { position, move }) : await call(`/${variant}/legal-moves`, { position });
      await page.evaluate(async ({ answer, theme, near, width }) => {
        const { marksOf } = await import(new URL("board.js", document.querySelector("script").src));
        document.querySelector("#drawn")?.remove();
        const board = document.createElement("ayla-board");
        Object.assign(board, { id: "drawn", position: answer.position.text, theme, near, legal: answer.legalMoves.map(({ move }) => move), marks: marksOf(answer.events ?? []) });
        board.style.width = `${width}px`;
        document.body.append(board);
        do await new Promise(requestAnimationFrame);
        while (board.shadowRoot.querySelector("svg")?.viewBox.baseVal.width !== width);
      }, { answer, theme, near, width });
      const found = await page.evaluate(drawn);
      check(wanted.length > 50, "a picture");
      // A tag is as wide as its text, and has the label of a house, which a picture draws below it too.
      const tags = missing(found, wanted);
      const labels = wanted.filter(({ kind }) => kind.startsWith("text"));
      const alike = tags.every(({ kind }) => kind === tags[0].kind && kind.startsWith("path")) && labels.length === answer.legalMoves.length && wanted.length === labels.length + tags.length;
      check(alike, `${position} ${move}, ${theme}, ${near}, ${width}\nnot in the picture: ${JSON.stringify(tags.slice(0, 9))}\nonly in the picture: ${JSON.stringify(wanted.slice(0, 9))}`);
    }
    console.log(`    ${cases.length} boards`);
    await picture.context().close();
    await close(page);
  },

  async "a page of another origin has the board with two lines, if the server allows it"() {
    const page = await browser.newPage();
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.stack));
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    await page.getByRole("gridcell", { name: "la case 6 chez Nord" }).waitFor();
    const things = await page.evaluate(() => document.querySelector("ayla-board").shadowRoot.querySelectorAll("use").length);
    check(things === 12 + 48, `${things} holes and seeds`);
    check(complaints.length === 0, complaints.join("\n"));
    await page.goto(`http://localhost:${site.address().port}/`);
    await page.waitForTimeout(500);
    check((await page.getByRole("gridcell").count()) === 0 && complaints.some((text) => text.includes("CORS")), `another origin: ${complaints}`);
    await page.close();
  },

  async "nothing is cut off or too small, enlarged or with larger letters"() {
    const sizes = { "200 %": { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, "400 %": { viewport: { width: 320, height: 256 }, deviceScaleFactor: 2 }, letters: { viewport: { width: 360, height: 740 } } };
    for (const [size, options] of Object.entries(sizes)) {
      const page = await open(options);
      if (size === "letters") await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      /** Checks the page, or the dialog that is open. */
      const look = async (view) => {
        await axe(page, `${view}, ${size}`);
        const faults = await page.evaluate(() => {
          const dialog = document.querySelector("dialog[open]");
          const all = [...(dialog ?? document.body).querySelectorAll("*")].filter((element) => element.checkVisibility() && !element.closest(dialog ? ".hidden" : "dialog, .hidden"));
          const cut = all.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).overflowX === "visible");
          const cells = dialog ? [] : [...document.querySelector("ayla-board").shadowRoot.querySelectorAll("[role=gridcell]")];
          const targets = all.filter((element) => element.matches("button, select, input, a, summary")).concat(cells);
          const small = targets.filter((target) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 24);
          const wide = [document.documentElement, dialog].filter((element) => element && element.scrollWidth > element.clientWidth);
          return [["cut", cut], ["small", small], ["wide", wide]].flatMap(([fault, elements]) => elements.map((element) => `${fault}: ${element.cloneNode().outerHTML}`));
        });
        check(faults.length === 0, `${view}, ${size}:\n${faults.join("\n")}`);
        if (folder) await page.screenshot({ path: `${folder}/${view}-${size.replace(" %", "")}.png`, fullPage: view !== "new-game" });
      };
      for (const [variant, preset] of GAMES) {
        await begin(page, variant, preset);
        await look(variant);
      }
      await button(page, "New game").click();
      await page.locator("[name=preset]").selectOption("");
      await page.locator(".option").first().waitFor();
      await look("new-game");
      await page.goto(`${origin}/learn#awale/4`);
      await lesson(page, "#awale/4");
      if (size === "letters") await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await house(page, "south", 6).click();
      await says(page, /^Solved!/);
      await look("learn");
      await close(page);
    }
  },

  async "the rules, without violations"() {
    // Colours do not depend on the width.
    for (const [colorScheme, widths] of [["light", [360, 768, 1280]], ["dark", [768]]]) {
      for (const width of widths) {
        const page = await open({ colorScheme, viewport: { width, height: 900 } }, "rules/");
        const paths = await page.locator("header nav a").evaluateAll((links) => links.map((link) => link.href).filter((link) => /\/rules\/\w+$/.test(link)));
        check(paths.length === 6, `pages ${paths}`);
        for (const path of [`${origin}/rules/`, ...paths]) {
          await page.goto(path);
          await boardsDrawn(page);
          const name = `rules-${path.split("/").pop()}-${colorScheme}-${width}`;
          // One example is like the others, and axe takes long for their boards.
          await axe(page, name, [".example ~ .example"]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          check(wide <= width, `${name}: the page is ${wide} pixels wide`);
          if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: !/andada|anywoli/.test(name) });
        }
        await close(page);
      }
    }
  },

  async "the examples of the rules can be watched and played"() {
    const page = await open({ reducedMotion: "no-preference" }, "rules/awale");
    // One move, and the moves of a line.
    for (const [path, name] of [["awale", "Watch the move"], ["anywoli", "Watch the moves"]]) {
      await page.goto(`${origin}/rules/${path}`);
      await boardsDrawn(page);
      const example = page.locator(".example", { has: button(page, name) }).first();
      const board = example.locator("ayla-board").last();
      await button(example, name).click();
      await board.locator(".hand").waitFor({ state: "attached" });
      await example.locator("button:not([aria-disabled])").waitFor();
      check((await board.locator(".mark").count()) > 0, `${path}: the move is not marked`);
      check(await board.evaluate((board) => !board.isShowing && board.position === board.getAttribute("position")), `${path}: the board is not as it was`);
    }
    const links = page.getByRole("link", { name: "Play from here" });
    const position = await page.locator("figure", { has: links }).first().locator("code").innerText();
    await links.first().click();
    await ready(page);
    check(position.includes("444444444444") && (await page.locator(".game").innerText()) === "Anywoli", "the position of the example");
    await close(page);
  },

  async "the rules have the address of each ruling"() {
    const page = await open({}, "rules/");
    const addresses = await page.evaluate(async () => {
      const words = document.querySelector("script[type=module]").src.replace("rules.js", "words.js");
      const { rulingAddress } = await import(words);
      return [...document.querySelectorAll(".rulings a")].map(({ textContent, href }) => [href, new URL(rulingAddress(textContent), location.href).href]);
    });
    check(addresses.length > 50 && addresses.every(([href, address]) => href === address), JSON.stringify(addresses));
    // The text stays at the ruling while boards above it are drawn.
    await page.goto(`${origin}/rules/awale#aw-17`);
    await boardsDrawn(page);
    const top = await page.locator("#aw-17").evaluate((place) => place.getBoundingClientRect().top);
    check(top >= 0 && top < 900, `the ruling is at ${top}`);
    check((await page.locator(".language").count()) === 0, "a line in French");
    await close(page);
    const french = await open({ locale: "fr-FR" }, "rules/common");
    await french.locator(".language").waitFor();
    await close(french);
  },

  async "without JavaScript, the examples of the rules are diagrams"() {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/rules/andada`);
    check((await page.locator("ayla-board pre").first().innerText()).includes("North    2   2"), "a diagram");
    await context.close();
  },

  async "the page is read as it was"() {
    const page = await open({});
    await begin(page, "awale", "tournament", { north: 0 });
    await house(page, "south", 3).click();
    await says(page, /North to move/);
    const game = await page.locator("body").ariaSnapshot();
    await page.goto(`${origin}/learn#awale/2`);
    await lesson(page, "#awale/2");
    await house(page, "south", 6).click();
    await says(page, /^Solved!/);
    const tree = `${game}\n\n${await page.locator("body").ariaSnapshot()}\n`;
    const kept = new URL("play_pages.tree.txt", import.meta.url);
    if (process.env.UPDATE) writeFileSync(kept, tree);
    check(tree === readFileSync(kept, "utf8"), `the accessibility tree is now:\n${tree}\nIf that is right, put it into .ci/clients/play_pages.tree.txt`);
    await close(page);
  },

  async "the page is small, with all that it loads later"() {
    const page = await open({ locale: "fr-FR" }, REVIEWED);
    await button(page, "Bilan").click();
    await page.locator(".review").waitFor();
    await button(page, "Nouvelle partie").click();
    await button(page, "Composer une position").click();
    await page.locator("#set-south-1").waitFor();
    await isSmall(page, ["fr.ftl", "review.js", "set-up.js", "style.css"]);
    await page.goto(`${origin}/learn`);
    await lesson(page, "#awale/1");
    await isSmall(page, ["fr.ftl", "lessons.js", "style.css"]);
    await close(page);
  },

  async "the page to try the API obeys its policy"() {
    const page = await open({});
    await page.goto(`${origin}/docs/`);
    await page.locator(".opblock").first().waitFor();
    await page.locator(".opblock-summary").first().click();
    await page.locator(".opblock-body").first().waitFor();
    await close(page);
  },

  async "the time to the first move"() {
    const page = await open({});
    const times = [];
    for (let load = 0; load < 5; load += 1) {
      await page.goto(`${origin}/?${load}`);
      times.push(await page.waitForFunction(() => document.querySelector("ayla-board")?.shadowRoot?.querySelector(".legal") && Math.round(performance.now()), undefined, { polling: 5 }).then((time) => time.jsonValue()));
    }
    console.log(`    playable after ${times.join(", ")} ms`);
    await close(page);
  },
};

if (folder) mkdirSync(folder, { recursive: true });
await start();
let failed = false;
const wanted = process.argv[5];
try {
  for (const [name, test] of Object.entries(tests)) {
    if (wanted && !name.includes(wanted)) continue;
    const since = Date.now();
    try {
      await test();
      console.log(`ok    ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed = true;
      console.log(`FAIL  ${name}\n${error.stack}`);
    }
  }
} finally {
  await browser.close();
  await stop();
}
process.exitCode = failed ? 1 : 0;
