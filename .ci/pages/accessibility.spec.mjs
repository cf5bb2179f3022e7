// Accessibility: every view by the rules of axe-core, enlarged, and as a screen reader gets it.

import { expect, test } from "./fixtures.mjs";
import { axe, begin, button, control, GAMES, house, lesson, ready, REVIEWED, reviewed, says } from "./page.mjs";

// Colours do not depend on the width.
for (const [scheme, forcedColors, widths] of [["light", "none", [360, 768, 1280]], ["dark", "none", [360]], ["light", "active", [1280]]]) {
  for (const width of widths) {
    test(`every view, without violations, in ${forcedColors === "active" ? "forced" : scheme} colours at ${width} pixels`, async ({ open }) => {
      const page = await open({ colorScheme: scheme, forcedColors, viewport: { width, height: width < 500 ? 740 : 900 } });
      const name = forcedColors === "active" ? "forced" : scheme;
      const look = async (view) => {
        await axe(page, `${view}, ${name}, ${width}`);
        await page.screenshot({ path: test.info().outputPath(`${view}-${name}-${width}.png`), fullPage: !/^(new|set)/.test(view) });
      };
      for (const [variant, preset] of GAMES) {
        await begin(page, variant, preset);
        await page.locator("ayla-board:not([deaf]) .legal").first().click();
        // A move need not pass the turn.
        await page.locator(".history li").nth(1).waitFor();
        await ready(page);
        await look(variant);
      }
      await (await control(page, "analysis")).click();
      await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
      await look("analysis");
      await page.getByText("See the API").click();
      for (const index of [0, 1]) await page.locator(".api li summary").nth(index).click();
      await look("api");
      await page.getByText("See the API").click();
      await (await control(page, "new")).click();
      await page.locator("[name=preset]").selectOption("");
      await page.locator(".option").first().waitFor();
      await look("new-game");
      await button(page, "Set up a position").click();
      await page.locator("#set-south-1").waitFor();
      await look("set-up");
      page.refused = true;
      await page.locator("[name=set-variant][value=andada]").check();
      await page.locator("#set-south-12").fill("40");
      await page.keyboard.press("Tab");
      await page.locator(".faults li").first().waitFor();
      await look("set-up-faults");
      await button(page, "Cancel").click();
      await begin(page, "andada", "teams-of-four", { north: 0 });
      await look("teams");
      await page.goto(`/play${REVIEWED}`);
      await page.locator("#said.over").waitFor();
      await (await control(page, "review")).click();
      await reviewed(page);
      await page.locator(".mistakes button").first().click();
      await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
      await page.getByText("All moves as a table").click();
      await look("review");
      for (const [hash, number] of [["awale/4", 6], ["andada/6", 4], ["anywoli/10", 0]]) {
        await page.goto(`/learn#${hash}`);
        await lesson(page, `#${hash}`);
        if (number) {
          await house(page, "south", number).click();
          await page.locator("#said.solved, #said.wrong").waitFor();
        }
        await look(`learn-${hash.split("/")[0]}`);
      }
      for (const id of ["awale-2", "andada-1"]) {
        await page.goto(`/puzzles?puzzle=${id}`);
        await page.locator("ayla-board .legal").first().waitFor({ state: "attached" });
        await look(`puzzle-${id.split("-")[0]}`);
      }
    });
  }
}

const SIZES = { "200 %": { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, "400 %": { viewport: { width: 320, height: 256 }, deviceScaleFactor: 2 }, letters: { viewport: { width: 360, height: 740 } } };
for (const [size, options] of Object.entries(SIZES)) {
  test(`nothing is cut off or too small: ${size}`, async ({ open }) => {
    const page = await open(options);
    if (size === "letters") await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    /** Checks the page, or the dialog that is open. */
    const look = async (view) => {
      await axe(page, `${view}, ${size}`);
      const faults = await page.evaluate(() => {
        const dialog = document.querySelector("dialog[open]");
        const all = [...(dialog ?? document.body).querySelectorAll("*")].filter((element) => element.checkVisibility() && !element.closest(dialog ? ".hidden" : "dialog, .hidden"));
        const cut = all.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).overflowX === "visible");
        const cells = dialog ? [] : [...document.querySelector("ayla-board").shadowRoot.querySelectorAll("[role=gridcell]")];
        const targets = all.filter((element) => element.matches("button, select, input, a, summary")).concat(cells);
        const small = targets.filter((target) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 24);
        const wide = [document.documentElement, dialog].filter((element) => element && element.scrollWidth > element.clientWidth);
        return [["cut", cut], ["small", small], ["wide", wide]].flatMap(([fault, elements]) => elements.map((element) => `${fault}: ${element.cloneNode().outerHTML}`));
      });
      expect(faults, `${view}, ${size}`).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`${view}-${size.replace(" %", "")}.png`), fullPage: view !== "new-game" });
    };
    for (const [variant, preset] of GAMES) {
      await begin(page, variant, preset);
      await look(variant);
    }
    await (await control(page, "new")).click();
    await page.locator("[name=preset]").selectOption("");
    await page.locator(".option").first().waitFor();
    await look("new-game");
    await page.goto("/learn#awale/4");
    await lesson(page, "#awale/4");
    if (size === "letters") await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await house(page, "south", 6).click();
    await says(page, /^Solved!/);
    await look("learn");
    await page.goto("/puzzles?puzzle=awale-2");
    await page.locator("ayla-board:not([deaf]) .legal").first().waitFor({ state: "attached" });
    if (size === "letters") await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await look("puzzle");
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
