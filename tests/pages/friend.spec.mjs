// A game with a friend: at one device, or by links that each sends the other.

import { expect, test } from "./fixtures.mjs";
import { atPlace, axe, begin, button, control, house, legal, line, moves, picture, playTurn, ready, says, SHORT_GAMES } from "./page.mjs";

/** Waits until it is the turn of the side that is played here, or the friend's, or the game is over. */
const settled = (page) => page.locator("ayla-board:not([deaf]) .legal, .words button, .controls [name=send], #said.over").first().waitFor({ state: "attached" });

/** The link of a purpose, as the dialog has it. */
async function link(page, way) {
  await page.locator(`#share[open] [name=way][value=${way}]`).check();
  return page.locator("#share [name=link]").inputValue();
}

/** The link that gives the other side the move. */
async function next(page) {
  await (await control(page, "send")).click();
  const sent = await link(page, "friend");
  await page.keyboard.press("Escape");
  return sent;
}

/** Opens a link in a page that is there already, by its address alone: the page is not loaded again. */
const follow = (page, link) => page.evaluate((hash) => void (location.hash = hash), new URL(link).hash);

/** Opens a link of a game that has gone on to a move, on a device that knows so. */
async function opensKnown(page, link, made) {
  await follow(page, link);
  await says(page, new RegExp(`old link, of move ${line(link).moves.length}\\. On this device the game has gone on to move ${made}\\.`));
  await expect(legal(page), "nothing is moved there").toHaveCount(0);
}

/** Opens a link of a game that has gone on, on a device that does not know it: it forgets the game with what it keeps. */
async function opensUnknown(page, link) {
  await page.evaluate(() => localStorage.clear());
  await follow(page, link);
  await says(page, new RegExp(`The game after move ${line(link).moves.length}\\.`));
}

/**
 * Makes another move than the game has, on a device that has opened an old link. The link of this move is then told from the game on
 * a device that knows it. Returns whether there was such a move.
 */
async function goesApart(page, next, knowing) {
  await settled(page);
  const others = page.locator(`ayla-board:not([deaf]) .legal:not([data-house$=" ${next}"])`);
  if ((await others.count()) === 0) return false;
  const { length } = line(page.url()).moves;
  await others.first().click();
  await atPlace(page, length + 1, length + 1);
  await follow(knowing, page.url().replace(/you=\w+/, (you) => (you === "you=south" ? "you=north" : "you=south")));
  await says(knowing, /The moves of this link are not those of the game on this device/);
  await expect(legal(knowing), "nothing is moved there").toHaveCount(0);
  return true;
}

/** Makes the moves of a turn: it may have several, and phases have words for them. Returns whether the game is over. */
async function takeTurn(page, number) {
  // Behind a tab, a page is drawn once a second.
  await page.bringToFront();
  await settled(page);
  while ((await page.locator("#said.over").count()) === 0) {
    if (await page.locator(".controls [name=send]").count()) return false;
    const before = line(page.url()).moves.length;
    const offered = page.locator("ayla-board:not([deaf]) .legal, .words button");
    await offered.nth(number % (await offered.count())).click();
    await page.waitForURL((url) => line(url).moves.length > before);
    await settled(page);
  }
  return true;
}

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Games with turns that are not a move of each side: words in phases, and several moves. */
const WHOLE = ["andada", "kalah"];
for (const [variant, preset] of SHORT_GAMES.filter(([variant]) => WHOLE.includes(variant))) {
  test(`two friends play a whole game of ${variant} by links alone`, async ({ open, server }) => {
    const { position: { token } } = await playTurn(server, variant, { preset });
    const south = await open(CLIPBOARD, `#${variant}/${token}/?link=test-${variant}&you=south`, { watched: true });
    const north = await open(CLIPBOARD, "/", { watched: true });
    const sent = [];
    // A tab on the device of each, and a device that does not know the game.
    const tabs = [await south.context().newPage(), await north.context().newPage()];
    for (const tab of tabs) await tab.goto(`${server.origin}/play#${variant}/${token}/?watch=`);
    const stranger = await open(CLIPBOARD, `#${variant}/${token}/?watch=`, { watched: true });
    let apart = 0;
    /** Tries an old link, while the friend plays on their device. */
    const tries = async (turns, stale, moves) => {
      const knowing = tabs[turns % 2];
      await Promise.all([opensKnown(knowing, stale, moves.length), opensUnknown(stranger, stale)]);
      if (turns % 4 === 1) apart += Number(await goesApart(stranger, moves[line(stale).moves.length], knowing));
      if (turns !== 2) return;
      await knowing.getByRole("link", { name: `Go to the game here, at move ${moves.length}` }).click();
      await atPlace(knowing, moves.length, moves.length);
    };
    let tried;
    let [page, other, over] = [south, north, false];
    for (let turns = 0; !over; turns += 1) {
      expect(turns, "the game does not end").toBeLessThan(300);
      over = await takeTurn(page, turns);
      const made = line(page.url()).moves.length;
      sent.push(await next(page));
      expect(sent.at(-1), "a link shows its move number").toContain(`&move=${made}#`);
      await tried;
      // A page that is loaded, and one that is there already.
      if (turns % 3 === 0) await other.goto(sent.at(-1));
      else await follow(other, sent.at(-1));
      await says(other, new RegExp(`The game after move ${made}\\.`));
      await settled(other);
      expect(line(other.url()).moves, "the whole game is in the link").toEqual(line(page.url()).moves);
      if (turns === 2 || turns % 2 === 1) tried = tries(turns, sent[turns - 1], line(page.url()).moves);
      [page, other] = [other, page];
    }
    await tried;
    for (const page of [south, north]) await expect(page.locator("#said"), "both see how it ends").toHaveClass(/over/);
    expect(apart, "old links from which somebody goes on otherwise").toBeGreaterThan(0);
    const { length } = line(south.url()).moves;
    expect(length >= 6 && length <= 40, `a game of ${length} moves`).toBe(true);
    console.log(`    ${length} moves in ${sent.length} links, ${apart} of them gone on from otherwise, the last one with ${sent.at(-1).length} letters`);
    await expect(south.locator(".results, [name=level]"), "results are of games against the engine").toHaveCount(0);
  });
}

test("the links of two friends have their game, of every kind", async ({ open, server }) => {
  const friends = [await open(CLIPBOARD, "/", { watched: true }), await open(CLIPBOARD, "/", { watched: true })];
  for (const [variant, preset] of SHORT_GAMES.filter(([variant]) => !WHOLE.includes(variant))) {
    const { position: { token } } = await playTurn(server, variant, { preset });
    let [page, other] = friends;
    await page.goto(`${server.origin}/play#${variant}/${token}/?link=test-${variant}&you=south`);
    for (let [turns, over] = [0, false]; turns < 4 && !over; turns += 1) {
      over = await takeTurn(page, turns);
      await other.goto(await next(page));
      await says(other, new RegExp(`The game after move ${line(page.url()).moves.length}\\.`));
      await settled(other);
      expect(line(other.url()).moves, `the whole game of ${variant} is in the link`).toEqual(line(page.url()).moves);
      [page, other] = [other, page];
    }
    expect(line(page.url()).moves.length).toBeGreaterThanOrEqual(3);
  }
});

for (const [locale, said] of [["en-GB", { way: "With a friend, by link", turn: "Your turn", send: "Send the link", back: "Send it back", name: "Your name" }], ["fr-FR", { way: "Avec un ami, par lien", turn: "C'est à vous", send: "Envoyer le lien", back: "Renvoyer le lien", name: "Votre nom" }]]) {
  test(`a friend gets a link from the greeting, ${locale}`, { tag: locale === "en-GB" ? "@smoke" : [] }, async ({ open }) => {
    const options = { locale, viewport: { width: 360, height: 640 }, ...CLIPBOARD };
    const south = await open(options, "/");
    await south.addInitScript(() => (navigator.share = async (shared) => void (globalThis.shared = shared)));
    await south.getByRole("link", { name: said.way }).click();
    await south.locator("#new-game [value=start]").click();
    await ready(south);
    await south.getByLabel(said.name).fill("Abena");
    await house(south, "south", 3).click();
    await button(south, said.send).click();
    await south.locator("#share [name=code]").click();
    await south.locator("#share svg path").waitFor();
    await axe(south, "share");
    await picture(south, `share-${locale}`);
    await south.locator("#share [name=hand]").click();
    await south.locator("#share [role=status]:not(:empty)").waitFor();
    const shared = await south.evaluate(() => globalThis.shared);
    expect(shared.title).toBe("Awalé");
    expect(shared.text, "neither side is the reader").toMatch(locale === "en-GB" ? /^Awalé, move 1: North to move\.$/ : /^Awalé, coup 1\s: Nord joue\.$|^Awalé, coup 1: /);
    // The friend is North, and moves only North's seeds.
    const north = await open(options, shared.url);
    expect(await north.locator("ayla-board").evaluate(({ near }) => near)).toBe("north");
    await says(north, new RegExp(said.turn));
    await expect(north.locator(".player strong").first()).toHaveText("Abena");
    await expect(north.locator("ayla-board .legal").first()).toHaveAttribute("data-house", /^north/);
    await house(north, "north", 2).click();
    await button(north, said.back).waitFor();
    await expect(legal(north), "the friend's turn").toHaveCount(0);
    await axe(north, "friend");
    const cut = await north.locator(".controls button:visible").evaluateAll((found) => found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ name }) => name));
    expect(cut, "buttons that are too narrow for their words").toEqual([]);
    await picture(north, `friend-${locale}`);
    expect(await north.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // A move that is in no link yet can be taken back, and not after.
    await (await control(north, "undo")).click();
    await atPlace(north, 0 + 1, 1);
    await house(north, "north", 3).click();
    await button(north, said.back).waitFor();
    await button(north, said.back).click();
    const back = await link(north, "friend");
    await north.locator("#share [name=copy]").click();
    await north.locator("#share [role=status]:not(:empty)").waitFor();
    await north.keyboard.press("Escape");
    await expect(await control(north, "undo")).toHaveAttribute("aria-disabled", "true");
    // The page that South has left open follows the link in another tab.
    await south.keyboard.press("Escape");
    const tab = await south.context().newPage();
    await tab.goto(back);
    await ready(tab);
    await atPlace(south, 2, 2);
    await expect(south.locator("ayla-board .legal").first()).toHaveAttribute("data-house", /^south/);
    await tab.close();
  });
}

test("friends agree to stop by links", async ({ open }) => {
  const south = await open(CLIPBOARD, "#awale/EAAAMPe973ve973gDf/?link=stop&you=south");
  await house(south, "south", 3).click();
  await button(south, "Send the link").click();
  await south.getByLabel("Propose to stop").check();
  const north = await open(CLIPBOARD, await link(south, "friend"));
  await says(north, /South proposes to stop\./);
  await button(north, "Agree to stop").click();
  await button(north, "Both agree").click();
  await says(north, /agreed to stop/);
  await south.goto(await next(north));
  await says(south, /agreed to stop/);
  // A move lets a proposal lapse, and nobody agrees alone.
  const [alone, other] = [await open({}, "#awale/EAAAMPe973ve973gDf/3?link=lapse&you=north&proposed=south"), await open({}, "#awale/EAAAMPe973ve973gDf/3?link=alone&you=north")];
  await house(alone, "north", 3).click();
  await atPlace(alone, 2, 2);
  expect(alone.url()).not.toContain("proposed");
  await other.getByLabel("Type a move").fill("agree");
  await other.keyboard.press("Enter");
  await says(other, /You propose to stop with the link that you send/);
  await button(other, "Resign").click();
  await says(other, /You resign\. South wins\..*Send the link to South/);
});

test("a link to watch, to play from here, and to a friend", async ({ open }) => {
  const page = await open(CLIPBOARD);
  await house(page, "south", 3).click();
  await atPlace(page, 2, 2);
  await ready(page);
  await page.evaluate(() => (navigator.share = () => Promise.reject(new DOMException("no", globalThis.fault))));
  await button(page, "Share …").click();
  await expect(page.locator("#share .purpose label")).toHaveText([/^\s*watching\s+Shows the game as it is now\. Nobody can move there\.$/, /^\s*playing from here\s+Whoever opens it goes on with a game of their own\./]);
  const [watch, play] = [await link(page, "watch"), await link(page, "play")];
  // Who shows a preview of the link gets the board as it is.
  expect(await (await fetch(play)).text()).toContain(`board.png?token=${new URL(play).searchParams.get("g")}`);
  const watcher = await open({}, watch, { watched: true });
  await watcher.getByText("as it was when the link was copied").waitFor();
  const player = await open({}, play);
  expect(await moves(player), "the moves of the game").toBe(2);
  await house(player, "south", 4).click();
  await atPlace(player, 4, 4);
  // Where the fragment is lost, the position is left.
  const lost = await open({}, play.split("#")[0]);
  const seeds = (page) => page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => Number(/: (\d+)/.exec(cell.ariaLabel)?.[1])));
  expect(await seeds(lost)).toEqual(await seeds(watcher));
  // Somebody who does not share after all wants no link either; where a page cannot share, the link is copied.
  for (const [fault, said] of [["AbortError", ""], ["NotAllowedError", "The link is copied."]]) {
    await page.evaluate((fault) => (globalThis.fault = fault), fault);
    await page.locator("#share [name=hand]").click();
    await expect(page.locator("#share [role=status]")).toHaveText(said);
  }
  await button(page, "Close").click();
  // Two people at one device go on by links.
  await begin(page, "awale", "default", { north: 0 });
  await house(page, "south", 3).click();
  await atPlace(page, 1, 1);
  await button(page, "Share …").click();
  await page.locator("#share [name=way][value=friend]").check();
  await page.locator("#share [name=copy]").click();
  await page.locator("#share [role=status]", { hasText: "copied" }).waitFor();
  const friend = await open({}, await link(page, "friend"));
  await says(friend, /The game after move 1\..*Your turn\.$/);
  expect(line(friend.url()).moves).toEqual(["3"]);
});

test("a friend who learns gets a head start, in a game by links from the form", async ({ open }) => {
  const page = await open();
  await (await control(page, "new")).click();
  await page.locator("[name=variant][value=andada]").check();
  await expect(page.getByLabel("Head start"), "a game without stores").toHaveCount(0);
  await page.locator("[name=variant][value=kalah]").check();
  await page.getByLabel("Head start").selectOption("South: 4 seeds more in the store");
  await page.locator("#new-game select[name=south]").selectOption("a friend, by links");
  await expect(page.locator("#new-game select[name=north]"), "not the engine").toHaveValue("0");
  await page.locator("[name=name-north]").fill("Koffi");
  await button(page, "Start").click();
  await expect(page.locator(".player strong")).toHaveText(["South", "Koffi"]);
  await expect(page.locator(".player .score")).toHaveText([/4$/, /0$/]);
  const friend = await open({}, await next(page));
  await says(friend, /Your turn/);
  await expect(friend.locator(".player .score")).toHaveText([/0$/, /4$/]);
  // The next game has a link of its own, and the same head start for the other side of the board.
  await (await control(friend, "resign")).click();
  await button(friend, "Change sides").click();
  await says(friend, /Koffi to move/);
  await expect(friend.locator(".player .score")).toHaveText([/4$/, /0$/]);
  const [first, second] = [page, friend].map((page) => /link=(\w+)/.exec(page.url())[1]);
  expect(second).not.toBe(first);
});

for (const [locale, said] of [["en-GB", ["North: the seeds of 2 houses of South", "Start"]], ["fr-FR", ["Nord\u00a0: les graines de 2 cases chez Sud", "Commencer"]]]) {
  test(`a head start in houses, in each game that has it, ${locale}`, async ({ open }) => {
    const page = await open({ locale });
    for (const [variant, store] of [["awale", 8], ["anywoli", 8], ["kalah", 8]]) {
      await (await control(page, "new")).click();
      await page.locator(`[name=variant][value=${variant}]`).check();
      await page.locator("[name=head]").selectOption(said[0]);
      await page.locator("#new-game select[name=north]").selectOption("0");
      await button(page, said[1]).click();
      await page.waitForURL((url) => url.hash.startsWith(`#${variant}/`) && !url.hash.includes("?"));
      await expect(page.locator(".player .score"), variant).toHaveText([new RegExp(`${store}$`), /0$/]);
      for (const number of [1, 2]) await expect(house(page, "south", number), "empty, and not played").not.toHaveClass("legal");
      await house(page, "south", 3).click();
      await atPlace(page, 1, 1);
    }
  });
}

test("friends count by eye in a game by links", async ({ open }) => {
  const south = await open(CLIPBOARD);
  await (await control(south, "new")).click();
  await south.getByLabel("Count by eye").check();
  await south.locator("#new-game select[name=north]").selectOption("a friend, by links");
  await button(south, "Start").click();
  await south.waitForURL(/link=/);
  await house(south, "south", 3).click();
  const sent = await next(south);
  expect(new URL(sent).search, "no picture of the link says what is in the houses").toBe("?move=1");
  const north = await open({}, sent);
  await says(north, /Your turn/);
  const views = [];
  north.on("request", (request) => request.url().endsWith("/play-turn") && views.push(request.postDataJSON().view));
  await house(north, "north", 2).click();
  await button(north, "Send it back").waitFor();
  expect(views, "each sees their own row").toEqual(["north"]);
  for (const page of [south, north]) await expect(page.locator("ayla-board .count"), "the stores alone have numbers").toHaveText(["0", "0"]);
  await north.locator("summary", { hasText: "Save the game" }).click();
  await expect(button(north, "Copy the score sheet")).toBeVisible();
  await expect(button(north, "Animation (GIF)"), "nor does a picture of the game").toHaveCount(0);
});

test("names in links are only names, and damaged links are harmless", async ({ open }) => {
  const game = "EAAAMPe973ve973gDf/3?link=names&you=north";
  const page = await open(CLIPBOARD, `#awale/${game}&name-south=${encodeURIComponent('<img src=x onerror="alert(1)">\u202e\n')}${"x".repeat(500)}&name-north=%20%00`);
  const name = page.locator(".player strong").first();
  await expect(name).toHaveText('<img src=x onerror="alert(1)"> x');
  await expect(page.locator(".player strong").last()).toHaveText("You");
  await expect(page.locator("main img")).toHaveCount(0);
  await house(page, "north", 3).click();
  await says(page, /You play house 3/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  page.refused = true;
  const damaged = {
    "#awale/EAAAMPe973ve973gDf/3?link=&you=north": /North to move/,
    "#awale/EAAAMPe973ve973gDf/3?link=%3Cb%3E&you=north": /North to move/,
    "#awale/EAAAMPe973ve973gDf/3?link=a&you=nobody": /North to move/,
    "#awale/EAAAMPe973ve973gDf/3.9?link=b&you=north&north=9": /There is no house 9.*The game goes up to the move before/,
    "#awale/EAAAMPe973ve973gDf/3?link=c&you=north&at=-1&proposed=x&name-south=%E0%A4%A": /Your turn/,
    "#awale/EAAAMPe973ve97/3?link=d&you=north": /damaged or incomplete/,
    "#chess/EAAAMPe973ve973gDf/3?link=e&you=north": /chess/,
  };
  for (const [hash, pattern] of Object.entries(damaged)) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expect(page.locator("#said, [role=alert]").first(), hash).toHaveText(pattern);
  }
});

test("a link without its fragment opens the position of any game", async ({ open }) => {
  // The service says of which game the token is.
  const page = await open({}, "play?g=FGAABhtttttttttttg6e", { faults: true });
  await expect(page.locator(".game")).toHaveText("Andada");
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

for (const [locale, here, flat] of [["en-GB", "Two at one device", "The board lies between us"], ["fr-FR", "À deux sur un appareil", "Plateau à plat entre nous"]]) {
  test(`a board that lies between two people turns the far side to them, ${locale}`, async ({ open }) => {
    const page = await open({ locale, viewport: { width: 360, height: 640 } });
    await expect(button(page, flat), "not against the engine").toHaveCount(0);
    await page.goto("/");
    await page.getByRole("link", { name: here }).click();
    await page.locator("#new-game [value=start]").click();
    await ready(page);
    await page.locator("[name=called-north]").fill("Koffi");
    await expect(button(page, flat)).toHaveAttribute("aria-pressed", "true");
    const turned = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).rotate);
    expect(await turned(".player")).toBe("180deg");
    expect(await turned(".across")).toBe("180deg");
    expect(await turned("ayla-board text.far")).toBe("180deg");
    expect(await turned("ayla-board text.near")).toBe("none");
    await house(page, "south", 3).click();
    await page.locator(".history li").nth(1).waitFor();
    await expect(page.locator(".player strong").first()).toHaveText("Koffi");
    const last = (selector) => page.locator(selector).last().innerText().then((text) => text.trim());
    await expect(async () => expect(await last(".across"), "what is said is said to both").toBe(await last("#said p"))).toPass({ timeout: 20_000 });
    await axe(page, "flat");
    await page.setViewportSize({ width: 640, height: 360 });
    const { top, bottom } = await page.locator("ayla-board").evaluate((board) => board.getBoundingClientRect());
    expect(top >= 0 && bottom <= 360, "on a phone that lies, the board is in the window").toBe(true);
    await picture(page, `flat-lying-${locale}`);
    await page.setViewportSize({ width: 360, height: 640 });
    await picture(page, `flat-${locale}`, { fullPage: true });
    await page.reload();
    await expect(button(page, flat), "kept").toHaveAttribute("aria-pressed", "true");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}
