// Starts `puzzle lsp` and shows the board that its searches find beside the text.
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let panel;

/** Shows the board of an answer, drawn by the program; the page runs no script. */
function show(answer) {
  if (!answer) return;
  if (!panel) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("puz.board", "Board", place, { enableScripts: false });
    panel.onDidDispose(() => (panel = undefined));
  }
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const board = answer.svg ?? `<pre>${escape(answer.text)}</pre>`;
  panel.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>svg { display: block; max-width: 100%; height: auto; background: white }</style></head>
<body><p role="status">${escape(answer.message)}</p>${board}</body></html>`;
}

/** Crosswords in the binary format of Across Lite end in `.puz` too; their text has this name and zero bytes. */
const isCrossword = (text) => text.startsWith("ACROSS&DOWN", 2) || text.slice(0, 256).includes("\0");

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("puz");
  const command = settings.get("command");
  const server = { command, args: ["lsp", "--time-limit", settings.get("timeLimit")] };
  client = new LanguageClient("puz", "Puzzle specs", server, {
    documentSelector: [{ language: "puz" }],
    middleware: {
      didOpen: (document, next) => (isCrossword(document.getText()) ? undefined : next(document)),
      executeCommand: async (name, args, next) => {
        const answer = await next(name, args);
        show(answer);
        return answer;
      },
    },
  });
  const showBoard = async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "puz") return;
    await vscode.commands.executeCommand("puzzle.solve", document.uri.toString());
  };
  context.subscriptions.push(vscode.commands.registerCommand("puz.showBoard", showBoard));
  const leave = async (document) => {
    if (document.languageId === "puz" && isCrossword(document.getText())) {
      await vscode.languages.setTextDocumentLanguage(document, "plaintext");
    }
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(leave));
  await Promise.all(vscode.workspace.textDocuments.map(leave));
  try {
    await client.start();
  } catch (error) {
    const reason = error?.message ?? error ?? "the output of Puzzle specs says why";
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start (setting puz.command): ${reason}`);
  }
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
