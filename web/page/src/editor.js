// The editor. The engine supplies marks, diagnostics with their remedies, completions and explanations; nothing here knows
// the language.

import { autocompletion, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";

/** The classes of the shades of `nauck::editor::Shade`, in its order, and that of declared names. */
const SHADES = ["", "comment", "statement", "word", "name", "number", "text", "sign", "stray", "declared"];
const shadeMarks = SHADES.map((shade) => shade && Decoration.mark({ class: `shade-${shade}` }));
/** Kinds of completions, as the editor calls them, by the class of the name. */
const TYPES = { Parameter: "constant", Regions: "namespace", Clues: "namespace", Weights: "namespace", Variable: "variable" };

const setShades = StateEffect.define();
const shades = StateField.define({
  create: () => Decoration.none,
  update: (set, change) => {
    for (const effect of change.effects) if (effect.is(setShades)) return effect.value;
    return set.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(marks) {
  const found = [];
  for (let i = 0; i < marks.length; i += 3) {
    const mark = shadeMarks[marks[i + 2]];
    if (mark && marks[i] < marks[i + 1]) found.push(mark.range(marks[i], marks[i + 1]));
  }
  return Decoration.set(found);
}

/** Completes a word. */
const completer = (ask) => async (context) => {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!word && !context.explicit) return null;
  const { completions } = await ask("complete", word?.from ?? context.pos);
  if (!completions?.length) return null;
  const options = completions.map(({ label, detail, class: of, snippet }) => {
    const option = { label, detail, type: of ? (TYPES[of] ?? "class") : "keyword" };
    return snippet ? snippetCompletion(snippet, option) : option;
  });
  return { from: word?.from ?? context.pos, options, validFor: /^[\p{L}\p{N}_]*$/u };
};

/** Explains a word. The explanation is shown as text, so nothing in it becomes part of the page. */
const explainer = (ask) => async (view, pos) => {
  const { markdown, from, to } = await ask("hover", pos);
  if (!markdown) return null;
  const dom = document.createElement("div");
  dom.className = "explanation";
  dom.textContent = markdown.replace(/^```.*\n?/gm, "").trim();
  return { pos: from, end: to, create: () => ({ dom }) };
};

/** Creates the editor. `changed` is called with each new text; `ask` asks about a position of the text. */
export function createEditor(parent, { changed, ask }) {
  const named = new Compartment();
  const naming = (text) => named.of(EditorView.contentAttributes.of({ "aria-label": text }));
  const listen = EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });
  const extensions = [
    lineNumbers(), history(), drawSelection(), highlightSpecialChars(), bracketMatching(), highlightActiveLine(),
    highlightActiveLineGutter(), lintGutter(), shades, listen, naming(""),
    autocompletion({ override: [completer(ask)] }), hoverTooltip(explainer(ask)),
    EditorView.lineWrapping,
    // Tab leaves the editor.
    keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, ...completionKeymap]),
  ];
  const view = new EditorView({ state: EditorState.create({ extensions }), parent });
  return {
    view,
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setLabel: (text) =>
      view.dispatch({ effects: named.reconfigure(EditorView.contentAttributes.of({ "aria-label": text })) }),
    /** Shows what the engine found in `text`, unless the text has changed since. */
    show(text, { marks, diagnostics, fixes = [] }) {
      if (text !== this.text()) return;
      if (marks) view.dispatch({ effects: setShades.of(decorations(marks)) });
      view.dispatch(setDiagnostics(view.state, diagnostics.flatMap((found, i) => problems(found, fixes[i] ?? []))));
    },
  };
}

/** A diagnostic of the editor for each label; the first has the remedies. */
function problems({ severity, message, help, labels, code }, fixes) {
  const whole = [message, help].filter(Boolean).join("\n");
  const [main = { from: 0, to: 0, text: "" }, ...others] = labels;
  const problem = ({ from, to }, text) => ({ from, to, severity, message: text, source: code });
  const actions = fixes.map(({ title, from, to, text }) => ({
    name: title,
    apply: (view) => view.dispatch({ changes: { from, to, insert: text } }),
  }));
  return [
    { ...problem(main, main.text ? `${whole}\n${main.text}` : whole), actions },
    ...others.map((label) => ({ ...problem(label, label.text || message), severity: "info" })),
  ];
}
