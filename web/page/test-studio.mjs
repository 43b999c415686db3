// Drives `puzzle studio` in Chromium and by plain requests: `node test-studio.mjs PUZZLE PAGE FOLDER`. PUZZLE is a command with
// the studio, PAGE its page; a screenshot goes to FOLDER. CHROMIUM names the browser.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launched, tried } from "./chromium.mjs";

const [puzzle, file, folder] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), "nauck-studio-"));
const spec = join(place, "mine.puz");
const QUEENS = "puzzle \"Mine\"\nparam n = 6 in 1..40\nboard n x n\ninclude \"own.puz\"\nno attacks\ncount queen = n\n";
writeFileSync(spec, QUEENS);
writeFileSync(join(place, "own.puz"), "use queen\n");

const studio = spawn(puzzle, ["studio", spec, "--page", file], { stdio: ["ignore", "pipe", "inherit"] });
const address = new URL(await new Promise((resolve, reject) => {
  let told = "";
  studio.stdout.on("data", (data) => {
    told += data;
    const found = /http:\S+/.exec(told);
    if (found) resolve(found[0]);
  });
  studio.on("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
}));
const token = address.searchParams.get("token");
const own = { host: address.host, authorization: `Bearer ${token}` };

/** Sends a request as it is, and returns its status and its answer. */
function sent(method, path, headers = {}, body = "") {
  return new Promise((resolve, reject) => {
    const ask = request({ host: "127.0.0.1", port: address.port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (data) => (text += data));
      response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
      response.on("error", reject);
    });
    ask.on("error", reject);
    ask.end(body);
  });
}

/** Time in seconds that the studio has computed. */
function computed() {
  const fields = readFileSync(`/proc/${studio.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the studio has computed for a while. */
async function works() {
  const [begun, before] = [Date.now(), computed()];
  while (computed() - before < 0.5) {
    assert.ok(Date.now() - begun < 30_000, "the search has not begun");
    await pause(100);
  }
}

/** Waits until the studio computes nothing for a while. */
async function rests(within) {
  const begun = Date.now();
  for (let before = -1, now = computed(); now - before > 0.1; before = now, await pause(500), now = computed()) {
    assert.ok(Date.now() - begun < within, "the search goes on");
  }
}

const { browser, complaints, close } = await launched();

async function opened() {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address.href);
  await page.waitForSelector("body[data-ready]");
  return page;
}
const status = (page) => page.textContent("#status");
const idle = (page) => page.waitForFunction(() => !document.body.dataset.busy);
const holds = (page, words) =>
  page.waitForFunction((words) => document.querySelector(".cm-content").textContent.includes(words), words);

const tests = {
  async "strangers are refused"() {
    const ask = JSON.stringify({ do: "count", text: QUEENS });
    assert.equal((await sent("GET", "/", { host: address.host })).status, 403);
    assert.equal((await sent("GET", "/?token=1234", { host: address.host })).status, 403);
    const page = await sent("GET", `/?token=${token}`, { host: address.host });
    assert.equal(page.status, 200);
    assert.match(page.headers["content-security-policy"], /frame-ancestors 'none'/);
    assert.equal(page.headers["access-control-allow-origin"], undefined);
    for (const host of ["evil.example", `evil.example:${address.port}`, `localhost:${address.port}`]) {
      assert.equal((await sent("GET", `/?token=${token}`, { host })).status, 403, host);
    }
    for (const path of ["/api/ask", "/api/file", "/api/library"]) {
      assert.equal((await sent("POST", path, { host: address.host }, ask)).status, 403, path);
      assert.equal((await sent("POST", path, { ...own, authorization: "Bearer 1234" }, ask)).status, 403, path);
      assert.equal((await sent("POST", path, { ...own, origin: "http://evil.example" }, ask)).status, 403, path);
      assert.equal((await sent("POST", path, { ...own, origin: "null" }, ask)).status, 403, path);
    }
    const answered = await sent("POST", "/api/ask", { ...own, origin: address.origin }, ask);
    assert.equal(answered.headers["content-type"], "text/event-stream");
  },

  async "no path leads to a file"() {
    for (const path of ["/mine.puz", "/../mine.puz", "/..%2f..%2fetc/passwd", "/api/../../etc/passwd", "//etc/passwd"]) {
      assert.equal((await sent("GET", path, own)).status, 404, path);
    }
    const include = { do: "count", name: spec, text: "include \"../../../etc/passwd\"\nboard 2 x 2\n" };
    const { text } = await sent("POST", "/api/ask", own, JSON.stringify(include));
    assert.ok(text.includes("error") && !text.includes("root:"), text);
  },

  async "large and broken requests are refused"() {
    assert.equal((await sent("POST", "/api/ask", own, "x".repeat((8 << 20) + 1))).status, 413);
    assert.equal((await sent("POST", "/api/ask", own, Buffer.from([0xff, 0xfe]))).status, 400);
    assert.equal((await sent("POST", "/api/library", own, "[")).status, 400);
    assert.match((await sent("POST", "/api/ask", own, "{")).text, /"error"/);
  },

  async "a closed stream stops the search"() {
    const ask = request({ host: "127.0.0.1", port: address.port, method: "POST", path: "/api/ask", headers: own });
    ask.on("error", () => {});
    ask.end(JSON.stringify({ do: "count", text: QUEENS.replace("include \"own.puz\"", "use queen"), params: { n: 21 } }));
    await works();
    ask.destroy();
    await rests(8000);
  },

  async "the page follows the file and solves it"() {
    const page = await opened();
    await holds(page, "own.puz");
    await page.click("#solve");
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("4 solutions"));
    assert.equal(await page.textContent("#place"), "1 of 4");
    await page.focus("[data-cell][tabindex='0']");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label")?.includes("queen"));
    writeFileSync(spec, QUEENS.replace("n = 6", "n = 8"));
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 64);
    await page.click("#orbits");
    await page.waitForFunction(() => document.querySelector("#status").textContent.includes("12 orbits"));
    // A mistake in the file is shown, and so is its remedy.
    writeFileSync(spec, QUEENS.replace("no attacks", "no atacks"));
    await page.waitForSelector(".cm-lintRange-error");
    writeFileSync(spec, QUEENS);
    await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 36);
    await page.click("#steps");
    await idle(page);
    await page.screenshot({ path: join(folder, "studio.png") });
    await page.close();
  },

  async "a search stops, by its button and with its page"() {
    const page = await opened();
    await holds(page, "own.puz");
    const slow = async () => {
      await page.fill("#params input", "21");
      await page.keyboard.press("Tab");
      await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 441);
      await page.click("#count");
      await works();
    };
    await slow();
    await page.click("#stop");
    await idle(page);
    assert.match(await status(page), /^Stopped/);
    await rests(8000);
    await page.click("#count");
    await works();
    await page.close();
    await rests(8000);
  },
};

const failed = await tried(tests, { browser, complaints });
await close();
studio.kill("SIGINT");
rmSync(place, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
