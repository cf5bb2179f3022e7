// The lessons.

import { expect, test } from "./fixtures.mjs";
import { GAMES, button, house, legal, lesson, ready, said, says } from "./page.mjs";

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

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** How the lessons of the games are solved, in turn. */
const WAYS = [["touch", TOUCH, PHONE], ["mouse", MOUSE, {}], ["keyboard", KEYBOARD, {}]];
const SAID = {
  en: { again: "Try again", hint: "Hint", show: "Show the answer", answer: /Play house (\d+)\.|(Press 'Pass'|You can .+, for example)\./, verdict: /^(Not yet|That is not allowed)\./ },
  fr: { again: "Réessayer", hint: "Conseil", show: "Montrer la réponse", answer: /Jouez la case (\d+)\.|(Appuyez sur « Passer »|Vous pouvez .+, par exemple)\./, verdict: /^(Pas encore|Ce coup n'est pas permis)\./ },
};

/** Makes the moves of a lesson, without the time in which a board takes no taps, until so many were wrong. Returns what the page says after each. */
const firstMoves = (page, again, most) => page.evaluate(async ({ again, most }) => {
  const learn = document.querySelector("ayla-learn");
  const all = (selector) => [...learn.querySelectorAll(selector)];
  const said = learn.querySelector("#said");
  const board = learn.querySelector("ayla-board");
  const houses = board.shadowRoot.querySelectorAll('[data-house^="south"]').length;
  const words = all(".words button").length;
  const made = [];
  for (let index = 0; index < houses + words && made.filter(({ wrong }) => wrong).length < most; index += 1) {
    all("button").find(({ textContent }) => textContent === again)?.click();
    await learn.updateComplete;
    const choose = () => {
      if (index < houses) board.dispatchEvent(new CustomEvent("ayla-choose", { detail: { side: "south", house: index + 1, legal: true } }));
      else all(".words button")[index - houses]?.click();
    };
    for (let frame = 0; !said.className; frame += 1) {
      // A lesson that is still being set up, in another language, takes no move.
      if (frame % 120 === 0) choose();
      await new Promise(requestAnimationFrame);
      await learn.updateComplete;
    }
    const buttons = all("button").map(({ textContent }) => textContent);
    made.push({ wrong: said.className === "wrong", text: said.innerText.trim(), buttons, hint: board.shadowRoot.querySelector(".hint") !== null });
  }
  return made;
}, { again, most });

/** Makes wrong moves of a lesson, after which the page says why and gives no answer. Returns how many there are. */
async function miss(page, name, { again, show, answer, verdict }, most) {
  const made = await firstMoves(page, again, most);
  for (const { wrong, text, buttons, hint } of made) {
    expect(text, `no key of a message, ${name}`).not.toMatch(/page-|ruling-|\{/);
    const lines = text.split(/\n+/);
    if (!wrong) {
      expect(lines, `said once, ${name}`).toHaveLength(1);
      continue;
    }
    expect(text, name).toMatch(verdict);
    expect(text.replace(verdict, "").trim(), `a reason, ${name}`).not.toBe("");
    expect(lines.length, `neither the task nor the rule again: ${text}`).toBeLessThanOrEqual(2);
    expect(buttons, `a hint comes first, ${name}`).not.toContain(show);
    expect(text, name).not.toMatch(answer);
    expect(hint, `no house is shown, ${name}`).toBe(false);
  }
  return made.filter(({ wrong }) => wrong).length;
}

/** Asks for the hint and then for the answer, and makes its move. */
async function follow(page, name, { again, hint, show, answer, verdict }, act) {
  const told = page.locator("#said");
  if (await page.locator("#said.solved").count()) await button(page, again).click();
  await button(page, hint).click();
  await expect(told, name).not.toHaveText(verdict);
  expect(await page.locator(".lesson > p:not([class])").first().innerText(), `the hint is not the rule again, ${name}`).not.toContain(await said(page));
  await expect(told, name).not.toHaveText(answer);
  await expect(page.locator("ayla-board .hint"), `no house is shown, ${name}`).toHaveCount(0);
  await button(page, show).click();
  await expect(told, name).toHaveText(answer);
  const [, number] = answer.exec(await said(page));
  if (number) {
    await expect(page.locator("ayla-board .hint").first(), name).toBeAttached();
    return act.house(page, Number(number));
  }
  for (const word of await page.locator(".words button").allInnerTexts()) {
    await act.press(page, word);
    await page.locator("#said.solved, #said.wrong").waitFor();
    if (await page.locator("#said.solved").count()) return;
    if (await button(page, again).count()) await act.press(page, again);
  }
}

for (const [at, [variant]] of GAMES.entries()) {
  const [way, act, options] = WAYS[at % WAYS.length];
  test(`each lesson of ${variant} says after three wrong moves why, then a hint, and the answer when it is asked for; it is solved by ${way}`, async ({ open }) => {
    const page = await open(options, `learn#${variant}`);
    const count = await page.locator(".steps li").count();
    const wrong = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `${variant}/${number}`;
      await lesson(page, `#${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `pixels that ${name} is too wide`).toBeLessThanOrEqual(0);
      wrong.push(await miss(page, name, SAID.en, 3));
      if (wrong.at(-1)) await follow(page, name, SAID.en, act);
      await says(page, /^Solved! .*\./);
      await expect(page.locator(".steps a.solved"), `${number} lessons are solved`).toHaveCount(number);
      if (number < count) await act.press(page, "Next lesson");
    }
    expect(wrong.filter((made) => made > 0).length, "lessons with a wrong move").toBeGreaterThanOrEqual(8);
    console.log(`    ${variant}: ${wrong.join(" ")} wrong moves`);
    const next = GAMES[GAMES.findIndex(([name]) => name === variant) + 1];
    if (next) await expect(page.getByRole("link", { name: /^Next game: / })).toHaveAttribute("href", `#${next[0]}`);
    await act.press(page, "Play a game now");
    await page.waitForURL((url) => url.pathname === "/play" && url.hash.startsWith(`#${variant}/`));
    expect(await ready(page), "a game").toBe(true);
    // The words of another language.
    await page.goto(`/learn#${variant}/1`);
    await lesson(page, `#${variant}/1`);
    await page.locator("#language").selectOption("fr");
    for (let number = 1; number <= count; number += 1) {
      const name = `${variant}/${number}`;
      await page.evaluate((hash) => (location.hash = hash), name);
      await page.getByRole("heading", { level: 2, name: `${number}. ` }).waitFor();
      await lesson(page, `#${name}`);
      await miss(page, `${name} in French`, SAID.fr, 1);
    }
  });
}

test("a lesson explains what was wrong, and helps", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" }, "learn");
  await lesson(page, "#awale/1");
  // A move that is legal and wrong: it is shown, and the board goes back to the position.
  await house(page, "south", 1).click();
  // What happened and why it is not what was asked, to the one who learns; not what would have been right.
  await says(page, /^Not yet\. You play house 1\. The last of 4 seeds falls in your house 5\.\s*The task asks for another house\.\s*$/);
  await button(page, "Try again").click();
  await says(page, /^The board is set up again\.\s*$/);
  expect(await house(page, "south", 1).getAttribute("aria-label"), "the position again").toContain("4");
  await page.getByText("Keys", { exact: true }).click();
  await page.getByLabel("Type a move").fill("#B");
  await page.keyboard.press("Enter");
  await says(page, /^Not yet\. You play house 2\./);
  // The hint first, and the answer when it is asked for.
  await button(page, "Hint").click();
  await says(page, /^Your houses are numbered from left to right\.\s*$/);
  await expect(page.locator("ayla-board .hint")).toHaveCount(0);
  await button(page, "Show the answer").click();
  await says(page, /^Play house 3\.\s*$/);
  await page.locator("ayla-board .hint").waitFor({ state: "attached" });
  await house(page, "north", 3).click();
  await says(page, /^That house is North's\. Play one of yours\./);
  await house(page, "south", 3).click();
  await says(page, /^Solved! You play house 3\. The last of 4 seeds falls in North's house 1\.\s*$/);
  await page.locator("ayla-board").evaluate((board) => board.focus());
  for (const [key, pattern] of [["l", /^You play house 3/], ["s", /^You 0, North 0/], ["b", /^You: 4 4 0 5 5 5\./]]) {
    await page.keyboard.press(key);
    await says(page, pattern);
  }
  await page.getByText("Read the rule").click();
  await page.waitForURL("**/rules/awale#aw-1");
  await page.goBack();
  await lesson(page, "#awale/1");
  await house(page, "south", 3).click();
  await says(page, /^Solved!/);
  await page.evaluate(() => {
    globalThis.focused = [];
    addEventListener("focusin", ({ target }) => globalThis.focused.push(target.textContent));
  });
  await page.getByText("Next lesson").press("Enter");
  await lesson(page, "#awale/2");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), "the focus on the new lesson").toContain("Capture two");
  expect(new Set(await page.evaluate(() => globalThis.focused)), "and on nothing before").toEqual(new Set(["Next lesson", "2. Capture two"]));

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

test("a lesson does not say what can be played, and a house that is not there solves nothing", async ({ open }) => {
  const page = await open({}, "learn#awale/9");
  const names = () => page.locator('ayla-board [data-house^="south"]').evaluateAll((cells) => cells.map(({ ariaLabel }) => ariaLabel));
  const empty = (number) => `Your house ${number}: 0 seeds.`;
  await lesson(page, "#awale/9");
  expect(await names()).toEqual(["Your house 1: 2 seeds.", empty(2), "Your house 3: 1 seed.", "Your house 4: 3 seeds.", empty(5), empty(6)]);
  await expect(legal(page), "every house that has seeds is offered").toHaveCount(3);
  await page.locator("ayla-board").evaluate((board) => board.focus());
  await expect(page.locator("ayla-board [tabindex='0']"), "nor does the way to the board").toHaveAttribute("data-house", "south 1");
  await expect(page.locator(".note")).toHaveText("");
  const type = async (move) => {
    if (!(await page.getByLabel("Type a move").isVisible())) await page.getByText("Keys", { exact: true }).click();
    await page.getByLabel("Type a move").fill(move);
    await page.keyboard.press("Enter");
  };
  await page.evaluate(() => (location.hash = "andada/4"));
  await page.getByRole("heading", { name: "4. Choose first" }).waitFor();
  await lesson(page, "#andada/4");
  for (const move of ["99", "#0"]) {
    await type(move);
    await says(page, /^There is no house \d+ here\.\s*$/);
  }
  await expect(page.locator(".steps a.solved")).toHaveCount(0);
  await type("take");
  await says(page, /^Not yet\. .*\s*That was not a house\. Try to play a house\.\s*$/);
  // What is chosen after a move that was shown sets the position up, and says so.
  await house(page, "south", 1).click();
  await says(page, /^The board is set up again\.\s*$/);
  await house(page, "south", 1).click();
  await says(page, /^Solved! The house is refused: you must first say who goes next\.\s*$/);
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
