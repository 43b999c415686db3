//! Checking specs: those under `tests/specs`, small texts with expected properties of their models, and rejected texts.

use nauck::diag::{Diagnostic, RenderStyle, from_model, from_syntax, render};
use nauck::model::check::{
    BoardError, ModelError, ModelErrorKind as Kind, NameError, NumberError, Overrides, Spec,
};
use nauck::model::{Expected, Fact, Model, RuleBody, Term};
use nauck::text::{LoadError, Loader, NoFiles, Source, Sources};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files for includes, by name.
struct Files(Vec<(&'static str, String)>);

impl Loader for Files {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        let text = self.0.iter().find(|(name, _)| *name == path).map(|f| f.1.clone());
        text.map(|text| source(path, &text)).ok_or(LoadError::Missing)
    }
}

fn source(name: &str, text: &str) -> Source {
    Source { name: Arc::from(name), text: Arc::from(text) }
}

fn read_with(text: &str, loader: &dyn Loader) -> (Spec, Vec<ModelError>) {
    let mut sources = Sources::new();
    let root = sources.add(source("main.puz", text));
    let (spec, syntax, faults) = Spec::read(&mut sources, root, loader);
    assert_eq!(syntax, [], "{text}");
    (spec, faults)
}

fn model_with(text: &str, overrides: &[(&str, i64)]) -> Result<Model, Vec<ModelError>> {
    let (spec, faults) = read_with(text, &NoFiles);
    assert_eq!(faults, []);
    let overrides: Overrides = overrides.iter().map(|(n, v)| (Arc::from(*n), *v)).collect();
    spec.model(&overrides).map(|(model, _)| model)
}

fn model(text: &str) -> Model {
    model_with(text, &[]).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

fn specs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder is there").map(|f| f.expect("a file").path()).collect();
    files.sort();
    let name = |p: &Path| p.file_name().expect("a file").to_string_lossy().into_owned();
    files.iter().map(|p| (name(p), std::fs::read_to_string(p).expect("text"))).collect()
}

#[test]
fn the_collected_specs_are_sound() {
    let mut settings = 0;
    for (name, text) in specs() {
        let (spec, faults) = read_with(&text, &NoFiles);
        assert_eq!(faults, [], "{name}");
        if spec.is_part() {
            assert_eq!(spec.check_part(), [], "{name}");
            continue;
        }
        for setting in spec.expectation_settings() {
            let (model, warnings) =
                spec.model(&setting).unwrap_or_else(|e| panic!("{name} {setting:?} {e:#?}"));
            assert_eq!(warnings, [], "{name}");
            assert!(!model.expects.is_empty(), "{name} {setting:?}");
            settings += 1;
        }
    }
    assert_eq!(settings, 91);
}

/// Rendered diagnostics of a text, syntax errors first.
fn diagnostics(name: &str, text: &str) -> String {
    let mut sources = Sources::new();
    let root = sources.add(source(name, text));
    let (spec, syntax, includes) = Spec::read(&mut sources, root, &NoFiles);
    let mut all: Vec<Diagnostic> = syntax.iter().map(|e| from_syntax(e, &sources)).collect();
    let faults = includes.into_iter().chain(match spec.model(&Overrides::new()) {
        Ok((_, warnings)) => warnings,
        Err(faults) => faults,
    });
    all.extend(faults.map(|e| from_model(&e, &sources)));
    render(&all, &sources, RenderStyle { color: false, unicode: false, width: 80 })
}

#[test]
fn rejected_specs_give_their_diagnostics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut texts: Vec<PathBuf> = entries.map(|e| e.expect("a file").path()).collect();
    texts.retain(|p| p.extension().is_some_and(|e| e == "puz"));
    texts.sort();
    assert!(!texts.is_empty());
    let mut wrong = String::new();
    for path in texts {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let shown = diagnostics(&name, &std::fs::read_to_string(&path).expect("a text can be read"));
        assert!(!shown.is_empty(), "{name} is accepted");
        let wanted = path.with_extension("txt");
        if std::env::var_os("UPDATE_DIAGNOSTICS").is_some() {
            std::fs::write(&wanted, &shown).expect("the diagnostics can be written");
        }
        let wanted = std::fs::read_to_string(&wanted).unwrap_or_default();
        if shown != wanted {
            wrong += &format!("{name} gives\n{shown}\ninstead of\n{wanted}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn instances(model: &Model) -> Vec<usize> {
    let count = |body: &RuleBody| match body {
        RuleBody::Compare(instances) => instances.len(),
        RuleBody::Either(disjunctions) => disjunctions.len(),
        RuleBody::Runs(lines) => lines.len(),
        RuleBody::NoAttacks(pairs) => pairs.len(),
        RuleBody::EachGroup(groups) => groups.len(),
        RuleBody::Pair { .. } | RuleBody::Route(_) => 1,
        RuleBody::Symmetric(kinds) => kinds.len(),
    };
    model.rules.iter().map(|r| count(&r.body)).collect()
}

#[test]
fn rules_are_written_out_for_each_place() {
    let head = "board \"\"\"\n1..#\n....\n.2..\n....\n\"\"\"\nclues are cells\nregions box = blocks 2 x 2\n\
        use queen, knight\npieces digit[1..3] = none\n";
    let table = [
        ("count queen = 2", 1),
        ("1 <= count queen <= 3 < 4", 3),
        ("each row: count queen = 1", 4),
        ("each row, each digit d: count d = 1", 12),
        ("each row, each column: count queen <= 1", 16),
        ("each diagonal: count queen <= 1", 14),
        ("each falling diagonal: count queen <= 1", 7),
        ("each window 3 x 1: count queen <= 2", 8),
        ("each straight line: count queen <= 2", 14),
        ("each box: count queen = 1", 4),
        ("in box A1, each row: count queen = 1", 4),
        ("in box A1, each cell: attackers >= 1", 4),
        ("each kind k: count k = 1", 5),
        ("each cell: attackers >= 1", 15),
        ("each empty cell: attackers >= 1", 15),
        ("each queen: attackers queen = 1", 15),
        ("each clue c: count queen within king = c", 2),
        ("in row 1, each clue c: count queen within king = c", 0),
        ("each clue c: count digit[c] >= 1", 2),
        ("rows: count queen = [1, _, 2, _]", 2),
        ("no attacks", 25),
        ("no attacks within kinds", 5),
        ("no attacks among {queen, knight}, queen", 4),
        ("no attacks between queen, knight, digit", 14),
        ("symmetric under half turn, mirror diagonal", 2),
        ("pair queen with knight within wazir + stay", 1),
        ("in a1: attackers = 1", 1),
        ("each row: distinct digit", 12),
        ("each row: distinct {queen, digit}", 16),
        ("each row: count queen = 0 or 2", 4),
        ("each row: count queen = 0 or count knight >= 2 or count digit = 0", 4),
        ("each row, each digit d: count d <= d", 12),
        ("each row, each digit d in 2..3: count d in row d <= 1", 8),
        ("digit at a1 < digit at a2 < digit at a3", 2),
        ("each row: sum digit <= 3", 4),
        ("rows: runs of queen = [1, _, 1 1, 0]", 3),
        ("from left: visible digit = [1, _, 2, 3]", 3),
        ("from top: first digit <= [1, 2, 3, _]", 3),
        ("box: sum digit = {A1: 3, B2: 4}", 2),
        ("each cell: count queen in own row, own box <= 2", 15),
    ];
    for (rule, count) in table {
        assert_eq!(instances(&model(&format!("{head}{rule}\n"))), [count], "{rule}");
    }
}

#[test]
fn equal_terms_are_merged_and_moved_left() {
    let model =
        model("board 3 x 3\nuse rook\n2 * count rook - 3 = count rook + 1\ncount rook = count rook\n");
    let lefts: Vec<(Vec<i64>, i64)> = model
        .rules
        .iter()
        .map(|rule| match &rule.body {
            RuleBody::Compare(instances) => {
                let left = &instances[0].left;
                (left.terms.iter().map(|t| t.0).collect(), left.constant)
            }
            _ => unreachable!("comparisons only"),
        })
        .collect();
    assert_eq!(lefts, [(vec![1], -4), (vec![], 0)]);
}

#[test]
fn walls_hold_nothing_and_rows_share_their_sets() {
    let text = "board 4 x 4\nuse rook, knight\nwalls cells where x + y > 5\n\
        each row: count rook = 1\neach row: count knight in a1..b4 = 1\n";
    let model = model(text);
    let sizes: Vec<Vec<usize>> = model
        .rules
        .iter()
        .map(|rule| match &rule.body {
            RuleBody::Compare(instances) => instances
                .iter()
                .map(|i| match &i.left.terms[0].1 {
                    Term::Count { cells, .. } => cells.len(),
                    _ => unreachable!("counts only"),
                })
                .collect(),
            _ => unreachable!("comparisons only"),
        })
        .collect();
    assert_eq!(sizes, [[1, 2, 3, 4], [1, 2, 2, 2]]);
    assert_eq!(model.board.open_cells().count(), 10);
}

#[test]
fn kinds_have_their_moves_symbols_and_shapes() {
    let text = "board 8 x 8\npiece knook = rook + knight\nuse king, nightrider\npiece star \"*\" = king\n\
        pieces digit[8..11] = none\npiece queen = leap (1, 2)\npiece guard = queen\ntile L \"\"\"\n#.\n#.\n##\n\"\"\"\n\
        tile I \"####\" turn = wazir\ntile fixed_s \"\"\"\n.##\n##.\n\"\"\" fixed\n";
    let model = model(text);
    let shown: Vec<String> = model
        .kinds
        .iter()
        .map(|k| {
            let shapes = match &k.shapes {
                nauck::model::Shapes::Point => 0,
                nauck::model::Shapes::Tile(shapes) => shapes.len(),
            };
            format!("{} {} {} {shapes}", k.name, k.symbol, k.movement.rays().len())
        })
        .collect();
    let wanted = [
        "knook N 12 0",
        "king K 8 0",
        "nightrider I 8 0",
        "star * 8 0",
        "digit[8] 8 0 0",
        "digit[9] 9 0 0",
        "digit[10] A 0 0",
        "digit[11] B 0 0",
        "queen Q 8 0",
        "guard G 8 0",
        "L L 0 8",
        "I C 4 2",
        "fixed_s F 0 1",
    ];
    assert_eq!(shown, wanted);
}

#[test]
fn moves_on_other_boards() {
    let rays = |board: &str, moves: &str| {
        model(&format!("board {board}\npiece it = {moves}\n")).kinds[0].movement.rays().len()
    };
    let table = [
        ("8 x 8", "king", 8),
        ("8 x 8", "knight + leaper[2, 1]", 8),
        ("8 x 8", "pawn", 2),
        ("8 x 8", "betza \"NAD\"", 16),
        ("8 x 8", "grasshopper", 8),
        ("8 x 8", "ride orthogonal up to 0", 0),
        // Four leaps to the first cells, and two directions from each.
        ("8 x 8", "griffon", 12),
        ("8 x 8", "ride only (1, 1) then orthogonal", 5),
        ("8 x 8", "ride only (1, 1), (-1, 1) then (1, 0), (-1, 0) outward", 4),
        ("hex 4", "griffon", 18),
        ("hex 4", "manticore", 18),
        ("4 x 4 x 4", "griffon", 36),
        ("4 x 4 x 4", "leap (1, 1, 2) lame", 24),
        ("hex 4", "ride orthogonal over one", 6),
        ("hex 4", "rook", 6),
        ("hex 4", "king", 12),
        ("hex 4", "knight", 12),
        ("4 x 4 x 4", "rook", 6),
        ("4 x 4 x 4", "bishop", 12),
        ("4 x 4 x 4", "knight", 24),
        ("4 x 4 x 4", "leap (1, 1, 1)", 8),
        ("4 x 4 x 1", "rook", 6),
        ("4 x 4 x 1", "leap (1, 2, 3)", 48),
        ("1 x 1 x 1", "leap (1, 1, 1)", 8),
    ];
    for (board, moves, count) in table {
        assert_eq!(rays(board, moves), count, "{moves} on {board}");
    }
}

#[test]
fn boards_in_space_may_have_one_layer() {
    let text = "board 3 x 2 x 1\nuse rook\nplace rook at (2, 1, 1), Ac2, a2\n\
        regions \"\"\"\nAAB\n..B\n\"\"\"\nin cells where z = 1: count rook = 3\n";
    let model = model(text);
    let cells: Vec<String> = model
        .facts
        .iter()
        .map(|fact| match *fact {
            Fact::Holds(cell, ..) | Fact::Empty(cell, _) => model.board.cell_name(cell),
        })
        .collect();
    assert_eq!(cells, ["b1", "c2", "a2"]);
    assert_eq!(instances(&model), [1]);
    for wrong in ["place rook at (2, 1)", "place rook at (2, 1, 2)", "place rook at Ba1", "walls \"...\""] {
        assert!(model_with(&format!("board 3 x 2 x 1\nuse rook\n{wrong}\n"), &[]).is_err(), "{wrong}");
    }
}

#[test]
fn layers_are_drawn_one_after_the_other() {
    let text = "board 2 x 1 x 2\nuse rook\ngivens \"R.\" \"-.\"\nwalls \"..\" \".#\"\nregions \"AB\" \"B.\"\n\
        each region: count rook >= 0\nin region B: count rook = 0\n";
    let model = model(text);
    let shown: Vec<(bool, String)> = model
        .facts
        .iter()
        .map(|fact| match *fact {
            Fact::Holds(cell, ..) => (true, model.board.cell_name(cell)),
            Fact::Empty(cell, _) => (false, model.board.cell_name(cell)),
        })
        .collect();
    assert_eq!(shown, [(true, "Aa1".to_owned()), (false, "Ba1".to_owned())]);
    assert_eq!(model.board.walls().iter().map(|c| model.board.cell_name(c)).collect::<Vec<_>>(), ["Bb1"]);
    assert_eq!(model.layers[0].of, [Some(0), Some(1), Some(1), None]);
}

#[test]
fn tiles_in_space_turn_in_space() {
    let shapes =
        |turning: &str| match &model(&format!("board 4 x 4 x 4\ntile L \"\"\"\n#.\n##\n\"\"\" {turning}\n"))
            .kinds[0]
            .shapes
        {
            nauck::model::Shapes::Tile(shapes) => shapes.len(),
            nauck::model::Shapes::Point => 0,
        };
    assert_eq!([shapes("fixed"), shapes("turn"), shapes("")], [1, 12, 12]);
}

#[test]
fn givens_become_facts() {
    let text = "board \"\"\"\n.Q1\n#..\n\"\"\"\nclues are empty\nuse queen, rook\nplace rook at b1\nkeep empty a1..c1, a2\n";
    let faults = model_with(text, &[]).expect_err("b1 is both");
    assert_eq!(faults.len(), 1, "{faults:?}");
    let model = model(&text.replace("a1..c1", "a1, c1"));
    let shown: Vec<String> = model
        .facts
        .iter()
        .map(|fact| match *fact {
            Fact::Holds(cell, kind, _) => {
                format!("{}{}", model.kind(kind).symbol, model.board.cell_name(cell))
            }
            Fact::Empty(cell, _) => format!("-{}", model.board.cell_name(cell)),
        })
        .collect();
    assert_eq!(shown, ["-c2", "Qb2", "Rb1", "-c1", "-a2"]);
}

#[test]
fn expectations_speak_of_their_parameters() {
    let text = "param n = 4 in 1..9\nparam k = n / 2\nboard n x n\nuse rook\n\
        expect solutions = [1, 2, 6] for n in 1..3\nexpect solutions = k\nexpect orbits <= 12345678901234567890 for n in 3..5\n";
    let expects = |overrides: &[(&str, i64)]| {
        let model = model_with(text, overrides).expect("sound");
        model
            .expects
            .iter()
            .map(|e| match &e.what {
                Expected::Solutions(bound)
                | Expected::Orbits(bound)
                | Expected::OrbitsUpToExchange(bound) => bound.value.to_string(),
                _ => unreachable!("numbers only"),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(expects(&[]), ["2", "12345678901234567890"]);
    assert_eq!(expects(&[("n", 4)]), ["2", "12345678901234567890"]);
    assert_eq!(expects(&[("n", 3)]), ["6", "12345678901234567890"]);
    assert_eq!(expects(&[("n", 3), ("k", 3)]), [""; 0]);
    assert_eq!(expects(&[("n", 7)]), [""; 0]);
    let (spec, _) = read_with(text, &NoFiles);
    let values: Vec<Option<i64>> =
        spec.expectation_settings().iter().map(|s| s.first().map(|p| p.1)).collect();
    assert_eq!(values, [Some(1), Some(2), Some(3), None, Some(5)]);
}

fn kinds(faults: Vec<ModelError>) -> Vec<Kind> {
    faults.into_iter().map(|fault| fault.kind).collect()
}

#[test]
fn overrides_are_checked() {
    let text = "param n = 4 in 1..9\nboard n x n\n";
    let fault = |overrides: &[(&str, i64)]| kinds(model_with(text, overrides).expect_err("faulty"));
    assert!(matches!(
        &fault(&[("n", 10)])[..],
        [Kind::Number(NumberError::OutOfRange { value: 10, overridden: true, .. })]
    ));
    assert!(matches!(&fault(&[("m", 1)])[..], [Kind::Name(NameError::UnknownOverride { .. })]));
    assert_eq!(model_with(text, &[("n", 10), ("n", 9)]).expect("the last override applies").board.len(), 81);
}

#[test]
fn files_build_on_files() {
    let files = Files(vec![
        (
            "rules.puz",
            "include \"base.puz\"\npuzzle \"Rules\"\neach row: count queen = 1\nexpect none\nfind 3\n".into(),
        ),
        ("base.puz", "use queen\n".into()),
        ("loop.puz", "include \"loop.puz\"\n".into()),
    ]);
    let text = "include \"rules.puz\"\ninclude \"base.puz\"\npuzzle \"Mine\"\nboard 4 x 4\nexpect unique\n";
    let (spec, faults) = read_with(text, &files);
    assert_eq!(faults, []);
    let (model, _) = spec.model(&Overrides::new()).expect("sound");
    assert_eq!((model.title.as_deref(), model.kinds.len(), model.expects.len()), (Some("Mine"), 1, 1));
    assert_eq!(model.find.query, nauck::model::Query::All);
    let (_, faults) = read_with("include \"loop.puz\"\ninclude \"none.puz\"\n", &files);
    assert!(matches!(
        &kinds(faults)[..],
        [Kind::Name(NameError::IncludeCycle { .. }), Kind::Name(NameError::IncludeFailed { .. })]
    ));
}

#[test]
fn limits_are_named() {
    assert_eq!(
        model("board 2000 x 2000\nuse queen\nno attacks\ncount queen = 2000\n").board.len(),
        4_000_000
    );
    let faults = model_with("board 1000000000 x 1\n", &[]).expect_err("too large");
    assert!(matches!(&kinds(faults)[..], [Kind::Board(BoardError::BoardTooLarge { .. })]));
    for rule in [
        "each row, each column: count rook = 1",
        "each cell: count rook = 1",
        "each straight line: count rook = 1",
    ] {
        let faults = model_with(&format!("board 1000 x 1000\nuse rook\n{rule}\n"), &[]).expect_err(rule);
        assert_eq!(faults.len(), 1, "{rule} {faults:?}");
    }
}

#[test]
fn standard_pieces_are_what_their_notation_says() {
    for alias in nauck::notation::ALIASES {
        let kind = &model(&format!("board 3 x 3\nuse {}\n", alias.name)).kinds[0];
        let reading = nauck::notation::read(alias.betza).expect("a notation");
        assert_eq!(kind.movement, reading.movement, "{}", alias.name);
        if let Some(letter) = alias.letter {
            assert_eq!(kind.symbol, letter);
        }
    }
}

#[test]
fn moves_are_what_their_notation_says() {
    for (moves, betza) in [
        ("leap (1, 2) lame", "nN"),
        ("leap (2, 2), (0, 2) lame", "nAnD"),
        ("leap (2, 3) lame", "nZ"),
        ("leap only (1, 2) lame", "rfnN"),
        ("ride orthogonal over one", "pR"),
        ("ride orthogonal, diagonal behind one", "gQ"),
        ("ride diagonal then orthogonal outward", "[F?R]"),
        ("ride diagonal then orthogonal outward", "FyafsF"),
        ("ride orthogonal then diagonal outward", "WyafsW"),
        ("ride diagonal then orthogonal outward up to 4", "[F?R3]"),
        ("ride (0, 2) then diagonal outward", "[D?B]"),
        ("ride orthogonal then diagonal outward from 2 to 2", "[W-F]"),
        ("ride orthogonal then orthogonal outward", "R"),
        ("ride only (1, 1) then (0, 1)", "rf[F?R]"),
        ("ride only (0, 1), (0, -1) then diagonal outward", "v[W?B]"),
    ] {
        let kind = &model(&format!("board 9 x 9\npiece it = {moves}\n")).kinds[0];
        assert_eq!(kind.movement, nauck::notation::read(betza).expect(betza).movement, "{moves} {betza}");
    }
}

#[test]
fn words_of_moves_are_names_as_well() {
    let text = "board 4 x 4\nparam one = 1 in 1..2\npiece over = king\npiece then = over + leap (1, 2) lame\n\
                piece lame = ride orthogonal over one + then\nno attacks\ncount lame = one\n";
    assert_eq!(model(text).kinds.len(), 3);
}

#[test]
fn parts_are_checked_for_what_they_hold() {
    let part = |text: &str| {
        let (spec, _) = read_with(text, &NoFiles);
        assert!(spec.is_part());
        spec.check_part()
    };
    assert_eq!(
        part("param k = n + 1\neach color: count queen = k\npiece two = queen + leap (1, 2)\nuse king\n"),
        []
    );
    assert_eq!(part("use king, kign\npiece king = none\npiece it = leap (0, 0)\n").len(), 3);
}
