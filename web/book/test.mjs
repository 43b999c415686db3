// Tests the book: `node test.mjs BOOK FOLDER`. Every link within it leads to a file and its anchor, and every spec that has a link to
// the page is valid there. Screenshots go to FOLDER. CHROMIUM names the browser.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { launched, tried } from "../page/chromium.mjs";

const [book, folder] = process.argv.slice(2);
const pages = readdirSync(book, { recursive: true }).filter((name) => name.endsWith(".html") && name !== "nauck.html");
const text = new Map(pages.map((name) => [resolve(book, name), readFileSync(join(book, name), "utf8")]));
const unescaped = (link) => link.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
const main = (html) => /<main>(.*?)<\/main>/s.exec(html)?.[1] ?? "";
const links = (html) => [...main(html).matchAll(/href="([^"]*)"/g)].map(([, link]) => unescaped(link));
const { browser, complaints, close } = await launched();

const tests = {
  async "links lead somewhere"() {
    const broken = [];
    for (const [file, html] of text) {
      for (const link of links(html).filter((link) => !/^(https?|mailto):/.test(link))) {
        const [path, anchor] = link.split("#");
        const target = path ? resolve(dirname(file), decodeURIComponent(path)) : file;
        const isThere = existsSync(target) && (!anchor || !text.has(target) || text.get(target).includes(`id="${decodeURIComponent(anchor)}"`));
        if (!isThere) broken.push(`${file}: ${link.slice(0, 80)}`);
      }
    }
    assert.deepEqual(broken, []);
  },

  async "specs open in the page"() {
    const page = await browser.newPage();
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    const all = [...text].flatMap(([file, html]) => links(html).map((link) => [file, link]));
    const specs = all.filter(([, link]) => /nauck\.html#1/.test(link));
    const wrong = [];
    await page.goto(`file://${resolve(book, "nauck.html")}`);
    await page.waitForSelector("body[data-ready]");
    for (const [file, link] of new Map(specs.map((one) => [one[1], one])).values()) {
      await page.evaluate(() => delete document.querySelector("#problems").dataset.of);
      await page.evaluate((hash) => (location.hash = hash), link.split("#")[1]);
      await page.waitForFunction(() => document.querySelector("#problems").dataset.of);
      // The page writes its own form of the link, which must not come between.
      await page.waitForTimeout(50);
      const problems = await page.textContent("#problems");
      if (/error|part for other/.test(problems)) wrong.push(`${file}: ${problems}`);
    }
    console.log(`  ${specs.length} links to specs`);
    assert.deepEqual(wrong, []);
    assert.ok(specs.length > 50);
    await page.close();
  },

  async "the book is readable"() {
    const page = await browser.newPage();
    await page.goto(`file://${resolve(book, "tutorial.html")}`);
    await page.click("text=Open in the page");
    await page.waitForSelector("body[data-ready]");
    await page.goBack();
    await page.screenshot({ path: join(folder, "book.png") });
    await page.close();
  },
};

const failed = await tried(tests, { browser, complaints });
await close();
process.exit(failed > 0 ? 1 : 0);
