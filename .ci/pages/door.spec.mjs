// The page that greets.

import { expect, test } from "./fixtures.mjs";
import { axe, line, REVIEWED, says } from "./page.mjs";

test("old addresses lead on to the page to play", { tag: "@smoke" }, async ({ open }) => {
  const page = await open({}, `/${REVIEWED}`, { watched: true });
  await page.waitForURL((url) => url.pathname === "/play");
  await says(page, /agreed to stop/);
  expect(line(page.url()).moves).toHaveLength(61);
});
