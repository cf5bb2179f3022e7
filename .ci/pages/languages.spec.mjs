// The languages of the page.

import { expect, test } from "./fixtures.mjs";
import { button, ready } from "./page.mjs";

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
  await expect(page).toHaveURL(/\/rules\/fr\/$/);
  await page.locator("section.game a").first().click();
  await expect(page).toHaveURL(/\/rules\/fr\/\w+$/);
  await expect(page.locator(".language")).toHaveCount(0);
  await button(page, "Voir le coup").first().click();
  await page.locator("ayla-board .hand").first().waitFor({ state: "attached" });
});

test("a reader of another language is told that a page is in English", async ({ open }) => {
  const english = await open({}, "rules/glossary");
  await expect(english.locator("article h1")).toBeVisible();
  await expect(english.locator(".language")).toHaveCount(0);
  const french = await open({ locale: "fr-CI" }, "rules/glossary");
  await expect(french.locator(".language[lang=fr]")).toHaveText(/^Cette page est en anglais/);
});
