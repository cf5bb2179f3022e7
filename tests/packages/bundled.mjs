// bundled.mjs URL: opens a page in Chromium, whose path is in CHROMIUM, and prints what it says at the end, and how many circles its
// board has. A message of the console that is an error fails it.
import puppeteer from "puppeteer-core";

const launched = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
try {
    const page = await launched.newPage();
    const errors = [];
    page.on("console", (message) => message.type() === "error" && !message.location().url?.endsWith("/favicon.ico") && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(process.argv[2]);
    try {
        await page.waitForSelector("main p", { timeout: 60_000 });
    } catch (error) {
        throw new Error(`${error}; ${await page.evaluate(() => document.body.textContent)}; ${errors.join("; ")}`);
    }
    const said = await page.evaluate(() => [document.querySelector("main p").textContent, document.querySelectorAll("main svg").length]);
    console.log(JSON.stringify([...said, errors]));
} finally {
    await launched.close();
}
