// The page when the service is gone, busy or slow, or breaks off.

import { expect, test } from "./fixtures.mjs";
import { house, legal, moves, ready, says } from "./page.mjs";

const marks = (page) => page.locator("ayla-board circle.mark");

test("an answer that breaks off is asked for again", async ({ open }) => {
  const page = await open({}, "", { faults: true });
  await page.route("**/play-turn", (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);
});

test("a server that is gone, busy or slow", async ({ open, server }) => {
  const page = await open({}, "", { faults: true });
  const [waits, title] = [page.locator(".waits"), /^No connection/];
  // What a browser knows is said before any call.
  await page.context().setOffline(true);
  await expect(waits).toHaveText("No connection.");
  await expect(page.locator("#said"), "it is nobody's turn").not.toHaveText(/turn/);
  await page.context().setOffline(false);
  await says(page, /^Your turn/);
  await server.stop();
  await house(page, "south", 3).click();
  await marks(page).first().waitFor({ state: "attached" });
  await page.locator(".condition").waitFor();
  await expect(waits).toHaveText("No connection.");
  await expect(page).toHaveTitle(title);
  await expect(page.locator("#said")).not.toHaveText(/turn/);
  expect(await marks(page).count(), "the house is marked").toBeGreaterThan(0);
  await server.start();
  await page.locator(".condition").waitFor({ state: "detached" });
  await ready(page);
  expect(await moves(page), "the game goes on").toBe(2);

  let refusals = 2;
  const path = "**/play-turn";
  await page.route(path, (route) => {
    if (refusals === 0) return route.continue();
    refusals -= 1;
    const body = JSON.stringify({ status: 429, title: "The queue of suggestions is full", reason: "SEARCH_QUEUE_FULL" });
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, contentType: "application/problem+json", body });
  });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".condition", { hasText: "busy" }).waitFor();
  await ready(page);
  expect(await moves(page), "the game goes on after 429").toBe(4);
  await page.unroute(path);

  await page.route(path, (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".condition", { hasText: "reached" }).waitFor();
  await ready(page);
  expect(await moves(page), "the game goes on after an answer that breaks off").toBe(6);
});

test("on a slow line a move is shown at once, and what is awaited is said", async ({ open }) => {
  const page = await open({ reducedMotion: "no-preference" });
  await page.route("**/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  const foretold = Promise.all([1, 2, 3, 4, 5, 6].map((house) => page.waitForResponse((answer) => answer.request().postDataJSON()?.move === String(house))));
  await page.reload();
  await ready(page);
  await foretold;
  const waits = page.locator(".waits");
  await expect(waits).toHaveText("");
  // How the page was when a state of it began: what was marked, and what was said.
  await page.evaluate(() => {
    globalThis.seen = [];
    const [board, message] = [document.querySelector("ayla-board"), document.querySelector(".message")];
    const look = () => globalThis.seen.push([board.shadowRoot.querySelectorAll("circle.mark").length, board.isShowing, message.innerText.trim()]);
    new MutationObserver(look).observe(board.shadowRoot, { subtree: true, childList: true, attributes: true });
    new MutationObserver(look).observe(message, { subtree: true, childList: true, characterData: true });
  });
  // A turn is one call, which has the reply of the engine; then the page asks what the next moves do.
  const calls = [];
  page.on("request", (request) => request.url().endsWith("/play-turn") && !request.postDataJSON().omit && calls.push(request.postDataJSON()));
  await house(page, "south", 3).click();
  await expect(waits).toHaveText("Waiting for the server …");
  await page.locator(".condition", { hasText: "slow" }).waitFor();
  await ready(page);
  expect(calls.map(({ side, move, reply }) => ({ side, move, reply }))).toEqual([{ side: "south", move: "3", reply: { level: 1 } }]);
  const seen = await page.evaluate(() => globalThis.seen);
  const waiting = seen.slice(0, seen.findIndex(([, isShowing]) => isShowing));
  expect(waiting.some(([count, , text]) => count === 5 && text === ""), "the path, before anything is said").toBe(true);
  expect(waiting.at(-1)[0], "the path").toBe(5);
  expect(waiting.filter(([, , text]) => /turn/.test(text)).length, "whose turn it is, after the tap").toBeLessThanOrEqual(1);
  expect(seen.filter(([, isShowing, text]) => isShowing && /thinking|Waiting/.test(text)), "awaited while a move is shown").toEqual([]);
  expect(await moves(page), "the game goes on").toBe(2);
  // An engine that finds no time is asked again, after the move of the person is shown. The line stays slow.
  await page.route("**/play-turn", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const request = route.request().postDataJSON();
    if (!request.move || !request.reply) return route.continue();
    const { reply, ...rest } = request;
    const answer = await (await route.fetch({ postData: rest })).json();
    return route.fulfill({ json: { ...answer, unanswered: { reason: "SEARCH_QUEUE_FULL", message: "busy", retryAfterMs: 500 } } });
  });
  calls.length = 0;
  await legal(page).first().click();
  await ready(page);
  expect(calls.map(({ move, reply }) => [move !== undefined, reply !== undefined])).toEqual([[true, true], [false, true]]);
  expect(await moves(page), "the game goes on").toBe(4);
  // On a quick line again, a move is shown before the engine has answered.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await legal(page).first().click();
  await ready(page);
  await page.waitForLoadState("networkidle");
  calls.length = 0;
  await legal(page).first().click();
  await ready(page);
  expect(calls.map(({ move, reply }) => [move !== undefined, reply !== undefined])).toEqual([[true, false], [false, true]]);
});
