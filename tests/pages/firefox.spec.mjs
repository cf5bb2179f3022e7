// The main ways through the pages in Firefox, over WebDriver BiDi.

import process from "node:process";

import puppeteer from "puppeteer-core";

import { expect, test as base } from "./fixtures.mjs";
import { axe, boardsDrawn, gameFrom, isFocused, line, picture, press, REVIEWED } from "./page.mjs";

const SCREEN = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 640, hasTouch: true };

/** Milliseconds after which something does not come any more, also beside builds. */
const TIMEOUT = 60_000;

const BOARD = "ayla-board:not([deaf])";
/** The houses that can be played, once the board takes taps. */
const LEGAL = `${BOARD} >>> .legal`;
const house = (side, number) => `${BOARD} >>> [data-house="${side} ${number}"]`;
/** A button or a link, by its name. */
const named = (name) => `::-p-aria([name="${name}"])`;

const test = base.extend({
  /** A Firefox with these preferences: that of the test before, if it has the same. */
  launched: [
    async ({}, use) => {
      let [browser, its] = [undefined, ""];
      await use(async (preferences) => {
        if (its !== JSON.stringify(preferences)) {
          await browser?.close();
          browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX, extraPrefsFirefox: preferences });
          its = JSON.stringify(preferences);
        }
        return browser;
      });
      await browser?.close();
    },
    { scope: "worker" },
  ],

  /**
   * Opens a path in Firefox, with preferences for what puppeteer cannot emulate there. The test fails at the first complaint of
   * the page, at a request to another host, and at one that fails; while the server is gone, the page has `refused` set.
   */
  firefox: async ({ launched, server }, use) => {
    const [contexts, complaints] = [[], []];
    await use(async (path, { viewport = SCREEN, languages = "en-GB, en", moves = false, dark = false, forced = false } = {}) => {
      const browser = await launched({
        "intl.accept_languages": languages,
        "ui.prefersReducedMotion": moves ? 0 : 1,
        "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
        "browser.display.document_color_use": forced ? 2 : 0,
        // Lets the test read what was copied.
        "dom.events.testing.asyncClipboard": true,
      });
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT);
      page.on("console", (message) => page.refused || complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.stack));
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        // The page itself ends the request of a preview when the person goes on.
        if (!page.refused && why !== "NS_BINDING_ABORTED") complaints.push(`${request.url()}: ${why}`);
      });
      page.on("response", (response) => response.ok() || complaints.push(`${response.url()}: ${response.status()}`));
      // Firefox loads a font of its own from its program.
      page.on("request", (request) => new RegExp(`^(${server.origin}/|data:font/)`).test(request.url()) || complaints.push(`a request to ${request.url()}`));
      await page.setViewport(viewport);
      await page.goto(`${server.origin}${path}`);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(complaints).toEqual([]);
  },
});

/** The address of the page itself: that of Puppeteer comes later than what the page shows, and a test that trusts it plays twice. */
const addressOf = (page) => page.evaluate(() => location.href);
const text = (page, selector) => page.$eval(selector, (element) => element.innerText.trim());
/** Waits until the page says something like this, on the page that a link leads to as well. */
const says = (page, pattern, selector = "#said", timeout = TIMEOUT) => expect(async () => expect(await text(page, selector)).toMatch(pattern)).toPass({ timeout });
const click = (page, selector) => page.locator(selector).click();
/** Touches an element, in one command, so that little comes between the two ends of a tap. */
async function touch(page, element) {
  await element.scrollIntoView();
  const { x, y } = await element.clickablePoint();
  const actions = [{ type: "pointerMove", x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
  await page.mainFrame().browsingContext.performActions([{ type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions }]);
}
const tap = async (page, selector) => touch(page, await page.waitForSelector(selector, { visible: true }));

/** Waits until it is the turn of a person, or the game is over. Returns whether it goes on. */
async function ready(page) {
  await Promise.race([LEGAL, ".words button", "#said.over"].map((selector) => page.waitForSelector(selector)));
  return (await page.$("#said.over")) === null;
}

/** A house that can be played, not always the first, so that games differ. */
async function chosen(page, turn) {
  let legal = [];
  // The board may just be showing the move before.
  while (legal.length === 0) legal = await page.$$(LEGAL);
  return legal[turn % legal.length];
}

/** Plays a game to its end: `choose` plays one of the moves that the page offers. Returns the number of moves. */
async function playOut(page, choose) {
  for (let turn = 0; await ready(page); turn += 1) {
    expect(turn, "the game does not end").toBeLessThan(400);
    const before = await addressOf(page);
    await choose(turn);
    await page.waitForFunction((url) => location.href !== url, {}, before);
  }
  return line(await addressOf(page)).moves.length;
}

/** The address of a game from a preset, of a person as South against the engine. */
const game = async (server, variant, preset) => `${await gameFrom(server, variant, { preset })}?north=1`;

// In this order, so that few of them need a Firefox with other preferences.
test.describe.configure({ mode: "default" });

for (const [size, viewport] of Object.entries({ phone: PHONE, screen: SCREEN })) {
  test(`Firefox: the page that greets leads to a game, ${size}`, async ({ firefox }) => {
    const page = await firefox("/", { viewport, moves: true });
    await boardsDrawn(page);
    const unseen = await page.$$eval("h1, .aim, .greeting ayla-board, .near, #play", (parts) => parts.filter((part) => {
      const { top, left, bottom, right } = part.getBoundingClientRect();
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    }).map((part) => part.className || part.localName));
    expect(unseen, "not on the first screen").toEqual([]);
    // The board plays by itself.
    await says(page, /^You play house \d/, "#told");
    await page.waitForSelector(".greeting ayla-board >>> .hand");
    await picture(page, "door");
    await click(page, "#play");
    await says(page, /^Your turn: tap one of your six houses\.$/);
    // A move is seen seed by seed, and nothing moves meanwhile.
    const top = () => page.$eval("ayla-board", (board) => Math.round(board.getBoundingClientRect().top));
    const before = await top();
    await (viewport.hasTouch ? tap : click)(page, house("south", 3));
    await page.waitForSelector("ayla-board >>> .hand");
    await page.waitForSelector(".motion [name=skip]");
    expect(await top(), "the board stays").toBe(before);
    await picture(page, "move");
    await says(page, /^You play house 3\.[^]*North plays house \d[^]*Your turn\.$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await picture(page, "play");
  });
}

test("Firefox: the rules have boards, which play their examples", async ({ firefox }) => {
  const page = await firefox("/rules/awale", { viewport: PHONE, moves: true });
  await click(page, ".example button");
  await page.waitForSelector(".example ayla-board >>> .hand");
  expect(await page.$$eval("ayla-board", (boards) => boards.filter((board) => !board.shadowRoot?.querySelector("[role=grid]")).length), "boards that nobody has seen are not drawn").toBeGreaterThan(0);
  await picture(page, "rules");
});

test("Firefox: a whole game by mouse", async ({ firefox, server }) => {
  const page = await firefox(await game(server, "kalah", "short"));
  console.log(`    ${await playOut(page, async (turn) => (await chosen(page, turn)).click())} moves: ${await text(page, "#said")}`);
  await page.waitForSelector("#said.over");
  await says(page, /^Your games here: /, ".results");
  await click(page, named("Rematch"));
  await says(page, /^Your turn/);
});

test("Firefox: a whole game by touch", async ({ firefox, server }) => {
  const page = await firefox(await game(server, "anywoli", "short"), { viewport: PHONE });
  console.log(`    ${await playOut(page, async (turn) => touch(page, await chosen(page, turn)))} moves: ${await text(page, "#said")}`);
});

test("Firefox: a whole game by keyboard", async ({ firefox, server }) => {
  const page = await firefox(await game(server, "anywoli", "short"));
  await ready(page);
  await press(page, "Tab", "[role=gridcell]");
  console.log(`    ${await playOut(page, async (turn) => {
    expect(await isFocused(page, "[role=gridcell]"), "the board has lost the focus").toBe(true);
    await page.waitForSelector(LEGAL);
    for (let steps = 0; steps < 100; steps += 1) {
      if (steps >= turn % 5 && (await isFocused(page, ".legal"))) break;
      await page.keyboard.press(steps % 40 < 20 ? "ArrowRight" : "ArrowLeft");
    }
    await page.keyboard.press("Enter");
  })} moves: ${await text(page, "#said")}`);
});

test("Firefox: a finger that holds a house shows its path, and does not play it", async ({ firefox }) => {
  const page = await firefox("/play", { viewport: PHONE });
  const held = await page.waitForSelector(house("south", 3));
  const { x, y, width, height } = await held.boundingBox();
  const touch = await page.touchscreen.touchStart(x + width / 2, y + height / 2);
  await says(page, /^If played: You play house 3\./, ".foretold");
  await expect.poll(() => page.$$("ayla-board >>> circle.mark").then(({ length }) => length)).toBe(5);
  await touch.end();
  await expect.poll(() => page.$$("ayla-board >>> circle.mark").then(({ length }) => length), "the marks are gone").toBe(0);
  expect(line(await addressOf(page)).moves).toEqual([]);
});

test("Firefox: the language changes in a game, which a link opens again", async ({ firefox }) => {
  const page = await firefox("/play");
  await ready(page);
  await click(page, house("south", 3));
  await says(page, /North plays house[^]*Your turn\.$/);
  await page.select("#language", "fr");
  await says(page, /C'est à vous de jouer\.$/);
  expect(await page.$eval("html", ({ lang }) => lang)).toBe("fr");
  await page.select("#language", "en");
  await says(page, /Your turn\.$/);
  await click(page, named("Share …"));
  await click(page, "#share [value=play]");
  await click(page, "#share [name=copy]");
  await says(page, /copied/, "#share [role=status]");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/play\?g=[\w-]+&move=2#awale\//);
  const { moves } = line(await addressOf(page));
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  expect(line(await addressOf(page)).moves).toEqual(moves);
  await page.waitForSelector(".history li:nth-child(3)");
});

test("Firefox: a friend plays by a link", async ({ firefox, server }) => {
  const south = await firefox("/", { viewport: PHONE });
  await tap(south, named("With a friend, by link"));
  await tap(south, "#new-game [value=start]");
  await says(south, /^Your turn/);
  await tap(south, house("south", 3));
  await tap(south, named("Send the link"));
  await tap(south, "#share [name=code]");
  await south.waitForSelector("#share svg path");
  await picture(south, "share");
  await tap(south, "#share [name=copy]");
  await says(south, /copied/, "#share [role=status]");
  const north = await firefox((await south.evaluate(() => navigator.clipboard.readText())).replace(server.origin, ""), { viewport: PHONE });
  await says(north, /Your turn\.$/);
  await tap(north, house("north", 2));
  await north.waitForSelector(".controls [name=send]");
  // The page that South has left open follows the link in another tab.
  const tab = await south.browserContext().newPage();
  await tab.goto((await addressOf(north)).replace("you=north", "you=south"));
  await says(south, /^The game has gone on in another tab\.[^]*Your turn\.$/);
});

test("Firefox: a game is reviewed", async ({ firefox }) => {
  const page = await firefox(`/play${REVIEWED}`);
  await says(page, /North wins, 40 to 8/);
  await click(page, named("Review"));
  await says(page, /^61 of 61/, ".review [role=status]", 300_000);
  await click(page, ".mistakes button");
  await page.waitForSelector("ayla-board >>> path.hint");
  const bottoms = await page.$$eval("ayla-board, .plot", (parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => top >= 0 && bottom <= innerHeight));
  expect(bottoms, "the board and the graph are in the window").toEqual([true, true]);
  await picture(page, "review");
});

test("Firefox: the server is gone, and the game goes on", async ({ firefox, server }) => {
  const page = await firefox("/play");
  await ready(page);
  page.refused = true;
  await server.stop();
  await click(page, house("south", 3));
  await page.waitForSelector("ayla-board >>> circle.mark");
  await page.waitForSelector(".condition");
  await says(page, /^No connection\.$/, ".waits");
  await server.start();
  await page.waitForSelector(".condition", { hidden: true });
  await says(page, /Your turn\.$/);
  expect(line(await addressOf(page)).moves).toHaveLength(2);
});

test("Firefox: an operation is tried, and a list for a class is made", async ({ firefox }) => {
  const page = await firefox("/docs/");
  const form = "ayla-try[operation=legal-moves]";
  await page.waitForSelector(`${form} summary`);
  await click(page, `${form} summary`);
  await page.waitForSelector(`${form} button`);
  await click(page, `${form} button`);
  await page.waitForFunction((form) => document.querySelector(`${form} [role=status]`).textContent.startsWith("200 "), {}, form);
  const sheet = await firefox("/teach#kalah/list");
  await sheet.waitForSelector(".sheet.list .code");
  await axe(sheet, "a list of lessons");
});

test("Firefox: lessons are solved, in French and in the dark", async ({ firefox }) => {
  const page = await firefox("/learn", { viewport: PHONE, languages: "fr-FR, fr", dark: true });
  await page.waitForSelector(LEGAL);
  expect(await page.$eval("html", ({ lang }) => lang)).toBe("fr");
  await tap(page, house("south", 1));
  await says(page, /^Pas encore\. Vous jouez la case 1\.[^]*Ce n'est pas la case demandée\./);
  await tap(page, named("Réessayer"));
  await page.waitForSelector("#said.wrong", { hidden: true });
  await tap(page, house("south", 3));
  await says(page, /^Bravo\s! Vous jouez la case 3\./);
  await picture(page, "lesson");
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).every((part) => part < 100));
  expect(dark, "the page is dark").toBe(true);
  await axe(page, "a lesson in the dark");
  await tap(page, named("Leçon suivante"));
  await page.waitForFunction(() => location.hash === "#awale/2");
  expect(await page.$$eval(".steps a.solved", ({ length }) => length)).toBe(1);
});

test("Firefox: nothing is lost in forced colours, counted by eye", async ({ firefox, server }) => {
  const page = await firefox(`${await game(server, "awale", "tournament")}&eye=`, { forced: true });
  await ready(page);
  expect(await page.$$eval("ayla-board >>> .count", ({ length }) => length), "the stores alone have numbers").toBe(2);
  expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
  await axe(page, "a game in forced colours");
  await picture(page, "forced");
});
