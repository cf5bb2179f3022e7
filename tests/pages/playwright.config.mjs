// The pages of a server in a browser: by mouse, by touch and by keyboard, through faults of the server, and with axe-core in
// every view. The environment names the programs: SERVER_BINARY, PSEUDO_BINARY, which has two languages that nobody speaks,
// OFFLINE_BINARY, whose pages have the rules, CHROMIUM, and FIREFOX, which Playwright cannot drive as Debian has it:
// firefox.spec.mjs calls it by WebDriver BiDi.
//
//     playwright test                     runs all tests
//     playwright test -g "a whole game"   runs those of this name
//     playwright test -g @smoke           runs those with this tag, as the step page-smoke does
//     playwright test --update-snapshots  writes page-tree.txt, the page as a screen reader gets it, anew
//     PICTURES=1 playwright test          makes pictures of the views, for people
//
// Each test has a folder in the output folder: for its pictures, one of each page where it fails, and for page-tree.txt as it is
// now where that differs.

import process from "node:process";

import { defineConfig } from "@playwright/test";

export default defineConfig({
  // Each has a server of its own, which a test stops at times.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A second try would hide a fault until somebody looked at it.
  retries: 0,
  reporter: "list",
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  // Beside builds on the same processors, a whole game or a review takes minutes, and a page most of a minute.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      chromiumSandbox: process.getuid() !== 0,
      args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
});
