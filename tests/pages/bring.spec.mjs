// Games of other programs: opened on the page, and saved for them.

import { expect, test } from "./fixtures.mjs";
import { axe, button, control, line, saved, says } from "./page.mjs";

const HEAD = '[Variant "Oware Abapa"]\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n';
const RIGHT = `${HEAD}[South "Ama"]\n[North "Kofi"]\n[Result "*"]\n\n1. C d 2. B e 3. E a+2\n`;
const WRONG = `${HEAD}[South "Efua"]\n[North "Yaw"]\n[Result "*"]\n\n1. C d 2. C\n`;

for (const [locale, [opens, reads], found, fault] of [
  ["en-GB", ["Open a game of another program", "Read"], "One game, in the format Oware Game Notation.", /^line \d+, column \d+: /],
  ["fr-FR", ["Ouvrir une partie d'un autre programme", "Lire"], "Une partie, au format Oware Game Notation.", /^ligne \d+, colonne \d+\s: /],
]) {
  test(`a game of another program is opened, and saved again, in ${locale}`, async ({ open }) => {
    const page = await open({ locale, viewport: { width: 360, height: 640 } });
    await (await control(page, "new")).click();
    await button(page, opens).click();
    const text = page.locator("#bring-text");
    await text.fill("what is this?");
    await button(page, reads).click();
    await page.locator("#bring .faults li").first().waitFor();
    await text.fill(RIGHT + "\n" + WRONG);
    await button(page, reads).click();
    await page.locator("#bring [role=status]", { hasText: found }).waitFor();
    await expect(page.locator("#bring .faults li")).toHaveText([fault]);
    await axe(page, "a game of another program");
    const [height, inner] = await page.locator("#bring").evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
    expect(height, "nothing is cut off at the side").toBeLessThanOrEqual(inner);
    await page.locator(".brought button").click();
    await page.locator("#bring").waitFor({ state: "hidden" });
    await page.waitForURL((url) => line(url).moves.length === 6);
    expect(line(page.url()).moves.join(" ")).toBe("3 4 2 5 5 1");

    await page.locator("details.save summary").click();
    const [name, sheet] = await saved(page, () => page.locator("[name=record]").selectOption("ogn"));
    expect(name).toBe("awale-ogn.txt");
    expect(sheet.toString()).toMatch(/1\. C d\s+2\. B e\s+3\. E a\+2/);
  });
}

test("a file of games is read, and what a format cannot express is said", async ({ open }) => {
  const page = await open();
  await button(page, "New game").click();
  await button(page, "Open a game of another program").click();
  const lines = "kalah:houses=3 444/444 0/0 s moves 2\nawale:majority=true 444444/444444 0/0 s\n";
  await page.locator("#bring input[type=file]").setInputFiles({ name: "games.txt", mimeType: "text/plain", buffer: Buffer.from(lines) });
  await expect(page.locator("#bring-text")).toHaveValue(lines);
  await expect(page.locator(".brought button")).toHaveText(["Kalah, 1 move", "Awalé, 0 moves"]);
  await page.locator(".brought button").first().click();
  await page.waitForURL((url) => line(url).moves.join() === "2");
  await page.locator("details.save summary").click();
  await page.locator("[name=record]").selectOption("openspiel");
  await says(page, /The game cannot be written in the format OpenSpiel\./);
  const [, text] = await saved(page, () => page.locator("[name=record]").selectOption("ayla"));
  expect(text.toString().trim()).toBe("kalah 444/444 0/0 s moves 2");
});
