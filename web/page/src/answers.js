// Answers of searches: solutions and steps to browse, and sentences.

import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
/** Least time in milliseconds between two sentences about progress: a screen reader reads each. */
const PROGRESS = 2000;

export class Answers {
  constructor(page) {
    Object.assign(this, { page, found: [], at: 0, seed: 0 });
    $("previous").onclick = () => this.show(this.at - 1);
    $("next").onclick = () => this.show(this.at + 1);
    $("number").oninput = () => this.show(Number($("number").value) - 1);
  }

  clear() {
    Object.assign(this, { found: [], at: 0 });
    $("browser").hidden = true;
    $("text").hidden = true;
    $("open").hidden = true;
    $("words").textContent = "";
    this.page.say("");
  }

  /** Asks a question and shows what comes. */
  async ask(act, more = {}) {
    const { page } = this;
    this.clear();
    const run = (this.run = {});
    page.search.stop();
    page.say(say("working"));
    $("stop").disabled = false;
    document.body.dataset.busy = act;
    let last = performance.now();
    const told = ({ solution, words, orbit, step, progress }) => {
      if (run !== this.run) return;
      if (solution) this.add({ board: solution, words, orbit: orbit?.size });
      if (step) this.add({ drawn: step.drawn, words: step.words });
      if (progress && performance.now() - last > PROGRESS) {
        last = performance.now();
        page.say(`${say("working")} ${progressWords(progress)}`);
      }
    };
    const answer = await page.search.ask({ ...page.question(act), ...more }, { told });
    if (run !== this.run) return;
    $("stop").disabled = true;
    delete document.body.dataset.busy;
    this.end(answer);
  }

  end(answer) {
    const { page } = this;
    if (answer.stopped) return page.say(say("stopped"));
    if (answer.trap) return page.say(`${say("trap")} ${answer.detail}`, "wrong");
    if (answer.error) return page.say(answer.error, "wrong");
    const lines = [...(answer.lines ?? [])];
    page.say(lines.shift() ?? "", answer.verdict ?? "");
    if (lines.length > 0) $("words").textContent = lines.join("\n");
    if (answer.drawn) page.drawAnswer(answer.drawn);
    if (answer.svg) page.draw(answer.svg, (i) => page.board.cells[i].name);
    if (answer.svg || answer.drawn) $("browser").hidden = false;
    if (answer.text) this.showText([].concat(answer.text).join("\n"));
    if (answer.made) {
      this.showText(answer.made);
      $("open").hidden = false;
      page.say(say("made"));
    }
    if (answer.why) page.editor.show(page.editor.text(), { diagnostics: [answer.why] });
    this.update();
    $("mine").disabled = !(answer.svg || answer.drawn || this.found.length > 0);
    return true;
  }

  /** Makes a puzzle: its board, and its text, which the editor can open. */
  async make() {
    const { page } = this;
    await this.ask("make", { seed: this.seed++ });
    if ($("open").hidden) return;
    const made = { ...page.question("board"), text: $("text").textContent, params: {}, pieces: [] };
    const shown = await page.desk.ask(made);
    if (shown.svg) page.drawAnswer({ svg: shown.svg, kinds: shown.states.map(([on]) => on) });
  }

  showText(text) {
    $("text").textContent = text;
    $("text").hidden = false;
  }

  add(found) {
    this.found.push(found);
    if (this.found.length === 1) this.show(0);
    else this.update();
  }

  update() {
    const many = this.found.length;
    if (many > 0) $("browser").hidden = false;
    for (const part of ["previous", "next", "number", "place"]) $(part).hidden = many < 1;
    $("number").max = Math.max(many, 1);
    $("number").value = this.at + 1;
    $("place").textContent = `${this.at + 1} ${say("of")} ${many}`;
    $("previous").disabled = this.at <= 0;
    $("next").disabled = this.at >= many - 1;
  }

  /** Shows a solution or a step. */
  async show(at) {
    if (at < 0 || at >= this.found.length) return;
    this.at = at;
    this.update();
    const shown = this.found[at];
    const orbit = shown.orbit ? ` (orbit of ${shown.orbit})` : "";
    shown.drawn ??= await this.page.desk.ask({ ...this.page.question("draw"), board: shown.board });
    if (this.found[this.at] !== shown) return;
    $("words").textContent = `${shown.words}${orbit}`;
    if (shown.drawn.svg) this.page.drawAnswer(shown.drawn);
  }

  /** Writes the board as a picture, or the model for another solver: as text, and as a file. */
  async exportAs(format) {
    $("export").value = "";
    if (!format) return;
    if (format === "svg") return save(this.page.picture, "board.svg", "image/svg+xml");
    await this.ask("export", { to: format });
    // A URL is for the address of a browser.
    const isUrl = $("text").textContent.startsWith("https://");
    if (!$("text").hidden && !isUrl) save($("text").textContent, `puzzle.${format}`, "text/plain");
  }
}

function save(text, name, type) {
  const file = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  URL.revokeObjectURL(file);
}

function progressWords({ solutions, nodes, best, stage, parts }) {
  const words = [];
  if (stage) words.push(stage);
  if (solutions) words.push(`${solutions} ${say("solutions")}`);
  if (best) words.push(`best ${best.join(", ")}`);
  if (parts) words.push(`${parts[0]}/${parts[1]}`);
  words.push(`${nodes} nodes`);
  return words.join(", ");
}
