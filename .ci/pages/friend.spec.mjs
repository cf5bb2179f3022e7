// A game with a friend: the link that is shared, a page in a frame, and a board between two people.

import { expect, test } from "./fixtures.mjs";
import { axe, begin, button, house, line, moves, ready, says } from "./page.mjs";

for (const [locale, share, text] of [["en-GB", "Share", /^Awalé: /], ["fr-FR", "Partager", /^Awalé: /]]) {
  test(`a game is shared with its position and its moves, ${locale}`, { tag: locale === "en-GB" ? "@smoke" : [] }, async ({ open }) => {
    const page = await open({ locale });
    await page.addInitScript(() => (navigator.share = async (shared) => void (globalThis.shared = shared)));
    await page.reload();
    await ready(page);
    await house(page, "south", 3).click();
    await page.locator(".history li").nth(2).waitFor();
    await ready(page);
    await button(page, share).click();
    const shared = await page.evaluate(() => globalThis.shared);
    expect(shared.title).toBe("Awalé");
    expect(shared.text).toMatch(text);
    const url = new URL(shared.url);
    expect(line(shared.url).moves).toHaveLength(2);
    // Who shows a preview of the link gets the board as it is.
    const preview = await (await fetch(url)).text();
    expect(preview).toContain(`board.png?token=${url.searchParams.get("g")}`);
    const friend = await open({ locale }, shared.url);
    expect(await moves(friend), "the moves of the game").toBe(2);
    // Where the fragment is lost, the position is left.
    url.hash = "";
    const other = await open({ locale }, url.href);
    const seeds = (page) => page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => Number(/: (\d+)/.exec(cell.ariaLabel)?.[1])));
    expect((await seeds(other)).reduce((sum, count) => sum + count)).toBe(48);
    expect(await seeds(other)).toEqual(await seeds(friend));
    await other.locator("ayla-board .legal").first().click();
    await other.waitForURL((url) => url.search === "" && url.hash.length > 1);
  });
}

test("a link without its fragment opens the position of any game", async ({ open }) => {
  // The service says of which game the token is.
  const page = await open({}, "play?g=FGAABhtttttttttttg6e", { faults: true });
  await expect(page.locator(".game")).toHaveText("Andada");
});

test("where a page cannot share, the link is copied; and nothing where somebody does not share after all", async ({ open }) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => (navigator.share = () => Promise.reject(new DOMException("no", "AbortError"))));
  await page.getByRole("button", { name: /^(Share|Copy link)$/ }).click();
  await page.evaluate(() => (navigator.share = () => Promise.reject(new DOMException("no", "NotAllowedError"))));
  await expect(page.locator("#said")).not.toHaveText(/copied/);
  await page.getByRole("button", { name: /^(Share|Copy link)$/ }).click();
  await says(page, /copied/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/play\?g=[\w-]+#awale\//);
});

test("a game in a frame", async ({ page, server }) => {
  await page.goto(`http://127.0.0.1:${server.site.address().port}/frame?play?g=EAAAMIED___4o8`);
  const frame = page.frameLocator("iframe");
  await frame.locator('ayla-board [data-house="south 1"].legal').click();
  await expect(frame.locator(".history li")).toHaveCount(2);
  await expect(frame.locator("header"), "no menus").toBeHidden();
  // Other pages are in no frame.
  await page.goto(`http://127.0.0.1:${server.site.address().port}/frame?learn`);
  await expect(frame.locator("ayla-board")).toHaveCount(0);
});

for (const [locale, flat] of [["en-GB", "The board lies between us"], ["fr-FR", "Plateau à plat entre nous"]]) {
  test(`a board that lies between two people turns the far side to them, ${locale}`, async ({ open }) => {
    const page = await open({ locale, viewport: { width: 360, height: 640 } });
    await expect(button(page, flat), "not against the engine").toHaveCount(0);
    const token = new URL(page.url()).hash.split("/")[1];
    await page.evaluate((token) => (location.hash = `#awale/${token}/`), token);
    await button(page, flat).click();
    await expect(button(page, flat)).toHaveAttribute("aria-pressed", "true");
    const turned = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).rotate);
    expect(await turned(".player")).toBe("180deg");
    expect(await turned(".across")).toBe("180deg");
    expect(await turned("ayla-board text.far")).toBe("180deg");
    expect(await turned("ayla-board text.near")).toBe("none");
    await house(page, "south", 3).click();
    await page.locator(".history li").nth(1).waitFor();
    const last = (selector) => page.locator(selector).last().innerText().then((text) => text.trim());
    await expect(async () => expect(await last(".across"), "what is said is said to both").toBe(await last("#said p"))).toPass({ timeout: 20_000 });
    await axe(page, "flat");
    await page.screenshot({ path: test.info().outputPath(`flat-${locale}.png`), fullPage: true });
    await page.reload();
    await expect(button(page, flat), "kept").toHaveAttribute("aria-pressed", "true");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}
