// Puts the page together: one file, without references to others. `node build.mjs ENGINE OUTPUT`, after `npm ci`; ENGINE is
// the folder of the engine, or `studio` for the page of `puzzle studio`, which has none.

import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [engine, output] = process.argv.slice(2);
const isStudio = engine === "studio";
const read = (path) => readFileSync(path, "utf8");

/** Files below a folder, sorted. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const path = (entry) => join(folder, entry.name);
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(path(entry)) : [path(entry)])).sort();
}

/** The examples by name. */
function library() {
  const below = filesBelow(join(root, "examples")).filter((path) => path.endsWith(".puz"));
  return Object.fromEntries(below.map((path) => [relative(join(root, "examples"), path), read(path)]));
}

/** Names of the export formats, from the files that define them. */
function exportFormats() {
  return ["src/interchange/puzzle_format.rs", "src/export/mod.rs"].flatMap((file) => {
    const all = /pub const ALL: &\[[^=]*= &\[(.*?)\n {4}\];/s.exec(read(join(root, file)))[1];
    return [...all.matchAll(/Self::\w+,\s*"(\w+)"/g)].map(([, name]) => `<option>${name}</option>`);
  }).join("");
}

/** Licenses of the packages that are part of the page. */
function licenses(inputs) {
  const name = (path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  const packages = [...new Set(inputs.map(name).filter(Boolean))].sort();
  const texts = new Map();
  for (const one of packages) {
    const text = read(join(here, "node_modules", one, "LICENSE")).trim();
    texts.set(text, [...(texts.get(text) ?? []), one]);
  }
  // The crates of the studio are part of its command, not of its page.
  for (const line of isStudio ? [] : read(join(engine, "crates.txt")).trim().split("\n")) {
    const [crate, license] = line.split("|");
    const text = crateLicense(crate.replace(" v", "-")) ?? license;
    texts.set(text, [...(texts.get(text) ?? []), `${crate} (${license})`]);
  }
  return [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n----\n\n");
}

/** Text of the shortest license of a crate, from the sources that cargo keeps. */
function crateLicense(folder) {
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
  for (const registry of readdirSync(sources)) {
    const crate = join(sources, registry, folder);
    if (!existsSync(crate)) continue;
    const files = readdirSync(crate).filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
    const texts = files.map((name) => join(crate, name)).filter((path) => statSync(path).isFile()).map(read);
    return texts.map((text) => text.trim()).sort((a, b) => a.length - b.length)[0];
  }
  return undefined;
}

/** Compressed before it becomes text, since servers compress the text badly, and files not at all. */
const packed = (data) => gzipSync(data, { level: 9 }).toString("base64");

const bundled = await build({
  entryPoints: [join(here, "src/main.js")], bundle: true, minify: true, format: "iife", target: "es2022",
  charset: "utf8", write: false, metafile: true, absWorkingDir: here, logLevel: "warning",
});
const script = bundled.outputFiles[0].text.trim();
const boot = (await transform(read(join(here, "src/boot.js")), { minify: true, charset: "utf8" })).code.trim();
const style = read(join(here, "src/style.css"));
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(boot)} ${hash(script)}${isStudio ? "" : " 'wasm-unsafe-eval'"}`,
  isStudio ? "connect-src 'self'" : "worker-src blob:",
  // CodeMirror adds rules to the page as it goes, and draws its marks as images in the address.
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const glue = () => `${read(join(engine, "nauck_web.js"))}\n${read(join(here, "src/worker.js"))}`;
/** The parts that `src/boot.js` unpacks. */
const texts = {
  script, glue: isStudio ? "" : glue(), library: JSON.stringify(library()),
  licenses: licenses(Object.keys(bundled.metafile.inputs)),
};
const parts = {
  POLICY: policy, STYLE: style, BOOT: boot, EXPORTS: exportFormats(), PACKED: packed(JSON.stringify(texts)),
  MODULE: isStudio ? "" : packed(readFileSync(join(engine, "nauck_web_bg.wasm"))), PRIVACY: isStudio ? "studio" : "privacy",
};
const page = read(join(here, "src/index.html")).replace(/@([A-Z]+)@/g, (_, part) => parts[part]);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
const sent = gzipSync(page, { level: 9 }).length;
console.error(`${output}: ${Buffer.byteLength(page)} bytes, ${sent} with gzip, engine ${parts.MODULE.length}, the rest ${parts.PACKED.length}`);
