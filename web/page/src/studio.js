// The engine of `puzzle studio`, behind the questions that the engine of the page answers in a worker. Each question is a
// request, and its answer a stream of server-sent events; ending the stream ends the search.

import { say } from "./words.js";

/** The page of the studio has no engine of its own. */
export const isStudio = document.getElementById("module").textContent === "";

const token = new URLSearchParams(location.search).get("token") ?? "";

/** Sends a text and calls `heard` with the name and the data of each event. */
async function stream(path, body, signal, heard) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body, signal, cache: "no-store" });
  if (!response.ok) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const lines = event.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line)).filter(Boolean);
      const of = (name) => lines.filter((line) => line[1] === name).map((line) => line[2]).join("\n");
      if (of("event")) heard(of("event"), JSON.parse(of("data")));
    }
  }
}

/** Sends the library, and returns the engines of the desk and of searches. */
export function studioEngines(files) {
  const started = stream("/api/library", files, undefined, () => {});
  return { desk: new StudioEngine(started), search: new StudioEngine(started), started };
}

/** Calls `changed` with each text of the file that the studio follows. */
export function follow(changed) {
  stream("/api/file", "", undefined, (_, file) => changed(file)).catch(() => changed({ error: say("lost") }));
}

/** Answers one question at a time, in order, as `Engine` does. */
class StudioEngine {
  constructor(started) {
    Object.assign(this, { waiting: started, current: null });
  }

  ask(question, { told = () => {}, within = 0 } = {}) {
    const answer = this.waiting.then(() => this.answer(question, told, within));
    this.waiting = answer;
    return answer;
  }

  async answer(question, told, within) {
    const current = (this.current = { ender: new AbortController(), end: { error: say("lost") } });
    const timer = within && setTimeout(() => this.stop("late"), within);
    try {
      const heard = (event, data) => (event === "told" ? told(data) : (current.end = data));
      await stream("/api/ask", JSON.stringify(question), current.ender.signal, heard);
    } catch (error) {
      if (!current.ender.signal.aborted && error.name !== "TypeError") current.end = { error: error.message };
    }
    clearTimeout(timer);
    this.current = null;
    return current.end;
  }

  /** Ends the current question. */
  stop(reason = "stopped") {
    if (!this.current) return;
    this.current.end = { [reason]: true, detail: "" };
    this.current.ender.abort();
  }
}
