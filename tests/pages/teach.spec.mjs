// What teachers print: a sheet of rules and a list of lessons, with codes that open them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, test } from "./fixtures.mjs";
import { axe, GAMES, picture } from "./page.mjs";

const JSQR = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8");

/** What the codes on a page say, to a camera. */
async function read(page) {
  await page.evaluate(JSQR);
  return page.locator(".code").evaluateAll((codes) => codes.map((code) => {
    const { x, y, width } = code.viewBox.baseVal;
    const size = width * 4;
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const context = canvas.getContext("2d");
    const { backgroundColor, fill } = getComputedStyle(code);
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, size, size);
    context.scale(4, 4);
    context.translate(-x, -y);
    context.fillStyle = fill;
    for (const shape of code.children) context.fill(new Path2D(shape.getAttribute("d")));
    return globalThis.jsQR(context.getImageData(0, 0, size, size).data, size, size)?.data;
  }));
}

/** The number of pages of a PDF. */
const sheets = async (page) => (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;

for (const [locale, colorScheme, width] of [["en-GB", "light", 360], ["fr-FR", "dark", 1280]]) {
  test(`the rules and the lessons of each game are one sheet, ${locale}`, async ({ open, server }) => {
    const page = await open({ locale, colorScheme, viewport: { width, height: 900 } }, "teach", { watched: true });
    for (const [variant] of GAMES) {
      for (const sheet of ["rules", "list"]) {
        await page.evaluate((hash) => (location.hash = hash), `${variant}/${sheet}`);
        const items = page.locator(sheet === "rules" ? ".sheet section" : ".sheet.list li");
        await expect(page.locator(`.teach a[href="#${variant}/${sheet}"][aria-current]`)).toHaveCount(2);
        await items.nth(8).waitFor();
        const count = await items.count();
        const text = await page.locator(".sheet").innerText();
        expect(text, "a ruling by its number, or the key of a message").not.toMatch(/\b[A-Z]{1,2}-\d|page-|\{/);
        const course = `${server.origin}/learn#${variant}`;
        // The codes are the same in every language, and are read once in the dark.
        if (colorScheme === "light" || variant === "kalah") expect(await read(page)).toEqual(sheet === "rules" ? [course] : [course, ...Array.from({ length: count }, (_, index) => `${course}/${index + 1}`)]);
        if (sheet === "rules") {
          await expect(page.locator(".sheet ayla-board")).toHaveCount(count);
          await page.locator(".sheet ayla-board").last().locator("[role=grid]").waitFor({ state: "attached" });
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${variant} ${sheet}`).toBeLessThanOrEqual(width);
        expect(await sheets(page), `sheets of ${variant} ${sheet}`).toBe(1);
        await picture(page, `${variant}-${sheet}-${width}`);
        if (variant === "awale") await axe(page, `${sheet}, ${locale}`);
      }
    }
  });
}

test("the learner's page leads to the sheets, and a sheet to the lessons", async ({ open }) => {
  const page = await open({}, "learn#kalah/2");
  await page.getByRole("link", { name: "For teachers" }).click();
  await page.locator(".sheet h2", { hasText: "Kalah: the rules" }).waitFor();
  await page.locator(".sheet .head a").click();
  await expect(page).toHaveURL(/\/learn#kalah\/1$/);
});
