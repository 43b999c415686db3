//! The frames as a self-contained HTML page: buttons and the arrow keys move through the steps.

use super::TraceFrame;
use crate::report::picture::escaped;
use serde_json::json;

const STYLE: &str = "\
body{font-family:system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111;background:#fff}\
pre{font:1.4rem/1.7rem ui-monospace,monospace;letter-spacing:.6rem;margin:1rem 0}\
pre b{color:#111}pre i{color:#2864a0;font-style:normal}pre u{color:#888;text-decoration:none}\
#words{min-height:1.5em;font-size:1.1rem}#legend{color:#444;white-space:pre-line}\
button{font-size:1rem;padding:.3rem .8rem;margin-right:.3rem}";

const SCRIPT: &str = r##"
const at = id => document.getElementById(id);
let step = 0, timer = null;
const mark = c => {
  const safe = c.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  if (c === "." || c === "x" || c === "#" || c === " ") return "<u>" + safe + "</u>";
  return c !== c.toUpperCase() ? "<i>" + safe + "</i>" : "<b>" + safe + "</b>";
};
const show = n => {
  step = Math.max(0, Math.min(frames.length - 1, n));
  const frame = frames[step];
  at("words").textContent = frame.words;
  at("board").innerHTML = frame.board.map(line => [...line].map(mark).join("")).join("\n");
  at("legend").textContent = frame.legend.join("\n");
  at("place").value = step;
};
const stop = () => { clearInterval(timer); timer = null; at("play").textContent = "Play"; };
const play = () => {
  if (timer) return stop();
  if (step === frames.length - 1) show(0);
  at("play").textContent = "Pause";
  timer = setInterval(() => step < frames.length - 1 ? show(step + 1) : stop(), 800);
};
const go = n => { stop(); show(n); };
at("first").onclick = () => go(0);
at("back").onclick = () => go(step - 1);
at("on").onclick = () => go(step + 1);
at("last").onclick = () => go(frames.length - 1);
at("play").onclick = play;
at("place").max = frames.length - 1;
at("place").oninput = e => go(Number(e.target.value));
document.addEventListener("keydown", e => {
  if (e.target.tagName === "INPUT") return;
  if (e.key === "ArrowRight") go(step + 1);
  if (e.key === "ArrowLeft") go(step - 1);
});
show(0);
"##;

/// Returns the frames as a page with this title.
pub fn trace_page(title: &str, frames: &[TraceFrame]) -> String {
    let frames: Vec<_> =
        frames.iter().map(|f| json!({"words": f.words, "board": f.board, "legend": f.legend})).collect();
    // Inside a script only an end tag is dangerous.
    let data = json!(frames).to_string().replace("</", "<\\/");
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n<p id=\"words\" aria-live=\"polite\"></p>\n<pre id=\"board\"></pre>\n\
         <p id=\"legend\"></p>\n<p><button id=\"first\">First</button><button id=\"back\">Back</button>\
         <button id=\"on\">Next</button><button id=\"last\">Last</button><button id=\"play\">Play</button></p>\n\
         <p><input id=\"place\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"step\"></p>\n\
         <script>\nconst frames = {data};\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}
