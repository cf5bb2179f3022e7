// A server, and pages of it that may not complain.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createSite } from "node:http";
import { createServer } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";

import { test as base, expect } from "@playwright/test";

import { boardsDrawn, ready } from "./page.mjs";

export { expect };

/** A free port. */
async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}

/** The example of a page with a board, which the step puts here. */
const EXAMPLE = readFileSync(new URL("board.html", import.meta.url), "utf8");

/** The presets of the server, by which games end soon. */
const PRESETS = fileURLToPath(new URL("presets.toml", import.meta.url));

/** A server, always at the same port, and a site of somebody else whose pages may call it. */
class Server {
  constructor(port, binary) {
    this.port = port;
    this.binary = binary;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /** Opens a site with the example, and with a board under the strictest policy that docs/pages.md names. */
  async openSite() {
    const { origin } = this;
    this.site = createSite(({ url }, response) => {
      if (url.startsWith("/example")) {
        response.writeHead(200, { "content-type": "text/html" });
        return response.end(EXAMPLE.replace("http://127.0.0.1:8080", origin));
      }
      if (url.startsWith("/frame?")) {
        response.writeHead(200, { "content-type": "text/html", "content-security-policy": `default-src 'none'; img-src data:; frame-src ${origin}` });
        return response.end(`<!DOCTYPE html><html lang="en"><title>A frame</title><link rel="icon" href="data:,">
          <iframe src="${origin}/${url.slice("/frame?".length)}" width="640" height="560" title="A game"></iframe></html>`);
      }
      const policy = `default-src 'none'; img-src data:; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types lit-html`;
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      response.end(`<!DOCTYPE html><html lang="fr"><title>A board</title><link rel="icon" href="data:,">
        <script type="module" src="${origin}/pages/board.js"></script>
        <ayla-board position="awale 444444/444444 0/0 s"></ayla-board></html>`);
    }).listen(0);
    await once(this.site, "listening");
  }

  async start() {
    const settings = {
      AYLA_LISTEN: `127.0.0.1:${this.port}`,
      AYLA_ADMIN_LISTEN: "127.0.0.1:0",
      AYLA_CORS_ORIGINS: `http://127.0.0.1:${this.site.address().port}`,
      AYLA_FRAME_ORIGINS: `http://127.0.0.1:${this.site.address().port}`,
      AYLA_PRESETS: PRESETS,
      AYLA_PUBLIC_URL: this.origin,
      AYLA_TABLE_MEMORY: "0",
      AYLA_LOG: "error",
    };
    this.process = spawn(this.binary, [], { env: { ...process.env, ...settings }, stdio: ["ignore", "inherit", "inherit"] });
    await expect(async () => expect((await fetch(`${this.origin}/v1/server-info`)).ok).toBe(true)).toPass({ timeout: 30_000 });
  }

  async stop() {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }
}

export const test = base.extend({
  /** The program of the server. */
  binary: [process.env.SERVER_BINARY, { option: true, scope: "worker" }],

  /** The server of all tests of a worker. */
  server: [
    async ({ binary }, use) => {
      const server = new Server(await freePort(), binary);
      await server.openSite();
      await server.start();
      await use(server);
      await server.stop();
      server.site.close();
    },
    { scope: "worker" },
  ],

  baseURL: ({ server }, use) => use(server.origin),

  /**
   * Opens a page in a context with these options: that of a path, or the page to play with a fragment or nothing. The test fails at the first message on the console and at requests to other
   * hosts. Messages of the console are meant with `faults`, and refused requests as long as the page has `refused` set.
   */
  open: async ({ browser, server }, use) => {
    const pages = [];
    await use(async (options = {}, path = "", { faults = false, watched = false } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block", ...options });
      const page = await context.newPage();
      page.complaints = [];
      pages.push(page);
      // Playwright says so where it blocks service workers.
      const isMeant = (message) => (page.refused && /status of 4\d\d/.test(message.text())) || /^Service Worker registration blocked/.test(message.text());
      if (!faults) page.on("console", (message) => isMeant(message) || page.complaints.push(message.text()));
      page.on("pageerror", (error) => page.complaints.push(error.stack));
      page.on("request", (request) => {
        if (!request.url().startsWith(`${server.origin}/`)) page.complaints.push(`a request to ${request.url()}`);
      });
      await page.goto(/^(#|$)/.test(path) ? `/play${path}` : new URL(path, `${server.origin}/`).href);
      if (path.startsWith("rules")) await boardsDrawn(page);
      else if (!watched && path !== "/") await ready(page);
      return page;
    });
    for (const page of pages) {
      expect(page.complaints).toEqual([]);
      await page.context().close();
    }
  },
});
