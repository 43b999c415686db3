const SVG = "http://www.w3.org/2000/svg";
const at = id => document.getElementById(id);
const make = (name, parent, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return parent.appendChild(made);
};
const last = data.steps.length - 1;
const cells = [...at("cells").children], pieces = [...at("pieces").children];
// The marks of all cells at every step: each step lists only what changed.
let marks = new Uint16Array(cells.length);
const states = data.steps.map(([, changed]) => {
  marks = marks.slice();
  for (let i = 0; i < changed.length; i += 2) marks[changed[i]] = changed[i + 1];
  return marks;
});
let step = 0, timer = null;

const drawText = (cell, text) => {
  const [x, y] = data.centers[cell];
  const wide = Math.ceil(Math.sqrt(text.length)), rows = Math.ceil(text.length / wide);
  const pitch = Math.min(12, 36 / wide);
  [...text].forEach((letter, i) => {
    const column = i % wide - (wide - 1) / 2, row = Math.floor(i / wide) - (rows - 1) / 2;
    make("text", at("texts"), { x: x + column * pitch, y: y + row * pitch }).textContent = letter;
  });
};
const drawBoard = () => {
  const [, , placed, concluded, reasons] = data.steps[step];
  const about = new Set(concluded), because = new Set(reasons);
  at("texts").replaceChildren();
  cells.forEach((cell, i) => {
    const mark = states[step][i];
    cell.setAttribute("class", "cell" + (about.has(i) ? " concluded" : because.has(i) ? " reason" : mark === 1 ? " out" : ""));
    if (mark === 1) {
      const [x, y] = data.centers[i];
      make("path", at("texts"), { class: "cross", d: `M${x - 5} ${y - 5}l10 10m-10 0l10 -10` });
    } else if (mark > 1) {
      drawText(i, data.marks[mark]);
    }
  });
  const on = new Set(placed);
  pieces.forEach((piece, i) => piece.classList.toggle("on", on.has(i)));
};

// The tree is laid out once, all of it, so that it does not jump while it grows: leaves side by side, nodes above the middle
// of theirs.
let tree = [];
const layTree = () => {
  tree = [];
  at("tree").replaceChildren();
  const below = data.nodes.map(() => []);
  data.nodes.forEach(([parent], i) => i && below[parent].push(i));
  const depth = [0];
  data.nodes.forEach(([parent], i) => { if (i) depth[i] = depth[parent] + 1; });
  const leaves = below.filter(b => !b.length).length, deepest = Math.max(...depth);
  const width = at("box").clientWidth || 600;
  const named = leaves <= 12;
  const dx = Math.max(named ? 56 : 13, Math.min(70, (width - 24) / Math.max(leaves, 1)));
  const dy = Math.max(22, Math.min(56, (innerHeight * 0.48 - 40) / Math.max(deepest, 1)));
  const x = [];
  // Nodes follow their parents, so the last leaf is met first from the end.
  let place = leaves;
  for (let i = data.nodes.length - 1; i >= 0; i--) {
    if (!below[i].length) x[i] = --place;
    else x[i] = (x[below[i][0]] + x[below[i][below[i].length - 1]]) / 2;
  }
  const svg = at("tree"), size = [Math.max(leaves * dx + 24, 60), deepest * dy + 46];
  svg.setAttribute("width", size[0]);
  svg.setAttribute("height", size[1]);
  svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  const spot = i => [x[i] * dx + dx / 2 + 12, depth[i] * dy + 14];
  const edges = make("g", svg, {}), dots = make("g", svg, {});
  data.nodes.forEach(([parent, placed, back, endStep, end, pruned, words], i) => {
    const [cx, cy] = spot(i), [px, py] = spot(parent);
    const edge = i ? make("path", edges, { d: `M${px} ${py}L${cx} ${cy}` }) : null;
    const group = make("g", dots, {});
    const shown = Math.min(pruned, 12), gap = Math.min(3, (dx - 2) / Math.max(shown, 1));
    let ticks = "";
    for (let k = 0; k < shown; k++) ticks += `M${cx + (k - (shown - 1) / 2) * gap} ${cy + 5}v8`;
    const cut = ticks && make("path", group, { class: "pruned", d: ticks });
    const dot = make("circle", group, { cx, cy, r: 4.5 });
    const ends = {
      dead: () => make("path", group, { class: "dead", d: `M${cx - 4} ${cy + 14}l8 8m-8 0l8 -8` }),
      bound: () => make("path", group, { class: "bound", d: `M${cx - 5} ${cy + 16}h10m-10 4h10` }),
      solution: () => make("path", group, { class: "solution", d: `M${cx} ${cy - 9}l9 9l-9 9l-9 -9Z` }),
    };
    // A node whose attempts all failed shows it by them.
    const mark = end && !(end === "dead" && below[i].length) ? ends[end]() : null;
    if (named && i) make("text", group, { x: cx + 2, y: cy - 7 }).textContent = words.split(" on ").pop();
    make("title", group, {}).textContent = pruned ? `${words}; pruned below: ${pruned}` : words;
    tree.push({ parent, placed, back, endStep, edge, group, dot, mark, cut, cx, cy });
  });
};
const drawTree = () => {
  let here = 0;
  tree.forEach((node, i) => {
    const shown = node.placed <= step, onPath = shown && (node.back < 0 || step < node.back);
    node.group.setAttribute("class", shown ? "" : "off");
    if (node.edge) node.edge.setAttribute("class", shown ? (onPath ? "edge path" : "edge") : "off");
    node.dot.setAttribute("class", onPath ? "node path" : "node gone");
    if (node.mark) node.mark.classList.toggle("off", step < node.endStep);
    if (onPath) here = i;
  });
  const node = tree[here], box = at("box");
  node.dot.classList.add("here");
  box.scrollLeft = node.cx - box.clientWidth / 2;
  box.scrollTop = node.cy - box.clientHeight / 2;
};

const show = n => {
  step = Math.max(0, Math.min(last, n));
  const [words, , , , , counts] = data.steps[step];
  at("words").textContent = words;
  drawBoard();
  if (counts) {
    [at("placed").textContent, at("back").textContent] = counts;
    drawTree();
  }
  at("place").value = step;
  at("count").textContent = `step ${step} of ${last}`;
};
// A screen reader would fall behind while the steps run.
const stop = () => {
  clearInterval(timer);
  timer = null;
  at("play").textContent = "Play";
  at("words").setAttribute("aria-live", "polite");
};
const start = () => {
  timer = setInterval(() => step < last ? show(step + 1) : stop(), Number(at("speed").value));
  at("play").textContent = "Pause";
  at("words").setAttribute("aria-live", "off");
};
const play = () => {
  if (timer) return stop();
  if (step === last) show(0);
  start();
};
const go = n => { stop(); show(n); };
at("first").onclick = () => go(0);
at("prev").onclick = () => go(step - 1);
at("next").onclick = () => go(step + 1);
at("last").onclick = () => go(last);
at("play").onclick = play;
at("speed").onchange = () => { if (timer) { clearInterval(timer); start(); } };
at("place").max = last;
at("place").oninput = e => go(Number(e.target.value));
const keys = { ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(last), " ": play };
document.addEventListener("keydown", e => {
  const isOwn = ["INPUT", "SELECT"].includes(e.target.tagName) || (e.key === " " && e.target.tagName === "BUTTON");
  if (isOwn || e.ctrlKey || e.altKey || e.metaKey || !(e.key in keys)) return;
  e.preventDefault();
  keys[e.key]();
});
if (data.nodes) {
  layTree();
  new ResizeObserver(() => { layTree(); drawTree(); }).observe(document.body);
}
// The address may name a step: page.html#12.
show(Number(location.hash.slice(1)) || 0);
