// The page when the service is gone, busy or slow, or breaks off.

import { expect, test } from "./fixtures.mjs";
import { house, moves, ready } from "./page.mjs";

test("an answer that breaks off is asked for again", async ({ open }) => {
  const page = await open({}, "", { faults: true });
  await page.route("**/play-turn", (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);
});

test("a server that is gone, busy or slow", async ({ open, server }) => {
  const page = await open({}, "", { faults: true });
  await server.stop();
  await house(page, "south", 3).click();
  await page.locator(".condition").waitFor();
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

  await page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await route.continue();
  });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".condition", { hasText: "slow" }).waitFor();
  await ready(page);
  expect(await moves(page), "the game goes on when it is slow").toBe(6);
  await page.unroute(path);

  await page.route(path, (route) => route.fulfill({ contentType: "application/json", body: '{"plays":[' }), { times: 1 });
  await page.locator("ayla-board:not([deaf]) .legal").first().click();
  await page.locator(".condition", { hasText: "reached" }).waitFor();
  await ready(page);
  expect(await moves(page), "the game goes on after an answer that breaks off").toBe(8);
});
