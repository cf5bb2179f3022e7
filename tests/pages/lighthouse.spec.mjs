// The pages as Lighthouse scores them on a phone. Its score for speed depends on what else the machine does, and is only printed.

import process from "node:process";

import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

import { expect, test as base } from "./fixtures.mjs";

/** The most bytes that a page loads, with the answers of the service and all headers. */
const BYTES = { "/": 80_000, "/play": 94_000, "/learn": 86_500, "/puzzles": 80_000, "/rules/": 65_000, "/rules/anywoli": 70_000, "/developers": 80_000, "/docs/": 60_000 };
/** The most milliseconds, on the network and the processor of a phone, until the largest thing is seen. */
const SEEN = 4_000;

const test = base.extend({
  /** A Chromium of its own, since Lighthouse measures the first visit of a page and clears what the browser keeps. */
  chromium: [
    async ({}, use) => {
      const chromium = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--disable-gpu", ...(process.getuid() === 0 ? ["--no-sandbox"] : [])] });
      await use(chromium);
      await chromium.close();
    },
    { scope: "worker" },
  ],
});

// One Chromium for all pages.
test.describe.configure({ mode: "default" });

for (const [path, most] of Object.entries(BYTES)) {
  test(`Lighthouse finds no fault on a phone: ${path}`, async ({ chromium, server }) => {
    const page = await chromium.newPage();
    const { lhr } = await lighthouse(`${server.origin}${path}`, { logLevel: "error", disableFullPageScreenshot: true }, undefined, page);
    await page.close();
    const { performance, ...others } = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
    const [bytes, moved, seen] = ["total-byte-weight", "cumulative-layout-shift", "largest-contentful-paint"].map((audit) => lhr.audits[audit].numericValue);
    console.log(`    ${path}: performance ${performance}, ${bytes} bytes, layout shift ${moved.toFixed(3)}, seen after ${Math.round(seen)} ms`);
    expect(lhr.runtimeError, "Lighthouse has not seen the page").toBeUndefined();
    const faults = Object.keys(others).flatMap((category) => lhr.categories[category].auditRefs.filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)).map(({ id }) => `${id}: ${lhr.audits[id].title}`);
    expect(faults).toEqual([]);
    expect(others).toMatchObject({ accessibility: 100, "best-practices": 100, seo: 100 });
    expect(bytes).toBeLessThanOrEqual(most);
    expect(moved, "cumulative layout shift").toBeLessThan(0.1);
    expect(seen, "largest contentful paint").toBeLessThan(SEEN);
  });
}
