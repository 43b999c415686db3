//! `use … from`: named pieces of another file, with the moves that they have there.

use super::command::{folder, puzzle};
use nauck::model::check::{
    Class, ModelError, ModelErrorKind as Kind, NameError, NumberError, Overrides, PieceError, Spec,
};
use nauck::model::{KindId, Model};
use nauck::text::{LoadError, Loader, Source, Sources};
use std::fs;

struct Files<'f>(&'f [(&'f str, &'f str)]);

impl Loader for Files<'_> {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        let text = self.0.iter().find(|(name, _)| *name == path).ok_or(LoadError::Missing)?.1;
        Ok(Source { name: path.into(), text: text.into() })
    }
}

const PIECES: &str = "\
param reach = 2 in 1..9
param far = reach + 1
param unused = 5
piece squid = ride orthogonal up to far
piece crab \"C\" = squid + knight
piece marshal \"M\" = rook + knight
pieces pawn[1..reach] = leap only (0, 1)
tile ship \"S\" \"###\" = king
use queen
no attacks
count piece = 99
expect none
";

fn read(text: &str, files: &[(&str, &str)]) -> (Spec, Vec<ModelError>) {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "main.puz".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &Files(files));
    assert_eq!(syntax, [], "{text}");
    (spec, faults)
}

fn model(text: &str, files: &[(&str, &str)], overrides: &[(&str, i64)]) -> Model {
    let (spec, faults) = read(text, files);
    assert_eq!(faults, [], "{text}");
    let overrides: Overrides = overrides.iter().map(|(n, v)| ((*n).into(), *v)).collect();
    spec.model(&overrides).unwrap_or_else(|e| panic!("{text}\n{e:#?}")).0
}

/// All errors of a text, those of included files first.
fn faults(text: &str, files: &[(&str, &str)]) -> Vec<ModelError> {
    let (spec, mut faults) = read(text, files);
    faults.extend(spec.model(&Overrides::new()).err().unwrap_or_default());
    faults
}

fn names(model: &Model) -> Vec<String> {
    model.kinds.iter().map(|k| format!("{}{}", k.symbol, k.name)).collect()
}

#[test]
fn only_the_named_pieces_come_with_what_they_need() {
    let files = [("pieces.puz", PIECES)];
    let text =
        "board 6 x 6\npiece knight \"N\" = king\npiece squid = none\nuse crab, marshal from \"pieces.puz\"\n";
    let taken = model(text, &files, &[]);
    assert_eq!(names(&taken), ["Nknight", "Ssquid", "Ccrab", "Mmarshal"]);
    assert!(taken.rules.is_empty() && taken.expects.is_empty());
    // Names in a library resolve there: its moves ignore this spec's `knight` and `squid`.
    let wanted = model(
        "board 6 x 6\npiece crab = ride orthogonal up to 3 + knight\npiece marshal = empress\n",
        &[],
        &[],
    );
    assert_eq!(taken.kinds[2].movement, wanted.kinds[0].movement);
    assert_eq!(taken.kinds[3].movement, wanted.kinds[1].movement);
    let params: Vec<_> = taken.params.iter().map(|(name, value)| (&**name, *value)).collect();
    assert_eq!(params, [("reach", 2), ("far", 3)], "only the parameters that the moves need");
    let wide = model(text, &files, &[("reach", 4)]);
    let wanted = model("board 6 x 6\npiece crab = ride orthogonal up to 5 + knight\n", &[], &[]);
    assert_eq!(wide.kinds[2].movement, wanted.kinds[0].movement);
}

#[test]
fn families_tiles_and_standard_pieces_can_be_taken() {
    let files = [
        ("pieces.puz", PIECES),
        ("more.puz", "use crab, queen from \"pieces.puz\"\npiece big = crab + king\n"),
    ];
    let text = "board 6 x 6\nuse pawn, ship, queen from \"pieces.puz\"\npiece two = pawn[2] + queen\ncount pawn = 1\n";
    let taken = model(text, &files, &[]);
    assert_eq!(names(&taken), ["1pawn[1]", "2pawn[2]", "Sship", "Qqueen", "Ttwo"]);
    assert_eq!(taken.families[0].members, [KindId(0), KindId(1)]);
    let queens = model("board 6 x 6\npiece two = queen + leap only (0, 1)\n", &[], &[]);
    assert_eq!(taken.kinds[4].movement, queens.kinds[0].movement);
    // A library passes on the pieces that it takes from another one.
    let text = "board 6 x 6\nuse big, crab from \"more.puz\"\n";
    let taken = model(text, &files, &[]);
    assert_eq!(names(&taken), ["Bbig", "Ccrab"]);
    let wanted = model("board 6 x 6\npiece big = ride orthogonal up to 3 + knight + king\n", &[], &[]);
    assert_eq!(taken.kinds[0].movement, wanted.kinds[0].movement);
}

#[test]
fn a_file_by_two_ways_counts_once() {
    let files = [
        (
            "pieces.puz",
            "param r = 2\npiece crab = ride orthogonal up to r\npiece eel = ride diagonal up to r\n",
        ),
        ("rules.puz", "use crab from \"pieces.puz\"\ncount crab = 1\n"),
    ];
    for text in [
        "board 4 x 4\nuse crab from \"pieces.puz\"\nuse eel from \"pieces.puz\"\n",
        "board 4 x 4\nuse crab from \"pieces.puz\"\nuse crab, eel from \"pieces.puz\"\n",
        "board 4 x 4\ninclude \"pieces.puz\"\nuse crab from \"pieces.puz\"\n",
        "board 4 x 4\nuse crab from \"pieces.puz\"\ninclude \"pieces.puz\"\n",
        "board 4 x 4\ninclude \"rules.puz\"\nuse crab, eel from \"pieces.puz\"\n",
    ] {
        let model = model(text, &files, &[]);
        let mut kinds: Vec<&str> = model.kinds.iter().map(|k| &*k.name).collect();
        kinds.sort_unstable();
        assert_eq!((kinds.as_slice(), model.params.len()), (["crab", "eel"].as_slice(), 1), "{text}");
    }
}

#[test]
fn what_cannot_be_taken_is_told() {
    let files = [
        ("pieces.puz", PIECES),
        ("self.puz", "use crab from \"self.puz\"\n"),
        ("one.puz", "use crab from \"two.puz\"\n"),
        ("two.puz", "use crab from \"one.puz\"\n"),
        ("twice.puz", "piece crab = king\npiece crab = rook\n"),
        ("round.puz", "piece crab = eel\npiece eel = crab\n"),
        ("none.puz", "param n = 4\n"),
    ];
    let of = |text: &str| faults(&format!("board 4 x 4\n{text}\n"), &files);
    let first = |text: &str| of(text).into_iter().next().unwrap_or_else(|| panic!("{text} is accepted")).kind;
    assert!(matches!(first("use crab from \"absent.puz\""), Kind::Name(NameError::IncludeFailed { .. })));
    assert!(matches!(first("use crab from \"self.puz\""), Kind::Name(NameError::IncludeCycle { .. })));
    assert!(matches!(first("use crab from \"one.puz\""), Kind::Name(NameError::IncludeCycle { .. })));
    let Kind::Name(NameError::Unknown { class: Class::LibraryPiece, name, known }) =
        first("use crap from \"pieces.puz\"\ncount crap = 1")
    else {
        panic!("an unknown piece")
    };
    assert!(&*name == "crap" && known.iter().any(|k| &**k == "crab"), "{known:?}");
    assert_eq!(
        of("use crap from \"pieces.puz\"\ncount crap = 1").len(),
        1,
        "its uses give no further errors"
    );
    let wrong = first("use reach from \"pieces.puz\"");
    assert!(matches!(wrong, Kind::Name(NameError::WrongClass { class: Class::Parameter, .. })), "{wrong:?}");
    for clash in [
        "piece crab = king\nuse crab from \"pieces.puz\"",
        "use crab, crab from \"pieces.puz\"",
        "param reach = 3\nuse crab from \"pieces.puz\"",
        "use crab from \"pieces.puz\"\nuse crab from \"twice.puz\"",
        "use crab from \"twice.puz\"",
    ] {
        let found = of(clash);
        assert!(
            found.iter().any(|f| matches!(f.kind, Kind::Name(NameError::Duplicate { .. }))),
            "{clash}: {found:?}"
        );
    }
    let symbols = first("piece cat \"C\" = king\nuse crab from \"pieces.puz\"");
    assert!(matches!(symbols, Kind::Piece(PieceError::SymbolTwice { symbol: 'C', .. })), "{symbols:?}");
    assert!(matches!(first("use crab from \"round.puz\""), Kind::Name(NameError::Circle { .. })));
    let family = first("use pawn from \"pieces.puz\"\nplace pawn at a1");
    assert!(matches!(family, Kind::Piece(PieceError::FamilyHere { .. })), "{family:?}");
    let tile = first("use ship from \"pieces.puz\"\npiece a = ship");
    assert!(matches!(tile, Kind::Piece(PieceError::TileAsMoves { .. })), "{tile:?}");
}

/// Nested libraries, each of whose pieces uses all pieces of the next, are each resolved once.
#[test]
fn libraries_of_libraries_cost_what_they_are() {
    let name = |i: usize| format!("l{i}.puz");
    let uses = |i: usize| (0..20).map(|k| format!("use p{k} from \"{}\"\n", name(i))).collect::<String>();
    let all = (0..20).map(|k| format!("p{k}")).collect::<Vec<_>>().join(" + ");
    let mut texts: Vec<(String, String)> = Vec::new();
    for i in 0..30 {
        let (own, next) = if i % 2 == 0 { ('p', 'q') } else { ('q', 'p') };
        let sum = all.replace('p', &next.to_string());
        let taken = uses(i + 1).replace("use p", &format!("use {next}"));
        let pieces: String = (0..20).map(|k| format!("piece {own}{k} = {sum}\n")).collect();
        texts.push((name(i), taken + &pieces));
    }
    texts.push((name(30), (0..20).map(|k| format!("piece p{k} = king\n")).collect()));
    let files: Vec<(&str, &str)> = texts.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let model = model(&format!("board 4 x 4\n{}", uses(0)), &files, &[]);
    assert_eq!((model.kinds.len(), model.kinds[0].movement.rays().len()), (20, 8));
    // The statements taken count towards a limit, which refuses many large parts of one library.
    let chain: String = (0..900)
        .map(|i| format!("piece a{i} = {}\n", if i == 0 { "king".into() } else { format!("a{}", i - 1) }))
        .collect();
    let many: String = (0..900).map(|i| format!("use a{i} from \"chain.puz\"\n")).collect();
    let found = faults(&format!("board 4 x 4\n{many}"), &[("chain.puz", &chain)]);
    let many =
        |f: &ModelError| matches!(f.kind, Kind::Number(NumberError::TooMany { what: "statements", .. }));
    assert!(found.iter().any(many), "{found:?}");
}

#[test]
fn a_library_lies_beside_the_spec() {
    let outer = folder("libraries", "beside");
    let inner = outer.join("inner");
    fs::create_dir(&inner).expect("a folder");
    fs::write(outer.join("pieces.puz"), PIECES).expect("a file");
    fs::write(
        inner.join("a.puz"),
        "board 6 x 6\nuse crab from \"../pieces.puz\"\nno attacks\ncount crab = 3\n",
    )
    .expect("a file");
    let spec = inner.join("a.puz");
    let spec = spec.to_string_lossy();
    let refused = puzzle(&["check", &spec]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--allow-outside"));
    let allowed = puzzle(&["check", "--allow-outside", &spec]);
    assert_eq!(allowed.status.code(), Some(0), "{}", String::from_utf8_lossy(&allowed.stderr));
}
