// Games on the page: by mouse, by touch and by keyboard, with the controls.

import { expect, test } from "./fixtures.mjs";
import { atPlace, axe, begin, button, control, gameFrom, GAMES, house, isFocused, legal, moves, picture, press, ready, resize, said, says, SHORT_GAMES } from "./page.mjs";

/** Plays a turn: `choose` plays one of the moves that the page offers. */
async function playTurn(page, choose, turn) {
  const before = page.url();
  await choose(page, turn, page.locator(".words button"));
  await page.waitForFunction((url) => location.href !== url, before);
}

/** Plays a game to its end. */
async function playOut(page, choose, most = 400) {
  for (let turn = 0; turn < most && (await ready(page)); turn += 1) await playTurn(page, choose, turn);
  expect(await ready(page), "the game does not end").toBe(false);
  return said(page);
}

/** Plays a legal house with the mouse or a finger; not always the first, so that games differ. */
const play = (act) => async (page, turn, words) => {
  if ((await words.count()) > 0) return words.first()[act]();
  const legal = page.locator("ayla-board:not([deaf]) .legal");
  await legal.nth(turn % (await legal.count()))[act]();
};

/** Begins a game with the form, by keyboard alone. */
async function beginByKeyboard(page, variant, preset) {
  const until = async (selector, key, value) => {
    await press(page, "Tab", selector);
    for (let presses = 0; (await page.locator(`#new-game ${selector}:not([type=radio]:not(:checked))`).inputValue()) !== value; presses += 1) {
      expect(presses, `${selector} has no ${value}`).toBeLessThan(20);
      await page.keyboard.press(key);
    }
  };
  await press(page, "Tab", ".controls [name=new]");
  await page.keyboard.press("Enter");
  await until("[name=variant]", "ArrowDown", variant);
  await page.locator(`[name=preset] option[value="${preset}"]`).waitFor({ state: "attached" });
  await until("[name=preset]", "ArrowDown", preset);
  await until("[name=south]", "ArrowUp", "0");
  await until("[name=north]", "ArrowUp", "1");
  await press(page, "Tab", "#new-game button[value=start]");
  await page.keyboard.press("Enter");
  // The board of the game before is ready too: the new one gets the focus.
  await page.waitForFunction(() => document.querySelector("ayla-board").shadowRoot.activeElement);
  await ready(page);
}

/** Plays with the arrows and Enter. The board has the focus from the beginning to the end. */
async function byKeyboard(page, turn, words) {
  if ((await words.count()) > 0) {
    await press(page, "Tab", ".words button");
    await page.keyboard.press("Enter");
    return;
  }
  expect(await isFocused(page, "[role=gridcell]"), "the board has lost the focus").toBe(true);
  const count = await page.locator("ayla-board:not([deaf]) .legal").count();
  for (let steps = 0; steps < 200; steps += 1) {
    if (steps >= turn % count && (await isFocused(page, ".legal"))) break;
    await page.keyboard.press(steps % 40 < 20 ? "ArrowRight" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
}

/** The games are played to their ends in these ways, in turn. */
const WAYS = ["mouse", "touch", "keyboard"];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
for (const [at, [variant, preset]] of SHORT_GAMES.entries()) {
  const way = WAYS[at % WAYS.length];
  test(`a whole game of ${variant} by ${way}`, async ({ open }) => {
    const page = await open(way === "touch" ? PHONE : {});
    if (way === "keyboard") await beginByKeyboard(page, variant, preset);
    else await begin(page, variant, preset);
    if (way === "keyboard") {
      await playTurn(page, byKeyboard, 0);
      await ready(page);
      // A move is taken back, by a button that has nothing to do then.
      const undo = ".controls [name=undo]";
      await press(page, "Tab", undo);
      await page.keyboard.press("Enter");
      await page.locator(`${undo}[aria-disabled]`).waitFor();
      expect(await isFocused(page, undo), "the button has lost the focus").toBe(true);
      await press(page, "Shift+Tab", "[role=gridcell]");
    }
    const choose = { mouse: play("click"), touch: play("tap"), keyboard: byKeyboard }[way];
    console.log(`    ${variant}: ${await playOut(page, choose)} (${await moves(page)} moves)`);
  });
}

test("every game has targets for fingers, and fits a phone", async ({ open }) => {
  const page = await open(PHONE);
  for (const [variant, preset] of GAMES) {
    await begin(page, variant, preset);
    const sizes = await page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
    expect(Math.min(...sizes), `pixels of a target of ${variant}`).toBeGreaterThanOrEqual(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), variant).toBeLessThanOrEqual(360);
  }
});

test("the longest rows have targets for fingers", async ({ open }) => {
  const page = await open(PHONE);
  await begin(page, "andada", "houses-24");
  const sizes = await page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(sizes).toHaveLength(48);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test("controls", { tag: "@smoke" }, async ({ browser, open }) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await house(page, "south", 3).click();
  await expect(page.locator(".history li"), "the start, and two moves").toHaveCount(3);
  await ready(page);
  await house(page, "south", 3).focus();
  // Why a house cannot be played.
  const empty = page.locator('ayla-board [data-house^="south"]:not(.legal)').first();
  if (await empty.count()) {
    await empty.click();
    await says(page, /\(AW-1\)/);
  }
  await page.getByLabel("Type a move").fill("9");
  await page.keyboard.press("Enter");
  await says(page, /There is no house 9/);
  await page.getByLabel("Type a move").fill(" #B ");
  await page.keyboard.press("Enter");
  await says(page, /Your turn/);
  expect(await moves(page), "a move that was typed").toBe(4);
  // A hint says more each time, and the board points at the house from the second on.
  await button(page, "Hint").click();
  await says(page, /^Look at your houses (1 to 3|4 to 6)\.$/);
  await expect(page.locator("ayla-board path.hint")).toHaveCount(0);
  await button(page, "More of the hint").click();
  await says(page, /^House \d is a good move\.$/);
  await expect(page.locator("ayla-board path.hint")).toHaveCount(1);
  await button(page, "More of the hint").click();
  await says(page, /^Best: house \d \(.*(ahead|wins|even|draw).*\)\. Line: .*If played: You play house \d/);
  await expect(page.getByText("Best: house"), "the hint stands once").toHaveCount(1);
  await button(page, "Analysis").click();
  await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
  await button(page, "Analysis").click();
  await button(page, "Undo").click();
  await atPlace(page, 2, 4);
  await button(page, "Redo").click();
  await atPlace(page, 4, 4);
  await page.locator(".history button").nth(1).click();
  await says(page, /You play house 3/);
  await button(page, "Redo").click();
  await page.locator("ayla-board").evaluate((board) => board.focus());
  for (const [key, pattern] of [["l", /plays house/], ["s", /You \d+, North \d+/], ["b", /You: (\d+ ?){6}\./], ["h", /^Look at/], ["h", /^House \d/], ["h", /^Best: /]]) {
    await page.keyboard.press(key);
    await says(page, pattern);
  }
  await button(page, "Share …").click();
  await button(page, "Copy link").click();
  await page.locator("#share [role=status]", { hasText: "copied" }).waitFor();
  await button(page, "Close").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("watch");
  await page.locator("#language").selectOption("fr");
  await says(page, /C'est à vous de jouer/);
  expect(await page.getAttribute("html", "lang"), "the language of the page").toBe("fr");
  await page.locator("#language").selectOption("en");
  await page.locator("#theme").selectOption("dark");
  await page.locator("#theme").selectOption("");
  await button(page, "Agree to stop").click();
  await button(page, "Propose it").click();
  await says(page, /North (does not agree|agrees) to stop|agreed to stop/);
  await begin(page, "awale", "default", { north: 0 });
  await button(page, "Agree to stop").click();
  await button(page, "Both agree").waitFor();
  await page.locator("#agree button[value='']").click();
  await page.getByLabel("Type a move").fill("agree");
  await page.keyboard.press("Enter");
  await button(page, "Both agree").waitFor();
  await page.locator("#agree button[value=agree]").click();
  await says(page, /agree/);
  expect(await ready(page), "agreeing ends the game").toBe(false);
  await begin(page, "awale", "default");
  await button(page, "Resign").click();
  await says(page, /You resign\. North wins\./);
  await begin(page, "awale", "", {});

  const watcher = await browser.newPage();
  await watcher.goto(link);
  await watcher.locator(".watch").waitFor();
  await expect(watcher.locator(".table .controls"), "watchers have no controls").toHaveCount(0);
  await watcher.close();
});

test("a hint or the analysis, not both", async ({ open }) => {
  const page = await open({});
  await button(page, "Hint").click();
  await says(page, /^Look at/);
  await button(page, "Analysis").click();
  await page.locator("ayla-board .value").first().waitFor({ state: "attached" });
  await says(page, /^Your turn/);
  await button(page, "Hint").click();
  await says(page, /^Look at/);
  await page.locator("button[aria-pressed=false]", { hasText: "Analysis" }).waitFor();
});

test("the members of a team, and the choice of who goes next", async ({ open }) => {
  const page = await open({});
  await begin(page, "andada", "teams-of-four", { north: 0 });
  await says(page, /Seat 1, 2, 3,? or 4 can move\./);
  await expect(page.locator("ayla-board .seat-number"), "the seats on the board").toHaveText(["1", "2", "3", "4", "1", "2", "3", "4"]);
  await page.locator(".phase", { hasText: "opening" }).waitFor();
  await expect(house(page, "south", 5), "a house says whose it is").toHaveAttribute("aria-label", /Seat 2\. Can be played/);
  await house(page, "south", 5).click();
  await says(page, /Seat 2 of South moved\./);
  await page.locator(".phase", { hasText: "chooses who" }).waitFor();
  await button(page, "Let the opponent move first (give)").click();
  await page.locator(".player.moves .seats", { hasText: "can move" }).waitFor();
  await page.locator("ayla-board:not([deaf]) .legal").first().focus();
  await house(page, "south", 2).click();
  await says(page, /AN-3|South plays house 2|North to move/);
});

test("a match of three rounds, in which houses are burnt", async ({ open, server }) => {
  const page = await open({}, await gameFrom(server, "congklak", { position: "congklak 0011/0000 20/10 s" }));
  const match = page.locator(".match");
  const burnt = (side) => page.locator(`ayla-board [data-house^=${side}][aria-label*=burnt]`);
  for (const [round, won, begins] of [[1, "South 1, North 0", "North"], [2, "South 2, North 0", "North"], [3, "South 3, North 0", "North"]]) {
    // Both play their last house, or pass, so that the rounds are always the same.
    while (await ready(page)) {
      const made = await moves(page);
      const names = await legal(page).evaluateAll((houses) => houses.map(({ dataset }) => dataset.house));
      const [side, number] = names.sort().at(-1)?.split(" ") ?? [];
      await (side ? house(page, side, number) : page.locator(".words button")).click();
      await expect.poll(() => moves(page)).toBeGreaterThan(made);
    }
    await expect(match).toHaveText(`Round ${round} of the match. Rounds won: ${won}.`);
    await expect(burnt("north")).toHaveCount(round === 1 ? 0 : 2);
    for (const [width, height] of [[360, 640], [1440, 900]]) {
      await resize(page, width, height);
      await axe(page, `round ${round} at ${width}`);
      await picture(page, `round-${round}-${width}`);
    }
    await expect(button(page, "Next round: South begins"), "people choose who begins").toBeVisible();
    await button(page, `Next round: ${begins} begins`).click();
    await expect(burnt("north")).toHaveCount(2);
    await expect(match, "the score goes on").toHaveText(`Round ${round + 1} of the match. Rounds won: ${won}.`);
  }
});

test("rules by which games end are offered first", async ({ open }) => {
  const page = await open({});
  await button(page, "New game").click();
  const rules = page.locator("#new-game [name=preset]");
  for (const [game, preset] of [["anywoli", "finite"], ["kalah", "default"], ["awale", "tournament"]]) {
    await page.locator(`[name=variant][value=${game}]`).check();
    await expect(rules).toHaveValue(preset);
    await expect(rules.locator("option").first()).toHaveAttribute("value", preset);
  }
  const tops = await page.locator("#new-game .players :is([name=south], [name=north])").evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().top)));
  expect(tops[0], "both players are in one row").toBe(tops[1]);
});

for (const [locale, texts] of Object.entries({ "en-GB": ["Your turn: tap one of your six houses.", "Your turn: tap one of your twelve houses."], "fr-FR": ["À vous\u00a0: touchez l'une de vos six cases.", "À vous\u00a0: touchez l'une de vos douze cases."] })) {
  test(`the first message of a game says what to do, ${locale}`, async ({ open }) => {
    const page = await open({ locale });
    await says(page, texts[0]);
    const token = await page.evaluate(async () => (await (await fetch("/v1/variants/anywoli/play-turn", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ preset: "finite" }) })).json()).position.token);
    await page.evaluate((token) => (location.hash = `#anywoli/${token}/?north=1`), token);
    await says(page, texts[1]);
    await page.evaluate((token) => (location.hash = `#anywoli/${token}/`), token);
    await expect(page.locator("#said"), "two people know whose turn it is by the name of the side").not.toHaveText(texts[1]);
  });
}

test("seeds are counted by eye in a game that has it", async ({ open }) => {
  const page = await open({});
  const sent = [];
  page.on("request", (request) => request.url().endsWith("/play-turn") && sent.push(request.postDataJSON()));
  await button(page, "New game").click();
  await page.locator("[name=variant][value=kalah]").check();
  await expect(page.getByLabel("Count by eye"), "a game that has no such rule").toHaveCount(0);
  await page.locator("[name=variant][value=awale]").check();
  await page.getByLabel("Count by eye").check();
  await page.locator("#new-game button[value=start]").click();
  await page.waitForURL((url) => url.hash.endsWith("?north=1&eye="));
  await ready(page);
  await expect(page.locator("ayla-board .count"), "the stores alone have numbers").toHaveText(["0", "0"]);
  sent.length = 0;
  await house(page, "south", 3).hover();
  await page.waitForTimeout(300);
  expect(sent, "no move is previewed").toEqual([]);
  await house(page, "south", 3).click();
  await page.locator(".history li").nth(2).waitFor();
  await ready(page);
  expect(sent.map(({ view }) => view), "what is seen").toEqual(["south", "south"]);
  // From the address too, where North has a house of more seeds than are told apart, and one's own row is read exactly.
  const token = await page.evaluate(async () => (await (await fetch("/v1/variants/awale/play-turn", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position: "awale 900000/090011 10/18 s" }) })).json()).position.token);
  await page.evaluate((hash) => (location.hash = hash), `#awale/${token}/?north=1&eye=`);
  await expect(house(page, "north", 2)).toHaveAttribute("aria-label", /6 seeds or more|6 or more/);
  await expect(house(page, "south", 1)).toHaveAttribute("aria-label", /: 9 seeds\./);
  await expect(page.locator("ayla-board .count"), "more than six are not counted").toHaveText(["10", "18", "+"]);
  // The whole hint names the house and the play that follows, and no number of seeds.
  await (await control(page, "hint")).click();
  await says(page, /is a good move/);
  await (await control(page, "hint")).click();
  await says(page, /^Best: house 1 \([^)\d]+\)\. Line: [\d ]+\.(?:\s*This move captures seeds\.)?$/);
  await house(page, "south", 1).click();
  await page.locator(".history li").nth(2).waitFor();
  await (await control(page, "resign")).click();
  await expect(page.locator("ayla-board .count"), "at the end all is counted").toHaveCount(14);
  await button(page, "Review").click();
  await page.locator(".review [role=status]", { hasText: /^2 of 2/ }).waitFor();
  await axe(page, "counted by eye");
});
