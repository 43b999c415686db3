// The protocol library of VS Code as a client of `puzzle lsp`: types are those of the protocol, answers those expected.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.PUZZLE_NODE_MODULES}/`);
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");

const server = spawn(process.env.PUZZLE, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
const published = [];
const waiting = [];
connection.onNotification("textDocument/publishDiagnostics", (params) => {
  published.push(params);
  waiting.splice(0).forEach((wake) => wake());
});
connection.listen();

async function diagnostics(version) {
  for (;;) {
    const found = published.find((p) => p.version === version);
    if (found) return found.diagnostics;
    await new Promise((wake) => waiting.push(wake));
  }
}

const told = await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
assert.equal(told.serverInfo.name, "puzzle");
assert.equal(told.capabilities.positionEncoding, "utf-16");
await connection.sendNotification("initialized", {});
const uri = "untitled:one";
const text = 'puzzle "\u{1F451}" quean\nboard 6 x 6\nuse queen\nno attacks\ncount queen = 6\nexpect solutions = 4\n';
await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "puz", version: 1, text } });
const [first] = await diagnostics(1);
assert.deepEqual(first.range.start, { line: 0, character: 12 });
const range = { start: { line: 0, character: 11 }, end: { line: 0, character: 17 } };
await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: "" }] });
assert.deepEqual(await diagnostics(2), []);
const document = { textDocument: { uri } };
const tokens = await connection.sendRequest("textDocument/semanticTokens/full", document);
assert.equal(tokens.data.length % 5, 0);
const symbols = await connection.sendRequest("textDocument/documentSymbol", document);
assert.deepEqual(symbols.map((s) => s.name), ["queen"]);
const solved = await connection.sendRequest("workspace/executeCommand", { command: "puzzle.solve", arguments: [uri] });
assert.match(solved.svg, /^<svg/);
await assert.rejects(connection.sendRequest("no/method", {}), { code: -32601 });
await connection.sendRequest("shutdown");
await connection.sendNotification("exit");
assert.equal(await ended, 0);
