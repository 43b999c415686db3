// A preprocessor of mdBook: below each spec that has a board, a link opens it in the page, which lies at the top of the book. The
// spec is in the address after the #, as `page/src/link.js` reads it. Links that lead out of the book lose their target.

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

// mdBook asks which formats are supported.
if (process.argv[2] === "supports") process.exit(process.argv[3] === "html" ? 0 : 1);

const [, book] = JSON.parse(readFileSync(0, "utf8"));
const BLOCK = /^```puz *(\S*)\n(.*?)^```$/gms;

/** The statements of a file that an `include` inserts. */
const included = (text) => text.replace(/^(puzzle|find|expect)\b.*\n/gm, "");

function withLinks(text, path) {
  const files = new Map([...text.matchAll(BLOCK)].filter(([, name]) => name).map(([, name, spec]) => [name, spec]));
  /** The spec with the texts of the files of this chapter in the place of their names; each counts once. */
  const whole = (spec) => {
    const seen = new Set();
    return spec.replace(/^include "([^"]*)".*$/gm, (line, name) => {
      if (seen.has(name)) return "";
      seen.add(name);
      return included(files.get(name) ?? `${line}\n`).trimEnd();
    });
  };
  const top = "../".repeat(path.split("/").length - 1);
  return text.replace(BLOCK, (block, _, spec) => {
    const state = { text: whole(spec), name: "", params: {}, pieces: [] };
    if (!/^board\b/m.test(state.text) || /"[^"\n]*\.puz"/.test(state.text)) return block;
    const packed = deflateRawSync(JSON.stringify(state), { level: 9 }).toString("base64url");
    return `${block}\n\n[Open in the page](${top}nauck.html#1${packed})\n`;
  });
}

/** Removes the targets of links to files outside the book. */
function withoutOutside(text, path) {
  return text.replace(/\[([^\]\n]*)\]\((?!https?:|#)([^)#\s]*)(#[^)\s]*)?\)/g, (link, words, target) => {
    const resolved = new URL(target, `https://book/docs/${path}`).pathname;
    const isInside = resolved.startsWith("/docs/") && !/\.(json|c|py)$/.test(resolved);
    // A README becomes the index of its folder.
    return isInside ? link.replace("README.md", "index.md") : words;
  });
}

function visit(items) {
  for (const { Chapter: chapter } of items) {
    if (!chapter) continue;
    chapter.content = withLinks(withoutOutside(chapter.content, chapter.source_path ?? chapter.path), chapter.path);
    visit(chapter.sub_items);
  }
}

visit(book.sections ?? book.items);
process.stdout.write(JSON.stringify(book));
