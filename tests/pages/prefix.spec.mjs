// The pages of a server below a path of its own, behind a proxy that takes the path from each request.

import { once } from "node:events";
import { createServer, request } from "node:http";

import { expect, test } from "./fixtures.mjs";
import { boardsDrawn, ready } from "./page.mjs";

const PREFIX = "/ayla";

/** A proxy that has the server below the path, and nothing else. */
async function openProxy(origin) {
  const proxy = createServer((asked, answer) => {
    if (!asked.url.startsWith(`${PREFIX}/`)) return answer.writeHead(404).end();
    const options = { method: asked.method, headers: asked.headers };
    const passed = request(origin + asked.url.slice(PREFIX.length), options, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return proxy;
}

test("every page works below a path", async ({ browser, server }) => {
  const proxy = await openProxy(server.origin);
  const root = `http://127.0.0.1:${proxy.address().port}${PREFIX}`;
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = [];
  page.on("request", (made) => made.url().startsWith(`${root}/`) || complaints.push(`a request to ${made.url()}`));
  page.on("response", (given) => given.status() < 400 || complaints.push(`${given.status()} for ${given.url()}`));
  page.on("pageerror", (error) => complaints.push(error.stack));

  for (const path of ["play", "play/", "developers"]) {
    await page.goto(`${root}/${path}`);
    await ready(page);
  }
  await expect(page.locator(".api.live pre").first()).toContainText(`curl ${root}/v1/variants/`);
  await expect(page.locator(".ways pre")).toContainText(`src="${root}/pages/board.js"`);
  for (const path of ["", "learn", "puzzles", "puzzles?puzzle=awale-2", "rules", "rules/fr/kalah"]) {
    await page.goto(`${root}/${path}`);
    await boardsDrawn(page);
  }
  await page.locator("[data-moves] button").first().click();
  await expect(page.locator("[data-moves] button").first()).not.toHaveAttribute("aria-disabled", "true");

  await page.goto(`${root}/docs`);
  await page.locator("ayla-try[operation=list-variants] summary").click();
  await page.locator("ayla-try[operation=list-variants] button").click();
  await expect(page.locator("ayla-try[operation=list-variants] [role=status]")).toHaveText("200 application/json");
  const installed = await (await fetch(await page.evaluate((manifest) => new URL(manifest, location.href).href, "../manifest.webmanifest"))).json();
  expect(new URL(installed.start_url, `${root}/manifest.webmanifest`).href).toBe(`${root}/play`);
  for (const { src } of installed.icons) expect((await fetch(`${root}/${src}`)).status, src).toBe(200);
  await page.getByRole("link", { name: "Swagger UI" }).click();
  const operation = page.locator("#operations-variants-ListVariants");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table tbody .response-col_status").first()).toContainText("200");
  await expect(operation.locator(".request-url")).toContainText(`${root}/v1/variants`);
  for (const link of await page.locator('.swagger-ui a[href$=".md"]').evaluateAll((links) => links.map(({ href }) => href))) {
    expect((await fetch(link)).status, link).toBe(200);
  }

  expect(complaints).toEqual([]);
  await context.close();
  proxy.close();
});
