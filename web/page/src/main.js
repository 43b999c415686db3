// The page: what is typed and clicked, the questions that follow from it, and where their answers are shown.

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { createEditor } from "./editor.js";
import { engines } from "./engine.js";
import { follow, isStudio, studioEngines } from "./studio.js";
import { fromFragment, toFragment } from "./link.js";
import { currentLanguage, failure, say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);
const FIRST = "queens.puz";
/** Limits in milliseconds: on looking at a text, and on how long it may rest before it is looked at. */
const LOOK = 8000;
const REST = 150;
/** Limit in seconds of hints and marks, which have no use later. */
const DESK_SECONDS = 30;

const files = $("library").textContent;
const library = JSON.parse(files);
// Notes are chosen by the page until the reader chooses them.
const state = { text: "", name: "", params: {}, pieces: [], notes: undefined, language: undefined };
let model = null;
let states = [];
let kind = null;
let resting = 0;

/** Starts everything. */
async function start() {
  state.language = navigator.language.startsWith("de") ? "de" : "en";
  speak(state.language);
  delete document.body.dataset.mute;
  const loading = say("loading");
  $("status").textContent = loading;
  const { desk, search, started } = isStudio ? studioEngines(files) : engines($("module").textContent, $("glue").textContent, files);
  const page = new Page(desk, search);
  // For tests, and for those who like to ask the engine themselves.
  const open = (text) => page.open({ text, name: "" });
  globalThis.nauck = { ask: (question) => search.ask(question), open, library };
  const opening = page.open((await fromFragment(location.hash)) ?? { text: library[FIRST], name: FIRST });
  page.say(loading);
  await Promise.all([started, opening]);
  if ($("status").textContent === loading) page.say("");
  if (isStudio) follow((file) => page.follow(file));
  document.body.dataset.ready = "true";
}

/** Shows why the page cannot work. */
function fail(error) {
  $("status").textContent = isStudio ? `${say("lost")} (${error.message})` : failure(error);
  $("status").className = "wrong";
  $("board").querySelector("p")?.remove();
  document.body.dataset.failed = "true";
}

class Page {
  constructor(desk, search) {
    Object.assign(this, { desk, search });
    const ask = (act, at) => this.desk.ask({ ...this.question(act), text: this.editor.text(), at }, { within: LOOK });
    this.editor = createEditor($("editor"), { changed: () => this.typed(), ask });
    this.board = new Board($("board"), { act: (cell, key) => this.act(cell, key) });
    this.answers = new Answers(this);
    this.wire();
    this.translate();
  }

  wire() {
    for (const act of ["solve", "count", "orbits", "forced", "why"]) $(act).onclick = () => this.answers.ask(act);
    for (const act of ["hint", "steps"]) $(act).onclick = () => this.answers.ask(act, { seconds: DESK_SECONDS });
    $("mark").onclick = () => this.answers.ask("mark", { seconds: DESK_SECONDS, board_text: "" });
    $("make").onclick = () => this.answers.make();
    $("open").onclick = () => this.open({ text: $("text").textContent, name: state.name });
    $("export").onchange = () => this.answers.exportAs($("export").value);
    $("stop").onclick = () => this.search.stop();
    $("format").onclick = () => this.format();
    $("link").onclick = () => this.copyLink();
    $("clear").onclick = () => this.setPieces([]);
    $("take").onclick = () => this.takeBoard($("paste").value);
    $("import").onchange = () => this.import($("import").value);
    $("paste").onkeydown = (event) => event.key === "Enter" && this.takeBoard($("paste").value);
    $("notes").onchange = () => {
      state.notes = document.querySelector("[name=notes]:checked").value;
      this.keepLink();
      this.showOwn();
    };
    $("mine").onclick = () => this.showOwn();
    $("language").onclick = () => this.setLanguage(currentLanguage() === "de" ? "en" : "de");
    $("examples").onchange = () => this.open({ text: library[$("examples").value], name: $("examples").value });
    addEventListener("hashchange", async () => {
      const linked = await fromFragment(location.hash);
      if (linked && location.hash !== this.fragment) this.open(linked);
    });
  }

  setLanguage(language) {
    state.language = language;
    this.translate();
    this.look();
  }

  translate() {
    speak(state.language);
    this.editor.setLabel(say("spec"));
    fillExamples();
  }

  /** Shows the text of a file that an editor has saved. Placed pieces stay as far as they fit. */
  async follow({ name, text, error }) {
    if (error) return void this.say(error, "wrong");
    if (state.name === name && state.text === text) return;
    const pieces = state.name === name ? state.pieces : [];
    await this.open({ text, name, pieces });
  }

  /** Opens a text with its parameters and pieces. */
  async open(opened) {
    this.search.stop();
    Object.assign(state, { params: {}, pieces: [], notes: undefined }, opened, { language: opened.language ?? state.language });
    this.translate();
    this.answers.clear();
    this.editor.setText(state.text);
    await this.look();
    // The board of another text would be wrong; while one types, it stays.
    if (!model) this.board.clear();
  }

  typed() {
    state.text = this.editor.text();
    clearTimeout(resting);
    resting = setTimeout(() => this.look(), REST);
  }

  question(act) {
    const { text, name, params, pieces } = state;
    return { do: act, text, name, params, pieces };
  }

  /** Looks at the text: tokens, diagnostics, model, board. */
  async look() {
    clearTimeout(resting);
    const text = state.text;
    const found = await this.desk.ask(this.question("check"), { within: LOOK });
    if (text !== state.text) return;
    this.keepLink();
    $("examples").value = library[state.name] === state.text ? state.name : "";
    if (!found.diagnostics) return void this.say(found.error ?? say(found.late ? "late" : "trap"), "wrong");
    this.editor.show(text, found);
    model = found.model;
    $("problems").textContent = problems(found);
    $("problems").dataset.of = text.length;
    for (const button of document.querySelectorAll("#left button, #left select, #placing button")) {
      if (button.id !== "stop" && button.id !== "format") button.disabled = !model;
    }
    $("make").hidden = !model?.varies;
    $("placing").hidden = !model?.kinds.some((kind) => kind.placed);
    if (model) {
      fillParams(this);
      fillKinds();
      this.board.setCells(model.cells, boardName());
      await this.showOwn();
    }
    const isDefault = Object.keys(state.params).length === 0;
    if (isDefault && found.diagnostics.length > 0) await this.findFixes(text, found);
  }

  /** Adds the remedies, which are for the default parameters. Each costs some checks of the text. */
  async findFixes(text, { diagnostics }) {
    const { fixes } = await this.desk.ask(this.question("fixes"), { within: LOOK });
    if (fixes?.length === diagnostics.length) this.editor.show(text, { diagnostics, fixes });
    $("problems").dataset.fixed = text.length;
  }

  /** Shows the board of the givens and the placed pieces. */
  async showOwn() {
    if (!model) return;
    if (model.cells.length === 0) {
      this.board.clear();
      $("legend").textContent = say("large");
      return;
    }
    const notes = chosenNotes();
    document.querySelector(`[name=notes][value=${notes}]`).checked = true;
    const shown = await this.desk.ask({ ...this.question("board"), notes }, { within: LOOK });
    if (!shown.states || shown.states.length !== model.cells.length) return;
    states = shown.states;
    this.draw(shown.svg, (i) => stateName(i));
    $("legend").textContent = shown.legend.join("\n");
    $("mine").disabled = true;
  }

  /** Shows a picture and names its cells. */
  draw(svg, name) {
    this.picture = svg;
    this.board.draw(svg);
    this.board.label(model.cells.map((_, i) => name(i)));
  }

  /** Shows a board of an answer, with the kind on each cell. */
  drawAnswer({ svg, kinds }) {
    const on = (i) => (model.cells[i].wall ? say("wall") : kinds[i] === null ? say("empty") : model.kinds[kinds[i]].name);
    this.draw(svg, (i) => `${model.cells[i].name}, ${on(i)}`);
    $("legend").textContent = "";
    $("mine").disabled = false;
  }

  /** Places or removes a piece; returns false if the key means nothing. */
  act(cell, key) {
    const { name, wall } = model.cells[cell];
    const here = state.pieces.find(([, at]) => at === name);
    const bySymbol = model.kinds.find(({ placed, symbol }) => placed && key.length === 1 && same(symbol, key));
    const isRemoval = key === "Delete" || key === "Backspace";
    if (!bySymbol && !isRemoval && key !== "Enter" && key !== " ") return false;
    const placed = bySymbol?.name ?? kind;
    const isGiven = states[cell]?.[3];
    if (wall || isGiven) return this.say(`${name}: ${say(wall ? "wall" : "fixed")}`);
    const rest = state.pieces.filter(([, at]) => at !== name);
    const removes = isRemoval || (here && here[0] === placed);
    if (!removes && !placed) return true;
    this.setPieces(removes ? rest : [...rest, [placed, name]]);
    return this.say(removes ? `${name} ${say("free")}` : `${placed} ${name}: ${say("placed")}`);
  }

  setPieces(pieces) {
    state.pieces = pieces;
    this.keepLink();
    this.showOwn();
  }

  /** Takes the pieces of a pasted board, or if it has others than single pieces, marks it as a whole. */
  async takeBoard(text) {
    const found = await this.desk.ask({ ...this.question("read"), board_text: text }, { within: LOOK });
    if (found.error) return this.say(found.error, "wrong");
    if (found.pieces.length < found.board.length) {
      return this.answers.ask("mark", { seconds: DESK_SECONDS, board_text: text });
    }
    return this.setPieces(found.pieces);
  }

  /** Opens a puzzle of another program. */
  async import(text) {
    if (text.trim() === "") return;
    const found = await this.desk.ask({ do: "import", text }, { within: LOOK });
    if (found.text === undefined) return void this.say(found.error ?? say("late"), "wrong");
    $("import").value = "";
    await this.open({ text: found.text, name: "" });
  }

  async format() {
    const found = await this.desk.ask(this.question("format"), { within: LOOK });
    if (found.text !== undefined) this.editor.setText(found.text);
    else this.say(found.error ?? say("late"), "wrong");
  }

  /** Writes a sentence to the live region; returns true. */
  say(text, look = "") {
    $("status").textContent = text;
    $("status").className = look;
    return true;
  }

  async keepLink() {
    this.fragment = await toFragment(state);
    history.replaceState(null, "", this.fragment);
  }

  /** Copies the address; of the studio, which nobody else can reach, only the part that every such page understands. */
  async copyLink() {
    await this.keepLink();
    try {
      await navigator.clipboard.writeText(isStudio ? this.fragment : location.href);
      this.say(say(isStudio ? "copiedPart" : "copied"));
    } catch {
      this.say(say("linked"));
    }
  }
}

/** With pieces that attack, a placed piece shows at once where others may still stand. */
const chosenNotes = () => state.notes ?? (model.attacks && state.pieces.length > 0 ? "open" : "none");
const same = (symbol, key) => symbol === key || symbol.toLowerCase() === key.toLowerCase();
const boardName = () => [model.title, say("board")].filter(Boolean).join(", ");

function problems({ diagnostics, model: sound, part }) {
  if (part && !sound) return say("part");
  const number = (severity) => diagnostics.filter((d) => d.severity === severity).length;
  const parts = ["error", "warning"].map((one) => [number(one), say(number(one) === 1 ? one : `${one}s`)]);
  const first = diagnostics.find((d) => d.severity === "error");
  const counts = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  if (counts.length === 0) return say("sound");
  return [counts.join(", "), first?.message].filter(Boolean).join(": ");
}

/** The words for a cell of the own board: what stands there, what attacks it, what may still stand there. */
function stateName(i) {
  const { name, wall } = model.cells[i];
  const [on, attackers, open, given] = states[i];
  if (wall) return `${name}, ${say("wall")}`;
  const parts = [name, on === null ? say("empty") : model.kinds[on].name];
  if (given) parts.push(say("given"));
  if (model.attacks && attackers > 0) parts.push(`${attackers} ${say("attackers")}`);
  const placed = model.kinds.filter((kind) => kind.placed).length;
  if (open && placed > 0 && open.length < placed) {
    parts.push(`${say("may")}: ${open.map((k) => model.kinds[k].name).join(", ") || say("nothing")}`);
  }
  return parts.join(", ");
}

function fillExamples() {
  const groups = new Map([["", [new Option(say("own"), "")]]]);
  for (const [name, text] of Object.entries(library)) {
    if (/_rules\.puz$|\/pieces\.puz$|sequences\/pentominoes\.puz$/.test(name)) continue;
    const folder = name.includes("/") ? name.split("/")[0] : "start";
    if (!groups.has(folder)) groups.set(folder, []);
    const title = /^\s*puzzle\s+"([^"\n]*)"/m.exec(text)?.[1];
    groups.get(folder).push(new Option(title ? `${title} (${name.split("/").at(-1)})` : name, name));
  }
  const nodes = [...groups].flatMap(([folder, options]) => {
    if (!folder) return options;
    const group = document.createElement("optgroup");
    group.label = folder;
    group.append(...options);
    return [group];
  });
  $("examples").replaceChildren(...nodes);
  $("examples").value = library[state.name] === state.text ? state.name : "";
}

function fillParams(page) {
  const field = $("params");
  field.hidden = model.params.length === 0;
  const rows = model.params.map(([name, value]) => {
    const input = Object.assign(document.createElement("input"), { type: "number", value, name });
    input.onchange = () => {
      const number = Number(input.value);
      if (!Number.isSafeInteger(number) || input.value === "") return;
      state.params = { ...state.params, [name]: number };
      page.look();
    };
    const label = document.createElement("label");
    label.append(`${name} =`, input);
    return label;
  });
  const focused = document.activeElement?.name;
  field.replaceChildren(field.firstElementChild, ...rows);
  if (focused) [...field.querySelectorAll("input")].find((input) => input.name === focused)?.focus();
}

function fillKinds() {
  const kinds = model.kinds.filter((kind) => kind.placed);
  if (!kinds.some(({ name }) => name === kind)) kind = kinds[0]?.name ?? null;
  const choices = kinds.map(({ name, symbol }) => {
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "kind", value: name });
    input.checked = name === kind;
    input.onchange = () => (kind = name);
    const label = document.createElement("label");
    label.append(input, `${symbol} ${name}`);
    return label;
  });
  $("kinds").replaceChildren($("kinds").firstElementChild, ...choices);
}

start().catch(fail);
