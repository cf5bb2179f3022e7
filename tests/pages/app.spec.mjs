// The board in a chat: a host that only passes messages on, and shows the page in a frame that may load nothing.

import { expect, test } from "./fixtures.mjs";
import { SHORT_GAMES } from "./page.mjs";

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'";
const META = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };

/** Asks the server, by the protocol. */
async function ask(server, method, params) {
  const name = params.name ?? params.uri;
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name ? { "mcp-name": name } : {}),
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
  const answer = await (await fetch(`${server.origin}/mcp`, { method: "POST", headers, body })).json();
  expect(answer.error).toBeUndefined();
  return answer.result;
}

/** Shows the board beside the result of a call, as a host does, and returns its frame and what the host was told. */
async function host(page, server, result, context = {}) {
  const tools = (await ask(server, "tools/list", {})).tools;
  const { resourceUri } = tools.find(({ name }) => name === "play_move")._meta.ui;
  const { contents } = await ask(server, "resources/read", { uri: resourceUri });
  expect(contents[0].mimeType).toBe("text/html;profile=mcp-app");
  expect(Buffer.byteLength(contents[0].text)).toBeLessThan(150 * 1024);
  const told = [];
  await page.exposeFunction("tell", (message) => told.push(message));
  await page.exposeFunction("toServer", (method, params) => ask(server, method, params));
  await page.setContent('<iframe sandbox="allow-scripts" style="width: 100%; height: 700px; border: 0"></iframe>');
  const shown = contents[0].text.replace("<head>", `<head><meta http-equiv="content-security-policy" content="${POLICY}">`);
  await page.evaluate(
    ({ shown, result, context }) => {
      const frame = document.querySelector("iframe");
      const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
      window.send = send;
      window.addEventListener("message", async ({ source, data: { id, method, params } }) => {
        if (source !== frame.contentWindow) return;
        window.tell({ method, params });
        if (method === "ui/initialize") {
          send({ id, result: { protocolVersion: params.protocolVersion, hostInfo: { name: "test", version: "1" }, hostCapabilities: {}, hostContext: context } });
        } else if (method === "ui/notifications/initialized") {
          send({ method: "ui/notifications/tool-input", params: { arguments: {} } });
          send({ method: "ui/notifications/tool-result", params: result });
        } else if (method === "tools/call") {
          send({ id, result: await window.toServer(method, params) });
        } else if (method === "ui/update-model-context") {
          send({ id, error: { code: -32601, message: "this host does not take it" } });
        }
      });
      frame.srcdoc = shown;
    },
    { shown, result, context },
  );
  return { frame: page.frameLocator("iframe"), told };
}

test.describe("the board in a chat", () => {
  let page;
  test.beforeEach(async ({ browser }) => {
    page = await browser.newPage({ viewport: { width: 700, height: 720 }, locale: "en-GB", reducedMotion: "reduce" });
    page.on("pageerror", (error) => expect(error).toBeUndefined());
    page.on("console", (message) => expect(message.text()).toBeUndefined());
  });
  test.afterEach(() => page.close());

  // A game with words beside the board at its beginning, and one with words in it.
  for (const [game, preset] of SHORT_GAMES.filter(([game]) => ["andada", "anywoli"].includes(game))) {
    test(`${game} is played to its end`, async ({ server }) => {
      const started = await ask(server, "tools/call", { name: "start_game", arguments: { variant: game, preset, level: 1, seed: 3 } });
      const { frame, told } = await host(page, server, started);
      await expect(frame.locator("[data-house]").first()).toBeVisible();
      const move = frame.locator("ayla-board .legal, div > button:not(:text('agree'))").first();
      for (let turns = 0; turns < 300; turns += 1) {
        const last = () => told.filter(({ method }) => method === "ui/update-model-context").at(-1);
        const before = last();
        await frame.locator("ayla-board:not([deaf])").waitFor();
        if (!(await move.count())) break;
        await move.click();
        await expect.poll(last).not.toBe(before);
        await expect(frame.locator("p")).not.toBeEmpty();
      }
      // What the model is told is what the person sees.
      const end = told.filter(({ method }) => method === "ui/update-model-context").at(-1).params.content[0].text;
      const said = await frame.locator("p").innerText();
      expect(end).toContain(said.split(". ").at(-1));
      expect(said).toMatch(/wins|draw|Nobody/);
      expect(told.some(({ method, params }) => method === "ui/notifications/size-changed" && params.height > 100)).toBe(true);
    });
  }

  test("the board follows its host, and says what cannot be done", async ({ server }) => {
    const started = await ask(server, "tools/call", { name: "start_game", arguments: { variant: "awale", side: "both", locale: "fr" } });
    const { frame, told } = await host(page, server, started, { theme: "dark", locale: "fr-CI", styles: { variables: { "--color-text-primary": "rgb(1, 2, 3)" } } });
    await expect(frame.locator("ayla-board")).toHaveAttribute("theme", "dark");
    await expect(frame.locator("p")).toHaveCSS("color", "rgb(1, 2, 3)");
    await expect(frame.getByRole("grid")).toHaveAccessibleName(/Sud/);
    expect(await frame.locator("body").evaluate(() => document.documentElement.lang)).toBe("fr");
    await frame.locator("ayla-board:not([deaf]) [data-house='south 2']").click();
    await expect(frame.locator("p")).toContainText("Sud joue la case 2");
    const agree = frame.getByRole("button");
    await agree.click();
    await expect(frame.locator("p")).toContainText("propose");
    const [call] = told.filter(({ method }) => method === "tools/call").slice(-1);
    expect(call.params.arguments).toMatchObject({ move: "agree", side: "north", locale: "fr-CI" });
    await page.evaluate(() => window.send({ id: 77, method: "ui/resource-teardown", params: {} }));
    await page.evaluate(() => window.send({ method: "ui/notifications/host-context-changed", params: { theme: "light" } }));
    await expect(frame.locator("ayla-board")).toHaveAttribute("theme", "light");
    const broken = await ask(server, "tools/call", { name: "show_game", arguments: { handle: "nothing" } });
    await page.evaluate((result) => window.send({ method: "ui/notifications/tool-result", params: result }), broken);
    await expect(frame.locator("p")).toContainText("MALFORMED_TOKEN");
  });
});
