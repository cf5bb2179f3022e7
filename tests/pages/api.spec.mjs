// The calls of the page.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

import { expect, test } from "./fixtures.mjs";
import { button, house, ready } from "./page.mjs";

/** Makes a call in each form, and returns what the service says each time. */
async function answers(page, call) {
  const buf = new URL("../node_modules/.bin/buf", import.meta.url).pathname;
  const said = [];
  for (const [form, shell] of [["curl", ["bash", "-c"]], ["buf", ["bash", "-c"]], ["JavaScript", ["node", "--input-type=module", "-e"]]]) {
    if (form === "buf" && !existsSync(buf)) continue;
    await button(page, form).click();
    await call.getByRole("button").click();
    await call.getByRole("button", { name: "Copied" }).waitFor();
    const [command, ...options] = shell;
    const text = (await page.evaluate(() => navigator.clipboard.readText())).replace(/^buf /, `${buf} `).replace("console.log(await answer.json())", "console.log(JSON.stringify(await answer.json()))");
    said.push(JSON.parse(execFileSync(command === "node" ? process.execPath : command, [...options, text], { stdio: ["ignore", "pipe", "ignore"] }).toString()));
  }
  return said;
}

test("the calls of the page work elsewhere", async ({ open }) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await button(page, "New game").click();
  await page.locator("[name=preset] option").nth(1).waitFor({ state: "attached" });
  await page.locator("[name=preset]").selectOption("");
  await page.locator("#option-over-limit").selectOption("none");
  const before = page.url();
  await page.locator("#new-game button[value=start]").click();
  await page.waitForURL((url) => url.href !== before);
  await ready(page);
  await house(page, "south", 3).click();
  await page.locator(".history li").nth(2).waitFor();
  await page.getByText("See the API").click();
  const calls = page.locator(".api li");
  // The last call is a reply, and the second the beginning of the game.
  for (const index of [0, (await calls.count()) - 3]) {
    const call = calls.nth(index);
    await call.locator("summary").click();
    const answer = JSON.parse(await call.locator("pre").last().innerText());
    for (const said of await answers(page, call)) expect(said.position.token).toBe(answer.position.token);
  }
  for (const address of ["puzzles#awale", "puzzles#awale/run", "puzzles?puzzle=awale-2"]) {
    await page.goto("about:blank");
    await page.goto(`/${address}`);
    await page.locator("ayla-board .legal").first().waitFor({ state: "attached" });
    await page.getByText("See the API").click();
    const call = page.locator(".api li").nth(1);
    await call.locator("summary").click();
    const { id, text } = JSON.parse(await call.locator("pre").last().innerText());
    for (const said of await answers(page, call)) expect([said.id, said.text], address).toEqual([id, text]);
  }
});
