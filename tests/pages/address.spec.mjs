// A game in its address: reloads, links, back, undo and the end of a game.

import { expect, test } from "./fixtures.mjs";
import { atPlace, begin, button, house, legal, line, moves, ready, REVIEWED, said, says } from "./page.mjs";

test("a game lives in its address", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({});
  await begin(page, "awale", "default", { north: 0 });
  for (const [index, [side, number]] of [["south", 3], ["north", 2], ["south", 6]].entries()) {
    await house(page, side, number).click();
    await atPlace(page, index + 1, index + 1);
    await says(page, new RegExp(`plays house ${number}`));
  }
  const text = await said(page);
  await page.reload();
  await ready(page);
  expect(await said(page), "the same game after a reload").toBe(text);
  expect(await moves(page)).toBe(3);
  const other = await open({}, new URL(page.url()).hash);
  expect(await said(other), "the same game by its link").toBe(text);
  await begin(page, "andada", "default", { north: 0 });
  await page.goBack();
  await says(page, /South plays house 6/);
});

test("an address with a wrong token or move says so, and the game goes up to that move", async ({ open }) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const token = new URL(page.url()).hash.split("/")[1];
  page.refused = true;
  await expect(page.getByRole("link", { name: "Learn" })).toHaveAttribute("href", "learn#awale");
  await expect(page.getByRole("link", { name: "Rules" })).toHaveAttribute("href", /rules\/awale$/);
  for (const [wrong, said] of [["#awale/xxxx/1.2", /link is damaged or incomplete/], ["#awale/", /link is damaged or incomplete/], ["#chess/xxxx/1", /not known here: chess/], [`#andada/${token}/`, /Andada/]]) {
    await page.evaluate((hash) => (location.hash = hash), wrong);
    await page.locator("[role=alert]", { hasText: said }).waitFor();
    await expect(button(page, "New game"), "a way on").toHaveCount(1);
  }
  await page.reload();
  await page.locator("[role=alert]", { hasText: "Andada" }).waitFor();
  await begin(page, "awale", "default", { north: 0 });
  for (const [made, legal] of [["3.1.9.4", 2], ["3.1.9.4?at=1", 1], ["3.9", 1], ["zz", 0]]) {
    await page.evaluate((hash) => (location.hash = hash), `#awale/${token}/${made}`);
    await atPlace(page, legal, made.startsWith("3.1") ? 2 : legal);
    await says(page, /(There is no house 9|'zz' is no move).* ?The game goes up to the move before\./);
    expect(await ready(page), "the game goes on").toBe(true);
  }
});

test("an address that names a game alone goes on with it or begins it, at the level that all first games have", async ({ open }) => {
  const page = await open({}, "#kalah");
  const shown = () => new URL(page.url()).hash;
  expect(shown()).toMatch(/^#kalah\/[\w-]+\/\?north=1$/);
  await legal(page).first().click();
  await expect.poll(() => moves(page)).toBeGreaterThan(1);
  await ready(page);
  const made = line(page.url()).moves;
  // From a puzzle, from lessons and from the greeting of another game.
  for (const path of ["puzzles#togyzqumalaq", "learn#togyzqumalaq", "teach#togyzqumalaq"]) {
    await page.goto(`/${path}`);
    await page.locator("header").getByRole("link", { name: "Play", exact: true }).and(page.locator("[href='play#togyzqumalaq']")).click();
    await page.waitForURL((url) => url.hash.startsWith("#togyzqumalaq/"));
    await ready(page);
    expect(shown()).toMatch(/\?north=1$/);
  }
  await page.goto("/play#kalah");
  await says(page, /^Your last game goes on here\./);
  expect(line(page.url()).moves, "the game that was begun").toEqual(made);
  await page.goto("/");
  for (const link of await page.locator(".card a.primary").all()) expect(await link.getAttribute("href")).toMatch(/^play#\w+$/);
});

test("back keeps the game, and Undo keeps what comes after", async ({ open }) => {
  const page = await open({});
  const before = await page.evaluate(() => history.length);
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);
  expect(await page.evaluate(() => history.length), "the first game is where one came to").toBe(before);
  await begin(page, "awale", "default", { north: 0 });
  for (const [side, number] of [["south", 3], ["north", 2], ["south", 6]]) {
    await house(page, side, number).click();
    await says(page, new RegExp(`plays house ${number}`));
  }
  await button(page, "Undo").click();
  await atPlace(page, 2, 3);
  await page.reload();
  await ready(page);
  await atPlace(page, 2, 3);
  // Another move begins another line, and the line before is one step back.
  await house(page, "south", 1).click();
  await atPlace(page, 3, 3);
  expect(line(page.url()).moves.join("."), page.url()).toBe("3.2.1");
  await page.goBack();
  await atPlace(page, 2, 3);
  expect(line(page.url()).moves.join("."), page.url()).toBe("3.2.6");
  await ready(page);
  // A refused move leaves all.
  await page.getByLabel("Type a move").fill("9");
  await page.keyboard.press("Enter");
  await says(page, /There is no house 9/);
  expect(await moves(page), "the line is kept").toBe(3);
  await button(page, "Redo").click();
  await atPlace(page, 3, 3);
  await page.goBack();
  await says(page, /Your turn/);
  expect(await moves(page), "the game before").toBe(2);
});

test("a resignation is kept until Undo, and the result stays", async ({ open }) => {
  const page = await open({});
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);
  await expect(page).toHaveTitle(/^Your turn – /);
  await button(page, "Resign").click();
  const result = /^You resign\. North wins\.$/;
  await says(page, result);
  await house(page, "south", 1).click();
  await house(page, "north", 1).click();
  await says(page, result);
  expect(await house(page, "south", 1).getAttribute("aria-label"), "no reasons after the end").not.toContain("empty");
  await page.locator("ayla-board").evaluate((board) => board.focus());
  await page.keyboard.press("h");
  await says(page, /^There is no hint now\. ?You resign\. North wins\.$/);
  await page.locator(".history button").nth(1).click();
  await says(page, /^You play house/);
  // The engine's turn, with the ways on.
  await page.getByText("The board shows move 1 of 2.").waitFor();
  await button(page, "To the end").click();
  await says(page, /You resign\. North wins\.$/);
  await page.reload();
  await says(page, /You resign\. North wins\.$/);
  expect(await page.locator(".history [aria-current]").innerText(), "the resignation in the list").toBe("You resign");
  await expect(page).toHaveTitle(/^You resign\. North wins – /);
  await page.locator("#language").selectOption("fr");
  await says(page, /Vous abandonnez\. Nord gagne\.$/);
  await page.locator("#language").selectOption("en");
  await says(page, /North wins\.$/);
  await button(page, "Undo").click();
  await says(page, /Your turn/);
  expect(await moves(page)).toBe(2);
  expect(page.url()).not.toContain("resigned");
  for (let steps = 0; steps < 2; steps += 1) {
    await page.locator("ayla-board").evaluate((board) => board.focus());
    await page.keyboard.press("u");
    await atPlace(page, 0, 2);
  }
  await says(page, /^No move to take back\.$/);
  // The engine goes on from an earlier move.
  await page.locator(".history button").nth(1).click();
  await button(page, "Go on from here").click();
  await atPlace(page, 2, 2);
  await ready(page);
});

test("a watched game can be played on", async ({ open }) => {
  const page = await open({}, `${REVIEWED.replace(/\.agree.*/, "")}?north=1&watch`, { watched: true });
  await page.getByText("as it was when the link was copied").waitFor();
  await house(page, "south", 1).click();
  await says(page, /to move/);
  await button(page, "Play on from here").click();
  await page.locator(".table .controls").waitFor();
  expect(page.url()).not.toContain("watch");
  expect(line(page.url()).moves.length).toBeGreaterThanOrEqual(60);
  await page.goBack();
  await page.getByText("as it was when the link was copied").waitFor();
  await button(page, "New game").click();
  await page.locator("#new-game[open]").waitFor();
});

test("a loaded game knows its moves, and undo goes to the person's turn", async ({ open }) => {
  const page = await open({});
  for (let turn = 0; turn < 3; turn += 1) {
    await page.locator("ayla-board:not([deaf]) .legal").first().click();
    await page.locator(".history li").nth(2 * turn + 2).waitFor();
    await ready(page);
  }
  const count = await moves(page);
  const named = () => page.locator(".history button[title]").evaluateAll((buttons) => buttons.map(({ innerText, title }) => `${innerText} ${title}`));
  const before = await named();
  await page.reload();
  await ready(page);
  await page.locator(".history li").nth(count).locator("button[title]").waitFor();
  await page.waitForFunction((count) => document.querySelectorAll(".history button[title]").length === count, count);
  expect(await named()).toEqual(before);
  let replies = 0;
  page.on("request", (request) => (replies += request.postData()?.includes('"reply"') ? 1 : 0));
  for (const left of [count - 2, count - 4]) {
    await button(page, "Undo").click();
    await atPlace(page, left, count);
    await says(page, /Your turn/);
  }
  await button(page, "Redo").click();
  await atPlace(page, count - 2, count);
  expect(replies, "the engine is not asked again").toBe(0);
});

test("a game goes on after a thousand moves", async ({ open }) => {
  // Two seeds that go round for ever.
  const made = Array.from({ length: 999 }, (_, index) => Math.floor((index % 12) / 2) + 1);
  const page = await open({}, `#awale/EAAAMIED___4o8/${made.join(".")}`);
  for (let number = 999; number < 1_003; number += 1) {
    const [side, next] = [number % 2 === 0 ? "south" : "north", Math.floor((number % 12) / 2) + 1];
    await house(page, side, next).click();
    await page.locator(".history li").nth(number + 1).waitFor({ state: "attached" });
  }
  await page.waitForFunction(() => document.querySelectorAll(".history button[title]").length === 1_003);
  expect(page.url(), "the address begins later").not.toContain("EAAAMIED___4o8");
  const text = await said(page);
  await button(page, "Undo").click();
  await button(page, "Redo").click();
  await says(page, new RegExp(text.slice(0, 20)));
  await page.reload();
  await ready(page);
  expect(await said(page), "the address has the game").toBe(text);
});
