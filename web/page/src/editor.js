// The editor. The engine supplies tokens and diagnostics; nothing here knows the language.
//
// Completion and hover are two more extensions: `autocompletion({ override: [source] })` and `hoverTooltip(source)`, whose
// sources ask the engine.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  keymap, lineNumbers,
} from "@codemirror/view";

/** The classes of the shades of `nauck::editor::Shade`, in its order. */
const SHADES = ["", "comment", "statement", "word", "name", "number", "text", "sign", "stray"];
const marks = SHADES.map((shade) => shade && Decoration.mark({ class: `shade-${shade}` }));

const setShades = StateEffect.define();
const shades = StateField.define({
  create: () => Decoration.none,
  update: (set, change) => {
    for (const effect of change.effects) if (effect.is(setShades)) return effect.value;
    return set.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(runs) {
  const found = [];
  for (let i = 0, at = 0; i < runs.length; i += 2) {
    const mark = marks[runs[i + 1]];
    if (mark && runs[i] > 0) found.push(mark.range(at, at + runs[i]));
    at += runs[i];
  }
  return Decoration.set(found);
}

/** Creates the editor; `changed` is called with each new text. */
export function createEditor(parent, changed, label) {
  const named = new Compartment();
  const naming = (text) => named.of(EditorView.contentAttributes.of({ "aria-label": text }));
  const listen = EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });
  const extensions = [
    lineNumbers(), history(), drawSelection(), highlightSpecialChars(), bracketMatching(), highlightActiveLine(),
    highlightActiveLineGutter(), lintGutter(), shades, listen, naming(label), autocompletion({ override: [] }),
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
    show(text, { shades: runs, diagnostics }) {
      if (text !== this.text()) return;
      if (runs) view.dispatch({ effects: setShades.of(decorations(runs)) });
      view.dispatch(setDiagnostics(view.state, diagnostics.flatMap(problems)));
    },
  };
}

/** A diagnostic of the editor for each label. */
function problems({ severity, message, help, labels, code }) {
  const whole = [message, help].filter(Boolean).join("\n");
  const [main = { from: 0, to: 0, text: "" }, ...others] = labels;
  const problem = ({ from, to }, text) => ({ from, to, severity, message: text, source: code });
  return [
    problem(main, main.text ? `${whole}\n${main.text}` : whole),
    ...others.map((label) => ({ ...problem(label, label.text || message), severity: "info" })),
  ];
}
