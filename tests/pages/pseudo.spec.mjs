// The page in two languages that nobody speaks, which only the server of these tests has: with accents and longer words, in
// brackets, and from right to left.

import process from "node:process";

import { expect, test } from "./fixtures.mjs";
import { control, GAMES, picture, ready, resize, REVIEWED } from "./page.mjs";

test.use({ binary: process.env.PSEUDO_BINARY });

const LANGUAGES = [["en-XA", "ltr"], ["ar-XB", "rtl"]];

/** Texts that are the same in every language: names of games and languages, and what is for programs. */
const SAME = ".api, #language, code, input, [lang]:not(html)";

/** The elements whose text is wider than they are, and the page if it is wider than the window. */
const cut = (page) => page.evaluate(() => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} > ${clientWidth}`);
  for (const element of document.querySelectorAll("button, summary, label, legend, h1, h2, h3, p, a, dialog[open], fieldset, #said")) {
    if (element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") {
      found.push(`${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 60)}`);
    }
  }
  return found;
});

/** Two words of plain letters that follow each other, in texts and in what screen readers say. */
const english = (page) => page.evaluate((same) => {
  const found = [];
  const look = (text) => {
    if (/\b[A-Za-z]{2,} [A-Za-z]{2,}\b/.test(text ?? "")) found.push(text.trim());
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.closest(same) || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue;
      for (const name of ["aria-label", "title", "alt", "placeholder"]) look(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.data);
    }
  };
  walk(document.body);
  return found;
}, SAME);

for (const [language, direction] of LANGUAGES) {
  test(`the page in ${language}, on a phone and on a screen`, { tag: "@smoke" }, async ({ open, server }) => {
    const origins = [{ origin: server.origin, localStorage: [{ name: "ayla-language", value: language }] }];
    const page = await open({ storageState: { cookies: [], origins }, viewport: { width: 360, height: 800 } });
    const look = async (view) => {
      await expect(page.locator("html"), view).toHaveAttribute("dir", direction);
      for (const width of [1280, 360]) {
        await resize(page, width, 800);
        await picture(page, `${view}-${language}-${width}`, { fullPage: !/^(new|set)/.test(view) });
        expect.soft(await cut(page), `${view}, ${width}`).toEqual([]);
        if (language === "en-XA") expect.soft(await english(page), `${view}, ${width}`).toEqual([]);
      }
    };
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const [variant, preset] of GAMES) {
      await (await control(page, "new")).click();
      await page.locator(`[name=variant][value=${variant}]`).check();
      await page.locator(`[name=preset] option[value="${preset}"]`).waitFor({ state: "attached" });
      await page.locator("[name=preset]").selectOption(preset);
      await page.locator("#new-game button[value=start]").click();
      await page.locator("#new-game[open]").waitFor({ state: "detached" });
      await ready(page);
      await page.locator("ayla-board:not([deaf]) .legal").first().click();
      await page.locator(".history li").nth(1).waitFor();
      await ready(page);
      await look(variant);
    }
    await (await control(page, "analysis")).click();
    await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
    await look("analysis");
    await (await control(page, "new")).click();
    await page.locator("[name=variant][value=awale]").check();
    await page.locator("[name=preset]").selectOption("");
    await page.locator(".option").first().waitFor();
    await look("new-game");
    await page.locator("#new-game button[value=set-up]").click();
    await page.locator("#set-south-1").waitFor();
    await look("set-up");
    page.refused = true;
    await page.locator("#set-south-1").fill("99");
    await page.keyboard.press("Tab");
    await page.locator(".faults li").first().waitFor();
    await look("set-up-faults");
    page.refused = false;
    await page.goto("about:blank");
    await page.goto(`/play${REVIEWED}`);
    await page.locator("#said.over").waitFor();
    await (await control(page, "review")).click();
    await page.locator(".review progress").waitFor({ state: "detached", timeout: 300_000 });
    await page.locator(".mistakes button").first().click();
    await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
    await page.locator(".review .moves > summary").click();
    await look("review");
    await page.goto("/learn#awale/8");
    await page.locator("ayla-board:not([deaf]) .legal").first().waitFor({ state: "attached" });
    await page.locator("ayla-board [data-house='south 1']").click();
    await page.locator("#said strong").waitFor();
    await look("learn");
    await page.goto("/puzzles?puzzle=awale-2");
    await page.locator("ayla-board:not([deaf]) .legal").first().waitFor({ state: "attached" });
    await look("puzzle");
  });
}

test("a reader of another language is told that the rules are in English", async ({ open }) => {
  const page = await open({ locale: "en-XA" }, "rules/glossary");
  await expect(page.locator(".language[lang=en-XA]")).toHaveCount(1);
  await page.goto("/teach#anywoli/list");
  await page.locator(".sheet li").first().waitFor();
  expect(await cut(page)).toEqual([]);
  expect(await english(page)).toEqual([]);
});
