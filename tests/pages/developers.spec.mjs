// The page for developers: a turn beside its JSON.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, axeLayout, button, house, picture, resize, says, SIZES } from "./page.mjs";

const SAID = { "en-GB": [/^You play house 3\./, /There is no house 9/], "fr-FR": [/^Vous jouez la case 3\./, /case 9/] };

for (const [locale, [played, refused]] of Object.entries(SAID)) {
  test(`a turn live beside its JSON, ${locale}`, { tag: "@smoke" }, async ({ open }) => {
    const page = await open({ locale }, "developers");
    const answer = async () => JSON.parse(await page.locator(".live pre").last().innerText());
    const request = page.locator(".live pre").first();
    expect((await answer()).plays).toEqual([]);
    await house(page, "south", 3).click();
    await says(page, played);
    await expect(request).toContainText('"move":"3"');
    const { plays, position } = await answer();
    expect(plays.map(({ move }) => move)[0]).toBe("3");
    expect(plays).toHaveLength(2);
    await page.locator("#move").fill("9");
    await page.keyboard.press("Enter");
    await says(page, refused);
    expect((await answer()).refused.reason).toBe("NO_SUCH_HOUSE");
    await button(page, "JavaScript").click();
    await expect(request).toContainText("await fetch(");
    // The game goes on elsewhere.
    await page.locator('.links a[href^="play#"]').click();
    await page.waitForURL((url) => url.pathname === "/play" && url.hash.includes(position.token));
  });
}

test("the ways to the documents", async ({ open }) => {
  const page = await open({}, "/");
  await page.locator("header").getByRole("link", { name: "Developers" }).click();
  await page.locator("ayla-board .legal").first().waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Try every call" }).click();
  await page.locator("ayla-try").first().waitFor();
  await page.getByRole("link", { name: "Ayla", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("the page for developers, without violations in each layout and in all colours, and no wider than any window", async ({ open }) => {
  const page = await open({}, "developers");
  await house(page, "south", 3).click();
  await says(page, /^You play house 3\./);
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if ([360, 1280].includes(width)) {
      await axe(page, `developers, ${width}`);
      await axeColours(page, `developers, ${width}`);
    } else {
      await axeLayout(page, `developers, ${width}`);
    }
    await picture(page, `developers-${width}`, { fullPage: true });
  }
});
