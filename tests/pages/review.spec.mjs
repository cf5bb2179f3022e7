// Reviews of games.

import { expect, test } from "./fixtures.mjs";
import { atPlace, begin, button, house, line, picture, ready, REVIEWED, reviewed, says } from "./page.mjs";

test("a review keeps its game, goes on with it, and lets the engine play better", async ({ open }) => {
  const page = await open({}, REVIEWED);
  await button(page, "Review").click();
  await reviewed(page);
  // A mistake of the engine's: after a better move of the person's it would reply.
  const mistake = page.locator(".mistakes button", { hasText: "North plays" }).first();
  await mistake.click();
  await says(page, /was better by/);
  const { at } = line(page.url());
  await atPlace(page, at, 61);
  await page.reload();
  await atPlace(page, at, 61);
  await button(page, "Review").click();
  await reviewed(page);
  await mistake.click();
  await says(page, /was better by/);
  await page.locator(".chosen .primary").click();
  await atPlace(page, at + 1, at + 1);
  expect(page.url(), "the engine stays").toContain("north=4");
  await ready(page);
  await page.goBack();
  await atPlace(page, at, 61);
  await page.locator(".partial", { hasText: "other moves" }).waitFor({ state: "detached" });
  await expect(page.locator(".review"), "the review goes on").toHaveCount(1);
  await mistake.click();
  await says(page, /was better by/);
  await button(page, "Close").click();
  await atPlace(page, 61, 61);
});

test("after a game, its costliest moves are played again, and the accuracy of each side is said", async ({ open }) => {
  const page = await open({}, REVIEWED);
  await button(page, "Play your costliest move again").click();
  await says(page, /^House \d cost about \d+ seeds? here\. Find a better move\.$/);
  await expect(page.locator(".review")).toContainText(/Accuracy: You \d+%, North \d+%\. This is the share of the moves that were not mistakes\./);
  const { at, moves: made } = line(page.url());
  // The move of the game is a mistake, and the board stays where it was.
  await house(page, "south", Number(made[at])).click();
  await says(page, /This costs about \d+ seeds?\. Try another move\.$/);
  expect(line(page.url())).toEqual({ at, moves: made });
  // The better one is what the review found.
  const better = /House (\d) was better/.exec(await page.locator(".mistakes button").first().innerText())[1];
  await house(page, "south", Number(better)).click();
  await says(page, /Well found: this is no mistake\.$/);
  await picture(page, "moment");
  const next = page.getByRole("button", { name: /^Next mistake \(\d more\)$/ });
  await page.setViewportSize({ width: 640, height: 360 });
  await page.locator("ayla-board").scrollIntoViewIfNeeded();
  await expect(next, "on a phone that lies").toBeInViewport({ ratio: 0.98 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await next.click();
  await says(page, /^House \d cost about \d+ seeds? here\. Find a better move\.$/);
  expect(line(page.url()).at).not.toBe(at);
  await page.locator(".table").getByRole("button", { name: "Back to the game" }).click();
  await atPlace(page, 61, 61);
  await expect(page.locator(".review")).toHaveCount(0);
  await expect(button(page, "Rematch")).toBeVisible();
  await button(page, "Try level 3").click();
  await page.waitForURL((url) => url.hash.endsWith("?north=3"));
});

test("a game goes on while it is reviewed", { tag: "@smoke" }, async ({ open }) => {
  const page = await open();
  await begin(page, "awale", "default", { north: 0 });
  await house(page, "south", 3).click();
  await says(page, /North to move/);
  await button(page, "Review").click();
  await page.locator(".review [role=status]", { hasText: /^1 of 1 / }).waitFor();
  await house(page, "north", 2).click();
  await page.locator(".review [role=status]", { hasText: /^2 of 2 / }).waitFor();
});

test("a review names the mistakes, and the better move is played", async ({ open }) => {
  const page = await open({}, REVIEWED);
  const calls = [];
  page.on("request", (request) => request.url().endsWith("/review-game") && calls.push(request.postDataJSON()));
  // A review for which the server has no place says so, and is asked for again by the reader.
  const endOf = (reason, message) => `event: review\ndata: ${JSON.stringify({ end: { reviewedTo: 0, nodes: 1, unanswered: { reason, message } } })}\n\n`;
  const stream = { contentType: "text/event-stream" };
  await page.route("**/review-game", (route) => route.fulfill({ ...stream, body: endOf("SEARCH_QUEUE_FULL", "Too many suggestions wait.") }), { times: 1 });
  await button(page, "Review").click();
  const more = page.locator(".partial", { hasText: "Too many suggestions wait." }).getByRole("button", { name: "Go on" });
  await more.waitFor();
  // One whose time ends before its moves goes on from there by itself.
  await page.route("**/review-game", async (route) => {
    const body = { ...route.request().postDataJSON(), to: 5 };
    const events = (await (await route.fetch({ postData: body })).text()).split("\n\n").filter((event) => event.includes('"reviewed"'));
    await route.fulfill({ ...stream, body: `${events.join("\n\n")}\n\n${endOf("DEADLINE_EXCEEDED", "The engine ran out of time.")}` });
  }, { times: 1 });
  await more.click();
  const status = page.locator(".review [role=status]");
  await page.locator(".mistakes button").first().waitFor();
  await reviewed(page);
  expect(calls.slice(1, 3).map(({ from, to }) => [from, to])).toEqual([[1, 50], [6, 55]]);
  expect(calls.at(-1).to).toBe(61);
  await expect(page.locator(".review h3"), "the mistakes of each side").toHaveText(["Your largest mistakes", "The largest mistakes of North"]);
  for (const [index, who] of [[0, /^[^]*You play/], [1, /^[^]*North plays/]]) {
    const texts = await page.locator(".mistakes").nth(index).locator("button").allInnerTexts();
    const costs = texts.map((text) => Number(/was better by (?:about )?(\d+) seeds?/.exec(text)[1]));
    expect(costs.length).toBeGreaterThan(1);
    expect(costs, "the largest mistake is first").toEqual(costs.toSorted((one, other) => other - one));
    for (const text of texts) expect(text).toMatch(who);
  }
  // What moves cost stands in the list of moves, too.
  await expect(page.locator(".history .cost").first()).toHaveText(/^-\d+(\.\d)?$/);
  expect(await page.locator(".history .cost").count(), "a cost for each mistake").toBeGreaterThanOrEqual(await page.locator(".mistakes button").count());
  console.log(`    ${await status.innerText()}`);

  await page.locator(".mistakes button").first().click();
  await says(page, /was better by/);
  await page.locator("ayla-board path.hint").waitFor({ state: "attached" });
  const at = () => page.locator(".history li").evaluateAll((items) => items.findIndex((item) => item.querySelector("[aria-current]")));
  const before = await at();
  const slider = page.locator("input.ply");
  expect(Number(await slider.inputValue()), "the graph has the move after this position").toBe(before + 1);
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((number) => document.querySelectorAll(".history li")[number]?.querySelector("[aria-current]"), before);
  expect(await slider.getAttribute("aria-valuetext"), "the graph says the move").toMatch(new RegExp(`^${before}\\. `));
  const { width, height } = await page.locator(".plot").boundingBox();
  await page.locator(".plot").click({ position: { x: width / 2, y: height / 2 } });
  await page.waitForFunction(() => [30, 31].some((number) => document.querySelectorAll(".history li")[number]?.querySelector("[aria-current]")));
  await page.getByText("All moves as a table").click();
  await expect(page.locator(".review tbody tr"), "the table has every move").toHaveCount(61);
  await page.locator(".review tbody button").nth(11).click();
  await page.waitForFunction(() => document.querySelectorAll(".history li")[12]?.querySelector("[aria-current]"));

  // A mistake of the engine, too, can be played better; by keyboard.
  await page.locator(".mistakes button").first().focus();
  await page.keyboard.press("Enter");
  await says(page, /was better by/);
  const better = (await page.locator(".chosen .primary").innerText()).split(": ")[1];
  await page.locator(".chosen .primary").focus();
  await page.keyboard.press("Enter");
  await page.locator(".partial", { hasText: "other moves" }).waitFor();
  await page.waitForURL((url) => line(url).moves[before] === better);
  await ready(page);
  await button(page, "Back to the game").click();
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 62);

  // Who leaves ends the review.
  await button(page, "Close").click();
  const gone = page.waitForEvent("requestfailed");
  await button(page, "Review").click();
  await page.locator(".review progress").waitFor();
  await button(page, "Close").click();
  expect((await gone).url(), "the review ends").toMatch(/\/review-game$/);
});
