// The page with puzzles.

import { expect, test } from "./fixtures.mjs";
import { axe, axeColours, axeLayout, button, choices, GAMES, house, make, picture, puzzleOf, resize, said, says } from "./page.mjs";

const SAID = {
  "en-GB": { title: "Awalé puzzle", day: "December 1. Grade ", show: "Show the solution", step: "Next move", again: "Try again", short: "less than the best move brings", wrong: /^Not yet\. You play/, right: /^(Right\. There (is|are) \d more moves? to find|Solved)\. .*You play/, solution: /^The solution: You play/, streak: "Streak: 1 day. Solved: 1.", link: "Link to this puzzle", copied: "The link is copied." },
  "fr-FR": { title: "Awalé, problème", day: "1 décembre. Difficulté ", show: "Montrer la solution", step: "Coup suivant", again: "Réessayer", short: "de moins que le meilleur coup", wrong: /^Pas encore\. Vous jouez/, right: /^(C'est ça\. Il reste \d coups? à trouver|Résolu)\. .*Vous jouez/, solution: /^La solution\s: Vous jouez/, streak: /^Jours de suite\s: 1\. Problèmes résolus\s: 1\./, link: "Lien vers ce problème", copied: "Le lien est copié." },
};

/** Opens the puzzles at a time where the reader is; the server knows no day. */
async function openPuzzles(open, address, { time = "2026-12-01T12:00:00", ...options } = {}, init = () => {}) {
  const page = await open(options, "/");
  await page.addInitScript(init);
  await page.clock.setFixedTime(new Date(time));
  await page.goto(`/${address}`);
  await shown(page);
  return page;
}

/** Waits until a puzzle is there. */
const shown = (page) => page.locator("ayla-board:not([deaf]) .legal, .lesson .words button").first().waitFor({ state: "attached" });

/** The id of the puzzle on the page. */
const idOf = async (page) => /puzzle=([\w-]+)/.exec(await page.locator(".lesson .links a").getAttribute("href"))[1];

/** Makes the moves of the solution. */
async function solve(page, server) {
  for (const { move } of await choices(server, await idOf(page))) await make(page, move);
  await page.locator("#said.solved").waitFor();
}

/** Makes the first wrong move that there is, after right ones. */
async function fail(page, server) {
  for (const { move, wrong } of await choices(server, await idOf(page))) {
    await make(page, wrong ?? move);
    if (wrong) break;
  }
  await page.locator("#said.wrong").waitFor();
}

const grade = async (page) => Number(/Grade (\d)/.exec(await page.locator("h2 + p").innerText())[1]);

for (const [locale, words] of Object.entries(SAID)) {
  test(`the puzzle of the day: a wrong move and why, the right one, and the solution when it is asked for, ${locale}`, { tag: "@smoke" }, async ({ open, server }) => {
    const page = await openPuzzles(open, "puzzles#awale", { locale });
    const id = await idOf(page);
    expect((await puzzleOf(server, "?variant=awale&day=2026-12-01")).id).toBe(id);
    await expect(page.locator("h2")).toHaveText(`${words.title} ${id.split("-")[1]}`);
    await expect(page.locator("h2 + p")).toContainText(words.day);
    await expect(page.locator(".lesson .controls button"), "no solution before a move").toHaveCount(0);
    const counts = () => page.locator("ayla-board [role=gridcell]").evaluateAll((cells) => cells.map(({ ariaLabel }) => /\d+(?= (seed|graine))/.exec(ariaLabel)?.[0]));
    const before = await counts();
    await fail(page, server);
    // What the move does, the reply, and why that fails.
    await says(page, words.wrong);
    await expect(page.locator("#said p").nth(1)).toBeVisible();
    expect(await counts(), "the refutation is on the board").not.toEqual(before);
    await button(page, words.again).click();
    expect(await counts(), "the position again").toEqual(before);
    const found = await choices(server, id);
    await make(page, found[0].move);
    if (found.length > 1) await says(page, words.right);
    for (const { move } of found.slice(1)) await make(page, move);
    await page.locator("#said.solved").waitFor();
    await expect(page.locator(".lessons .results")).toContainText(words.streak);
    await expect(page.locator(".games .done")).toHaveCount(1);

    // Another one is not solved.
    await page.goto("/puzzles#kalah");
    await page.waitForFunction(() => document.querySelector("ayla-puzzles")?.variant === "kalah");
    await expect(page.locator("h2")).toContainText("Kalah");
    await fail(page, server);
    await button(page, words.show).click();
    await says(page, words.solution);
    const { solution } = await puzzleOf(server, `/${await idOf(page)}?solution=true`);
    await expect(page.locator(".line button")).toHaveCount(solution.length + 1);
    for (let at = 2; at <= solution.length; at += 1) {
      await button(page, words.step).click();
      await expect(page.locator(".line button").nth(at)).toHaveAttribute("aria-current", "step");
    }
    await expect(button(page, words.step)).toHaveCount(0);
    await page.locator(".line button").first().click();
    await expect(page.locator(".line [aria-current]")).toHaveCount(1);
    await page.locator(".line button").nth(1).click();
    await says(page, words.solution);
    await page.locator(".line button").last().click();
    await button(page, words.again).click();
    await solve(page, server);
    await expect(page.locator(".games .done"), "a solution that was shown does not count").toHaveCount(1);
    expect(await page.locator("body").innerText(), "no key of a message").not.toMatch(/page-|\{/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", { name: words.link }).click();
    await says(page, words.copied);
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    expect(page.url()).toContain("/puzzles?puzzle=kalah-");
    await shown(page);
  });
}

test("the first day of a streak, the next one, and a day that was missed and is made good", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#awale", { time: "2026-12-01T11:00:00Z", timezoneId: "Pacific/Auckland" });
  const results = page.locator(".lessons .results");
  await expect(results).toHaveText("Streak: 0 days. Solved: 0.");
  // It is the second where the reader is.
  for (const [time, day, streak] of [["2026-12-01T11:00:00Z", "2026-12-02", "1 day"], ["2026-12-03T10:00:00Z", "2026-12-03", "2 days"], ["2026-12-05T10:00:00Z", "2026-12-05", "3 days"]]) {
    await page.clock.setFixedTime(new Date(time));
    await page.reload();
    await shown(page);
    expect((await puzzleOf(server, `?variant=awale&day=${day}`)).id).toBe(await idOf(page));
    await solve(page, server);
    await expect(results).toContainText(`Streak: ${streak}.`);
    await says(page, new RegExp(`^Solved\\. .*Streak: ${streak}\\.`));
  }
  await page.locator(".games a", { hasText: "Kalah" }).click();
  await expect(page.locator("h2")).toContainText("Kalah");
  await shown(page);
  await solve(page, server);
  await expect(results, "a day counts once").toHaveText("Streak: 3 days. Solved: 4.");
  await page.reload();
  await shown(page);
  await expect(results).toHaveText("Streak: 3 days. Solved: 4.");
  await expect(page.locator(".games a").first(), "the game that was chosen is first").toHaveText(/Kalah/);
});

/** What is kept, the days whose puzzle is solved in this order by the clock of the device, the day that is shown, and the streak. */
const STREAKS = [
  ["nothing is solved", {}, [], "2026-12-01", 0],
  ["today is solved", {}, ["2026-12-01"], "2026-12-01", 1],
  ["today can still be solved", {}, ["2026-11-29", "2026-11-30"], "2026-12-01", 2],
  ["after a flight to the west", {}, ["2026-11-28", "2026-11-29", "2026-11-30"], "2026-11-29", 3],
  ["after a flight to the west, when the same day is solved again", {}, ["2026-11-28", "2026-11-29", "2026-11-30", "2026-11-29"], "2026-11-29", 3],
  ["after a flight to the east, over a day", {}, ["2026-11-28", "2026-11-30"], "2026-11-30", 2],
  ["a clock was a year ahead once", {}, ["2026-11-29", "2026-11-30", "2027-11-30", "2026-12-01"], "2026-12-01", 3],
  ["a clock was a year behind once", {}, ["2026-11-29", "2025-12-01", "2026-11-30"], "2026-11-30", 2],
  ["a day was missed", {}, ["2026-11-26", "2026-11-27", "2026-11-29"], "2026-11-29", 3],
  ["yesterday was missed", {}, ["2026-11-28", "2026-11-29"], "2026-12-01", 2],
  ["two days in a row were missed", {}, ["2026-11-27", "2026-11-30"], "2026-11-30", 1],
  ["two days of a week were missed", {}, ["2026-11-23", "2026-11-25", "2026-11-26", "2026-11-28", "2026-11-29"], "2026-11-29", 4],
  ["a day of each week was missed", {}, ["2026-11-19", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-28"], "2026-11-28", 8],
  ["over the end of a year", {}, ["2026-12-30", "2026-12-31", "2027-01-01"], "2027-01-02", 3],
  ["what is kept is spoilt", { dates: { 20786: "x", 20787: null } }, ["2026-12-01"], "2026-12-01", 1],
];

test("a streak is fair whatever the clock does, and a day of a week that was missed is made good", { tag: "@smoke" }, async ({ open }) => {
  const page = await openPuzzles(open, "puzzles#awale");
  const found = await page.evaluate(async (streaks) => {
    const { PuzzleRecord } = await import(new URL("puzzle-record.js", document.querySelector("script").src));
    return streaks.map(([, kept, solved, day]) => {
      localStorage.setItem("ayla-puzzles", JSON.stringify(kept));
      for (const [number, day] of solved.entries()) new PuzzleRecord().solve(`awale-${number + 1}`, "awale", day);
      const record = new PuzzleRecord();
      return [record.streak(day), solved.every((day) => record.isDone("awale", day))];
    });
  }, STREAKS);
  expect(found.map(([streak, isDone], index) => [STREAKS[index][0], streak, isDone])).toEqual(STREAKS.map(([name, , , , streak]) => [name, streak, true]));
});

test("a page that is left open shows the puzzle of the new day, once the one before is not being solved", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#awale", { time: "2026-12-01T23:50:00" });
  const ofDay = async (day) => (await puzzleOf(server, `?variant=awale&day=${day}`)).id;
  expect(await idOf(page)).toBe(await ofDay("2026-12-01"));
  const looksAgain = async (time) => {
    await page.clock.setFixedTime(new Date(time));
    await page.evaluate(() => dispatchEvent(new Event("focus")));
  };
  await looksAgain("2026-12-02T00:10:00");
  await expect.poll(() => idOf(page)).toBe(await ofDay("2026-12-02"));
  await shown(page);
  // What is being solved stays, and counts for its day.
  await fail(page, server);
  await looksAgain("2026-12-03T08:00:00");
  expect(await idOf(page)).toBe(await ofDay("2026-12-02"));
  await button(page, "Try again").click();
  await solve(page, server);
  await expect(page.locator(".lessons .results")).toContainText("Streak: 1 day.");
  await page.locator(".ways a").first().click();
  await expect.poll(() => idOf(page)).toBe(await ofDay("2026-12-03"));
  await shown(page);
  await solve(page, server);
  await expect(page.locator(".lessons .results")).toContainText("Streak: 2 days.");
});

test("a solved puzzle says what it brought, a wrong move by how much it falls short, and the solution is told in sentences", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#awale");
  for (const [variant] of GAMES) {
    await page.goto(`/puzzles#${variant}`);
    await expect.poll(() => idOf(page)).toContain(`${variant}-`);
    await shown(page);
    const hasStores = await page.locator("ayla-board").evaluate(({ board }) => !!board.stores);
    await fail(page, server);
    if (hasStores) await says(page, /That is (about )?\d+ seeds? less than the best move brings\./);
    await button(page, "Show the solution").click();
    await page.locator(".line").waitFor();
    const { solution } = await puzzleOf(server, `/${await idOf(page)}?solution=true`);
    await expect(page.locator("#said span"), "a sentence for each move").toHaveCount(solution.length);
    await says(page, /(You (win|lose)|you (win|lose)|North does not win|You make the last move).* would (not )?have (won|lost|left)/);
    await page.locator(".line button").last().click();
    await button(page, "Try again").click();
    await solve(page, server);
    await says(page, /(You (win|lose)|you (win|lose)|North does not win|You make the last move).* would (not )?have (won|lost|left)/);
    await picture(page, `pay-off-${variant}`, { fullPage: true });
  }
  // South is behind on the board, and still gets more.
  await page.goto("/puzzles?puzzle=awale-1");
  await expect.poll(() => idOf(page)).toBe("awale-1");
  await shown(page);
  await solve(page, server);
  await says(page, /If both play their best to the end, you have 25 seeds and North has 23\.$/);
});

test("a run becomes harder after two that were solved at once, and easier after one that was not", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#kalah/run");
  const next = async () => {
    const id = await idOf(page);
    await button(page, "Next puzzle").click();
    await expect(page.locator(".lesson .links a")).not.toHaveAttribute("href", new RegExp(`=${id}$`));
    await shown(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName), "the focus is on the new puzzle").toBe("h2");
  };
  const seen = [];
  for (const [wanted, solves] of [[1, true], [1, true], [2, true], [2, false], [1, true], [1, true], [2, true], [2, true], [3, false]]) {
    expect(await grade(page)).toBe(wanted);
    seen.push(await idOf(page));
    if (solves) await solve(page, server);
    else {
      await fail(page, server);
      await button(page, "Show the solution").click();
      await page.locator(".line").waitFor();
      await page.locator(".line button").last().click();
    }
    await next();
  }
  expect(new Set(seen).size, "no puzzle twice").toBe(seen.length);
  expect(await grade(page)).toBe(2);
  // A wrong move before the right ones counts as one that was not solved at once.
  const id = await idOf(page);
  await page.reload();
  await shown(page);
  expect(await idOf(page), "the run goes on where it was").toBe(id);
  await fail(page, server);
  await button(page, "Try again").click();
  await page.locator("ayla-board").evaluate((board) => board.focus());
  await page.reload();
  await shown(page);
  await fail(page, server);
  await button(page, "Try again").click();
  const made = await page.evaluate(() => document.querySelector("#said").innerText);
  expect(made).toContain("The board is set up again.");
  const { wrong } = (await choices(server, id))[0];
  if (wrong) await solve(page, server);
  await says(page, /The next one is easier: grade 1 of 6\./);
  // One whose solution was shown elsewhere does not count, and the run goes on.
  await next();
  const other = await idOf(page);
  await page.evaluate((id) => localStorage.setItem("ayla-puzzles-shown", id), other);
  await page.reload();
  await shown(page);
  expect(await idOf(page)).toBe(other);
  await solve(page, server);
  await says(page, /This puzzle does not count/);
  await next();
});

test("a newcomer is led to an easy one; the run has the grade and the theme that are chosen, and passes over a puzzle", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#kalah");
  await page.getByRole("link", { name: "Begin with an easy puzzle." }).click();
  await page.waitForURL("**/puzzles#kalah/run");
  await shown(page);
  expect(await grade(page)).toBe(1);
  await expect(page.getByText("Are you new here?"), "it is said where the puzzle of the day is").toHaveCount(0);
  for (const [label, chosen, query] of [["Grade", "4", "grade=4"], ["About", "Extra move", "grade=4&theme=extra-move"], ["Grade", "2", "grade=2&theme=extra-move"]]) {
    await page.getByRole("combobox", { name: label, exact: true }).selectOption(chosen);
    const { id } = await puzzleOf(server, `?variant=kalah&${query}`);
    await expect.poll(() => idOf(page)).toBe(id);
    await shown(page);
  }
  const { id, next } = await puzzleOf(server, "?variant=kalah&grade=2&theme=extra-move");
  await button(page, "Another puzzle").click();
  await expect.poll(() => idOf(page)).toBe(next);
  await shown(page);
  expect(next).not.toBe(id);
  // Where a theme has no puzzle of the grade, one of another grade comes.
  const themes = await page.getByRole("combobox", { name: "About", exact: true }).locator("option").evaluateAll((options) => options.map(({ value }) => value).filter(Boolean));
  const rare = (await Promise.all(themes.map(async (theme) => [theme, (await fetch(`${server.origin}/v1/puzzles?variant=kalah&grade=1&theme=${theme}`)).ok]))).find(([, ok]) => !ok);
  expect(rare, "a theme of hard puzzles alone").toBeTruthy();
  page.refused = true;
  await page.getByRole("combobox", { name: "Grade", exact: true }).selectOption("1");
  await page.getByRole("combobox", { name: "About", exact: true }).selectOption(rare[0]);
  const ids = async () => (await puzzleOf(server, `/${await idOf(page)}`)).themes;
  await expect.poll(ids).toContain(rare[0]);
  await shown(page);
  await solve(page, server);
  await page.goto("/puzzles#kalah");
  await shown(page);
  await expect(page.getByText("One missed day a week is forgiven.")).toBeVisible();
});

test("there are puzzles of each game, and a run ends at the hardest that there are", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles");
  for (const [variant] of GAMES) {
    await page.goto(`/puzzles#${variant}`);
    await page.waitForFunction((variant) => document.querySelector("ayla-puzzles")?.variant === variant, variant);
    await expect.poll(() => idOf(page)).toContain(`${variant}-`);
    await shown(page);
    await solve(page, server);
  }
  page.refused = true;
  await page.evaluate(() => localStorage.setItem("ayla-puzzles", JSON.stringify({ runs: { togyzqumalaq: { grade: 6, row: 0, last: {} } } })));
  await page.goto("about:blank");
  await page.goto("/puzzles#togyzqumalaq/run");
  await shown(page);
  const grades = (await Promise.all([1, 2, 3, 4, 5, 6].map(async (grade) => [grade, (await fetch(`${server.origin}/v1/puzzles?variant=togyzqumalaq&grade=${grade}`)).ok]))).filter(([, ok]) => ok);
  expect(await grade(page)).toBe(grades.at(-1)[0]);
});

test("keys play and say what is on the board, and a house that cannot be played says why", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles?puzzle=awale-4");
  await page.locator("ayla-board").evaluate((board) => board.focus());
  for (const [key, pattern] of [["l", /^No move/], ["s", /^You \d+, North \d+/], ["b", /^You: [\d ]+\. North: [\d ]+\./], ["u", /^The board is set up again\./]]) {
    await page.keyboard.press(key);
    await says(page, pattern);
  }
  await page.getByText("Keys", { exact: true }).click();
  const [empty] = await page.locator('ayla-board [data-house^="south"]').evaluateAll((cells) => cells.flatMap(({ ariaLabel }, index) => (/: 0 seeds/.test(ariaLabel) ? index + 1 : [])));
  await page.getByLabel("Type a move").fill(String(empty));
  await page.keyboard.press("Enter");
  await says(page, /^That is not allowed\. .*empty/);
  await expect(button(page, "Show the solution"), "that was no try").toHaveCount(0);
  const [{ move }] = await choices(server, "awale-4");
  await page.locator("ayla-board").evaluate((board) => board.focus());
  await page.locator("ayla-board:not([deaf]):focus").waitFor();
  await page.keyboard.press("Home");
  for (let steps = 1; steps < Number(move); steps += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await says(page, /^(Right|Solved)\. /);
});

test("a link to a puzzle shows it, and says what it is about where it is shown", async ({ open, server }) => {
  for (const [locale, title] of [["en", "Awalé puzzle 17"], ["fr", "Awalé, problème 17"]]) {
    const page = await (await fetch(`${server.origin}/puzzles?puzzle=awale-17`, { headers: { "accept-language": locale } })).text();
    const property = (name) => new RegExp(`property="og:${name}" content="([^"]+)"`).exec(page)?.[1].replaceAll("&amp;", "&").replaceAll("&quot;", '"');
    const { text } = await puzzleOf(server, `/awale-17?locale=${locale}`);
    expect([property("title"), property("description"), property("url")]).toEqual([title, text, `${server.origin}/puzzles?puzzle=awale-17`]);
    expect(property("image:alt")).toBeTruthy();
    const picture = await fetch(property("image"));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  for (const address of ["puzzles", "puzzles?puzzle=awale-0", "puzzles?puzzle=x"]) {
    expect(await (await fetch(`${server.origin}/${address}`)).text(), address).toContain(`property="og:url" content="${server.origin}/puzzles"`);
  }
  const page = await openPuzzles(open, "puzzles?puzzle=awale-17");
  expect(await idOf(page)).toBe("awale-17");
  await page.getByRole("link", { name: "More puzzles" }).click();
  await page.waitForURL("**/puzzles#awale/run");
  await shown(page);
});

test("a puzzle that is not there, and a server that is gone", async ({ open, server }) => {
  const page = await openPuzzles(open, "puzzles#awale", {});
  page.refused = true;
  await page.goto("/puzzles?puzzle=awale-99999");
  await expect(page.locator(".wait")).toHaveText(/puzzle/);
  await page.locator(".games a").first().click();
  await shown(page);
  const gone = await open({}, "/", { faults: true });
  await gone.goto("/puzzles?puzzle=awale-4");
  await shown(gone);
  const [{ move }] = await choices(server, "awale-4");
  await server.stop();
  await house(gone, "south", Number(move)).click();
  await gone.locator(".condition").waitFor();
  await server.start();
  await says(gone, /^(Right|Solved)\. /);
});

const STORES = {
  "nothing can be read or written": () => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: () => { throw new DOMException("not here", "SecurityError"); } });
  },
  "what is kept is spoilt": () => {
    for (const key of ["ayla-puzzles", "ayla-puzzles-solved", "ayla-puzzles-shown"]) if (!localStorage.getItem(key)) localStorage.setItem(key, '{"runs":{"kalah":{"grade":77,"row":"x","last":3}},"dates":5,"variant":{}}');
  },
};
for (const [state, init] of Object.entries(STORES)) {
  test(`puzzles where ${state}`, async ({ open, server }) => {
    const page = await openPuzzles(open, "puzzles#kalah/run", {}, init);
    for (let solved = 0; solved < 2; solved += 1) {
      expect(await grade(page)).toBe(1);
      const id = await idOf(page);
      await solve(page, server);
      await button(page, "Next puzzle").click();
      await expect.poll(() => idOf(page)).not.toBe(id);
      await shown(page);
    }
    expect(await grade(page)).toBe(2);
    await page.locator(".ways a").first().click();
    await expect(page.locator("h2 + p")).toContainText("December 1.");
    await shown(page);
    await solve(page, server);
    await expect(page.locator(".lessons .results")).toHaveText("Streak: 1 day. Solved: 3.");
  });
}

for (const [locale, { show, again, short }] of Object.entries(SAID)) {
  test(`puzzles in each layout and in all colours, ${locale}`, async ({ open, server }) => {
    const page = await openPuzzles(open, "puzzles#awale", { locale, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    // Longer words are in the way of no rule of axe-core.
    const isWhole = locale === "en-GB";
    const look = async (state, inView = []) => {
      if (isWhole) await axeColours(page, state);
      for (const [width, height] of [[640, 360], [1366, 768], [360, 640]]) {
        await resize(page, width, height);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state}, ${width}`).toBeLessThanOrEqual(width);
        if (isWhole) await (width === 640 ? axeLayout : axe)(page, `${state}, ${width}`);
        await picture(page, `${state}-${locale}-${width}`);
        await picture(page, `${state}-${locale}-${width}-all`, { fullPage: true });
      }
    };
    for (const variant of ["andada", "anywoli", "togyzqumalaq", "awale"]) {
      await page.goto(`/puzzles#${variant}`);
      await expect.poll(() => idOf(page)).toContain(`${variant}-`);
      await shown(page);
      await look(variant);
    }
    for (const [width, height] of [[640, 360], [1366, 768], [360, 640]]) {
      await resize(page, width, height);
      await fail(page, server);
      // What comes after the answer makes the text longer.
      await expect(page.locator("#said"), "how much it falls short").toContainText(short);
      const wanted = ["#said", ".lesson > .controls", ...(width === 640 ? ["ayla-board"] : [])];
      for (const selector of wanted) await expect(page.locator(selector), `${selector} at ${width}x${height}`).toBeInViewport({ ratio: 0.98 });
      if (width !== 360) await button(page, again).click();
    }
    await look("wrong");
    await button(page, show).click();
    await page.locator(".line").waitFor();
    await look("solution");
    await page.locator(".line button").last().click();
    await button(page, again).click();
    await solve(page, server);
    await look("solved");
    expect(await said(page), "it does not count").toMatch(/not count|ne compte pas/);
  });
}
