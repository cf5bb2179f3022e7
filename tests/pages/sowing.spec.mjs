// A sowing on the board: how it is shown, and what it costs.

import { expect, test } from "./fixtures.mjs";
import { button, house, isFocused, moves, press, ready } from "./page.mjs";

test("a sowing is shown seed by seed, and can be paused, stepped and skipped", async ({ open }) => {
  // The 12 seeds of house 3 are sown slowly. A usual move lasts a second, in which a busy machine may not press a button.
  const page = await open({ reducedMotion: "no-preference" }, "#awale/EAAAOPe__e973ve94AM?north=1");
  await page.locator("#speed").selectOption("slow");
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

test("a seed that is sown into a store is shown as one that is sown into a house", async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" });
  const frames = await page.evaluate(async () => {
    const board = document.createElement("ayla-board");
    document.querySelector("ayla-board").replaceWith(board);
    board.position = "awale 000002/444444 0/0 s";
    while (!board.words) await new Promise(requestAnimationFrame);
    await board.updateComplete;
    const inside = (selector) => board.shadowRoot.querySelector(selector);
    const frames = [];
    const { performUpdate } = board;
    board.performUpdate = function () {
      performUpdate.call(this);
      const [, x] = /translate\((\d+)/.exec(inside(".hand")?.getAttribute("style") ?? "") ?? [];
      frames.push([inside("[role=grid]").ariaLabel, inside("[data-house='north 1']").ariaLabel, x && Number(x) > inside("svg").viewBox.baseVal.width * 0.85, inside(".hand text")?.textContent]);
      // At once, so that no frame is left out where the browser is late.
      board.step();
    };
    await board.show([
      { pickUp: { house: { side: "south", house: 6 }, seeds: 2, lap: 1 } },
      { sow: { store: "south" } },
      { sow: { houses: [{ side: "north", house: 1 }] } },
    ]);
    return frames;
  });
  const [before, after] = ["The board of Awalé. South 0, North 0", "The board of Awalé. South 1, North 0"];
  const [four, five] = ["North's house 1: 4 seeds.", "North's house 1: 5 seeds."];
  expect(frames).toEqual([[before, four, false, "2"], [after, four, true, "1"], [after, five, undefined, undefined]]);
});

test("a move that ends in a store leaves no end marked, and solves lessons about stores", async ({ open }) => {
  const page = await open({});
  const { marks, solved } = await page.evaluate(async () => {
    const load = (name) => import(new URL(name, document.querySelector("script").src));
    const [{ marksOf }, { solves }] = [await load("board.js"), await load("lessons.js")];
    const events = [{ pickUp: { house: { side: "south", house: 5 }, seeds: 2, lap: 1 } }, { sow: { houses: [{ side: "south", house: 6 }] } }, { sow: { store: "south" } }];
    const { origin, end, path } = marksOf(events);
    const board = { south: [0, 0, 0, 0, 0, 1].map((seeds) => ({ seeds })), north: [] };
    const turn = { plays: [{ side: "south", move: "5", events }], board, status: { turn: "south" } };
    const goals = [{ stored: 1 }, { again: true }, { left: 0 }, { stored: 2 }, { again: false }, { left: 1 }];
    return { marks: { origin, end, path: [...path] }, solved: goals.map((goal) => solves({ goal }, turn)) };
  });
  expect(marks).toEqual({ origin: "south 5", end: undefined, path: ["south 5", "south 6"] });
  expect(solved).toEqual([true, true, true, false, false, false]);
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
      const seeds = Math.ceil(events.reduce((sum, { sow }) => sum + (sow ? (sow.houses?.length ?? 1) : 0), 0) / frames.length);
      const rest = frames.slice(1);
      return { seeds, most: Math.max(...rest.map(([changes]) => changes)), laid: Math.max(...rest.map(([, laid]) => laid)), longTasks };
    }, { position, events });
    console.log(`    ${position.split(" ")[0]}, ${width}: at most ${most} changes and ${laid} houses for ${seeds} seeds; long tasks: ${JSON.stringify(longTasks)}`);
    // A pickup takes up to 30 seeds away, and Lit keeps a comment beside each.
    expect(most, "changes of a frame").toBeLessThanOrEqual(80 * seeds);
    // A busy machine may show a seed more in a frame than in most.
    expect(laid, "houses of a frame").toBeLessThanOrEqual(6 * (seeds + 1));
  });
}
