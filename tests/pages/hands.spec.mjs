// Hands on the board: taps that come too early, previews, speeds, sounds, and the end of a game.

import { expect, test } from "./fixtures.mjs";
import { atPlace, axe, begin, button, control, gameFrom, house, isFocused, legal, line, moves, ready, REVIEWED, saved, says } from "./page.mjs";

const MOVING = { reducedMotion: "no-preference" };
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Clicks where a house is, whatever the board makes of it. */
async function clickAt(page, side, number, options) {
  const { x, y, width, height } = await page.locator(`ayla-board [data-house="${side} ${number}"]`).boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2, options);
}

test("taps in haste make no move that nobody meant", { tag: "@smoke" }, async ({ open }) => {
  const page = await open(MOVING);
  await begin(page, "awale", "default", { north: 0 });
  // A move that is shown as long as a busy machine takes to press a button.
  await page.locator("#speed").selectOption("slow");
  const heard = [];
  await page.exposeFunction("hear", (text) => heard.push(text));
  await page.evaluate(() => new MutationObserver(() => globalThis.hear(document.querySelector("#said").innerText)).observe(document.querySelector("#said"), { subtree: true, childList: true, characterData: true }));
  // A double click plays once, and does not skip.
  await clickAt(page, "south", 3, { clickCount: 2, delay: 20 });
  await page.locator("ayla-board .hand").first().waitFor({ state: "attached" });
  // The board shows the end of the move: taps that were meant to skip come too late, and are not answered. All at once, because
  // a busy machine would make them later.
  await page.evaluate(async () => {
    document.querySelector(".motion [name=skip]").click();
    for (let taps = 0; taps < 3; taps += 1) {
      await new Promise(requestAnimationFrame);
      document.querySelector("ayla-board").shadowRoot.querySelector("[data-house='south 3']").click();
    }
  });
  await ready(page);
  expect(line(page.url()).moves).toEqual(["3"]);
  expect(heard.filter((text) => /not played|empty/.test(text)), "complaints about moves that nobody tried").toEqual([]);
  // Eight taps at one house every 350 ms: the first plays it, and it is not played again before it is the turn of its side.
  for (let taps = 0; taps < 8; taps += 1) {
    await clickAt(page, "north", 2);
    await page.waitForTimeout(350);
  }
  await ready(page);
  expect(line(page.url()).moves).toEqual(["3", "2"]);
});

for (const [taps, pause] of [[12, 200], [25, 130]]) {
  test(`${taps} taps every ${pause} ms play one move`, async ({ open }) => {
    const page = await open(MOVING);
    await begin(page, "awale", "default");
    // In the page, where no tap comes later than it should.
    await page.evaluate(async ([taps, pause]) => {
      const board = document.querySelector("ayla-board");
      for (let tap = 0; tap < taps; tap += 1) {
        board.shadowRoot.querySelector(`[data-house="south ${1 + (tap % 6)}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 1 }));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }, [taps, pause]);
    await expect.poll(() => line(page.url()).moves.length, "the move and its answer").toBe(2);
    await ready(page);
    expect(line(page.url()).moves[0]).toBe("1");
    // Once there is a pause, the board takes the next.
    await legal(page).first().click();
    await expect.poll(() => line(page.url()).moves.length).toBe(4);
  });
}

for (const [way, options] of [["the mouse", {}], ["the keyboard", {}], ["a finger", PHONE]]) {
  test(`a house that ${way} looks at shows its path, and is not played`, async ({ open }) => {
    const page = await open(options);
    const marks = () => page.evaluate(() => [...document.querySelector("ayla-board").shadowRoot.querySelectorAll("circle.mark")].length);
    const asked = [];
    page.on("request", (request) => request.url().endsWith("/play-turn") && asked.push(request.postDataJSON()));
    const [target, touch] = [house(page, "south", 3), await page.context().newCDPSession(page)];
    const { x, y, width, height } = await target.boundingBox();
    const points = [{ x: x + width / 2, y: y + height / 2 }];
    if (way === "the mouse") await target.hover();
    else if (way === "the keyboard") {
      await page.locator("ayla-board").evaluate((board) => board.focus());
      await page.keyboard.press("Home");
      for (let steps = 1; steps < 3; steps += 1) await page.keyboard.press("ArrowRight");
    } else await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points });
    await expect(page.locator(".foretold")).toHaveText("If played: You play house 3. The last of 4 seeds falls in North's house 1.");
    // Where it begins, the three houses that it passes, and where it ends.
    await expect.poll(marks).toBe(5);
    if (way === "the mouse") await page.mouse.move(5, 5);
    else if (way === "the keyboard") await page.keyboard.press("ArrowUp");
    else await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(marks, "the marks are gone").toBe(0);
    expect(await moves(page), "nothing is played").toBe(0);
    if (way === "the mouse") {
      // What is known is not asked for again.
      const count = asked.length;
      await target.hover();
      await expect.poll(marks).toBe(5);
      expect(asked.length).toBe(count);
    }
    if (way === "a finger") {
      // Later than the second tap of a double tap.
      await page.waitForTimeout(700);
      await house(page, "south", 3).tap();
      await says(page, /^You play house 3/);
    }
  });
}

test("a tap is a tap on a device that is busy meanwhile", async ({ open }) => {
  const page = await open(PHONE);
  await house(page, "south", 3).evaluate(async (cell) => {
    // Events have the times at which the finger came and went, and the second comes after the timer of a hold.
    const [down, leave] = ["pointerdown", "pointerleave"].map((type) => new PointerEvent(type, { pointerType: "touch" }));
    cell.dispatchEvent(down);
    await new Promise((resolve) => setTimeout(resolve, 600));
    cell.dispatchEvent(leave);
    cell.click();
  });
  await says(page, /^You play house 3/);
});

test("the speed of moves is chosen and kept", async ({ open }) => {
  const page = await open(MOVING);
  await begin(page, "awale", "default", { north: 0 });
  /** How long a sowing of four seeds is shown, and whether it is seen. */
  const shown = async (speed) => {
    await page.locator("#speed").selectOption(speed);
    await page.reload();
    await expect(page.locator("#speed")).toHaveValue(speed);
    await ready(page);
    return page.evaluate(async () => {
      const board = document.querySelector("ayla-board");
      const houses = [4, 5, 6].map((house) => ({ side: "south", house }));
      let isSeen = false;
      const observer = new MutationObserver(() => (isSeen ||= board.shadowRoot.querySelector(".hand") !== null));
      observer.observe(board.shadowRoot, { subtree: true, childList: true });
      const begun = performance.now();
      await board.show([{ pickUp: { house: { side: "south", house: 3 }, seeds: 4, lap: 1 } }, { sow: { houses: [...houses, { side: "north", house: 1 }] } }]);
      const time = performance.now() - begun;
      board.end();
      await board.updateComplete;
      return { time, isSeen };
    });
  };
  const seen = [];
  for (const speed of ["slow", "normal", "fast", "off"]) seen.push(await shown(speed));
  const times = seen.map(({ time }) => time);
  console.log(`    ${times.map(Math.round).join(", ")} ms`);
  expect(times, "slower first").toEqual(times.toSorted((one, other) => other - one));
  expect(times[0] / times[1]).toBeGreaterThan(1.6);
  expect(seen.map(({ isSeen }) => isSeen), "nothing is shown at the last one").toEqual([true, true, true, false]);
});

test("a capture goes to the store by way of the board", async ({ open }) => {
  const page = await open(MOVING);
  const frames = await page.evaluate(async () => {
    const board = document.createElement("ayla-board");
    document.querySelector("ayla-board").replaceWith(board);
    board.position = "awale 000002/444444 0/0 s";
    await board.updateComplete;
    const frames = [];
    const { performUpdate } = board;
    board.performUpdate = function () {
      performUpdate.call(this);
      const hands = [...board.shadowRoot.querySelectorAll(".hand")];
      frames.push(hands.map((hand) => [hand.querySelector("text").textContent, /translate\((\d+)/.exec(hand.getAttribute("style"))[1]]));
      board.step();
    };
    await board.show([{ capture: { house: { side: "north", house: 3 }, seeds: 4, to: "south" } }]);
    return frames;
  });
  const flights = frames.flat();
  expect(flights.map(([seeds]) => seeds)).toEqual(["4", "4"]);
  expect(Number(flights[1][1]), "further right, where South's store is").toBeGreaterThan(Number(flights[0][1]));
});

test("seeds are heard once somebody asks for it", async ({ open }) => {
  const page = await open(MOVING);
  await page.evaluate(() => {
    globalThis.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.tones += 1;
      return start.apply(this, when);
    };
  });
  const tones = () => page.evaluate(() => globalThis.tones);
  await house(page, "south", 3).click();
  await ready(page);
  expect(await tones(), "silent at first").toBe(0);
  await button(page, "Sounds").click();
  await expect.poll(tones, "how it sounds").toBeGreaterThan(0);
  const before = await tones();
  await legal(page).first().click();
  await ready(page);
  expect(await tones(), "at least a tone for each seed").toBeGreaterThanOrEqual(before + 8);
  await page.reload();
  await expect(button(page, "Sounds"), "it is kept").toHaveAttribute("aria-pressed", "true");
});

test("a game ends with its score, a rematch, and a change of sides", async ({ open }) => {
  const page = await open({}, REVIEWED);
  await says(page, /North wins, 40 to 8/);
  await expect(page.locator(".player.won strong")).toHaveText("North");
  await button(page, "Rematch").click();
  await says(page, /^Your turn/);
  await atPlace(page, 0, 0);
  expect(page.url()).toContain("north=4");
  expect(await isFocused(page, "[role=gridcell]"), "the board has the focus").toBe(true);
  await page.goBack();
  await says(page, /North wins, 40 to 8/);
  await button(page, "Change sides").click();
  // The engine begins, as South did.
  await page.waitForURL((url) => line(url).moves.length === 1);
  expect(page.url()).toContain("south=4");
  await says(page, /Your turn/);
  await expect(page.locator(".player").last().locator("strong"), "the row below is yours").toHaveText("You");
});

test("a win is seen, explained and counted, and leads to the next level", async ({ open, server }) => {
  /** The address of a game from a position, of a person as South. */
  const from = async (position, level) => `${await gameFrom(server, position.split(/[: ]/)[0], { position })}?north=${level}`;
  const results = (page) => page.locator(".results");
  const last = "awale:majority=true 000001/200010 24/20 s";
  const page = await open(MOVING, await from(last, 1));
  await house(page, "south", 6).click();
  await says(page, /You win, 27 to \d+\.\s*You took 27 of 48 seeds: more than half\.$/);
  const dance = () => page.locator("ayla-board .dances use").evaluateAll((seeds) => seeds.map((seed) => getComputedStyle(seed).animationName));
  expect(await dance(), "the seeds of the winner").toEqual(Array(27).fill("dance"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(new Set(await dance()), "where motion is reduced").toEqual(new Set(["none"]));
  await expect(results(page)).toHaveText("Your games here: 1 won, 0 drawn, 0 lost. Highest level beaten: 1.");
  await button(page, "Try level 2").click();
  await page.waitForURL((url) => url.hash.endsWith("?north=2"));
  await house(page, "south", 6).click();
  await expect(results(page)).toHaveText("Your games here: 2 won, 0 drawn, 0 lost. 2 wins in a row. Highest level beaten: 2.");
  // A game that is finished again counts once, and one that is resigned too.
  await button(page, "Undo").click();
  await house(page, "south", 6).click();
  await expect(results(page)).toHaveText(/^Your games here: 2 won/);
  await page.evaluate((game) => (location.href = game), await from("andada 000001/000000 - s b", 13));
  await house(page, "south", 6).click();
  await says(page, /You win\.\s*You made the last move, which wins\.$/);
  await expect(button(page, "Try level 14"), "there is no higher level").toHaveCount(0);
  // Where the browser keeps nothing.
  await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }));
  await page.goto("about:blank");
  await page.goto(await from(last, 3));
  await (await control(page, "resign")).click();
  await expect(results(page)).toHaveText("Your games here: 0 won, 0 drawn, 1 lost.");
  await axe(page, "the end");
});

test("a position that recurs is said, and the game can be stopped", async ({ open }) => {
  // Two seeds that go round.
  const made = Array.from({ length: 24 }, (_, index) => Math.floor((index % 12) / 2) + 1);
  const page = await open({}, `play#awale/EAAAMIED___4o8/${made.join(".")}`);
  await says(page, /This position has occurred (before|\d+ times before)\. Stop here\?$/);
  await expect(await control(page, "agree")).toHaveClass("primary");
  await (await control(page, "agree")).click();
  await button(page, "Both agree").click();
  await says(page, /agreed to stop/);
});

test("after 30 moves without a capture, the page offers to agree and says why", async ({ open }) => {
  for (const [token, offered] of [["GDCLQAKPeAPe__AnQ", false], ["GDCLgAKPeAPe__AIb", true]]) {
    const page = await open({}, `play#anywoli/${token}/`);
    await says(page, offered ? /^South to move\. No seed has been captured for 30 moves: the players may agree to stop\.$/ : /^South to move\.$/);
    await expect(await control(page, "agree")).toHaveClass(offered ? "primary" : "minor");
  }
});

test("a game is saved as a score sheet and as an animation", async ({ open }) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] }, REVIEWED);
  await page.getByText("Save the game").click();
  await button(page, "Copy the score sheet").click();
  await says(page, /copied/);
  const sheet = await page.evaluate(() => navigator.clipboard.readText());
  expect(sheet.split("\n").slice(0, 6)).toEqual(["Awalé", "South: person", "North: Engine, level 4", "", "  1. 5        5", "  2. 4        4"]);
  expect(sheet).toContain("Engine, level 4 wins, 40 to 8.");
  const [text, written] = await saved(page, () => button(page, "Score sheet as a file").click());
  expect([text, written.toString()]).toEqual(["awale.txt", sheet]);
  const [name, picture] = await saved(page, () => button(page, "Animation (GIF)").click());
  expect([name, picture.subarray(0, 6).toString()]).toEqual(["awale.gif", "GIF89a"]);
  expect(picture.length).toBeGreaterThan(50_000);
});
