// The languages of the page.

import { expect, test } from "./fixtures.mjs";
import { button, picture, ready } from "./page.mjs";

test("words that cannot be loaded, and what cannot be copied", async ({ open }) => {
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
});

test("the page speaks every language that the service has", { tag: "@smoke" }, async ({ open }) => {
  const page = await open();
  const languages = await page.evaluate(async () => {
    const { LANGUAGES } = await import(new URL("languages.js", document.querySelector("script").src));
    return Object.entries(LANGUAGES);
  });
  await expect(page.locator("#language option")).toHaveText(languages.map(([, { name }]) => name));
  for (const [tag, { failed, again }] of languages) {
    expect([failed, again].every(Boolean), `what is said without the words of ${tag}`).toBe(true);
    await page.locator("#language").selectOption(tag);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
  }
});

test("the rules are in the language of the page that leads to them", { tag: "@smoke" }, async ({ open }) => {
  const english = await open({}, "rules/awale");
  await expect(english.locator("article h1")).toBeVisible();
  await english.getByRole("link", { name: "Français", exact: true }).click();
  await expect(english).toHaveURL(/\/rules\/fr\/awale$/);
  await expect(english.locator("html")).toHaveAttribute("lang", "fr");
  const page = await open({ locale: "fr-CI", reducedMotion: "no-preference" });
  await page.getByRole("link", { name: "Règles", exact: true }).click();
  await expect(page).toHaveURL(/\/rules\/fr\/awale$/);
  await expect(page.locator(".language")).toHaveCount(0);
  await button(page, "Voir le coup").first().click();
  await page.locator("ayla-board .hand").first().waitFor({ state: "attached" });
});

test("the rules follow the language of the browser, until another one is chosen", async ({ open }) => {
  const page = await open({ locale: "fr-CI" }, "rules/");
  await expect(page).toHaveURL(/\/rules\/fr\/$/);
  await page.goto("/rules/kalah#ka-3");
  await expect(page).toHaveURL(/\/rules\/fr\/kalah#ka-3$/);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/rules\/kalah$/);
  await page.goto("/rules/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const other = await open({ locale: "de-DE" }, "rules/");
  await expect(other).toHaveURL(/\/rules\/$/);
});

test("a language that was chosen is that of every page, and without JavaScript that of the browser", async ({ open, browser, server }) => {
  const page = await open({ locale: "en-GB" }, "/");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  page.refused = true;
  for (const path of ["rules/", "rules/awale#aw-3", "docs/", "nothing/here", "play", ""]) {
    await page.goto(`/${path}`);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "fr");
  }
  // The link back is a choice too.
  await page.goto("/rules/awale#aw-3");
  await expect(page).toHaveURL(/\/rules\/fr\/awale#aw-3$/);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/rules\/awale$/);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "fr-CI" });
  const plain = await context.newPage();
  await plain.goto(`${server.origin}/play`);
  await expect(plain.locator("main")).toContainText("Cette page a besoin de JavaScript");
  await expect(plain).toHaveTitle("Jouer – Ayla");
  await context.close();
});

test("on paper the dark colours are light", async ({ open }) => {
  for (const path of ["play", "learn#awale/4", "puzzles?puzzle=awale-2", "rules/awale"]) {
    const page = await open({ reducedMotion: "no-preference" }, path);
    await page.evaluate(() => {
      localStorage.setItem("ayla-theme", "dark");
      localStorage.setItem("ayla-speed", "off");
    });
    await page.reload();
    const board = page.locator("ayla-board").first();
    await board.locator("[role=grid]").waitFor({ state: "attached" });
    if (path.startsWith("learn")) expect(await board.evaluate(({ speed }) => speed), "the speed that was chosen in play").toBe("off");
    const colours = () => page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("ayla-board").shadowRoot.querySelector("text")).fill]);
    await page.evaluate(() => document.documentElement.removeAttribute("data-theme"));
    await board.evaluate((board) => board.removeAttribute("theme"));
    const [, , light] = await colours();
    await page.reload();
    await board.locator("[role=grid]").waitFor({ state: "attached" });
    expect((await colours())[2], "dark on the screen").not.toBe(light);
    await page.emulateMedia({ media: "print" });
    expect(await colours(), path).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", light]);
    await picture(page, path.split(/\W/)[0]);
  }
});

test("capitals and lists are those of the language", async ({ open }) => {
  const page = await open({});
  const said = await page.evaluate(async () => {
    const { Words } = await import(new URL("words.js", document.querySelector("script").src));
    const board = document.createElement("ayla-board");
    board.words = Words.of("tr", "page-board = {$game}\npage-house = iki\nhouse-of = -\nseeds = -\nside-south = Güney\nside-north = Kuzey\npage-board-refused = -");
    board.position = "awale 444444/444444 3/0 s";
    document.body.append(board);
    await board.updateComplete;
    const labels = ["[role=gridcell]", "[role=grid]"].map((selector) => board.shadowRoot.querySelector(selector).ariaLabel);
    board.remove();
    return [...labels, Words.of("ja").list(["A", "B", "C"])];
  });
  expect(said).toEqual(["İki", "Awalé. Güney 3, Kuzey 0", "A、B、C"]);
});
