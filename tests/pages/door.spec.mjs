// The page that greets.

import { expect, test } from "./fixtures.mjs";
import { alwaysEnds, axe, axeColours, boardsDrawn, button, control, GAMES, house, lesson, picture, playTurn, ready, resize, SIZES } from "./page.mjs";

/** Milliseconds in which a board that plays begins another move. */
const PAUSES = 3_000;
const SAID = {
  "en-GB": { play: "Play", learn: "Learn in five minutes", yours: "South: this row is yours", other: "Français", started: /^You play house \d/ },
  "fr-FR": { play: "Jouer", learn: "Apprendre en 5 minutes", yours: "Sud\u00a0: cette rangée est à vous", other: "English", started: /^Vous jouez la case \d/ },
};

/** Whether an element is wholly within the first screen. */
const isOnScreen = (locator) => locator.evaluate((element) => {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
});

for (const [locale, said] of Object.entries(SAID)) {
  test(`what the page is, whose side and what wins, on the first screen of any size, ${locale}`, { tag: "@smoke" }, async ({ open }) => {
    const page = await open({ locale }, "/");
    await boardsDrawn(page);
    const greeting = page.locator(".greeting");
    const parts = [page.locator("h1"), page.locator(".aim"), greeting.locator("ayla-board"), page.getByText(said.yours), greeting.getByRole("link", { name: said.play, exact: true }), greeting.getByRole("link", { name: said.learn }), ...["here", "link"].map((friend) => greeting.locator(`a[href$="?friend=${friend}"]`))];
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      for (const part of parts) expect(await isOnScreen(part), `${part} is on the first screen of ${width}x${height}`).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await picture(page, `door-${locale}-${width}`, { fullPage: true });
    }
  });
}

for (const [friend, north] of [["here", "0"], ["link", "-1"]]) {
  test(`the page asks for which game to play with a friend, ${friend}`, async ({ open }) => {
    const page = await open({}, `play?friend=${friend}`);
    await page.locator("#new-game[open]").waitFor();
    await expect(page.locator("#new-game select[name=north]")).toHaveValue(north);
    await page.locator("[name=variant][value=kalah]").check();
    await page.locator("#new-game button[value=start]").click();
    await page.waitForURL((url) => url.hash.startsWith("#kalah/"));
  });
}

test("the page that greets, without violations, in each layout and in all colours", async ({ open }) => {
  const page = await open({}, "/");
  await boardsDrawn(page);
  for (const width of [360, 1280]) {
    await resize(page, width, 800);
    await axe(page, `door, ${width}`);
    await axeColours(page, `door, ${width}`);
    const small = await page.locator("a:visible, button:visible").evaluateAll((all) => all.filter((element) => Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) < 24).map((element) => element.outerHTML));
    expect(small, "targets of at least 24 pixels").toEqual([]);
  }
});

for (const [locale, { started }] of Object.entries(SAID)) {
  test(`the boards play by themselves, and stop when they are asked to, ${locale}`, async ({ open }) => {
    const page = await open({ locale, reducedMotion: "no-preference" }, "/");
    await boardsDrawn(page);
    await expect(page.locator("#told")).toHaveText(started);
    await page.locator(".greeting ayla-board .hand").waitFor({ state: "attached" });
    await page.locator("#pause").click();
    await expect(page.locator("#pause")).toHaveAttribute("aria-pressed", "true");
    await page.locator("ayla-board .hand").waitFor({ state: "detached" });
    const positions = () => page.locator("ayla-board").evaluateAll((boards) => boards.map(({ position }) => position));
    const before = await positions();
    await page.waitForTimeout(PAUSES);
    expect(await positions(), "no board moves").toEqual(before);
    await page.locator("#pause").click();
    await expect.poll(positions).not.toEqual(before);
  });
}

test("the boards stand still where motion is reduced", async ({ open }) => {
  const page = await open({}, "/");
  await boardsDrawn(page);
  let calls = 0;
  page.on("request", (request) => (calls += request.url().includes("/v1/") ? 1 : 0));
  await page.waitForTimeout(PAUSES);
  expect(calls, "no move is asked for").toBe(0);
  await expect(page.locator("#pause")).toBeHidden();
});

test("the ways on lead to a game, lessons and rules", async ({ open }) => {
  const page = await open({}, "/");
  await boardsDrawn(page);
  const cards = await page.locator(".card").evaluateAll((cards) => cards.map((card) => ({
    title: card.querySelector("h2").innerText,
    ...Object.fromEntries([...card.querySelectorAll("a")].map(({ innerText, href }) => [innerText, href])),
  })));
  expect(cards).toHaveLength(GAMES.length);
  await page.locator(".card").first().getByRole("link", { name: "Play" }).click();
  expect(await ready(page)).toBe(true);
  // The games, and then the lessons, follow each other in one page, as their addresses do.
  for (const { title, Play } of cards) {
    await page.goto(Play);
    await expect(page.locator(".game")).toHaveText(title);
    expect(await ready(page), title).toBe(true);
  }
  for (const { title, Learn } of cards) {
    await page.goto(Learn);
    await expect(page.locator(".games a[aria-current]")).toHaveText(title);
  }
  for (const { title, Rules } of cards) {
    await page.goto(Rules);
    await expect(page.locator("article h1")).toContainText(title);
  }
  await page.goto("/");
  await boardsDrawn(page);
  await page.locator('.greeting ayla-board [data-house="south 3"]').click();
  await page.waitForURL((url) => url.pathname === "/play");
  await ready(page);
});

test("the page greets in the language that the reader chose", async ({ open }) => {
  const page = await open({}, "/");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.locator(".greeting").getByRole("link", { name: "Jouer" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await ready(page);
  await page.locator("#language").selectOption("en");
  await page.goto("/?locale=fr");
  await expect(page.locator("html"), "an address that names a language").toHaveAttribute("lang", "fr");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the page greets without JavaScript", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await expect(page.locator(".lead")).toContainText("mancala");
  const picture = page.locator(".greeting img");
  await expect.poll(() => picture.evaluate(({ naturalWidth }) => naturalWidth)).toBeGreaterThan(0);
  await context.close();
});

test("an unknown address is a page with ways on", async ({ open }) => {
  for (const [locale, title, play] of [["en-GB", "This house is empty", "Play"], ["fr-FR", "Cette case est vide", "Jouer"]]) {
    const page = await open({ locale, viewport: { width: 360, height: 640 } }, "/");
    page.refused = true;
    for (const path of ["/rules/nope", "/a/b/c"]) {
      const answer = await page.goto(path);
      expect(answer.status()).toBe(404);
      await boardsDrawn(page);
      await expect(page.locator("h1")).toHaveText(title);
      await axe(page, path);
    }
    await picture(page, `missing-${locale}`);
    await page.getByRole("main").getByRole("link", { name: play, exact: true }).click();
    await ready(page);
    await page.goto("/play/");
    await ready(page);
    expect(new URL(page.url()).pathname).toBe("/play");
  }
});

test("every way into a game leads to one that ends", async ({ open, server }) => {
  const { variants } = await (await fetch(`${server.origin}/v1/variants`)).json();
  /** The game of an address, and the options of its position. */
  const read = async (address) => {
    const [, variant, token] = /#(\w+)\/([\w-]+)/.exec(address);
    const { position } = await playTurn(server, variant, { token });
    return { variant, options: position.setup.options };
  };
  const page = await open({}, "/");
  const found = {};
  /** The game of an address has the options of the preset. */
  const ends = async (way, address) => {
    const { variant, options } = await read(address);
    const { presets } = variants.find(({ name }) => name === variant);
    expect(options, `${way}, ${variant}`).toMatchObject(presets.find(({ name }) => name === Object.fromEntries(GAMES)[variant]).options);
    found[way] = (found[way] ?? 0) + 1;
  };
  for (const address of await page.locator("article a.primary").evaluateAll((links) => links.map(({ href }) => href))) {
    await page.goto(address);
    await page.waitForURL((url) => /^#\w+\/[\w-]+\//.test(url.hash));
    await ends("greeting", page.url());
  }
  for (const [variant] of GAMES) {
    const rules = await (await fetch(`${server.origin}/rules/${variant}`)).text();
    for (const [address] of rules.matchAll(/play#\w+\/[^"]+/g)) {
      const { options } = await read(address);
      // An example may have other numbers than the preset.
      expect(alwaysEnds(variant) || options.quiet > 0 || options.repetition > 0, `${variant}: ${address}`).toBe(true);
      found.examples = (found.examples ?? 0) + 1;
    }
    await page.goto(`/learn#${variant}`);
    await lesson(page, `#${variant}/1`);
    const last = await page.locator(".steps li").count();
    await page.goto(`/learn#${variant}/${last}`);
    await page.locator("ayla-board .legal").first().waitFor({ state: "attached" });
    for (let number = 1; (await page.getByRole("link", { name: "Play a game now" }).count()) === 0; number += 1) {
      if (await button(page, "Try again").count()) await button(page, "Try again").click();
      await house(page, "south", number).click();
      await page.locator("#said.solved, #said.wrong").waitFor();
    }
    await page.getByRole("link", { name: "Play a game now" }).click();
    await page.waitForURL((url) => url.pathname === "/play" && url.hash.includes("/"));
    await ends("lessons", page.url());
    await (await control(page, "new")).click();
    await page.locator(`[name=variant][value=${variant}]`).check();
    await page.locator("[name=preset] option").first().waitFor({ state: "attached" });
    await page.locator("#new-game button[value=start]").click();
    await page.locator("#new-game[open]").waitFor({ state: "detached" });
    await ends("new game", page.url());
  }
  expect(found).toEqual({ greeting: GAMES.length, examples: expect.any(Number), lessons: GAMES.length, "new game": GAMES.length });
  expect(found.examples).toBeGreaterThan(50);
});
