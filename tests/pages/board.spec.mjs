// The board beside the pictures of the service, and on the page of somebody else.

import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.mjs";
import { GAMES, MOVES } from "./page.mjs";

/**
 * What is drawn in an SVG document or on the board of a page: the tag and the colours of each thing, with numbers that say
 * where it is. Texts are places only: a picture draws its digits, each as a path of a group.
 */
function drawn() {
  const svg = document.querySelector("#drawn")?.shadowRoot.querySelector("svg") ?? document.documentElement;
  const { width } = svg.viewBox.baseVal;
  const fromScreen = svg.getScreenCTM().inverse();
  const box = (element) => {
    const scale = fromScreen.multiply(element.getScreenCTM());
    const { x, y, width, height } = element.getBBox();
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(scale));
    return [Math.min, Math.max].flatMap((most) => ["x", "y"].map((axis) => most(...corners.map((corner) => corner[axis]))));
  };
  const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];
  return [...svg.querySelectorAll("circle, ellipse, path, rect, text, use, g[stroke-width]")].flatMap((element) => {
    const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(element);
    const tag = element.localName;
    if (tag === "g") return [{ kind: `text ${stroke}`, at: middle(box(element)) }];
    if (tag === "text") return [{ kind: `text ${fill}`, at: [Number(element.getAttribute("x")), Number(element.getAttribute("y"))] }];
    const [left, top, right, bottom] = box(element);
    if (tag === "use") return [{ kind: `use ${element.getAttribute("href")}`, at: [left, top] }];
    // The digits are in a group, and the backdrop is the page's.
    if (element.closest("g[stroke-width]") || (tag === "rect" && right - left === width)) return [];
    const of = element.closest("[id]")?.id ?? "";
    const line = stroke === "none" ? [] : [Number.parseFloat(strokeWidth), ...strokeDasharray.split(",").map((dash) => Number.parseFloat(dash) || 0)];
    const along = tag === "path" ? [element.getTotalLength() / 10] : [];
    return [{ kind: `${tag} ${of === "board" || of === "plank" ? "clip" : of} ${fill} ${stroke}`, at: [left, top, right, bottom, ...line, ...along] }];
  });
}

/** What is in the first and nowhere in the second, within a fraction of a unit; the second keeps what is not in the first. */
function missing(first, second) {
  return first.filter(({ kind, at }) => {
    const most = kind.startsWith("text") ? 1.5 : 0.15;
    const index = second.findIndex((other) => other.kind === kind && other.at.every((number, place) => Math.abs(number - at[place]) < most));
    if (index >= 0) second.splice(index, 1);
    return index < 0;
  });
}

test("the board is drawn as the pictures are", async ({ browser, open, server }) => {
  const [page, picture] = [await open({}), await (await browser.newContext()).newPage()];
  const call = (path, body) => fetch(`${server.origin}/v1/variants${path}`, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.json());
  const cases = [];
  for (const [index, [position, move]] of [...MOVES, ["awale:direction=clockwise 444444/444444 4/40 s", "3"]].entries()) {
    // Each side in one of the themes, in turn.
    for (const [at, near] of ["south", "north"].entries()) cases.push({ position, move, theme: ["light", "dark"][(index + at) % 2], near, width: 960 });
  }
  const lengths = new Set();
  for (const { name, board } of (await call("")).variants) {
    const { min, max, step } = board.houses;
    for (let houses = min; houses <= max; houses += step) {
      // Every length of a row once, and the shortest and the longest of each game.
      if (lengths.has(houses) && houses > min && houses + step <= max) continue;
      lengths.add(houses);
      const { position } = await call(`/${name}/start-game`, { options: min < max ? { houses } : {} });
      // The page folds rows of seven to twelve houses on a narrow screen, where fingers need more room than eyes.
      for (const width of [320, 640]) if (width > 320 || houses <= 6 || houses > 12) cases.push({ position: position.text, theme: "light", near: "south", width });
    }
  }
  for (const { position, move, theme, near, width } of cases) {
    const variant = position.split(/[ :]/)[0];
    const query = new URLSearchParams({ position, viewer: near, theme, width, ...(move && { move }) });
    const answered = await picture.goto(`/v1/variants/${variant}/board.svg?${query}`);
    expect(answered.ok() ? "" : await answered.text(), position).toBe("");
    const wanted = await picture.evaluate(drawn);
    const answer = move ? await call(`/${variant}/apply-move`, { position, move }) : await call(`/${variant}/legal-moves`, { position });
    await page.evaluate(async ({ answer, theme, near, width }) => {
      const { marksOf } = await import(new URL("board.js", document.querySelector("script").src));
      document.querySelector("#drawn")?.remove();
      const board = document.createElement("ayla-board");
      Object.assign(board, { id: "drawn", position: answer.position.text, theme, near, legal: answer.legalMoves.map(({ move }) => move), marks: marksOf(answer.events ?? []) });
      board.style.width = `${width}px`;
      document.body.append(board);
      do await new Promise(requestAnimationFrame);
      while (board.shadowRoot.querySelector("svg")?.viewBox.baseVal.width !== width);
    }, { answer, theme, near, width });
    const found = await page.evaluate(drawn);
    expect(wanted.length, "a picture").toBeGreaterThan(50);
    // A tag is as wide as its text, and has the label of a house, which a picture draws below it too.
    const tags = missing(found, wanted);
    const labels = wanted.filter(({ kind }) => kind.startsWith("text"));
    const alike = tags.every(({ kind }) => kind === tags[0].kind && kind.startsWith("path")) && labels.length === answer.legalMoves.length && wanted.length === labels.length + tags.length;
    expect(alike, `${position} ${move}, ${theme}, ${near}, ${width}\nnot in the picture: ${JSON.stringify(tags.slice(0, 9))}\nonly in the picture: ${JSON.stringify(wanted.slice(0, 9))}`).toBe(true);
  }
  console.log(`    ${cases.length} boards`);
  await picture.context().close();
});

test("the board refuses what is no position, in sight and by an event, and draws every other one", async ({ open }) => {
  const texts = ["", ...GAMES.map(([variant]) => `${variant}/`)].flatMap((folder) => readFileSync(new URL(`vectors/${folder}texts.jsonl`, import.meta.url), "utf8").trim().split("\n").map((text) => JSON.parse(text)));
  const positions = texts.filter(({ canonical = "" }) => !canonical.includes(" moves ")).map(({ text, canonical }) => ({ text, canonical }));
  const spoilt = positions.filter(({ canonical }) => canonical).flatMap(({ text }, index) => [
    { text: text.slice(0, 1 + (index % text.length)) },
    { text: text.replace(/ /, ["/", "  ", " x ", "\n"][index % 4]) },
    { text: text.replace("/", ["(", "99/", "0/(", " "][index % 4]) },
    { text: [...text].reverse().join("") },
  ]);
  const known = [{ text: "awale nonsense" }, { text: "chess 4/4 0/0 s" }, { text: "constructor 4/4 0/0 s" }, { text: "awale" }, { text: "(" }];
  const page = await open({});
  const found = await page.evaluate(async (cases) => {
    const board = document.createElement("ayla-board");
    board.words = document.querySelector("ayla-board").words;
    document.body.append(board);
    const refused = [];
    board.addEventListener("ayla-refuse", ({ detail }) => refused.push(detail.position));
    const found = [];
    for (const { text, canonical } of cases) {
      refused.length = 0;
      board.position = text;
      await board.updateComplete;
      const said = board.shadowRoot.querySelector("[role=alert]")?.textContent ?? "";
      const cells = board.shadowRoot.querySelectorAll("[role=gridcell]").length;
      const isRefused = board.refused === text && said.includes(text) && cells === 0 && refused.length === 1;
      const isDrawn = board.refused === undefined && !said && cells === board.board.south.length * 2 && cells > 0 && refused.length === 0;
      if (isRefused === isDrawn) found.push(`neither: ${text}`);
      if (canonical && !isDrawn) found.push(`refused: ${text}`);
      await new Promise((resolve) => setTimeout(resolve));
    }
    // A game that nobody knows throws nothing.
    Object.assign(board, { position: undefined, variant: "chess", board: { south: [{ seeds: 4 }], north: [{ seeds: 4 }] } });
    await board.updateComplete;
    board.remove();
    return found;
  }, [...known, ...positions, ...spoilt].filter(({ text }) => text));
  expect(found).toEqual([]);
  const refused = await page.evaluate(async () => {
    const board = document.createElement("ayla-board");
    document.body.append(board);
    board.position = "awale nonsense";
    await board.updateComplete;
    return [board.refused, board.board.south.length];
  });
  expect(refused).toEqual(["awale nonsense", 0]);
  console.log(`    ${known.length + positions.length + spoilt.length} texts`);
});

test("a page of another origin has the board with two lines, if the server allows it", async ({ browser, server }) => {
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.stack));
  await page.goto(`http://127.0.0.1:${server.site.address().port}/`);
  await page.getByRole("gridcell", { name: "la case 6 chez Nord" }).waitFor();
  const things = await page.evaluate(() => document.querySelector("ayla-board").shadowRoot.querySelectorAll("use").length);
  expect(things, "holes and seeds").toBe(12 + 48);
  expect(complaints).toEqual([]);
  await page.goto(`http://localhost:${server.site.address().port}/`);
  await expect.poll(() => complaints).toContainEqual(expect.stringContaining("CORS"));
  await expect(page.getByRole("gridcell")).toHaveCount(0);
  await page.close();
});
