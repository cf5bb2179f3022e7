// The lessons.

import { expect, test } from "./fixtures.mjs";
import { GAMES, button, house, lesson, ready, says } from "./page.mjs";

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
    await page.locator("ayla-board:not([deaf])").waitFor();
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
    if (await button(page, "Try again").count()) {
      await press(page, "Try again");
      await page.locator("#said.wrong").waitFor({ state: "detached" });
    }
    if (index < houses) await house(page, index + 1);
    else await press(page, words[index - houses]);
    await page.locator("#said.solved, #said.wrong").waitFor();
    if (await page.locator("#said.solved").count()) return index + 1;
  }
  throw new Error(`nothing solves ${page.url()}`);
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

for (const [way, act, options, variants] of [["touch", TOUCH, PHONE, GAMES.map(([variant]) => variant)], ["keyboard", KEYBOARD, {}, ["anywoli"]], ["mouse", MOUSE, { reducedMotion: "no-preference" }, ["andada"]]]) {
  for (const variant of variants) {
    test(`each lesson of ${variant} is solved by ${way}`, async ({ open }) => {
      const page = await open(options, `learn#${variant}`);
      const count = await page.locator(".steps li").count();
      const tries = [];
      for (let number = 1; number <= count; number += 1) {
        await lesson(page, `#${variant}/${number}`);
        await expect(page.locator(".steps a.solved"), `${number - 1} lessons are solved`).toHaveCount(number - 1);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `pixels that ${page.url()} is too wide`).toBeLessThanOrEqual(0);
        tries.push(await solve(page, act));
        await expect(page.locator("#said")).toHaveText(/^Solved! .*\./);
        if (number < count) await act.press(page, "Next lesson");
      }
      expect(tries.some((number) => number > 1), "a wrong move first").toBe(true);
      const next = GAMES[GAMES.findIndex(([name]) => name === variant) + 1];
      if (next) await expect(page.getByRole("link", { name: /^Next game: / })).toHaveAttribute("href", `#${next[0]}`);
      await act.press(page, "Play a game now");
      await page.waitForURL((url) => url.pathname === "/play" && url.hash.startsWith(`#${variant}/`));
      expect(await ready(page), "a game").toBe(true);
      console.log(`    ${variant} by ${way}: ${tries.join(" ")} tries`);
    });
  }
}

test("a lesson explains what was wrong, and helps", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" }, "learn");
  await lesson(page, "#awale/1");
  // A move that is legal and wrong: it is shown, and the board goes back to the position.
  await house(page, "south", 1).click();
  // What happened and why it is not what was asked, to the one who learns; not what would have been right.
  await says(page, /^Not yet\. You play house 1\. The last of 4 seeds falls in your house 5\.\s*The task is about another house\.\s*$/);
  await button(page, "Try again").click();
  expect(await house(page, "south", 1).getAttribute("aria-label"), "the position again").toContain("4");
  await page.getByText("Keys", { exact: true }).click();
  await page.getByLabel("Type a move").fill("#B");
  await page.keyboard.press("Enter");
  await says(page, /^Not yet\. You play house 2\./);
  // The hint first, and the answer when it is asked for.
  await button(page, "Hint").click();
  await says(page, /^You take all the seeds of a house[^.]*\. The house they come from stays empty\.\s*$/);
  await expect(page.locator("ayla-board .hint")).toHaveCount(0);
  await button(page, "Show the answer").click();
  await says(page, /^The answer is house 3\.\s*$/);
  await page.locator("ayla-board .hint").waitFor({ state: "attached" });
  await house(page, "north", 3).click();
  await says(page, /^North's houses are not played/);
  await house(page, "south", 3).click();
  await says(page, /^Solved! You play house 3\. The last of 4 seeds falls in North's house 1\.\s*$/);
  await page.locator("ayla-board").evaluate((board) => board.focus());
  for (const [key, pattern] of [["l", /^You play house 3/], ["s", /^South 0, North 0/], ["b", /^South: 4 4 0 5 5 5\./]]) {
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
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), "the focus on the new lesson").toContain("Capture two");

  // A move that is not legal says why.
  await page.locator(".steps a").nth(8).click();
  await lesson(page, "#awale/9");
  await house(page, "south", 1).click();
  await says(page, /^That is not allowed\. North's row is empty, and house 1 does not feed North; play a house that does\.\s*$/);
  await page.reload();
  await lesson(page, "#awale/9");
  await expect(page.locator(".steps a.solved"), "what is solved is kept").toHaveCount(1);
  await page.goBack();
  await lesson(page, "#awale/2");
  await page.locator("#language").selectOption("fr");
  await page.getByText("Récoltez deux graines.").waitFor();
  await house(page, "south", 6).click();
  await says(page, /^Bravo\s! Vous jouez la case 6\./);
  // The first lesson that is not solved.
  await page.locator(".games a").nth(1).click();
  await lesson(page, "#andada/1");
  await page.locator(".games a").first().click();
  await lesson(page, "#awale/3");
  await page.getByRole("link", { name: "Jouer", exact: true }).click();
  expect(await ready(page), "a game").toBe(true);
});

for (const [width, height, wanted] of [[360, 640, [".lesson > .controls"]], [640, 360, [".lesson h2", ".lesson .task", "ayla-board", "#said", ".lesson > .controls"]]]) {
  test(`after a move of a lesson, what matters is in view at ${width}x${height}`, async ({ open }) => {
    const page = await open({ viewport: { width, height }, hasTouch: true, isMobile: true }, "learn");
    for (const hash of ["#awale/4", "#andada/6", "#anywoli/6", "#kalah/7"]) {
      await page.evaluate((hash) => (location.hash = hash), hash);
      await lesson(page, hash);
      await house(page, "south", 1).evaluate((cell) => cell.click());
      await page.locator("#said.solved, #said.wrong").waitFor();
      for (const selector of wanted) await expect(page.locator(selector), `${selector} of ${hash}`).toBeInViewport({ ratio: 0.98 });
    }
  });
}

// In English three wrong moves in each lesson, in French one.
const IN = {
  "en-GB": { most: 3, again: "Try again", hint: "Hint", show: "Show the answer", answer: /The answer is (?:house (\d+)|.+)\./, verdict: /^(Not yet|That is not allowed)\./ },
  "fr-FR": { most: 1, again: "Réessayer", hint: "Conseil", show: "Montrer la réponse", answer: /La réponse est (?:la case (\d+)|.+)\./, verdict: /^(Pas encore|Ce coup n'est pas permis)\./ },
};
for (const [locale, { most, again, hint, show, answer, verdict }] of Object.entries(IN)) {
  for (const [variant] of GAMES) {
    test(`after a wrong move the page says why, then a hint, and the answer when it is asked for: ${variant}, ${locale}`, async ({ open }) => {
      const page = await open({ locale }, `learn#${variant}/1`);
      const cells = page.locator('ayla-board [data-house^="south"]');
      const told = async () => (await page.locator("#said").innerText()).trim();
      /** Plays a house or says a word. Returns whether that was wrong. */
      const isWrong = async (index) => {
        if (await button(page, again).count()) await button(page, again).click();
        await page.locator("ayla-board:not([deaf])").waitFor();
        const houses = await cells.count();
        // What was said of the move before is not an answer to this one.
        await page.locator("#said").evaluate((said) => said.classList.remove("wrong"));
        await (index < houses ? cells.nth(index) : page.locator(".words button").nth(index - houses)).evaluate((target) => target.click());
        await page.locator("#said.solved, #said.wrong").waitFor();
        return (await page.locator("#said.wrong").count()) > 0;
      };
      /** Nothing on the page gives the answer. */
      const isOpen = async (name) => {
        expect(await told(), name).not.toMatch(answer);
        await expect(page.locator("ayla-board .hint"), `no house is shown, ${name}`).toHaveCount(0);
      };
      let shown = 0;
      for (let number = 1; number <= (await page.locator(".steps li").count()); number += 1) {
        const name = `${variant} ${number}`;
        await page.evaluate((hash) => (location.hash = hash), name.replace(" ", "/"));
        await lesson(page, `#${name.replace(" ", "/")}`);
        const tries = (await cells.count()) + (await page.locator(".words button").count());
        const wrong = [];
        for (let index = 0; index < tries && wrong.length < most; index += 1) {
          const missed = await isWrong(index);
          const text = await told();
          expect(text, `no key of a message, ${name}`).not.toMatch(/page-|ruling-|\{/);
          if (!missed) {
            expect(text.split(/\n+/), `said once: ${text}`).toHaveLength(1);
            continue;
          }
          expect(text, name).toMatch(verdict);
          expect(text.replace(verdict, "").trim(), `a reason, ${name}`).not.toBe("");
          expect(text.split(/\n+/).length, `neither the task nor the rule again: ${text}`).toBeLessThanOrEqual(2);
          await expect(button(page, show), `a hint comes first, ${name}`).toHaveCount(0);
          await isOpen(name);
          wrong.push(index);
        }
        if (wrong.length === 0) continue;
        await isWrong(wrong[0]);
        await button(page, hint).click();
        await expect(page.locator("#said")).not.toHaveText(verdict);
        await isOpen(name);
        await button(page, show).click();
        await expect(page.locator("#said"), name).toHaveText(answer);
        const [, solution] = answer.exec(await told());
        if (solution) await expect(page.locator("ayla-board .hint").first(), name).toBeAttached();
        shown += 1;
      }
      expect(shown, "lessons with a wrong move").toBeGreaterThanOrEqual(8);
    });
  }
}
