// The words of the page in English and German. Sentences of the engine are English.

const WORDS = {
  en: {
    title: "Nauck: placement puzzles", spec: "Spec", board: "Board", example: "Example", own: "(own text)",
    solve: "Solve", count: "Count", orbits: "Orbits", forced: "Forced cells", why: "Why none?", hint: "Hint",
    steps: "Steps", mark: "Mark my board", stop: "Stop", format: "Format", link: "Copy link", copied: "The link is copied.",
    linked: "The address of this page is the link.", export: "Export as", clear: "Clear pieces", piece: "Piece",
    notes: "Notes", none: "none", open: "may still stand", attacked: "attacks", params: "Parameters",
    result: "Result", of: "of", previous: "Previous", next: "Next", shown: "Shown", myBoard: "My board",
    loading: "Loading …", working: "Working …", stopped: "Stopped. The question is open.", late: "Stopped: this takes too long.",
    failed: "The solver does not start. It needs a browser of 2023 or later that allows WebAssembly and workers.",
    trap: "The engine failed. Please report this spec; the engine has been started again.",
    paste: "Paste a board, such as “Qa1 Qb3” or a FEN", take: "Take pieces", language: "Deutsch", given: "given",
    empty: "empty", wall: "wall", attackers: "attackers", may: "may hold", nothing: "nothing", placed: "placed",
    removed: "removed", fixed: "given by the spec", large: "The board is too large to draw.", error: "error", errors: "errors",
    warning: "warning", warnings: "warnings", make: "Make a puzzle", made: "A puzzle with one solution. Its text is below the board.", opens: "Open in the editor",
    copiedPart: "The part of the address after # is copied. It belongs after the address of the page.",
    lost: "The connection to `puzzle studio` is lost.",
    import: "Import: a URL of puzz.link, Penpa+ or f-puzzles, or a FEN",
    studio: "The spec is solved by `puzzle studio` on this machine. Nothing leaves it.", sound: "The spec is valid.", part: "This text is a part for other specs: it has no board.",
    privacy: "Everything runs in this page. The spec is in the address after the #, which no browser sends.",
    licenses: "Licenses", solutions: "Solutions", details: "Text", free: "is free", keys:
      "Keys on the board: arrows move, Enter places or removes a piece, a symbol places that piece, Delete removes it.",
  },
  de: {
    title: "Nauck: Stellungsrätsel", spec: "Beschreibung", board: "Brett", example: "Beispiel", own: "(eigener Text)",
    solve: "Lösen", count: "Zählen", orbits: "Bahnen", forced: "Erzwungene Felder", why: "Warum keine?",
    hint: "Hinweis", steps: "Schritte", mark: "Mein Brett prüfen", stop: "Anhalten", format: "Formatieren",
    link: "Link kopieren", copied: "Der Link ist kopiert.", linked: "Die Adresse dieser Seite ist der Link.",
    export: "Exportieren als", clear: "Figuren entfernen", piece: "Figur", notes: "Notizen", none: "keine",
    open: "kann noch stehen", attacked: "Angriffe", params: "Parameter", result: "Ergebnis", of: "von",
    previous: "Zurück", next: "Weiter", shown: "Angezeigt", myBoard: "Mein Brett", loading: "Lädt …", working: "Rechnet …",
    stopped: "Angehalten. Die Frage ist offen.", late: "Angehalten: das dauert zu lange.",
    failed: "Der Rechner startet nicht. Er braucht einen Browser von 2023 oder neuer, der WebAssembly und Worker zulässt.",
    trap: "Der Rechner ist gescheitert. Bitte diese Beschreibung melden; er wurde neu gestartet.",
    paste: "Brett einfügen, etwa „Qa1 Qb3“ oder FEN", take: "Figuren übernehmen", language: "English",
    given: "vorgegeben", empty: "leer", wall: "Mauer", attackers: "Angreifer", may: "möglich", nothing: "nichts",
    placed: "gesetzt", removed: "entfernt", fixed: "ist vorgegeben", large: "Das Brett ist zu groß zum Zeichnen.",
    error: "Fehler", errors: "Fehler", warning: "Warnung", warnings: "Warnungen",
    make: "Rätsel erzeugen", made: "Ein Rätsel mit genau einer Lösung. Sein Text steht unter dem Brett.", opens: "Im Editor öffnen",
    copiedPart: "Der Teil der Adresse ab # ist kopiert. Er gehört hinter die Adresse der Seite.",
    lost: "Die Verbindung zu `puzzle studio` ist verloren.",
    import: "Importieren: URL von puzz.link, Penpa+ oder f-puzzles, oder FEN",
    studio: "Die Beschreibung wird von `puzzle studio` auf diesem Rechner gelöst. Nichts verlässt ihn.", sound: "Die Beschreibung ist gültig.",
    part: "Dieser Text ist ein Teil für andere Beschreibungen: er hat kein Brett.",
    privacy: "Alles läuft in dieser Seite. Die Beschreibung steht in der Adresse nach dem #, das kein Browser sendet.",
    licenses: "Lizenzen", solutions: "Lösungen", details: "Text", free: "ist frei", keys:
      "Tasten auf dem Brett: Pfeile bewegen, Eingabe setzt oder entfernt eine Figur, ein Symbol setzt diese Figur, Entf entfernt sie.",
  },
};

let language = "en";

export const currentLanguage = () => language;
export const say = (key) => WORDS[language][key];

/** Says that there is no engine, and why. */
export const failure = (error) => `${say("failed")} (${error.message || error})`;

/** Puts the page into a language: texts of elements with `data-say`, and labels of those with `data-label`. */
export function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  document.title = say("title");
  for (const shown of document.querySelectorAll("[data-say]")) shown.textContent = say(shown.dataset.say);
  for (const labeled of document.querySelectorAll("[data-label]")) labeled.setAttribute("aria-label", say(labeled.dataset.label));
  for (const hinted of document.querySelectorAll("[data-hint]")) hinted.placeholder = say(hinted.dataset.hint);
}
