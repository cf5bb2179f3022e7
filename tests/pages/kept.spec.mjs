// What the browser keeps: the last games, names, the speed and the sounds.

import { expect, test } from "./fixtures.mjs";
import { GAMES, atPlace, begin, button, control, house, legal, line, moves, picture, ready, says } from "./page.mjs";

/** Plays a move, and waits for the reply. */
async function move(page) {
  const before = await moves(page);
  await legal(page).first().click();
  await page.locator(".history li").nth(before + 2).waitFor();
  await ready(page);
}

test("the menu and a closed tab leave the game as it is", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({});
  await move(page);
  const { moves: made } = line(page.url());
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.waitForURL((url) => url.hash !== "");
  await ready(page);
  expect(line(page.url()).moves, "after Play in the menu").toEqual(made);
  await says(page, /^Your last game goes on here\..*Your turn\.$/);
  // Another tab of the same browser.
  const other = await page.context().newPage();
  await other.goto("/play");
  await ready(other);
  expect(line(other.url()).moves, "in another tab").toEqual(made);
  await move(other);
  // The tab that is left open follows, and then the other one.
  await atPlace(page, 4, 4);
  await ready(page);
  await says(page, /^The game has gone on in another tab\..*Your turn\.$/);
  await move(page);
  await atPlace(other, 6, 6);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ayla-game-")).length), "it is one game").toBe(1);
  await other.close();
  await page.goto("/");
  await page.getByRole("link", { name: "Continue your game" }).click();
  await ready(page);
  expect(await moves(page), "it goes on where it was played last").toBe(made.length + 4);
});

test("two tabs that go on with a game at once have two games", async ({ open }) => {
  const page = await open({}, "#awale/EAAAMPe973ve973gDf/");
  await house(page, "south", 3).click();
  await atPlace(page, 1, 1);
  const other = await page.context().newPage();
  // It does not hear of the first tab in time.
  await other.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true }));
  await other.goto(page.url());
  await house(page, "north", 3).click();
  await atPlace(page, 2, 2);
  await house(other, "north", 6).click();
  await says(other, /^The game has gone on in another tab too\. From here on, this is a game of its own\./);
  await expect(page.locator(".kept summary")).toHaveText("Your games (2)");
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ayla-game-")).map((key) => JSON.parse(localStorage.getItem(key)).address));
  expect(kept.map((address) => line(`http://a/${address}`).moves.join(".")).sort()).toEqual(["3.3", "3.6"]);
});

test("the last ten games are kept, and can be deleted", async ({ open }) => {
  const page = await open({});
  await page.evaluate(() => {
    for (let time = 1; time <= 10; time += 1) localStorage.setItem(`ayla-game-${time}`, JSON.stringify({ address: `#awale/EAAAMPe973ve973gDf/${time % 6 + 1}`, over: false, names: {}, time }));
  });
  await begin(page, "kalah", "default", { north: 0 });
  await legal(page).first().click();
  await page.locator(".history li").nth(1).waitFor();
  await ready(page);
  await page.locator(".kept summary", { hasText: "Your games (10)" }).click();
  const games = page.locator(".kept li");
  await expect(games).toHaveCount(10);
  await expect(games.first(), "the last one first").toContainText(/Kalah: person – person[^]*1 move/);
  const title = await games.nth(1).locator("a").innerText();
  await button(page, `Delete ${title}`).first().click();
  await expect(games).toHaveCount(9);
  await games.nth(8).locator("a").click();
  await says(page, /plays house/);
  await expect(page.locator(".kept li[aria-current] a"), "the game that is shown").toHaveCount(1);
  // A game that is over is kept, and is not the one that goes on.
  await (await control(page, "resign")).click();
  await says(page, /resigns/);
  await page.goto("/play");
  await ready(page);
  expect(page.url(), "the next game that is not over").not.toContain("resigned");
});

const STORES = {
  "nothing can be read or written": () => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: () => { throw new DOMException("not here", "SecurityError"); } });
  },
  "there is no room": () => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  },
  "what is kept is spoilt": () => {
    for (const key of ["ayla-game-x", "ayla-names", "ayla-speed", "ayla-theme", "ayla-language", "ayla-sounds"]) localStorage.setItem(key, '[{"id":"x"},7,{"id":1,"address":"#awale/nothing/3"},');
  },
  "what is kept is of another kind": () => {
    const games = [null, {}, { address: "#chess/EgC/3", time: 3 }, { address: "#awale/zzzz/3.4", over: false, names: 5, time: 4 }];
    for (const [id, game] of games.entries()) localStorage.setItem(`ayla-game-${id}`, JSON.stringify(game));
    localStorage.setItem("ayla-names", '"North"');
  },
};
for (const [fault, spoil] of Object.entries(STORES)) {
  test(`a game is played where ${fault}`, async ({ open }) => {
    const page = await open({}, "play", { watched: true });
    page.refused = true;
    await page.addInitScript(spoil);
    await page.goto("/play");
    await ready(page);
    await move(page);
    expect(await moves(page)).toBe(2);
    await page.locator("#theme").selectOption("dark");
    await page.locator("#speed").selectOption("fast");
    await begin(page, "awale", "default", { north: 0 });
    await house(page, "south", 3).click();
    await atPlace(page, 1, 1);
  });
}

test("without a connection and without the rules, the kept board is shown, and every view says what it needs", async ({ open, server }) => {
  const page = await open({ serviceWorkers: "allow" }, "", { faults: true });
  await page.evaluate(() => void import(new URL("offline.js", document.querySelector("script").src)));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await move(page);
  const seeds = () => page.locator("ayla-board").evaluate(({ board: { south, north } }) => [...south, ...north].map(({ seeds }) => seeds));
  const before = await seeds();
  await page.context().setOffline(true);
  await server.stop();
  const needs = /this page needs a connection/;
  await page.goto("/play");
  await page.getByText(needs).waitFor();
  expect(await seeds(), "the kept board").toEqual(before);
  await picture(page, "without-connection");
  for (const view of ["play#kalah", "learn", "puzzles", "teach", "developers"]) {
    await page.goto(`/${view}`);
    await page.getByText(needs).waitFor();
    await expect(page.getByText("The game is being set up")).toHaveCount(0);
  }
  await server.start();
  await page.context().setOffline(false);
  await page.goto("/play");
  await ready(page);
  expect(await seeds(), "the game goes on").toEqual(before);
});

test("players have names, and the one who reads is addressed", async ({ open }) => {
  const page = await open({});
  await expect(page.locator(".player strong")).toHaveText(["North", "You"]);
  await expect(page.locator(".player .who").first()).toHaveText("Newcomer (level 1)");
  await house(page, "south", 3).click();
  await says(page, /^You play house 3\./);
  await (await control(page, "new")).click();
  await page.locator("#new-game select[name=north]").selectOption("0");
  await page.locator("[name=name-south]").fill("Abena");
  await page.locator("[name=name-north]").fill("Koffi");
  await button(page, "Start").click();
  await expect(page.locator(".player strong")).toHaveText(["Koffi", "Abena"]);
  await house(page, "south", 3).click();
  await says(page, /^Abena plays house 3\. The last of 4 seeds falls in Koffi's house 1\. ?Koffi to move\.$/);
  await page.reload();
  await says(page, /^Abena plays house 3\..*Koffi to move\.$/);
  await page.locator("#language").selectOption("fr");
  await says(page, /^Abena joue la case 3\..*Koffi/);
  await page.locator("#language").selectOption("en");
  // The names are offered again, and Cancel keeps nothing else of the form.
  await (await control(page, "new")).click();
  await page.locator("#new-game select[name=north]").selectOption("0");
  await expect(page.locator("[name=name-north]")).toHaveValue("Koffi");
  await button(page, "Start").click();
  await says(page, /^Abena to move/);
  await (await control(page, "new")).click();
  await page.locator("[name=variant][value=kalah]").check();
  await page.locator("[name=name-north]").fill("Somebody");
  await page.locator("#new-game select[name=south]").selectOption("7");
  await button(page, "Cancel").click();
  await (await control(page, "new")).click();
  await expect(page.locator("[name=variant]:checked")).toHaveValue("awale");
  await expect(page.locator("[name=name-north]")).toHaveValue("Koffi");
  await expect(page.locator("#new-game select[name=south]")).toHaveValue("0");
  await page.keyboard.press("Escape");
  expect(page.url(), "names stay in the browser").not.toContain("Koffi");
});

test("the level of the last game is offered again", async ({ open }) => {
  const page = await open({});
  await begin(page, "awale", GAMES.find(([variant]) => variant === "awale")[1], { north: 3 });
  await house(page, "south", 3).click();
  await ready(page);
  await (await control(page, "resign")).click();
  await says(page, /North wins|resign/);
  await page.goto("/play#kalah");
  await expect(page.locator(".player .who").first()).toContainText("(level 3)");
});
