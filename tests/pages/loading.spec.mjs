// What the page loads, and how long it takes.

import { get } from "node:http";

import { expect, test } from "./fixtures.mjs";
import { boardsDrawn, button, lesson, REVIEWED } from "./page.mjs";

/** The most bytes of the page to play, compressed. */
const PAGE_BYTES = 85_000;

/** The most with all that it loads later: reviews, and the setting up of positions. */
const WHOLE_PAGE_BYTES = 90_000;

/** The most bytes of the page that greets, compressed. */
const DOOR_BYTES = 55_000;

/** Checks the size of all that the page has loaded, which must be these files at least. */
async function isSmall(page, expected, most = PAGE_BYTES) {
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/pages/")));
  expect(files.map((file) => file.split("/").pop())).toEqual(expect.arrayContaining(expected));
  const sizes = [...new Set([page.url().split("#")[0], ...files])].map((file) => new Promise((resolve) => {
    get(file, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      let size = 0;
      answer.on("data", (part) => (size += part.length)).on("end", () => resolve(size));
    });
  }));
  const size = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`    ${size} bytes of at most ${most} in ${sizes.length} files`);
  expect(size, "the page is too large").toBeLessThanOrEqual(most);
}

test("the page is small, with all that it loads later", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({ locale: "fr-FR" }, REVIEWED);
  await isSmall(page, ["fr.ftl", "play.js", "style.css"]);
  await button(page, "Bilan").click();
  await page.locator(".review").waitFor();
  await button(page, "Nouvelle partie").click();
  await button(page, "Composer une position").click();
  await page.locator("#set-south-1").waitFor();
  await isSmall(page, ["fr.ftl", "review.js", "set-up.js", "style.css"], WHOLE_PAGE_BYTES);
  await page.goto("/learn");
  await lesson(page, "#awale/1");
  await isSmall(page, ["fr.ftl", "fr.lessons.ftl", "lessons.js", "style.css"]);
  await page.goto("/puzzles");
  await page.locator("ayla-board .legal, .words button").first().waitFor({ state: "attached" });
  await isSmall(page, ["fr.ftl", "fr.puzzles.ftl", "puzzles.js", "style.css"]);
});

test("the time to the first move", async ({ open }) => {
  const page = await open({});
  const times = [];
  for (let load = 0; load < 5; load += 1) {
    await page.goto(`/play?${load}`);
    times.push(await page.waitForFunction(() => document.querySelector("ayla-board")?.shadowRoot?.querySelector(".legal") && Math.round(performance.now()), undefined, { polling: 5 }).then((time) => time.jsonValue()));
  }
  console.log(`    playable after ${times.join(", ")} ms`);
});

test("the page that greets is small", async ({ open }) => {
  const page = await open({ locale: "fr-FR" }, "/");
  await boardsDrawn(page);
  await isSmall(page, ["board.js", "door.css", "door.js", "fr.ftl", "style.css"], DOOR_BYTES);
});

/** The pages, and what each has once it is there. */
const PAGES = { "/": "ayla-board .hand", "/play": "ayla-board .legal", [`/play${REVIEWED}`]: "#said.over", "/learn": "ayla-board .legal", "/puzzles?puzzle=awale-2": "ayla-board .legal", "/developers": "ayla-board .legal", "/rules/": "ayla-board:defined", "/rules/awale": "ayla-board:defined", "/nothing": "ayla-board [role=grid]" };

for (const [width, height] of [[360, 640], [1280, 800]]) {
  test(`no page moves while it is loaded slowly at ${width} pixels`, async ({ open }) => {
    const page = await open({ locale: "fr-FR", viewport: { width, height }, reducedMotion: "no-preference" }, "/nothing", { watched: true, faults: true });
    await page.route(/\/(pages|v1)\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.fallback();
    });
    await page.addInitScript(() => {
      globalThis.moved = [];
      new PerformanceObserver((list) => globalThis.moved.push(...list.getEntries().map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 80))]))).observe({ type: "layout-shift", buffered: true });
    });
    for (const [path, shown] of Object.entries(PAGES)) {
      await page.goto("about:blank");
      await page.goto(path);
      await page.locator(shown).first().waitFor({ state: "attached" });
      await page.waitForTimeout(300);
      const moved = await page.evaluate(() => globalThis.moved);
      expect.soft(moved.reduce((sum, [value]) => sum + value, 0), `${path}: cumulative layout shift, ${JSON.stringify(moved)}`).toBeLessThanOrEqual(0.02);
    }
  });
}
