// Accessibility: every view by the rules of axe-core, enlarged, and as a screen reader gets it.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, axeLayout, begin, button, control, GAMES, house, lesson, picture, ready, resize, REVIEWED, reviewed, says } from "./page.mjs";

const PHONE = [360, 740];

/** What is cut off, too small for a finger or wider than the window: on the page, or in the dialog that is open. */
const misfits = (page) => page.evaluate(() => {
  const dialog = document.querySelector("dialog[open]");
  const all = [...(dialog ?? document.body).querySelectorAll("*")].filter((element) => element.checkVisibility() && !element.closest(dialog ? ".hidden" : "dialog, .hidden"));
  const cut = all.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).overflowX === "visible");
  const cells = dialog ? [] : [...document.querySelector("ayla-board").shadowRoot.querySelectorAll("[role=gridcell]")];
  const targets = all.filter((element) => element.matches("button, select, input, a, summary")).concat(cells);
  const small = targets.filter((target) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 24);
  const wide = [document.documentElement, dialog].filter((element) => element && element.scrollWidth > element.clientWidth);
  return [["cut", cut], ["small", small], ["wide", wide]].flatMap(([fault, elements]) => elements.map((element) => `${fault}: ${element.cloneNode().outerHTML}`));
});

/** A window of 1280 by 800 pixels where everything has twice or four times its size, and a phone whose letters have twice theirs. */
const ENLARGED = { "200 %": [640, 400], "400 %": [320, 256], letters: PHONE };

/** Checks that nothing is cut off or too small, however large everything is. */
async function lookEnlarged(page, view) {
  for (const [size, [width, height]] of Object.entries(ENLARGED)) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), size === "letters" ? "200%" : "");
    await resize(page, width, height);
    await axeLayout(page, `${view}, ${size}`);
    expect(await misfits(page), `${view}, ${size}`).toEqual([]);
    await picture(page, `${view}-${size.replace(" %", "")}`);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  await resize(page, ...PHONE);
}

/** Checks a view in each of the layouts: on a phone also in the dark, on a tablet, and on a screen also in forced colours. */
async function look(page, view) {
  const fullPage = !/^(new|set)/.test(view);
  await axe(page, `${view}, phone`);
  await axeColours(page, `${view}, phone`, ["dark"]);
  await picture(page, `${view}-phone`, { fullPage });
  await resize(page, 768, 900);
  await axeLayout(page, `${view}, tablet`);
  await resize(page, 1280, 900);
  await axe(page, `${view}, screen`);
  await axeColours(page, `${view}, screen`, ["forced"]);
  await picture(page, `${view}-screen`, { fullPage });
  await resize(page, ...PHONE);
}

const VIEWS = {
  async games(page) {
    for (const [variant, preset] of GAMES) {
      await begin(page, variant, preset);
      await lookEnlarged(page, variant);
      await page.locator("ayla-board:not([deaf]) .legal").first().click();
      // A move need not pass the turn.
      await page.locator(".history li").nth(1).waitFor({ state: "attached" });
      await ready(page);
      await look(page, variant);
    }
  },

  async "what a game has around it"(page) {
    await page.locator("ayla-board:not([deaf]) .legal").first().click();
    await page.locator(".history li").nth(2).waitFor({ state: "attached" });
    await ready(page);
    await (await control(page, "analysis")).click();
    await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
    await look(page, "analysis");
    await page.getByText("See the API").click();
    for (const index of [0, 1]) await page.locator(".api li summary").nth(index).click();
    await look(page, "api");
    await page.getByText("See the API").click();
    await (await control(page, "new")).click();
    await page.locator("[name=preset]").selectOption("");
    await page.locator(".option").first().waitFor();
    await look(page, "new-game");
    await lookEnlarged(page, "new-game");
    await button(page, "Set up a position").click();
    await page.locator("#set-south-1").waitFor();
    await look(page, "set-up");
    page.refused = true;
    await page.locator("[name=set-variant][value=andada]").check();
    await page.locator("#set-south-12").fill("40");
    await page.keyboard.press("Tab");
    await page.locator(".faults li").first().waitFor();
    await look(page, "set-up-faults");
    await button(page, "Cancel").click();
    await begin(page, "andada", "teams-of-four", { north: 0 });
    await look(page, "teams");
  },

  async "a review, lessons and puzzles"(page) {
    await page.goto(`/play${REVIEWED}`);
    await page.locator("#said.over").waitFor();
    await (await control(page, "review")).click();
    await reviewed(page);
    await page.locator(".mistakes button").first().click();
    await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
    await page.getByText("All moves as a table").click();
    await look(page, "review");
    for (const [hash, number] of [["awale/4", 6], ["andada/6", 4], ["anywoli/10", 0]]) {
      await page.goto(`/learn#${hash}`);
      await lesson(page, `#${hash}`);
      if (number) {
        await house(page, "south", number).click();
        await page.locator("#said.solved, #said.wrong").waitFor();
      }
      await look(page, `learn-${hash.split("/")[0]}`);
      if (hash === "awale/4") await lookEnlarged(page, "learn");
    }
    for (const id of ["awale-2", "andada-1"]) {
      await page.goto(`/puzzles?puzzle=${id}`);
      await page.locator("ayla-board:not([deaf]) .legal").first().waitFor({ state: "attached" });
      await look(page, `puzzle-${id.split("-")[0]}`);
      if (id === "awale-2") await lookEnlarged(page, "puzzle");
    }
  },
};
for (const [views, walk] of Object.entries(VIEWS)) {
  test(`no violations in any layout or colours, and nothing cut off or too small when it is enlarged: ${views}`, async ({ open }) => {
    await walk(await open({ viewport: { width: PHONE[0], height: PHONE[1] } }));
  });
}

test("the page is read as it was", async ({ open, server }) => {
  const page = await open({});
  await begin(page, "awale", "tournament", { north: 0 });
  await house(page, "south", 3).click();
  await says(page, /North to move/);
  const game = await page.locator("body").ariaSnapshot();
  await page.goto("/learn#awale/2");
  await lesson(page, "#awale/2");
  await house(page, "south", 6).click();
  await says(page, /^Solved!/);
  // The links to the lessons of the other games are like the first.
  const learn = (await page.locator("body").ariaSnapshot()).replace(/( +- listitem:\n +- link ".+":\n +- \/url: "#(?!awale)\w+"\n)+/, "");
  // The port is another each time.
  expect(`${game}\n\n${learn}\n`.replaceAll(`${server.origin}/`, "")).toMatchSnapshot("page-tree.txt");
});
