// The board: the picture that the library draws, and over it a grid of cells that answers to mouse, keyboard and screen
// readers.

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

/** Reads a picture of the library. It is parsed as XML and put into the page without its scripts, of which it has none. */
function parsed(svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (picture.localName !== "svg" || picture.querySelector("script, foreignObject")) throw new Error("no picture");
  picture.removeAttribute("role");
  picture.setAttribute("aria-hidden", "true");
  picture.querySelector("title")?.remove();
  return document.importNode(picture, true);
}

/** A click on a cell, and a key that a cell receives, go to `act`. */
export class Board {
  constructor(parent, { act }) {
    Object.assign(this, { parent, act, cells: [], focused: 0, key: "" });
    this.overlay = element("svg", { role: "grid", class: "cells" });
    this.overlay.addEventListener("click", (event) => this.clicked(event));
    this.overlay.addEventListener("keydown", (event) => this.pressed(event));
    this.overlay.addEventListener("focusin", (event) => this.moveRing(event.target));
    this.overlay.addEventListener("focusout", () => this.ring?.setAttribute("visibility", "hidden"));
    parent.append(this.overlay);
  }

  /** Shows a picture. */
  draw(svg) {
    const picture = parsed(svg);
    picture.classList.add("picture");
    this.parent.querySelector(".picture")?.remove();
    this.parent.prepend(picture);
    this.overlay.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.parent.style.maxWidth = `${Math.max(1.6 * picture.width.baseVal.value, 320)}px`;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
  }

  clear() {
    this.parent.querySelector(".picture")?.remove();
    this.setCells([], "");
  }

  /** Makes the grid for these cells; the focus survives if they are the same as before. */
  setCells(cells, label) {
    this.overlay.setAttribute("aria-label", label);
    const key = JSON.stringify(cells);
    if (key === this.key) return;
    Object.assign(this, { key, cells, focused: Math.min(this.focused, Math.max(cells.length - 1, 0)) });
    this.overlay.replaceChildren();
    this.centers = cells.map(({ points }) => {
      const corners = points.split(" ").map((point) => point.split(",").map(Number));
      return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    });
    const rows = new Map();
    cells.forEach(({ at: [, y, z] }, i) => {
      const row = `${z} ${y}`;
      if (!rows.has(row)) rows.set(row, { y, z, cells: [] });
      rows.get(row).cells.push(i);
    });
    this.rows = [...rows.values()].sort((a, b) => a.z - b.z || b.y - a.y).map((row) => row.cells);
    this.shapes = [];
    this.rows.forEach((row, r) => {
      const group = element("g", { role: "row", "aria-rowindex": r + 1 }, this.overlay);
      row.forEach((i, c) => {
        const attributes = { role: "gridcell", "aria-colindex": c + 1, tabindex: -1, points: cells[i].points };
        this.shapes[i] = element("polygon", { ...attributes, "data-cell": i }, group);
      });
    });
    this.ring = element("polygon", { class: "ring", visibility: "hidden", "aria-hidden": "true" }, this.overlay);
    this.rove(this.rows[0]?.[0] ?? 0, false);
  }

  /** Names each cell for screen readers. */
  label(texts) {
    this.shapes?.forEach((shape, i) => shape.setAttribute("aria-label", texts[i]));
  }

  rove(cell, focus = true) {
    this.shapes[this.focused]?.setAttribute("tabindex", -1);
    this.focused = cell;
    this.shapes[cell]?.setAttribute("tabindex", 0);
    if (focus) this.shapes[cell]?.focus();
  }

  moveRing(shape) {
    if (!shape.dataset?.cell) return;
    this.ring.setAttribute("points", shape.getAttribute("points"));
    this.ring.setAttribute("visibility", "visible");
  }

  clicked(event) {
    const cell = event.target.dataset?.cell;
    if (cell === undefined) return;
    this.rove(Number(cell));
    this.act(Number(cell), "Enter");
  }

  pressed(event) {
    if (event.altKey || event.metaKey) return;
    const to = this.target(event.key, event.ctrlKey);
    if (to !== undefined) this.rove(to);
    else if (event.ctrlKey || !this.act(this.focused, event.key)) return;
    event.preventDefault();
  }

  /** The cell that a key leads to. */
  target(key, isFar) {
    const row = this.rows.find((cells) => cells.includes(this.focused)) ?? [];
    if (key === "Home") return isFar ? this.rows[0][0] : row[0];
    if (key === "End") return isFar ? this.rows.at(-1).at(-1) : row.at(-1);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step) return undefined;
    // The nearest cell in that direction, on boards of every shape.
    const [x, y] = this.centers[this.focused];
    let [best, least] = [this.focused, Infinity];
    this.centers.forEach(([cx, cy], i) => {
      const [dx, dy] = [cx - x, cy - y];
      const along = dx * step[0] + dy * step[1];
      const beside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
      if (along > 1 && beside <= along && along + 2 * beside < least) [best, least] = [i, along + 2 * beside];
    });
    return best;
  }
}
