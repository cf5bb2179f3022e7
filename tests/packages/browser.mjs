// A browser: browser.mjs ADDRESS BUNDLE, with the path of Chromium in CHROMIUM. The server has to allow pages of
// http://page.example. Chromium asks people whether a page may call this machine, and here is nobody to ask.
import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const [address, bundle] = process.argv.slice(2);
const files = {
    "/": ["text/html", "<!doctype html><title>games</title>"],
    "/games.mjs": ["text/javascript", await readFile(bundle, "utf8")],
};
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks"],
});
try {
    const page = await browser.newPage();
    await page.route("http://page.example/**", (route) => {
        const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ["text/plain", ""];
        return route.fulfill({ contentType, body });
    });
    await page.goto("http://page.example/");
    const ends = await page.evaluate(async (server) => {
        const { useEverything } = await import("/games.mjs");
        return useEverything(server);
    }, `http://${address}`);
    console.log(ends.join("\n"));
} finally {
    await browser.close();
}
