// Where things are on screens of every size, and what does not move.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, begin, button, control, gameFrom, GAMES, house, legal, picture, playTurn, ready, resize, REVIEWED, reviewed, says, SIZES } from "./page.mjs";

/** The box of each of these, in the window. */
const boxes = (page, selectors) => page.evaluate((selectors) => selectors.map((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  return found.map((element) => element.getBoundingClientRect()).map(({ left, top, right, bottom, width, height }) => ({ left, top, right, bottom, width, height }));
}), selectors);

for (const locale of ["en-GB", "fr-FR"]) {
  for (const [device, options, sizes] of [["a phone", { hasTouch: true, isMobile: true }, SIZES.slice(0, 2)], ["a screen", {}, SIZES.slice(2)]]) {
    test(`the board, whose turn it is, what is said and the buttons are in view on ${device}, ${locale}`, async ({ open }) => {
      const page = await open({ locale, ...options, viewport: { width: sizes[0][0], height: sizes[0][1] } });
      await house(page, "south", 3).click();
      await says(page, /À vous|C'est à vous|Your turn/);
      for (const [width, height] of sizes) {
        await resize(page, width, height);
        await page.evaluate(() => scrollTo(0, 0));
        const size = `at ${width}x${height}`;
        const [[board], players, [message], buttons] = await boxes(page, ["ayla-board", ".player", ".message", ".controls button"]);
        for (const [what, box] of [["the board", board], ["what is said", message], ...players.map((box) => ["a player", box]), ...buttons.map((box) => ["a button", box])]) {
          expect.soft(box.top, `${what} begins in the window ${size}`).toBeGreaterThanOrEqual(0);
          expect.soft(Math.round(box.bottom), `${what} ends in the window ${size}`).toBeLessThanOrEqual(height);
          expect.soft(Math.round(box.right), `${what} is not too wide ${size}`).toBeLessThanOrEqual(width);
        }
        for (const box of buttons) expect.soft(Math.min(box.width, box.height), `pixels of a button ${size}`).toBeGreaterThanOrEqual(44);
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), size).toBeLessThanOrEqual(width);
        if (width === 1920) expect.soft(board.width, "the board uses the room").toBeGreaterThan(1_150);
        await picture(page, `play-${locale}-${width}x${height}`);
      }
    });
  }
}

test("on a phone of 360 nothing lies on the board, and houses are 44 pixels wide, or 39 of seven, in each game", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const isInWindow = ({ left, top, right, bottom }, width, height) => left >= 0 && top >= 0 && right <= width && Math.round(bottom) <= height;
  /** Checks where things are in a state of a game. */
  const look = async (state) => {
    const [[board], [status], [message], shown] = await boxes(page, ["ayla-board", ".status", ".message", ".controls button, .words button"]);
    // What is said stands beside a board that is turned.
    const isBeside = Math.round(board.right) <= Math.round(status.left);
    expect.soft(isBeside || Math.round(board.bottom) <= Math.round(status.top) + 1, `${state}: the board ends above what is said`).toBe(true);
    expect.soft(isBeside, state).toBe(state === "togyzqumalaq");
    for (const box of [message, ...shown]) expect.soft(isInWindow(box, 360, 640), `${state}: in the window`).toBe(true);
    expect.soft(await page.locator(".controls button:visible").evaluateAll((found) => found.map(({ name }) => name).sort()), state).toEqual(["hint", "more", "new", "undo"]);
    await picture(page, state);
  };
  for (const [variant, preset] of GAMES) {
    await begin(page, variant, preset);
    const sizes = await page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
    // Seven houses in two bands would be hardly wider, and the board would not be in view.
    expect(Math.min(...sizes), variant).toBeGreaterThanOrEqual(sizes.length === 14 ? 39 : 44);
    await expect(page.locator(".history"), "an empty list").toBeHidden();
    await legal(page).nth(1).click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);
    await look(variant);
  }
  await begin(page, "andada", "teams-of-four", { north: 0 });
  await look("teams");
  const covered = await page.locator("ayla-board").evaluate((board) => {
    const rects = (selector) => [...board.shadowRoot.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    const texts = rects(".count, .label:not(.seat-number *), .badge");
    return rects(".seat-number").filter((seat) => texts.some(({ left, right, top, bottom }) => seat.left < right && left < seat.right && seat.top < bottom && top < seat.bottom)).length;
  });
  expect(covered, "seats on numbers").toBe(0);
  await house(page, "south", 5).click();
  await button(page, "Move first (take)").waitFor();
  await look("choice");
  await page.setViewportSize({ width: 640, height: 360 });
  await page.evaluate(() => scrollTo(0, 0));
  for (const box of (await boxes(page, [".controls button, .words button"]))[0]) expect.soft(isInWindow(box, 640, 360), "lying: in the window").toBe(true);
  await picture(page, "choice-lying");
});

/**
 * The lines of what is said that are not seen whole: outside of their box or of the window, or below something else. The first one,
 * and all of them if they are short, are to be seen without scrolling, unless the letters are large.
 */
const unseen = (page, isLarge) => page.evaluate((isLarge) => {
  const box = document.querySelector(".message");
  const isShort = box.innerText.length < 250;
  const found = [];
  for (const [index, line] of [...document.querySelectorAll("#said p:not(:empty)")].entries()) {
    const range = document.createRange();
    range.selectNodeContents(line);
    for (const place of ["start", "end"]) {
      if (isLarge || (!isShort && index > 0)) line.scrollIntoView({ block: "center" });
      const rects = [...range.getClientRects()];
      const rect = place === "start" ? rects[0] : rects.at(-1);
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const isIn = rect.left >= left && rect.top >= top - 1 && rect.right <= right + 1 && rect.bottom <= bottom + 1 && rect.right <= innerWidth + 1;
      const seen = document.elementFromPoint(rect.left + 2, (rect.top + rect.bottom) / 2);
      // A note that says nothing lies on it.
      if (!isIn || !box.contains(seen)) found.push(`${place} of "${line.textContent}" ${isIn ? `below ${seen?.outerHTML.slice(0, 60)}` : "outside"}`);
    }
  }
  return found;
}, isLarge);

for (const locale of ["en-GB", "fr-FR"]) {
  test(`what is said after a move is never cut, on phones and with letters of twice the size, ${locale}`, async ({ open, server }) => {
    const page = await open({ locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const round = await gameFrom(server, "congklak", { position: "congklak 0000001/0000000 67/30 s" });
    for (const [width, height] of [[640, 360], [360, 640], [390, 844]]) {
      await resize(page, width, height);
      for (const ended of [`/play${REVIEWED}`, `${round}7`]) {
        await page.goto(ended);
        await page.locator("#said .how:not(:empty)").waitFor();
        expect.soft(await unseen(page, false), `${ended}, ${width}x${height}`).toEqual([]);
        await picture(page, `said-ended-${ended.slice(6, 10)}-${locale}-${width}`);
      }
      for (const [variant] of GAMES) {
        await page.goto(`/play#${variant}`);
        await expect.poll(() => page.evaluate(() => document.querySelector("ayla-board")?.variant)).toBe(variant);
        for (let turns = 0; turns < 2 && (await ready(page)); turns += 1) {
          const before = page.url();
          const words = page.locator(".words button");
          if (await words.count()) await words.first().click();
          else await legal(page).last().click();
          await page.waitForURL((url) => url.href !== before);
          await ready(page);
          const state = `${variant}, turn ${turns}, ${width}x${height}`;
          expect.soft(await unseen(page, false), state).toEqual([]);
          await picture(page, `said-${variant}-${turns}-${locale}-${width}`);
          await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
          await resize(page, width, height);
          expect.soft(await unseen(page, true), `${state}, large letters`).toEqual([]);
          await picture(page, `said-${variant}-${turns}-${locale}-${width}-large`);
          await page.evaluate(() => {
            document.documentElement.style.fontSize = "";
            scrollTo(0, 0);
          });
          await resize(page, width, height);
        }
      }
    }
  });
}

test("what a move would do takes the place of a long message on a phone of 360", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 640 } }, "#awale/EAAAMPe973ve973gDf/5.5.4.4.6.2.5.1.6.4.3.3?north=3");
  for (let turns = 0; turns < 2; turns += 1) {
    await page.mouse.move(5, 5);
    await legal(page).first().hover();
    await page.locator(".foretold", { hasText: /^If played/ }).waitFor();
    const [[message], [foretold]] = await boxes(page, [".message", ".foretold"]);
    expect(foretold.top, "in sight").toBeGreaterThanOrEqual(message.top - 1);
    expect(await page.locator(".foretold").evaluate((note) => Number.parseFloat(getComputedStyle(note).paddingInlineStart)), "away from the edge").toBeGreaterThan(5);
    // Then the last move of each side is said.
    await legal(page).first().click();
    await page.locator(".history li").nth(14).waitFor();
    await ready(page);
  }
});

test("a large window has a large lesson, sheets in the middle, and tables of the rules that are whole", async ({ open }) => {
  const page = await open({ viewport: { width: 1920, height: 1080 } }, "learn");
  const [[board], games] = await boxes(page, ["ayla-board", ".games li"]);
  expect(board.width).toBeGreaterThan(1_000);
  expect(board.bottom).toBeLessThan(900);
  expect(new Set(games.map(({ top }) => top)).size, "lines of games").toBeLessThanOrEqual(3);
  await page.goto("/teach");
  await page.locator(".sheet ayla-board").first().waitFor();
  const [[sheet]] = await boxes(page, [".sheet"]);
  expect(Math.abs(sheet.left + sheet.right - 1920), "as far from the left as from the right").toBeLessThan(20);
  await page.setViewportSize({ width: 360, height: 640 });
  const [[picture]] = await boxes(page, [".sheet ayla-board"]);
  expect(picture.width, "a board beside its text would be too small").toBeGreaterThan(300);
  for (const path of ["/docs/", "/rules/awale"]) {
    await page.goto(path);
    const cut = await page.locator(".scroll").evaluateAll((tables) => tables.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
    expect(cut, path).toBe(0);
    expect(await page.locator("article > *").first().evaluate(({ localName }) => localName), "the heading is first").toBe("h1");
  }
});

test("fingers find the houses of long rows with stores at their ends on a phone of 360", async ({ open, server }) => {
  const page = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  for (const houses of [9, 10, 11, 12]) {
    const { position: { token } } = await playTurn(server, "kalah", { options: { houses } });
    await page.evaluate((hash) => (location.hash = hash), `#kalah/${token}/`);
    const cells = page.locator("ayla-board [role=gridcell]");
    await expect(cells).toHaveCount(2 * houses);
    const sizes = await cells.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
    expect(Math.min(...sizes), `${houses} houses`).toBeGreaterThanOrEqual(44);
    // The stores lie beside the houses: the far one at the left of the first band, the near one at the right of the last band.
    const [far, near] = await page.locator("ayla-board").evaluate((board) => {
      const { left, right, top, bottom } = board.getBoundingClientRect();
      const stores = [...board.shadowRoot.querySelectorAll("rect.hole0")].map((store) => store.getBoundingClientRect());
      const houses = [...board.shadowRoot.querySelectorAll("use[href^='#h']")].map((house) => house.getBoundingClientRect());
      const covered = stores.some((store) => houses.some((house) => store.left < house.right - 1 && house.left + 1 < store.right && store.top < house.bottom && house.top < store.bottom));
      return stores.map((store) => [(store.left + store.right) / 2 < (left + right) / 2 ? "left" : "right", (store.top + store.bottom) / 2 < (top + bottom) / 2 ? "above" : "below", covered]).sort();
    });
    expect([far, near], `${houses} houses`).toEqual([["left", "above", false], ["right", "below", false]]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await picture(page, `kalah-${houses}`);
  }
  // The near store counts what falls into it from the last house.
  await house(page, "south", 12).click();
  await expect(page.locator("ayla-board .count.near").first()).toHaveText("1");
});

for (const [width, height] of [[360, 640], [390, 844]]) {
  test(`rows of nine houses stand opposite each other on a phone of ${width}x${height}, for fingers, keys and the hand that sows`, async ({ open }) => {
    const page = await open({ viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: "no-preference" }, "#togyzqumalaq");
    for (const path of ["/play#togyzqumalaq", "/learn#togyzqumalaq/1", "/puzzles?puzzle=togyzqumalaq-3"]) {
      await page.goto(path);
      await legal(page).first().waitFor({ state: "attached" });
      const houses = await page.locator("ayla-board").evaluate((board) => [...board.shadowRoot.querySelectorAll("[role=gridcell]")].map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return { name: cell.dataset.house, left, top, width, height };
      }));
      const at = (side, number) => houses.find(({ name }) => name === `${side} ${number}`);
      expect(houses, path).toHaveLength(18);
      for (const { name, width, height } of houses) expect.soft(Math.min(width, height), `${path}: ${name}`).toBeGreaterThanOrEqual(44);
      for (let number = 1; number <= 9; number += 1) {
        const [near, far] = [at("south", number), at("north", 10 - number)];
        expect.soft(Math.abs(near.top - far.top), `${path}: ${number} is opposite`).toBeLessThan(1);
        expect.soft(near.left + near.width, `${path}: ${number} is at the left`).toBeLessThan(far.left);
        if (number > 1) expect.soft(near.top, `${path}: ${number} is below`).toBeGreaterThan(at("south", number - 1).top);
      }
      const sizes = await page.locator("ayla-board").evaluate((board) => [...board.shadowRoot.querySelectorAll(".count, .label")].map((text) => text.getBoundingClientRect().height));
      expect(Math.min(...sizes), `${path}: pixels of a number`).toBeGreaterThanOrEqual(13);
      // The keys follow what is seen.
      await page.locator("ayla-board").evaluate((board) => board.focusHouse({ side: "south", house: 1 }));
      for (const [key, target] of [["ArrowDown", "south 2"], ["ArrowRight", "north 8"], ["ArrowDown", "north 7"], ["ArrowUp", "north 8"], ["ArrowLeft", "south 2"], ["ArrowLeft", "south 2"], ["End", "south 9"], ["ArrowDown", "south 9"], ["Home", "south 1"]]) {
        await page.keyboard.press(key);
        await expect.poll(() => page.evaluate(() => document.activeElement.shadowRoot.activeElement.dataset.house), `${path}: ${key}`).toBe(target);
      }
      await picture(page, `turned-${path.slice(1, 5)}-${width}`);
    }
    // The hand goes down the near row, and across to the first house of the far one below.
    const hands = await page.locator("ayla-board").evaluate(async (board) => {
      board.speed = "slow";
      const places = [];
      const look = new MutationObserver(() => {
        const [, x, y] = /translate\(([\d.]+)px, ?([\d.]+)px\)/.exec(board.shadowRoot.querySelector(".hand")?.getAttribute("style") ?? "") ?? [];
        if (x && places.at(-1)?.join() !== `${x},${y}`) places.push([Number(x), Number(y)]);
      });
      look.observe(board.shadowRoot, { subtree: true, childList: true, attributes: true });
      const houses = [["south", 8], ["south", 9], ["north", 1], ["north", 2], ["north", 3]].map(([side, house]) => ({ side, house }));
      // After the last seed the hand is empty, and not seen.
      await board.show([{ pickUp: { house: houses[0], seeds: 5, lap: 1 } }, { sow: { houses } }]);
      board.end();
      return places;
    });
    const ways = hands.slice(1).map(([x, y], index) => [Math.sign(x - hands[index][0]), Math.sign(y - hands[index][1])]);
    expect(ways, "down, across, up").toEqual([[0, 1], [1, 0], [0, -1]]);
    // Between two people it lies as before, and where there is room again it is no longer turned.
    await page.goto("/play#togyzqumalaq");
    await expect(page.locator("ayla-board[turned]")).toHaveCount(1);
    await resize(page, 1280, 900);
    await expect(page.locator("ayla-board[turned]")).toHaveCount(0);
    await resize(page, width, height);
    await expect(page.locator("ayla-board[turned]")).toHaveCount(1);
  });
}

for (const [width, height] of [[360, 640], [640, 360], [1280, 800]]) {
  test(`nothing moves in a move at ${width}x${height}`, async ({ open }) => {
    const page = await open({ viewport: { width, height }, reducedMotion: "no-preference" });
    await begin(page, "anywoli", "finite");
    await page.evaluate(() => {
      globalThis.heights = new Set();
      globalThis.tops = new Set();
      const look = () => {
        globalThis.heights.add(document.documentElement.scrollHeight);
        globalThis.tops.add(Math.round(document.querySelector("ayla-board").getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
      };
      look();
    });
    await legal(page).nth(1).click();
    const [skip, pause] = [page.locator(".motion [name=skip]"), page.locator(".motion [name=pause]")];
    await skip.waitFor();
    const [[message], [first], [second]] = await boxes(page, [".message", ".motion [name=skip]", ".motion [name=pause]"]);
    for (const box of [message, first, second]) expect(Math.round(box.bottom), "in the window").toBeLessThanOrEqual(height);
    if (width === 360) expect([Math.round(first.top), Math.round(second.top)], "Skip and Pause are in one row").toEqual([Math.round(second.top), Math.round(first.top)]);
    await pause.click();
    await page.locator(".motion [name=step]").click();
    await pause.click();
    // On the smallest screen the whole move is shown.
    if (width > 360) await skip.click();
    await ready(page);
    expect(await page.evaluate(() => [...globalThis.tops]), "the board stays").toHaveLength(1);
    // The first move adds the list of games.
    await page.evaluate(() => globalThis.heights.clear());
    await legal(page).nth(1).click();
    if (width > 360) await skip.click();
    await ready(page);
    // What has no room on the smallest screen makes its box higher, below the board.
    expect(await page.evaluate(() => [...globalThis.tops]), "the board stays").toHaveLength(1);
    if (width > 360) expect(await page.evaluate(() => [...globalThis.heights]), "the height of the page").toHaveLength(1);
  });
}

test("the graph of a review and the board are in view together", async ({ open }) => {
  const page = await open({ viewport: { width: 640, height: 360 } }, REVIEWED);
  await (await control(page, "review")).click();
  await reviewed(page);
  await page.locator(".plot").click();
  const [[small], [curve]] = await boxes(page, ["ayla-board", ".plot"]);
  expect(curve.left, "the graph beside the board").toBeGreaterThan(small.right);
  for (const box of [small, curve]) expect([box.top >= 0, box.bottom <= 360], "in the window").toEqual([true, true]);
  await resize(page, 1280, 800);
  await page.locator(".mistakes button").first().click();
  const [[board], [plot], [message], [value]] = await boxes(page, ["ayla-board", ".plot", ".message", ".field .value"]);
  for (const box of [board, plot, message]) {
    // A page that scrolls may leave a part of a pixel above.
    expect(box.top).toBeGreaterThan(-1);
    expect(box.bottom).toBeLessThan(801);
  }
  expect(value.right, "the value beside the board").toBeLessThanOrEqual(board.left);
  expect(Math.abs(value.height - board.height)).toBeLessThan(20);
  await expect(page.getByRole("meter", { name: "How you stand" })).toHaveAttribute("aria-valuetext", /^[+-]?\d/);
  // On a phone, nothing slides over the board.
  await resize(page, 390, 844);
  const above = await page.evaluate(async () => {
    const found = new Set();
    for (let top = 0; top < 900; top += 60) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      const { left, width, top: from, height } = document.querySelector("ayla-board").getBoundingClientRect();
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) found.add(document.elementFromPoint(left + width * part, Math.max(from, 0) + height * part)?.localName);
    }
    return [...found];
  });
  expect(above).toEqual(["ayla-board"]);
  const marks = await page.locator(".plot .mark path").evaluateAll((paths) => [...new Set(paths.map((path) => `${path.closest(".far") ? "North" : "You"} ${getComputedStyle(path).fill}`))]);
  expect(marks, "mistakes of each side look different").toHaveLength(2);
});

test("a long game is reviewed in parts", async ({ open }) => {
  const made = Array.from({ length: 130 }, (_, index) => Math.floor((index % 12) / 2) + 1);
  const page = await open({}, `play#awale/EAAAMIED___4o8/${made.join(".")}`);
  await (await control(page, "review")).click();
  await page.locator(".review [role=status]", { hasText: /^130 of 130/ }).waitFor({ timeout: 300_000 });
  await page.locator(".review .moves > summary").click();
  await expect(page.locator(".review .moves details summary")).toHaveText(["Moves 1 to 80", "Moves 81 to 130"]);
  await expect(page.locator(".review .moves details[open]")).toHaveCount(1);
  await expect(page.locator(".plot circle"), "no point for each of many moves").toHaveCount(0);
});

test("the page ends where its content ends, below a long game too", async ({ open }) => {
  const made = Array.from({ length: 198 }, (_, index) => Math.floor((index % 12) / 2) + 1);
  const sizes = [[390, 844], [1280, 800]];
  const page = await open({}, `play#awale/EAAAMIED___4o8/${made.join(".")}`);
  await page.locator(".history li").nth(198).waitFor();
  const rest = () => page.evaluate(() => document.documentElement.scrollHeight - Math.max(innerHeight, document.querySelector("main").getBoundingClientRect().bottom + scrollY));
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    expect(await rest(), "pixels below the game").toBeLessThan(2);
    await expect(page.locator(".history [aria-current]"), "the list is where the game is").toBeInViewport({ ratio: 0.01 });
  }
  await (await control(page, "review")).click();
  await page.locator(".review .moves > summary").click();
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    expect(await rest(), "pixels below the review").toBeLessThan(2);
  }
});

test("moves stand in a column for each side, one line each", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await begin(page, "kalah", "default", { north: 0 });
  // South moves again after the third house.
  for (const [side, number] of [["south", 3], ["south", 1], ["north", 2], ["south", 4]]) {
    await house(page, side, number).click();
    await ready(page);
  }
  const cells = await page.locator(".history li").evaluateAll((items) => items.slice(1).map((item) => {
    const { left, top, height } = item.getBoundingClientRect();
    return [item.innerText.replace(/\s+/g, " "), Math.round(left), Math.round(top), Math.round(height)];
  }));
  const [[, left, top, height]] = cells;
  const [, right] = cells[2].slice(0, 2);
  expect(right).toBeGreaterThan(left);
  expect(cells.map(([, x, y, high]) => [x === left ? "south" : "north", Math.round((y - top) / (height + 3)), high])).toEqual([["south", 0, height], ["south", 1, height], ["north", 1, height], ["south", 2, height]]);
  expect(height, "one line").toBeLessThan(50);
});

test("a screen reader hears each move once, then what is to be done", { tag: "@smoke" }, async ({ open }) => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await open({ reducedMotion });
    await expect(page.locator("#said")).toHaveAttribute("aria-atomic", "false");
    await page.evaluate(() => {
      globalThis.heard = [];
      const said = document.querySelector("#said");
      // What is new in a live region that is not atomic: nodes that are added, and texts that change.
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          const nodes = type === "characterData" ? [target.parentElement] : [...addedNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
          for (const node of nodes) if (node?.textContent.trim()) globalThis.heard.push([node, node.textContent, performance.now()]);
        }
      }).observe(said, { subtree: true, childList: true, characterData: true });
    });
    await house(page, "south", 3).click();
    await says(page, /Your turn\.$/);
    await page.waitForTimeout(600);
    const heard = await page.evaluate(() => globalThis.heard.map(([, text]) => text.trim()));
    expect(heard, reducedMotion).toEqual([
      "You play house 3. The last of 4 seeds falls in North's house 1.",
      expect.stringMatching(/^North plays house \d\. .*\.$/),
      "Your turn.",
    ]);
    const stays = await page.evaluate(() => globalThis.heard.every(([node]) => node.isConnected));
    expect(stays, "no line vanishes before it is read").toBe(true);
  }
});

test("the end of a game, without violations, in the dark and in forced colours", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 640 } }, REVIEWED);
  await says(page, /North wins/);
  await axe(page, "the end");
  await axeColours(page, "the end");
  await picture(page, "end");
});
