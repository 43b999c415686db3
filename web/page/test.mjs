// Drives the page in Chromium: `node test.mjs PAGE PUZZLE FOLDER`. PUZZLE is the command with which its answers are compared;
// screenshots go to FOLDER. CHROMIUM names the browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launched, tried } from "./chromium.mjs";

const [file, puzzle, folder] = process.argv.slice(2);
const examples = join(dirname(fileURLToPath(import.meta.url)), "../../examples");
/** Limit in milliseconds from opening the page to its first answer. */
const START = Number(process.env.PAGE_START ?? 1000);
/** Limit in seconds of the examples whose answers are compared. */
const SECONDS = 2;

mkdirSync(folder, { recursive: true });
const { browser, complaints, close } = await launched();

async function opened(fragment = "") {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.statuses = [];
    const look = () => statuses.push(document.querySelector("#status")?.textContent);
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`file://${file}${fragment}`);
  await page.waitForSelector("body[data-ready]");
  return page;
}

const idle = (page) => page.waitForFunction(() => !document.body.dataset.busy);
const status = (page) => page.textContent("#status");
const looked = (page, words) =>
  page.waitForFunction((words) => document.querySelector("#problems").textContent.includes(words), words);

async function asked(page, button) {
  await page.click(`#${button}`);
  await idle(page);
  return status(page);
}

/** Replaces the text, as a user would. */
async function typed(page, text, then = "valid") {
  // A tooltip may lie over the text, so this is no click.
  await page.focus(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
  await page.waitForFunction((text) => document.querySelector("#problems").dataset.of === String(text.length), text);
  await looked(page, then);
}

const label = (page, cell) => page.getAttribute(`[data-cell="${cell}"]`, "aria-label");
const labels = (page) => page.$$eval("[data-cell]", (cells) => cells.map((cell) => cell.getAttribute("aria-label")));

const tests = {
  async "the page says that it loads until the engine answers"() {
    const page = await opened();
    const seen = await page.evaluate(() => globalThis.statuses);
    const said = [...new Set(seen.filter(Boolean))];
    assert.deepEqual(said, ["Loading … · Lädt …", "Loading …"], "before the script in both languages, then in one");
    assert.equal(await status(page), "");
    assert.equal(await page.$("#board p"), null, "the board still says something");
    await page.close();
  },

  async "without an engine the page says why"() {
    const german = 'Object.defineProperty(navigator, "language", { value: "de-DE" });';
    const none = 'Worker = class { constructor() { throw new Error("no workers"); } };';
    const broken = 'const own = Worker; Worker = function () { return new own(URL.createObjectURL(new Blob(["throw Error(1789)"]))) };';
    for (const [script, words] of [
      [none, /^The solver does not start\..*no workers/],
      [broken, /^The solver does not start\..*1789/],
      ["delete globalThis.WebAssembly;", /^The solver does not start\..*WebAssembly/],
      [`${german} ${none}`, /^Der Rechner startet nicht\..*no workers/],
      ["delete globalThis.DecompressionStream;", /newer browser.* neueren Browser.*DecompressionStream/],
    ]) {
      const page = await browser.newPage();
      await page.addInitScript(script);
      await page.goto(`file://${file}`);
      await page.waitForSelector("body[data-failed]");
      assert.match(await status(page), words);
      await page.close();
    }
  },

  async "the first answer comes soon"() {
    let best = Infinity;
    // The best of some, since other programs may keep the machine busy.
    for (let i = 0; i < 3 || (i < 12 && best >= START); i++) {
      const page = await opened();
      await page.click("#count");
      await idle(page);
      best = Math.min(best, await page.evaluate(() => performance.now()));
      await page.close();
    }
    console.log(`  ${Math.round(best)} ms from opening the page to its first answer`);
    assert.ok(best < START, `${best} ms`);
  },

  async "solutions are found and browsed with arrows"() {
    const page = await opened();
    assert.match(await asked(page, "solve"), /^92 solutions, complete/);
    assert.equal(await page.textContent("#place"), "1 of 92");
    await page.focus("#number");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#place").textContent === "2 of 92");
    const queens = () => labels(page).then((all) => all.filter((text) => text.endsWith(", queen")).length);
    assert.equal(await queens(), 8);
    await page.screenshot({ path: join(folder, "desktop.png") });
    assert.match(await asked(page, "orbits"), /12 orbits/);
    assert.match(await asked(page, "forced"), /0 cells forced/);
    assert.match(await asked(page, "why"), /a solution exists/);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.selectOption("#export", "svg")]);
    assert.equal(saved.suggestedFilename(), "board.svg");
    await page.selectOption("#export", "lp");
    await page.waitForFunction(() => document.querySelector("#text").textContent.includes("Subject To"));
    await page.close();
  },

  async "a long search stops"() {
    const page = await opened();
    await page.fill("#params input", "21");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 441);
    await page.click("#count");
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => document.body.dataset.busy), "count");
    const begun = Date.now();
    await page.click("#stop");
    await idle(page);
    console.log(`  stopped after ${Date.now() - begun} ms`);
    assert.match(await status(page), /^Stopped/);
    await page.fill("#params input", "6");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 36);
    assert.match(await asked(page, "count"), /^4 solutions/);
    await page.close();
  },

  async "pieces are placed by keyboard and mouse"() {
    const page = await opened();
    await page.focus("[data-cell][tabindex='0']");
    await page.keyboard.press("q");
    await page.waitForSelector("[value=open]:checked");
    await page.keyboard.press("Delete");
    await page.waitForSelector("[value=none]:checked");
    await page.check("[value=attacked]");
    await page.focus("[data-cell][tabindex='0']");
    const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(await at(), /^a8, empty/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.startsWith("b7, queen"));
    await page.waitForFunction(() => document.querySelector("#legend").textContent.startsWith("attacked: 23 of 63"));
    const all = await labels(page);
    assert.ok(all.includes("b1, empty, 1 attackers, may hold: nothing"), all.join("\n"));
    assert.ok(all.includes("c1, empty"));
    await page.keyboard.press("End");
    assert.match(await at(), /^h7/);
    await page.keyboard.press("q");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.startsWith("h7, queen"));
    assert.match(await asked(page, "mark"), /^wrong: 1 mistake/);
    await page.keyboard.press("Escape");
    await page.focus("[data-cell][tabindex='0']");
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.startsWith("h7, empty"));
    assert.match(await asked(page, "mark"), /^no rule is broken so far .* can still be completed$/);
    // By mouse, and away again.
    await page.click('[aria-label^="c1,"]');
    await page.waitForSelector('[aria-label^="c1, queen"]');
    await page.click('[aria-label^="c1,"]');
    await page.waitForSelector('[aria-label^="c1, empty"]');
    await page.fill("#paste", "Qa1 Qb5 Qc8 Qd6 Qe3 Qf7 Qg2 Qh4");
    await page.click("#take");
    await page.waitForSelector('[aria-label^="h4, queen"]');
    assert.match(await asked(page, "mark"), /^correct/);
    await page.close();
  },

  async "a link shares the puzzle"() {
    const page = await opened();
    await typed(page, "# ♛ 👑\nboard 5 x 5\nuse queen, knight\nno attacks\ncount queen = 2\ncount knight = 2\n");
    await page.focus("[data-cell][tabindex='0']");
    await page.keyboard.press("n");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.startsWith("a5, knight"));
    await page.check("[value=attacked]");
    await page.click("#link");
    await page.waitForTimeout(200);
    const fragment = await page.evaluate(() => location.hash);
    const other = await opened(fragment);
    assert.match(await other.textContent(".cm-content"), /👑.*count knight = 2/s);
    assert.ok((await labels(other)).some((text) => text.startsWith("a5, knight")));
    assert.ok(await other.isChecked("[value=attacked]"));
    for (const wrong of ["#1", "#1AAAA", "#1%%%", `#1${"A".repeat(5000)}`]) {
      const page = await opened(wrong);
      assert.match(await page.textContent(".cm-content"), /n queens/);
      await page.close();
    }
    await page.close();
    await other.close();
  },

  async "texts cannot inject anything"() {
    const hostile = '</script><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">';
    const page = await opened();
    const before = await page.$$eval("script", (all) => all.length);
    for (const title of [hostile, "<svg onload=alert(1)>", "]]><x/>", "a\u0007\u202eb\u0000c", "&lt;b&gt;&amp;"]) {
      const text = `puzzle "${title.replaceAll('"', "'")}"\nboard 3 x 3\npiece p "P" = king\npiece q "Q" = queen\ncount p = 1\ncount q = 1\n`;
      await page.evaluate((text) => globalThis.nauck.open(text), text);
      if ((await page.textContent("#problems")).includes("valid")) {
        await asked(page, "solve");
        await asked(page, "hint");
        assert.equal(await page.$$eval("#board .picture", (all) => all.length), 1);
      }
    }
    await page.evaluate((text) => globalThis.nauck.open(text), `board 3 x 3\nuse ${hostile}\n`);
    assert.ok((await page.textContent("#problems")).includes("error"));
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
    assert.equal(await page.$$eval("script", (all) => all.length), before);
    assert.equal(await page.$$eval("img, #board script, #board x", (all) => all.length), 0);
    await page.close();
  },

  async "diagnostics mark what is wrong"() {
    const page = await opened();
    await typed(page, "# 👑\nboard 8 x 8\nuse quean\n", "error");
    assert.equal(await page.textContent(".cm-lintRange-error"), "quean");
    assert.match(await page.textContent("#problems"), /quean/);
    assert.equal(await page.textContent(".shade-comment"), "# 👑");
    await page.hover(".cm-lintRange-error");
    await page.waitForSelector(".cm-tooltip-lint");
    assert.match(await page.textContent(".cm-tooltip-lint"), /queen/);
    await typed(page, "board 3 x 3\nuse queen\nno attacks\ncount queen = 3\n");
    assert.match(await asked(page, "count"), /^no solution exists/);
    assert.match(await asked(page, "why"), /cannot hold/);
    await page.click("#format");
    await page.close();
  },

  async "puzzles of other programs are imported and exported"() {
    const url = "https://puzz.link/p?slither/5/5/cbcbcddad";
    const page = await opened();
    await page.fill("#import", "https://puzz.link/p?unknown/5/5/1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#status.wrong")?.textContent.includes("unknown"));
    await page.fill("#import", url);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("Slitherlink"));
    assert.match(await asked(page, "solve"), /^1 solution, complete/);
    await page.selectOption("#export", "puzzlink");
    await page.waitForFunction((url) => document.querySelector("#text").textContent.trim() === url, url);
    await page.close();
  },

  async "the board is that of the text"() {
    const page = await opened();
    await page.evaluate(() => globalThis.nauck.open("board 3 x 3\nuse quean\n"));
    await page.waitForFunction(() => !document.querySelector("#board .picture"));
    assert.equal((await labels(page)).length, 0);
    await page.evaluate(() => globalThis.nauck.open("board 3 x 3\nuse queen\nno attacks\n"));
    await page.waitForSelector("#board .picture");
    await typed(page, "board 3 x 3\nuse quean\n", "error");
    assert.equal((await labels(page)).length, 9, "the board stays while one types");
    await page.close();
  },

  async "the editor repairs, completes and explains"() {
    const page = await opened();
    await typed(page, "board 8 x 8\nuse quean\n", "error");
    await page.waitForFunction(() => document.querySelector("#problems").dataset.fixed);
    await page.hover(".cm-lintRange-error");
    await page.waitForSelector(".cm-diagnosticAction");
    await page.click(".cm-diagnosticAction");
    await looked(page, "valid");
    assert.match(await page.textContent(".cm-content"), /use queen/);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("use kni");
    await page.waitForSelector(".cm-tooltip-autocomplete");
    await page.waitForFunction(() => document.querySelector(".cm-tooltip-autocomplete [aria-selected]")?.textContent.startsWith("knight"));
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("use knight"));
    await page.hover(".shade-statement");
    await page.waitForSelector(".explanation");
    assert.ok((await page.textContent(".explanation")).length > 5);
    await page.close();
  },

  async "steps and hints lead to the solution"() {
    const page = await opened();
    await page.selectOption("#examples", "genres/star_battle.puz");
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length > 64 || document.querySelector("#problems").textContent);
    await page.waitForTimeout(500);
    assert.notEqual(await asked(page, "hint"), "nothing is forced");
    assert.equal(await asked(page, "steps"), "solved");
    await page.click("#next");
    await page.close();
  },

  async "puzzles are made from specs with free parts"() {
    const page = await opened();
    assert.ok(await page.isHidden("#make"));
    await page.selectOption("#examples", "genres/star_battle_free.puz");
    await page.waitForSelector("#make:visible");
    const texts = new Set();
    for (let i = 0; i < 2; i++) {
      await asked(page, "make");
      await page.waitForSelector("#open:visible");
      texts.add(await page.textContent("#text"));
    }
    assert.equal(texts.size, 2, "each puzzle is another one");
    await page.screenshot({ path: join(folder, "make.png"), fullPage: true });
    await page.click("#open");
    await page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes(". . ."));
    await looked(page, "valid");
    assert.match(await asked(page, "solve"), /^1 solution, complete/);
    await page.close();
  },

  async "the page fits a phone, a dark room, and a large board"() {
    const page = await opened();
    await page.click("#language");
    assert.equal(await page.textContent("#solve"), "Lösen");
    await page.setViewportSize({ width: 360, height: 740 });
    await asked(page, "solve");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} pixels`);
    await page.screenshot({ path: join(folder, "phone.png"), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.selectOption("#examples", "genres/star_battle.puz");
    await page.waitForFunction(() => document.querySelector("#problems").textContent !== "");
    await asked(page, "solve");
    await page.screenshot({ path: join(folder, "dark.png") });
    await page.evaluate(() => globalThis.nauck.open("board 30 x 30\nuse queen\nno attacks\ncount queen = 30\n"));
    await page.check("[value=open]");
    await page.focus("[data-cell][tabindex='0']");
    const begun = Date.now();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.includes("queen"));
    console.log(`  ${Date.now() - begun} ms to place a piece on 900 cells`);
    await page.screenshot({ path: join(folder, "large.png") });
    await page.close();
  },

  async "everything can be reached with Tab"() {
    const page = await opened();
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => {
        const at = document.activeElement;
        return at.dataset?.cell ? "cell" : at.className.includes?.("cm-content") ? "editor" : at.id || at.name || at.tagName;
      }));
    }
    for (const one of ["examples", "editor", "solve", "cell", "mark", "paste", "kind", "notes"]) {
      assert.ok(reached.has(one), `${one} is not among ${[...reached]}`);
    }
    await page.close();
  },

  async "the answers are those of the command"() {
    const page = await opened();
    const names = await page.$$eval("#examples option", (all) => all.map((one) => one.value).filter(Boolean));
    const left = { slow: 0, late: 0 };
    let compared = 0;
    for (const name of names) {
      const args = ["run", join(examples, name), "--json", "--time-limit", `${SECONDS}s`, "--threads", "1"];
      const run = spawnSync(puzzle, args, { encoding: "utf8", maxBuffer: 1 << 28 });
      if (run.status === 3) {
        left.slow++;
        continue;
      }
      const own = await page.evaluate(
        (name) => globalThis.nauck.ask({ do: "solve", name, text: globalThis.nauck.library[name], seconds: 30 }), name);
      assert.equal(own.error ?? own.trap, undefined, `${name}: ${own.error ?? own.detail}`);
      const [native, web] = [JSON.parse(run.stdout), JSON.parse(own.json)];
      if (web.status === "limit") {
        left.late++;
        continue;
      }
      for (const key of ["status", "satisfiable", "solutions", "complete", "optimum", "optimal", "by"]) {
        assert.deepEqual(web[key], native[key], `${name}: ${key}`);
      }
      compared++;
    }
    console.log(`  ${compared} examples agree; left out: ${left.slow} that the command does not solve in ${SECONDS} s, ${left.late} that the page does not solve in 30 s`);
    assert.ok(compared > names.length / 2);
    await page.close();
  },
};

const failed = await tried(tests, { browser, complaints });
await close();
process.exit(failed > 0 ? 1 : 0);
