// The reference of the API with its forms, and Swagger UI beside it.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, axeLayout, picture, resize } from "./page.mjs";

test("each operation of the reference can be tried, without violations, in each layout and in all colours", async ({ open, server }) => {
  const page = await open({ viewport: { width: 360, height: 900 } }, "docs/", { watched: true });
  const forms = page.locator("ayla-try");
  const { paths } = await (await fetch(`${server.origin}/openapi.json`)).json();
  const tried = (await forms.evaluateAll((forms) => forms.map((form) => form.getAttribute("paths")))).flatMap((list) => list.split(" "));
  // The short path of play-turn does the same.
  expect(Object.keys(paths).filter((path) => !tried.includes(path)), "paths without a form").toEqual(["/v1/play-turn"]);
  for (const form of await forms.all()) {
    await form.locator("summary").click();
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("status"), await form.getAttribute("operation")).toHaveText(/^200 /);
    await expect(form.locator("pre, img")).toBeVisible();
  }
  const turn = page.locator("ayla-try[operation=play-turn]");
  await turn.getByLabel("Game").selectOption("kalah");
  await expect(turn.getByLabel(/^Address/)).toHaveValue("/v1/variants/kalah/play-turn");
  await turn.getByLabel("Body").fill('{"move": "7"}');
  page.refused = true;
  await turn.getByRole("button", { name: "Send" }).click();
  await expect(turn.locator("pre")).toContainText('"refused"');
  await turn.getByLabel("Body").fill("{");
  await turn.getByRole("button", { name: "Send" }).click();
  await expect(turn.getByRole("status")).toHaveText("400 application/problem+json");
  page.refused = false;
  for (const width of [360, 1280]) {
    await resize(page, width, 900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await (width === 360 ? axe : axeLayout)(page, `the reference at ${width} pixels`);
    await picture(page, `reference-${width}`);
  }
  await axeColours(page, "the reference", ["dark"]);
  await page.getByRole("link", { name: "Swagger UI" }).click();
  await page.locator(".opblock").first().waitFor();
  await page.locator(".opblock-summary").first().click();
  await page.locator(".opblock-body").first().waitFor();
});
