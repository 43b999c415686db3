// Starts Chromium for tests. CHROMIUM names the browser.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Returns the browser, a list for what it complains about, and the function that ends it. */
export async function launched() {
  const profile = mkdtempSync(join(tmpdir(), "nauck-page-"));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
    headless: true, locale: "en-US", viewport: { width: 1280, height: 900 },
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const close = async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { browser, complaints: [], close };
}

/** Runs tests, a record of functions by name; each also fails if the browser complained. Returns the number that failed. */
export async function tried(tests, { browser, complaints }) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    complaints.length = 0;
    try {
      await test();
      if (complaints.length > 0) throw new Error(`the console has errors: ${complaints.join("\n")}`);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED: ${name}\n${error.stack}`);
      for (const page of browser.pages().slice(1)) await page.close();
    }
  }
  return failed;
}
