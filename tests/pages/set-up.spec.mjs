// The forms of a new game and of a position.

import { expect, test } from "./fixtures.mjs";
import { button, house, moves, ready } from "./page.mjs";

test("the form of a new game says why there is none, and the game before goes on", async ({ open }) => {
  const page = await open({}, "", { faults: true });
  await page.route("**/v1/variants", (route) => route.abort(), { times: 1 });
  await button(page, "New game").click();
  await page.locator("#new-game .condition", { hasText: "reached" }).waitFor();
  await page.locator("[name=preset]").waitFor();
  await page.locator("#new-game .condition").waitFor({ state: "detached" });
  await page.locator("[name=variant][value=anywoli]").check();
  await page.locator("[name=preset]").selectOption("");
  for (const [name, value] of [["houses", "24"], ["seeds", "8"]]) {
    await page.locator(`#option-${name}`).fill(value);
    await page.keyboard.press("Tab");
  }
  await page.getByLabel("The last seeds").selectOption({ label: "Starter takes eight" });
  await page.locator("#new-game button[value=start]").click();
  await page.locator("#new-game [role=alert]", { hasText: "24 houses of 8 seeds" }).waitFor();
  await button(page, "Cancel").click();
  await house(page, "south", 3).click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);

  await page.reload();
  await ready(page);
  const problem = { status: 403, title: "Not here", detail: "This host may not call the service." };
  await page.route("**/v1/variants", (route) => route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(problem) }));
  await button(page, "New game").click();
  await page.locator("#new-game [role=alert]", { hasText: problem.detail }).waitFor();
  await button(page, "Set up a position").click();
  await page.locator("#set-up .faults", { hasText: problem.detail }).waitFor();
});

for (const [locale, named, fault] of [["en-GB", ["New game", "Set up a position", "Play from here"], /before the opening|Before the opening/], ["fr-FR", ["Nouvelle partie", "Composer une position", "Jouer d'ici"], /Avant l'ouverture/]]) {
  test(`a position is set up, with all its faults at once, in ${locale}`, async ({ open }) => {
    const page = await open({ locale });
    page.refused = true;
    await button(page, named[0]).click();
    await button(page, named[1]).click();
    await page.locator("#set-south-6").waitFor();
    const valid = (id) => page.locator(`#set-${id}[aria-invalid=false]`).waitFor();
    await page.locator("[name=set-variant][value=andada]").check();
    await page.locator("#set-south-12").waitFor();
    await page.locator("#set-south-1").fill("99");
    await page.keyboard.press("Tab");
    await page.locator(".faults li").nth(1).waitFor();
    const faults = await page.locator(".faults li").allInnerTexts();
    expect(faults).toEqual([expect.stringMatching(/C-7/), expect.stringMatching(fault)]);
    const described = await page.locator("#set-phase").getAttribute("aria-describedby");
    expect(described, "the fault is told at its field").toBe("fault-1");
    await expect(page.locator("#set-phase")).toHaveAttribute("aria-invalid", "true");
    await page.locator(".faults li").first().getByRole("button").click();
    expect(await page.evaluate(() => document.activeElement.id), "the way to the field").toBe("set-south-1");
    // Mended by keyboard alone.
    await page.keyboard.type("0");
    await page.keyboard.press("Tab");
    await page.locator("#set-phase").selectOption("play");
    await valid("south-1");
    await page.locator(".faults").waitFor({ state: "detached" });
    await button(page, named[2]).focus();
    await page.keyboard.press("Enter");
    await page.locator("#set-up[open]").waitFor({ state: "detached" });
    await page.locator('ayla-board [data-house="south 12"].legal').waitFor();
    expect(await moves(page), "the game goes on from the position").toBe(0);
    expect(await house(page, "south", 1).getAttribute("class")).toBeFalsy();

    // An option and a state of the same name.
    await button(page, named[0]).click();
    await button(page, named[1]).click();
    await page.locator("[name=set-variant][value=awale]").check();
    await page.locator("#set-preset").selectOption("");
    await page.locator("details.options summary").click();
    await page.locator("#set-option-quiet").fill("2000");
    await page.keyboard.press("Tab");
    await page.locator("#set-option-quiet[aria-invalid=true]").waitFor();
    expect(await page.locator("#set-option-quiet").getAttribute("aria-describedby"), "the fault is told at the option").toBe("fault-0 set-option-quiet-text");
    await page.locator(".faults li").getByRole("button").click();
    expect(await page.evaluate(() => document.activeElement.id), "the way to the option").toBe("set-option-quiet");
    await expect(page.locator("#set-quiet"), "two fields of one name").toHaveCount(1);
    await page.locator("#position").fill("hello");
    await page.locator("#position").press("Enter");
    await page.locator(".faults", { hasText: { "en-GB": "neither", "fr-FR": "ni une position" }[locale] }).waitFor();
    await page.keyboard.press("Escape");

    // From the game, and from texts.
    await button(page, named[0]).click();
    await button(page, named[1]).click();
    await page.locator(".sum button").nth(2).click();
    expect(await page.locator("#set-south-1").inputValue(), "the position of the game").toBe("0");
    for (const [text, id, seeds] of [["andada:team=2 014014/413303 - n", "south-3", "4"], ["EAAAMIED___4o8", "store-north", "23"], ["anywoli 310/101 20/32 s", "store-north", "32"]]) {
      await page.locator("#position").fill(text);
      await page.locator("#position").press("Enter");
      await page.waitForFunction(([id, seeds]) => document.querySelector(`#set-${id}`)?.value === seeds, [id, seeds]);
    }
    await page.locator("#position").fill("awale 44/444444 0/0 s");
    await page.locator("#position").press("Enter");
    await page.locator(".faults li").nth(1).waitFor();

    // A late answer leaves what is being typed.
    const asked = page.waitForRequest(/play-turn/);
    let answer = () => {};
    await page.route(/play-turn/, (route) => new Promise((resolve) => (answer = () => resolve(route.continue()))), { times: 1 });
    await page.locator(".sum button").first().click();
    await asked;
    await page.locator("#position").fill("hello");
    const answered = page.waitForResponse(/play-turn/);
    answer();
    await answered;
    await page.locator(".verdict .right").waitFor();
    expect(await page.locator("#position").inputValue()).toBe("hello");
  });
}

for (const [locale, named, wrong, more] of [["en-GB", ["New game", "Set up a position", "Play from here"], "This is not a whole number of 0 or more.", "49 seeds in all (a game begins with 48)"], ["fr-FR", ["Nouvelle partie", "Composer une position", "Jouer d'ici"], "Ce n'est pas un nombre entier, de 0 ou plus.", "49 graines en tout (une partie commence avec 48)"]]) {
  test(`numbers of a position are what was typed, or faults, ${locale}`, async ({ open }) => {
    const page = await open({ locale });
    await button(page, named[0]).click();
    await button(page, named[1]).click();
    await page.locator("#set-south-6").waitFor();
    await page.locator(".sum button").first().click();
    const first = page.locator("#set-south-1");
    const sum = page.locator(".sum output");
    for (const text of ["-3", "", "2.5"]) {
      await first.fill(text);
      await page.keyboard.press("Tab");
      await expect(first, `${text} is a fault`).toHaveAttribute("aria-invalid", "true");
      await expect(first, `${text} stays`).toHaveValue(text);
      await expect(page.locator(".faults li")).toContainText(wrong);
      expect(await first.getAttribute("aria-describedby")).toBe(await page.locator(".faults li").getAttribute("id"));
      await expect(button(page, named[2])).toBeDisabled();
    }
    await page.locator(".faults button").click();
    expect(await page.evaluate(() => document.activeElement.id), "the way to the field").toBe("set-south-1");
    await page.keyboard.type("5");
    await expect(sum, "counted while it is typed").toHaveText(more);
    await page.keyboard.press("Tab");
    await expect(page.locator(".verdict .right")).not.toBeEmpty();
    await first.fill("4");
    await expect(sum).toHaveText(more.replace("49", "48").replace(/ \(.*/, ""));
    // What is wrong is gone with the position.
    await first.fill("-3");
    await page.keyboard.press("Tab");
    await page.locator(".sum button").first().click();
    await expect(first).toHaveValue("4");
    await expect(button(page, named[2])).toBeEnabled();

    // A house is left by pasting a position, while the service is asked about the house.
    await first.fill("7");
    const held = new Promise((resolve) => page.route(/play-turn/, resolve, { times: 1 }));
    await page.locator("#position").focus();
    const answered = page.waitForResponse(/play-turn/);
    await (await held).continue();
    await answered;
    await page.locator(".verdict .right").waitFor();
    await page.keyboard.insertText("kalah 444444/444444 0/0 s");
    await expect(page.locator("#position"), "the text that was pasted, and no other").toHaveValue("kalah 444444/444444 0/0 s");
  });
}
