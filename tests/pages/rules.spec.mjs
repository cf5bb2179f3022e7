// The pages of the rules.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, boardsDrawn, button, GAMES, LAYOUT, picture, ready, resize } from "./page.mjs";

/** The examples after the first one of a section. */
const OTHERS = [".example ~ .example"];

test("the rules, without violations, in each layout and in all colours", async ({ open }) => {
  const page = await open({}, "rules/");
  const paths = await page.locator("nav.pages a").evaluateAll((links) => links.map((link) => link.href).filter((link) => /\/rules\/\w+$/.test(link)));
  expect(paths).toHaveLength(GAMES.length + 3);
  // What does not fit 360 pixels fits none, and the pages of the games look alike.
  const [wide, narrow] = [["/rules/", "/rules/fr/", paths[0]], ["/rules/fr/common", ...paths.slice(1)]];
  for (const path of [...wide, ...narrow]) {
    await page.goto(path);
    // One example is like the others, and axe takes long for boards that are drawn.
    for (const board of await page.locator(`ayla-board:not(${OTHERS} *)`).all()) {
      await board.evaluate((board) => board.removeAttribute("lazy"));
      await board.locator("[role=grid]").waitFor({ state: "attached" });
    }
    const name = `rules-${path.split("/rules/").pop().replace("/", "-")}`;
    const widths = wide.includes(path) ? [1280, 768, 360] : [360];
    for (const width of widths) {
      await resize(page, width, 900);
      await axe(page, `${name}, ${width}`, { exclude: OTHERS, ...(width === 768 && { rules: LAYOUT }) });
    }
    if (wide.includes(path)) await axeColours(page, name, ["dark"], { exclude: OTHERS });
    await boardsDrawn(page);
    for (const width of widths) {
      await resize(page, width, 900);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
      await picture(page, `${name}-${width}`, { fullPage: !/andada|anywoli/.test(name) });
    }
  }
});

test("the examples of the rules can be watched and played", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" }, "rules/awale");
  // One move, and the moves of a line.
  for (const [path, name] of [["awale", "Watch the move"], ["anywoli", "Watch the moves"]]) {
    await page.goto(`/rules/${path}`);
    await boardsDrawn(page);
    const example = page.locator(".example", { has: button(page, name) }).first();
    const board = example.locator("ayla-board").last();
    await button(example, name).click();
    await board.locator(".hand").waitFor({ state: "attached" });
    await example.locator("button:not([aria-disabled])").waitFor();
    expect(await board.locator(".mark").count(), `${path}: the move is not marked`).toBeGreaterThan(0);
    expect(await board.evaluate((board) => !board.isShowing && board.position === board.getAttribute("position")), `${path}: the board is not as it was`).toBe(true);
  }
  const links = page.getByRole("link", { name: "Play from here" });
  const position = await page.locator("figure", { has: links }).first().locator("code").innerText();
  await links.first().click();
  await ready(page);
  expect(position).toContain("444444444444");
  await expect(page.locator(".game")).toHaveText("Anywoli");
});

test("the rules have the address of each ruling", async ({ open }) => {
  const page = await open({}, "rules/");
  for (const path of ["/rules/", "/rules/fr/"]) {
    await page.goto(path);
    const addresses = await page.evaluate(async () => {
      const words = document.querySelector("script[type=module]").src.replace("rules.js", "words.js");
      const { rulingAddress } = await import(words);
      return [...document.querySelectorAll(".rulings a")].map(({ textContent, href }) => [href, new URL(rulingAddress(textContent), location.href).href]);
    });
    expect(addresses.length).toBeGreaterThan(50);
    expect(addresses.map(([href]) => href)).toEqual(addresses.map(([, address]) => address));
  }
  // The text stays at the ruling while boards above it are drawn.
  await page.goto("/rules/awale#aw-17");
  await boardsDrawn(page);
  const top = await page.locator("#aw-17").evaluate((place) => place.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(900);
});

test("without JavaScript, the examples of the rules are diagrams", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/rules/andada");
  expect(await page.locator("ayla-board pre").first().innerText(), "a diagram").toContain("North    2   2");
  await context.close();
});

test("the boards of the rules are drawn when they come near, and nothing moves then", { tag: "@smoke" }, async ({ browser, server }) => {
  const page = await (await browser.newContext({ viewport: { width: 412, height: 823 } })).newPage();
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.moved += value))).observe({ type: "layout-shift", buffered: true });
  });
  /** All elements of the page, with those of its boards. */
  const elements = () => page.evaluate(() => {
    const count = (root) => [...root.querySelectorAll("*")].reduce((sum, { shadowRoot }) => sum + 1 + (shadowRoot ? count(shadowRoot) : 0), 0);
    return count(document);
  });
  const undrawn = () => page.locator("ayla-board").evaluateAll((boards) => boards.filter((board) => !board.shadowRoot?.querySelector("[role=grid]")).length);
  for (const [game] of GAMES) {
    await page.goto(`${server.origin}/rules/${game}`);
    await page.locator("ayla-board svg").first().waitFor({ state: "attached" });
    const before = await elements();
    console.log(`    ${game}: ${before} elements at first`);
    expect(before, "elements at first").toBeLessThan(2_500);
    const last = page.locator("ayla-board").last();
    await last.scrollIntoViewIfNeeded();
    await last.locator("[role=grid]").waitFor({ state: "attached" });
    expect(await undrawn(), "boards that nobody has seen").toBeGreaterThan(0);
    expect(await page.evaluate(() => globalThis.moved), "cumulative layout shift").toBeLessThan(0.05);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(undrawn, "boards that are not printed").toBe(0);
  }
  await page.context().close();
});
