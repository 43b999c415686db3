// The tokenizer of VS Code with the grammar of the extension: the scopes of some words. That the grammar agrees with the lexer on
// every spec is tested in Rust; here, that VS Code's own engine accepts its patterns.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.PUZZLE_NODE_MODULES}/`);
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const path = new URL("../../editors/vscode/syntaxes/puz.tmLanguage.json", import.meta.url);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), path.pathname),
});
const grammar = await registry.loadGrammar("source.puz");
let stack = INITIAL;
const scopes = (line) => {
  const result = grammar.tokenizeLine(line, stack);
  stack = result.ruleStack;
  return Object.fromEntries(result.tokens.map((t) => [line.slice(t.startIndex, t.endIndex).trim(), t.scopes.at(-1)]));
};
const seen = scopes("each group of island: cells island >= 3 # three");
assert.equal(seen.each, "keyword.control.puz");
assert.equal(seen.group, "keyword.other.puz");
assert.equal(seen.island, "variable.other.puz");
assert.equal(seen["3"], "constant.numeric.puz");
assert.equal(seen["# three"], "comment.line.number-sign.puz");
assert.equal(scopes("param group = 3").group, "variable.other.puz");
scopes('walls """');
assert.equal(scopes("each . .")["each . ."], "string.quoted.triple.puz");
scopes('"""');
assert.equal(scopes("board 8x8")["8x8"], "constant.numeric.puz");
