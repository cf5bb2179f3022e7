// A sowing on the board: how it is shown, and what it costs.

import { expect, test } from "./fixtures.mjs";
import { button, house, isFocused, moves, press, ready } from "./page.mjs";

test("a sowing is shown seed by seed, and can be paused, stepped and skipped", async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" });
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  await house(page, "south", 3).click();
  await button(page, "Pause").click();
  const count = () => page.locator("ayla-board .hand text").textContent();
  const before = Number(await count());
  await button(page, "One seed").click();
  await page.waitForFunction((number) => Number(document.querySelector("ayla-board").shadowRoot.querySelector(".hand text")?.textContent) === number - 1, before);
  await press(page, "Shift+Tab", ".motion button:first-child");
  await page.keyboard.press("Enter");
  await ready(page);
  expect(await moves(page), "the engine answers").toBe(2);
  expect(await isFocused(page, "[role=gridcell]"), "the board has the focus when the buttons of a move are gone").toBe(true);
  console.log(`    long tasks: ${JSON.stringify(await page.evaluate(() => globalThis.longTasks))}`);
});

const BOARDS = [
  ["awale 444444/444444 0/0 s", "3", 1280],
  ["awale 444444/444444 0/0 s", "3", 360],
  ["anywoli 020232301312/11c1bb010111 24/12 s q1", "2", 1280],
  [`andada:houses=24 ${"2".repeat(24)}/${"2".repeat(24)} - s`, "6", 360],
];
for (const [position, move, width] of BOARDS) {
  test(`a seed that is sown draws few houses again: ${position}, ${width} pixels`, async ({ open, server }) => {
    const page = await open({ reducedMotion: "no-preference", viewport: { width, height: 900 } });
    const answer = await fetch(`${server.origin}/v1/variants/${position.split(/[ :]/)[0]}/apply-move`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position, move }) });
    const { events } = await answer.json();
    const { seeds, most, laid, longTasks } = await page.evaluate(async ({ position, events }) => {
      const { Layout } = await import(new URL("look.js", document.querySelector("script").src));
      const board = document.createElement("ayla-board");
      document.querySelector("ayla-board").replaceWith(board);
      board.position = position;
      // Until it has its width, which is not the one it begins with, and its words.
      while (!board.words || [640, undefined].includes(board.shadowRoot.querySelector("svg")?.viewBox.baseVal.width)) await new Promise(requestAnimationFrame);
      await board.updateComplete;
      const longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
      let laid = 0;
      const { house } = Layout.prototype;
      Layout.prototype.house = function (...which) {
        laid += 1;
        return house.apply(this, which);
      };
      const observed = new MutationObserver(() => undefined);
      observed.observe(board.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
      const frames = [];
      const { performUpdate } = board;
      board.performUpdate = function () {
        laid = 0;
        performUpdate.call(this);
        frames.push([observed.takeRecords().length, laid]);
      };
      await board.show(events);
      // The first frame takes the tags from houses that can be played, and frames show several seeds of a long sowing.
      const seeds = Math.ceil(events.reduce((sum, { sow }) => sum + (sow?.houses.length ?? 0), 0) / frames.length);
      const rest = frames.slice(1);
      return { seeds, most: Math.max(...rest.map(([changes]) => changes)), laid: Math.max(...rest.map(([, laid]) => laid)), longTasks };
    }, { position, events });
    console.log(`    ${position.split(" ")[0]}, ${width}: at most ${most} changes and ${laid} houses for ${seeds} seeds; long tasks: ${JSON.stringify(longTasks)}`);
    // A pickup takes up to 30 seeds away, and Lit keeps a comment beside each.
    expect(most, "changes of a frame").toBeLessThanOrEqual(80 * seeds);
    expect(laid, "houses of a frame").toBeLessThanOrEqual(6 * seeds);
  });
}
