// The page without a connection, and with a server that has another build. OFFLINE_BINARY names a server whose pages have the rules.

import { once } from "node:events";
import { createServer, request } from "node:http";
import process from "node:process";

import { expect, test } from "./fixtures.mjs";
import { begin, button, choices, control, gameFrom, house, legal, lesson, line, make, moves, ready, says, SHORT_GAMES } from "./page.mjs";

test.use({ binary: process.env.OFFLINE_BINARY });

/** What a context needs to keep pages. */
const KEEPS = { serviceWorkers: "allow" };

/** Waits until the browser has kept the page, by itself after ten seconds. */
const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

/** Has the browser keep the page at once. */
async function keep(page) {
  await page.evaluate(() => void import(new URL("offline.js", document.querySelector("script").src)));
  await kept(page);
}

/** Plays a legal move with the mouse; not always the first, so that games differ. */
async function move(page, turn = 0) {
  await ready(page);
  const before = page.url();
  const words = page.locator(".words button");
  if (await words.count()) await words.first().click();
  else await legal(page).nth(turn % (await legal(page).count())).click();
  await page.waitForURL((url) => url.href !== before);
}

const here = (page) => page.locator(".condition", { hasText: "this browser" });

test("a whole game of each game is played without a connection after one visit, and nothing is lost", async ({ open, server }) => {
  const page = await open(KEEPS, "", { faults: true });
  await kept(page);
  const games = await Promise.all(SHORT_GAMES.map(async ([variant, preset]) => [variant, await gameFrom(server, variant, { preset })]));
  await page.locator(".news", { hasText: "without a connection" }).waitFor();
  await button(page, "Close").click();
  await page.context().setOffline(true);
  await server.stop();
  await page.goto("/play");
  await ready(page);
  await here(page).waitFor();
  const played = [];
  for (const [variant, game] of games) {
    await page.goto(`${game}?north=3`);
    for (let turn = 0; turn < 400 && (await ready(page)); turn += 1) await move(page, turn);
    expect(await ready(page), `the game of ${variant} ends`).toBe(false);
    played.push([variant, line(page.url()).moves.length]);
    await expect(page.locator(".condition"), "it is said once").toHaveCount(1);
  }
  console.log(`    ${played.map(([variant, count]) => `${variant} ${count}`).join(", ")} moves`);
  // What was closed in the middle of a game goes on, also when the connection is back.
  await begin(page, "kalah", "default", { north: 3 });
  await move(page);
  await page.goto("about:blank");
  await page.goto("/play");
  await ready(page);
  const { moves: made } = line(page.url());
  expect(made.length).toBeGreaterThan(0);
  await server.start();
  await page.context().setOffline(false);
  await page.goto("/play");
  await ready(page);
  expect(line(page.url()).moves).toEqual(made);
  await expect(page.locator(".condition")).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ayla-game-")).length)).toBe(games.length + 1);
});

test("lessons and rules are there without a connection, in the language that was chosen", async ({ open, server }) => {
  const page = await open(KEEPS, "", { faults: true });
  await keep(page);
  await page.locator("#language").selectOption("fr");
  await says(page, /À vous/);
  await page.context().setOffline(true);
  await server.stop();
  await page.goto("/learn#kalah/1");
  await lesson(page, "#kalah/1");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  const lessons = await page.locator(".steps li").count();
  for (let number = 1; number <= lessons; number += 1) {
    await page.goto(`/learn#kalah/${number}`);
    await lesson(page, `#kalah/${number}`);
    // The hint, and then the answer.
    await page.locator("ayla-board").evaluate((board) => board.focus());
    await page.keyboard.press("h");
    await says(page, /\S/);
    await page.keyboard.press("h");
    await page.locator("ayla-board .hint").first().waitFor({ state: "attached" });
    const answer = await page.evaluate(() => document.querySelector("ayla-board").hint);
    await house(page, "south", Number(answer)).click();
    await page.locator("#said.solved").waitFor();
  }
  await expect(page.locator(".steps .solved")).toHaveCount(lessons);
  await page.locator("header nav a", { hasText: "Règles" }).click();
  await page.waitForURL(/\/rules\/fr\/kalah$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.locator("[data-moves] button").first().click();
  await expect(page.locator("[data-moves] button").first()).not.toHaveAttribute("aria-disabled", "true");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await server.start();
});

test("ten puzzles are solved without a connection", async ({ open, server }) => {
  const page = await open(KEEPS, "", { faults: true });
  await keep(page);
  const solutions = [];
  for (let number = 1; number <= 10; number += 1) solutions.push(await choices(server, `kalah-${number}`));
  await page.context().setOffline(true);
  await server.stop();
  for (const [index, solution] of solutions.entries()) {
    await page.goto(`/puzzles?puzzle=kalah-${index + 1}`);
    await expect(page.locator("h2")).toHaveText(`Kalah puzzle ${index + 1}`);
    for (const { move } of solution) await make(page, move);
    await page.locator("#said.solved").waitFor();
  }
  // That of the day is there too.
  await page.goto("/puzzles#awale");
  await page.locator("ayla-board .legal, .lesson .words button").first().waitFor({ state: "attached" });
  await server.start();
});

/** A proxy before a server, which can say that it has another build or other rules, and can keep calls waiting. */
async function openProxy(origin) {
  const proxy = { build: "", rules: "", hangs: false, calls: [] };
  const site = createServer((asked, answer) => {
    const isCall = asked.url.startsWith("/v1/");
    if (isCall) proxy.calls.push(asked.url.split("/").at(-1));
    if (isCall && proxy.hangs) return;
    const headers = { ...asked.headers, "accept-encoding": "identity", "if-none-match": "" };
    const passed = request(origin + asked.url, { method: asked.method, headers }, async (response) => {
      const parts = await response.toArray();
      let body = Buffer.concat(parts);
      if (asked.url === "/service-worker.js") body = Buffer.from(body.toString().replace(/VERSION = "\w+/, `$&${proxy.build}`));
      const { "content-length": _, ...given } = response.headers;
      if (isCall && proxy.rules) given["ayla-rules"] = proxy.rules;
      answer.writeHead(response.statusCode, given).end(body);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  return Object.assign(proxy, { site, origin: `http://127.0.0.1:${site.address().port}` });
}

/** A page of the server behind a proxy, which keeps pages. */
const proxied = test.extend({
  front: async ({ server }, use) => {
    const proxy = await openProxy(server.origin);
    await use(proxy);
    proxy.site.closeAllConnections();
    proxy.site.close();
  },
  page: async ({ browser, front }, use) => {
    const context = await browser.newContext({ baseURL: front.origin, locale: "en-GB", reducedMotion: "reduce", viewport: { width: 1280, height: 900 }, ...KEEPS });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.stack));
    await page.goto("/play");
    await ready(page);
    await use(page);
    expect(errors).toEqual([]);
    await context.close();
  },
});

proxied("after the first move the browser answers, and the server for the higher levels, as long as it does", async ({ page, front }) => {
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/local.js")));
  await keep(page);
  expect(await loaded(), "no rules before the first move").toBe(false);
  const play = async (calls) => {
    const before = await moves(page);
    front.calls.length = 0;
    await move(page);
    await page.locator(".history li").nth(before + 2).waitFor();
    await ready(page);
    expect(front.calls).toEqual(calls);
  };
  await move(page);
  await ready(page);
  expect(await loaded()).toBe(true);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/local.js")));
  await expect(async () => play([])).toPass();
  await play([]);
  await begin(page, "kalah", "default", { north: 8 });
  await play(["play-turn"]);
  front.hangs = true;
  await play(["play-turn"]);
  await here(page).waitFor();
  front.hangs = false;
  front.site.closeAllConnections();
  await play(["play-turn"]);
  await here(page).waitFor({ state: "detached" });
});

proxied("another build is offered, taken when a person agrees or no game goes on, and the game is kept", async ({ page, front }) => {
  const builds = () => page.evaluate(() => caches.keys());
  const newer = page.locator(".news", { hasText: "new version" });
  await keep(page);
  await move(page);
  await ready(page);
  front.build = "2";
  await page.reload();
  await newer.waitFor();
  await ready(page);
  // In the middle of a game it is not taken, also when the page is loaded anew.
  const { moves: made } = line(page.url());
  await page.reload();
  await newer.waitFor();
  expect(await builds()).toHaveLength(2);
  await move(page);
  await ready(page);
  const after = line(page.url()).moves;
  expect(after.slice(0, made.length)).toEqual(made);
  await page.evaluate(() => (globalThis.isOld = true));
  await button(page, "Load the new version").click();
  await page.waitForFunction(() => !globalThis.isOld);
  await ready(page);
  await expect(newer).toHaveCount(0);
  expect(line(page.url()).moves).toEqual(after);
  // A page where no game goes on takes the next one by itself.
  await (await control(page, "resign")).click();
  await page.locator("#said.over").waitFor();
  front.build = "3";
  await page.goto("/play");
  await newer.waitFor();
  await page.goto("/play");
  await page.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return !waiting && active && (await caches.keys()).some((name) => name.endsWith("3"));
  });
});

proxied("rules of another version are seen, and the server answers until the page is loaded anew", async ({ page, front }) => {
  await keep(page);
  await move(page);
  await ready(page);
  front.rules = "0";
  // Hints are for the server.
  await (await control(page, "hint")).click();
  await page.locator(".news", { hasText: "new version" }).waitFor();
  front.calls.length = 0;
  const before = await moves(page);
  await move(page);
  await page.locator(".history li").nth(before + 2).waitFor();
  await ready(page);
  expect(front.calls).toEqual(["play-turn", "play-turn"]);
  const made = line(page.url()).moves;
  front.rules = "";
  await page.evaluate(() => (globalThis.isOld = true));
  await button(page, "Load the new version").click();
  await page.waitForFunction(() => !globalThis.isOld);
  await ready(page);
  expect(line(page.url()).moves).toEqual(made);
  await expect(page.locator(".news", { hasText: "new version" })).toHaveCount(0);
});

const FORBIDDEN = {
  "nothing can be kept": () => {
    for (const name of ["localStorage", "sessionStorage", "caches"]) Object.defineProperty(globalThis, name, { get: () => { throw new DOMException("not here", "SecurityError"); } });
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("not here", "SecurityError"));
  },
  "there are no service workers": () => Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined }),
};
for (const [fault, spoil] of Object.entries(FORBIDDEN)) {
  test(`the browser answers after the first move where ${fault}`, async ({ open }) => {
    const page = await open(KEEPS, "/rules/", { watched: true, faults: true });
    await page.addInitScript(spoil);
    await page.goto("/play");
    await ready(page);
    await move(page);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/local.js")))).toBe(true);
    await expect.poll(() => page.workers().length).toBe(2);
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await ready(page);
    const before = await moves(page);
    await move(page);
    await page.locator(".history li").nth(before + 2).waitFor();
    await here(page).waitFor();
  });
}
