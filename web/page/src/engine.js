// The engine in workers: questions in, answers out, and an end to every question.

import { failure } from "./words.js";

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  // A loop, since a function for each of millions of letters takes time.
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function compile(base64) {
  const bytes = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } }));
}

/** Starts the engines of the desk and of searches; `started` is rejected if they cannot work in this browser. */
export function engines(base64, glue, library) {
  const script = URL.createObjectURL(new Blob([glue], { type: "text/javascript" }));
  const module = compile(base64);
  const [desk, search] = [new Engine(script, module, library), new Engine(script, module, library)];
  return { desk, search, started: Promise.all([desk.started, search.started]) };
}

/** A worker that answers one question at a time, in order. */
class Engine {
  constructor(script, module, library) {
    Object.assign(this, { script, module, library, number: 0, waiting: [], current: null });
    this.start();
  }

  start() {
    this.started = new Promise((resolve, reject) => {
      const worker = (this.worker = new Worker(this.script));
      let fail = (message) => reject(new Error(message));
      worker.onerror = (event) => {
        event.preventDefault();
        fail(event.message);
      };
      worker.onmessage = ({ data }) => {
        if (!data.ready) return this.receive(data);
        fail = (message) => this.receive({ number: this.current?.number, trap: message });
        return resolve();
      };
      this.module.then((module) => worker.postMessage({ module, library: this.library }), reject);
    });
    // The next question finds out.
    this.started.catch(() => {});
  }

  /** Asks; `told` receives what is found on the way. An answer without an end can be given up with `stop`. */
  ask(question, { told = () => {}, within = 0 } = {}) {
    return new Promise((resolve) => {
      this.waiting.push({ question, told, within, resolve, number: ++this.number });
      this.next();
    });
  }

  next() {
    if (this.current || this.waiting.length === 0) return;
    const { number, question, within } = (this.current = this.waiting.shift());
    const isCurrent = () => number === this.current?.number;
    this.started.then(() => isCurrent() && this.post(number, question, within),
      (error) => isCurrent() && this.finish({ error: failure(error) }));
  }

  post(number, question, within) {
    if (within) this.current.timer = setTimeout(() => this.stop("late"), within);
    this.worker.postMessage({ number, question: JSON.stringify(question) });
  }

  receive({ number, told, answer, trap }) {
    if (!this.current || number !== this.current.number) return;
    if (told !== undefined) this.current.told(JSON.parse(told));
    else if (answer !== undefined) this.finish(JSON.parse(answer));
    else this.stop("trap", trap);
  }

  finish(answer) {
    const { resolve, timer } = this.current;
    clearTimeout(timer);
    this.current = null;
    resolve(answer);
    this.next();
  }

  /** Ends the current question by ending its worker. */
  stop(reason = "stopped", detail = "") {
    if (!this.current) return;
    this.worker.terminate();
    this.start();
    this.finish({ [reason]: true, detail });
  }
}
