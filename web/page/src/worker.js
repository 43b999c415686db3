// A worker with one instance of the engine. It answers one question after another; what a search finds on the way is posted
// at once. A panic of the engine is a trap, after which the page starts another worker.
let asked = 0;
self.tell = (text) => self.postMessage({ number: asked, told: text });
self.onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    wasm_bindgen.keep(data.library);
    self.postMessage({ ready: true });
    return;
  }
  asked = data.number;
  try {
    self.postMessage({ number: asked, answer: wasm_bindgen.ask(data.question) });
  } catch (error) {
    self.postMessage({ number: asked, trap: String(error) });
  }
};
