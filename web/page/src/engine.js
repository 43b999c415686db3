// The engine in workers: questions in, answers out, and an end to every question.

/** Compiles the engine of this page. */
export async function compile(base64, glue) {
  const letters = atob(base64);
  const packed = new Uint8Array(letters.length);
  // A loop, since a function for each of millions of letters takes time.
  for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } }));
  const script = URL.createObjectURL(new Blob([glue], { type: "text/javascript" }));
  return { module, script };
}

/** A worker that answers one question at a time, in order. */
export class Engine {
  constructor(compiled, library) {
    Object.assign(this, { compiled, library, number: 0, waiting: [], current: null });
    this.start();
  }

  start() {
    this.worker = new Worker(this.compiled.script);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.receive({ number: this.current?.number, trap: event.message });
    };
    this.worker.postMessage({ module: this.compiled.module, library: this.library });
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
