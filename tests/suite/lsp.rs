//! `puzzle lsp` as an editor meets it: messages over pipes to the built command.

use super::command::end_within;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Time to wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the server.
struct Client {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// Messages that came while others were awaited.
    kept: Vec<Value>,
    number: i64,
}

impl Client {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .arg("lsp")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { child, input, messages, kept: Vec::new(), number: 0 }
    }

    /// Starts a server and greets it with these capabilities.
    fn greeted(args: &[&str], capabilities: Value) -> (Self, Value) {
        let mut client = Self::start(args);
        let answer = client
            .ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        client.tell("initialized", json!({}));
        (client, answer["result"]["capabilities"].clone())
    }

    fn write(&mut self, body: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("a pipe");
        self.input.flush().expect("a pipe");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn send(&mut self, method: &str, params: Value) -> i64 {
        self.number += 1;
        let id = self.number;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        id
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.wait(|m| m["id"] == json!(id) && m.get("method").is_none())
    }

    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_it) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("a message");
            if is_it(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Opens a document and returns its diagnostics.
    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": "puz", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(uri, 1)
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) -> Vec<Value> {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.diagnostics(uri, version)
    }

    fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let told = self.wait(|m| {
            let params = &m["params"];
            m["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == json!(version)
        });
        told["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    fn shut_down(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(end_within(PATIENCE, &mut self.child).code(), Some(0));
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut size = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => size = number.parse().expect("a length"),
            None if line.trim_end().is_empty() => break,
            None => panic!("{line}"),
        }
    }
    let mut body = vec![0; size];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

const URI: &str = "untitled:queens";

#[test]
fn positions_count_in_the_units_of_the_client() {
    // A crown takes two units of UTF-16 and four bytes.
    let text = "puzzle \"\u{1F451}\" quean\nboard 8 x 8\n";
    for (encodings, encoding, start) in
        [(json!(["utf-16"]), "utf-16", 12), (json!(["utf-8", "utf-16"]), "utf-8", 14)]
    {
        let (mut client, told) =
            Client::greeted(&[], json!({ "general": { "positionEncodings": encodings } }));
        assert_eq!(told["positionEncoding"], encoding);
        let found = client.open(URI, text);
        assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": start }), "{found:?}");
        let end = json!({ "line": 0, "character": start + 5 });
        assert_eq!(found[0]["range"]["end"], end);
        // An edit behind the crown: the word goes.
        let range = json!({ "start": { "line": 0, "character": start - 1 }, "end": end });
        assert_eq!(client.change(URI, 2, json!([{ "range": range, "text": "" }])), Vec::<Value>::new());
        client.shut_down();
    }
}

#[test]
fn the_requests_of_an_editor() {
    let (mut client, told) = Client::greeted(&[], json!({}));
    for name in [
        "hover",
        "definition",
        "references",
        "rename",
        "foldingRange",
        "codeAction",
        "codeLens",
        "semanticTokens",
    ] {
        assert!(!told[format!("{name}Provider")].is_null(), "{name}: {told}");
    }
    let text = "board 8 x 8\nuse queen,knight\ncount queen = 1\nexpect solutions = 64\ncount knight = 0\n";
    assert_eq!(client.open(URI, text), Vec::<Value>::new());
    let document = json!({ "textDocument": { "uri": URI } });
    let hover = client.ask("textDocument/hover", at(URI, 2, 8));
    assert!(hover["result"]["contents"]["value"].as_str().expect("text").contains("Betza"), "{hover}");
    let found = client.ask("textDocument/completion", at(URI, 2, 6));
    assert!(found["result"].as_array().expect("a list").iter().any(|c| c["label"] == "queen"), "{found}");
    let definition = client.ask("textDocument/definition", at(URI, 2, 8));
    assert_eq!(definition["result"]["range"]["start"], json!({ "line": 1, "character": 4 }));
    let lenses = client.ask("textDocument/codeLens", document.clone());
    let titles: Vec<&str> = lenses["result"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|l| l["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["Solve", "Count", "Why", "Draw"]);
    let tokens = client.ask("textDocument/semanticTokens/full", document.clone());
    assert!(tokens["result"]["data"].as_array().is_some_and(|d| d.len() > 20), "{tokens}");
    let formatted = client.ask(
        "textDocument/formatting",
        json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } }),
    );
    assert!(formatted["result"][0]["newText"].as_str().expect("text").contains("use queen, knight"));
    let unknown = client.ask("textDocument/nothing", json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    let wrong = client.ask("textDocument/hover", json!({ "no": "place" }));
    assert_eq!(wrong["error"]["code"], -32602);
    let found = client.change(URI, 2, json!([{ "text": "board 8 x 8\nuse quean\nno attacks\n" }]));
    assert_eq!(found[0]["code"], "spec::unknown");
    let range = found[0]["range"].clone();
    let actions = client.ask(
        "textDocument/codeAction",
        json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } }),
    );
    assert_eq!(actions["result"][0]["edit"]["changes"][URI][0]["newText"], "queen", "{actions}");
    client.shut_down();
}

#[test]
fn a_name_is_renamed_in_the_files_that_include_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp rename");
    std::fs::create_dir_all(&folder).expect("a folder");
    let part = folder.join("part.nauck");
    std::fs::write(&part, "piece crab = king\n").expect("a file");
    let uri = |name: &str| format!("file://{}", folder.join(name).display()).replace(' ', "%20");
    let (mut client, _) = Client::greeted(&[], json!({}));
    let main = "board 4 x 4\ninclude \"part.nauck\"\ncount crab = 2\n";
    assert_eq!(client.open(&uri("main.puz"), main), Vec::<Value>::new());
    client.open(&uri("part.nauck"), "piece crab = king\n");
    let mut params = at(&uri("part.nauck"), 0, 7);
    params["newName"] = json!("lobster");
    let renamed = client.ask("textDocument/rename", params);
    let changes = &renamed["result"]["changes"];
    assert_eq!(changes[&uri("part.nauck")][0]["newText"], "lobster", "{renamed}");
    assert_eq!(changes[&uri("main.puz")][0]["range"]["start"], json!({ "line": 2, "character": 6 }));
    client.shut_down();
}

#[test]
fn searches_answer_and_can_be_canceled() {
    let (mut client, _) =
        Client::greeted(&["--time-limit", "10m"], json!({ "window": { "workDoneProgress": true } }));
    let command = |name: &str| json!({ "command": name, "arguments": [URI] });
    client.open(URI, "board 6 x 6\nuse queen\nno attacks\ncount queen = 6\nexpect solutions = 4\n");
    let counted = client.ask("workspace/executeCommand", command("puzzle.count"));
    let message = counted["result"]["message"].as_str().expect("a sentence");
    assert!(message.contains("4 solutions") && message.contains("limit 600 s"), "{message}");
    let solved = client.ask("workspace/executeCommand", command("puzzle.solve"));
    assert!(solved["result"]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{solved}");
    assert!(solved["result"]["text"].as_str().is_some_and(|text| text.contains('Q')));
    client.wait(|m| m["method"] == "window/showMessage");
    client.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "end");
    let text = "board 3 x 3\nuse queen\nno attacks\ncount queen = 3\n";
    client.change(URI, 2, json!([{ "text": text }]));
    let why = client.ask("workspace/executeCommand", command("puzzle.why"));
    assert!(why["result"]["text"].as_str().is_some_and(|t| t.contains("cannot hold")), "{why}");
    // Far more solutions than can be counted one by one in the time of this test.
    let long = "board 14 x 14\nuse queen, knight\neach row: count queen <= 2\neach column: count queen <= 2\nno attacks between queen, knight\n";
    client.change(URI, 3, json!([{ "text": long }]));
    let id = client.send("workspace/executeCommand", command("puzzle.count"));
    client.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "report");
    client.tell("$/cancelRequest", json!({ "id": id }));
    let canceled = client.wait(|m| m["id"] == json!(id) && m.get("method").is_none());
    assert_eq!(canceled["error"]["code"], -32800, "{canceled}");
    assert_eq!(client.ask("workspace/executeCommand", command("puzzle.none"))["error"]["code"], -32602);
    client.shut_down();
}

#[test]
fn malformed_messages_are_answered() {
    let (mut client, _) = Client::greeted(&[], json!({}));
    client.write("{ not json");
    assert_eq!(client.wait(|m| m["id"].is_null() && !m["error"].is_null())["error"]["code"], -32700);
    client.input.write_all(b"no header at all\r\n").expect("a pipe");
    assert_eq!(client.wait(|m| m["id"].is_null() && !m["error"].is_null())["error"]["code"], -32700);
    assert_eq!(client.open(URI, "board 2 x 2\n").len(), 0);
    client.shut_down();
}

#[test]
fn an_editor_that_leaves_without_a_word_is_a_failure() {
    let mut client = Client::start(&[]);
    drop(client.input);
    assert_eq!(end_within(PATIENCE, &mut client.child).code(), Some(1));
}
