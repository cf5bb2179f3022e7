// The reference of the API with its forms, and Swagger UI beside it.

import { expect, test } from "./fixtures.mjs";
import { axe } from "./page.mjs";

for (const [colorScheme, width] of [["light", 360], ["dark", 1280]]) {
  test(`each operation of the reference can be tried, without violations, in ${colorScheme} colours at ${width} pixels`, async ({ open, server }) => {
    const page = await open({ colorScheme, viewport: { width, height: 900 } }, "docs/", { watched: true });
    const forms = page.locator("ayla-try");
    const { paths } = await (await fetch(`${server.origin}/openapi.json`)).json();
    const tried = (await forms.evaluateAll((forms) => forms.map((form) => form.getAttribute("paths")))).flatMap((list) => list.split(" "));
    // The short path of play-turn does the same.
    expect(Object.keys(paths).filter((path) => !tried.includes(path)), "paths without a form").toEqual(["/v1/play-turn"]);
    // In one of the colours all are sent.
    const count = width === 360 ? await forms.count() : 1;
    for (let index = 0; index < count; index += 1) {
      const form = forms.nth(index);
      await form.locator("summary").click();
      await form.getByRole("button", { name: "Send" }).click();
      await expect(form.getByRole("status"), await form.getAttribute("operation")).toHaveText(/^200 /);
      await expect(form.locator("pre, img")).toBeVisible();
    }
    const turn = page.locator("ayla-try[operation=play-turn]");
    if (count === 1) await turn.locator("summary").click();
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await axe(page, `the reference at ${width} pixels`);
    await page.screenshot({ path: test.info().outputPath(`reference-${width}.png`) });
    await turn.screenshot({ path: test.info().outputPath(`try-${width}.png`) });
    await page.getByRole("link", { name: "Swagger UI" }).click();
    await page.locator(".opblock").first().waitFor();
    await page.locator(".opblock-summary").first().click();
    await page.locator(".opblock-body").first().waitFor();
  });
}
