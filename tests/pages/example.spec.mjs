// The example of a page with a board of the service: a whole game of each kind, with one call a turn.

import { test as base, expect } from "./fixtures.mjs";
import { SHORT_GAMES } from "./page.mjs";

const ENDED = { en: "The game is over.", fr: "La partie est finie." };
const DECLINED = { en: "does not agree to stop.", fr: "préfère continuer." };
/** A game with stores, one with words as moves, and one with several moves a turn. */
const PLAYED = { en: ["awale"], fr: ["andada", "kalah"] };
const EMPTY = { en: "is empty.", fr: "est vide chez" };

const test = base.extend({
  /** Opens the example in a language, and counts the turns that it asks for. It may complain about nothing. */
  example: async ({ server, page }, use) => {
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.stack));
    page.turns = 0;
    page.on("request", (request) => (page.turns += request.method() === "POST" ? 1 : 0));
    await page.emulateMedia({ reducedMotion: "reduce" });
    await use(async (locale, name) => {
      await page.goto(`http://127.0.0.1:${server.site.address().port}/example?lang=${locale}&south=${encodeURIComponent(name)}`);
      await page.locator("[name=level] option").first().waitFor({ state: "attached" });
      return page;
    });
    expect(complaints).toEqual([]);
  },
});

const said = (page) => page.locator("#said").innerText();

/** Starts a game at a level, and waits for the first turn. */
async function begin(page, variant, preset) {
  await page.locator("[name=variant]").selectOption(variant);
  await page.locator("[name=preset]").selectOption(preset);
  await page.locator("[name=level]").selectOption("1");
  await answered(page, () => page.locator("form button").click());
}

/** Does what asks for a turn, and waits until the answer is shown. */
async function answered(page, act) {
  const answer = page.waitForResponse((response) => response.url().endsWith("/play-turn") && response.request().method() === "POST");
  await act();
  const { text, status } = await (await answer).json();
  await expect(page.locator("#said")).toHaveText(text.line.split("\n")[0]);
  if (!status.over) await page.locator("ayla-board:not([deaf]) .legal, #moves button").first().waitFor();
  return status.over;
}

for (const locale of ["en", "fr"]) {
  test(`the example plays whole games, ${locale}`, async ({ example }) => {
    const page = await example(locale, "👩‍👩‍👧‍👦");
    for (const [variant, preset] of SHORT_GAMES.filter(([variant]) => PLAYED[locale].includes(variant))) {
      await begin(page, variant, preset);
      expect(await said(page)).toContain("👩‍👩‍👧‍👦");
      page.turns = 0;
      let turns = 0;
      for (let over = false; !over && turns < 400; turns += 1) {
        await page.locator("ayla-board:not([deaf])").waitFor();
        const choices = page.locator("ayla-board:not([deaf]) .legal, #moves button:not(:text('🤝'))");
        const chosen = choices.nth(turns % (await choices.count()));
        over = await answered(page, () => chosen.click());
      }
      expect(await said(page)).toContain(ENDED[locale]);
      expect(await page.locator("ayla-board .legal, #moves button").count()).toBe(0);
      expect(page.turns, `calls for ${turns} turns of ${variant}`).toBe(turns);
    }
  });

  test(`the example says why a move is refused, and proposes to stop, ${locale}`, async ({ example }) => {
    const page = await example(locale, "\u202eevil");
    await begin(page, "awale", "tournament");
    expect(await said(page)).toContain("evil");
    expect(await said(page)).not.toContain("\u202e");
    let declined = false;
    for (let turn = 0; turn < 20 && !declined; turn += 1) {
      await answered(page, () => page.locator('ayla-board:not([deaf]) [data-house="south 3"]').click());
      if ((await said(page)).includes(EMPTY[locale])) await answered(page, () => page.locator("ayla-board:not([deaf]) .legal").first().click());
      const over = await answered(page, () => page.getByRole("button", { name: "🤝" }).click());
      declined = (await said(page)).includes(DECLINED[locale]);
      if (over) await begin(page, "awale", "tournament");
    }
    expect(declined, "the engine declines").toBe(true);
  });
}
