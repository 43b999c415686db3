//! The genres: the codes of their bodies, the specs they become, and what of a spec is theirs. Rules are those of
//! `examples/genres` where they fit every size.

mod lines;
mod loops;
mod numbers;
mod shading;
mod stars;

use super::codes::Code;
use super::drawing::{Clue, Drawing};
use super::refusal::Refusal;
use super::spec_board::SpecBoard;
use super::url::Body;

pub(super) struct Genre {
    /// Names in URLs and tags; the first is written in URLs.
    names: &'static [&'static str],
    /// Tag of Penpa+.
    tag: &'static str,
    codes: &'static [Code],
    /// Writes the spec, not yet in the standard layout.
    pub spec: fn(&Drawing) -> Result<String, Refusal>,
    /// Guesses the puzzle that a spec shows; `None` if it has not what the genre needs.
    guess: fn(&SpecBoard) -> Option<Drawing>,
    /// Other words for the rules: a spec with the same meaning, for this board.
    pub reword: Option<fn(&str, &SpecBoard) -> String>,
}

/// In the order in which a spec is compared with them.
pub(super) const GENRES: &[Genre] = &[
    Genre {
        names: &["fillomino"],
        tag: "fillomino",
        codes: &[Code::Numbers],
        spec: numbers::fillomino,
        guess: numbers::givens,
        reword: None,
    },
    Genre {
        names: &["heyawake"],
        tag: "heyawake",
        codes: &[Code::Rooms, Code::RoomNumbers],
        spec: shading::heyawake,
        guess: shading::rooms_with_clues,
        reword: None,
    },
    Genre {
        names: &["hitori"],
        tag: "hitori",
        codes: &[Code::Letters],
        spec: shading::hitori,
        guess: shading::letters,
        reword: None,
    },
    Genre {
        names: &["kurodoko", "kuromasu"],
        tag: "kurodoko",
        codes: &[Code::Numbers],
        spec: shading::kurodoko,
        guess: board_clues,
        reword: None,
    },
    Genre {
        names: &["lightup", "akari"],
        tag: "akari",
        codes: &[Code::NumberedWalls],
        spec: stars::light_up,
        guess: stars::walls_and_clues,
        reword: None,
    },
    Genre {
        names: &["mashu", "masyu", "pearl"],
        tag: "masyu",
        codes: &[Code::Pearls],
        spec: loops::masyu,
        guess: loops::pearls,
        reword: None,
    },
    Genre {
        names: &["mines", "minesweeper"],
        tag: "minesweeper",
        codes: &[Code::Numbers],
        spec: stars::minesweeper,
        guess: board_clues,
        reword: None,
    },
    Genre {
        names: &["nonogram"],
        tag: "nonogram",
        codes: &[Code::Runs],
        spec: lines::nonogram,
        guess: lines::runs,
        reword: None,
    },
    Genre {
        names: &["norinori"],
        tag: "norinori",
        codes: &[Code::Rooms],
        spec: shading::norinori,
        guess: shading::rooms,
        reword: None,
    },
    Genre {
        names: &["numlin", "numberlink"],
        tag: "numberlink",
        codes: &[Code::Numbers],
        spec: loops::numberlink,
        guess: loops::ends,
        reword: None,
    },
    Genre {
        names: &["nurikabe"],
        tag: "nurikabe",
        codes: &[Code::Numbers],
        spec: shading::nurikabe,
        guess: board_clues,
        reword: None,
    },
    Genre {
        names: &["shikaku"],
        tag: "shikaku",
        codes: &[Code::Numbers],
        spec: numbers::shikaku,
        guess: board_clues,
        reword: Some(numbers::larger_shikaku),
    },
    Genre {
        names: &["simpleloop", "simple loop"],
        tag: "simple loop",
        codes: &[Code::Walls],
        spec: loops::simple_loop,
        guess: loops::walls,
        reword: None,
    },
    Genre {
        names: &["slither", "slitherlink"],
        tag: "slitherlink",
        codes: &[Code::NumbersToFour],
        spec: loops::slitherlink,
        guess: loops::squares,
        reword: None,
    },
    Genre {
        names: &["starbattle"],
        tag: "starbattle",
        codes: &[Code::Stars, Code::Rooms],
        spec: stars::star_battle,
        guess: stars::starred_rooms,
        reword: None,
    },
    Genre {
        names: &["sudoku", "classic"],
        tag: "classic",
        codes: &[Code::Boxes, Code::Numbers],
        spec: numbers::sudoku,
        guess: numbers::givens,
        reword: Some(numbers::distinct_digits),
    },
    Genre {
        names: &["tents"],
        tag: "tents",
        codes: &[Code::Lines, Code::Trees],
        spec: lines::tents,
        guess: lines::trees,
        reword: None,
    },
    Genre {
        names: &["yajilin", "yajirin"],
        tag: "yajilin",
        codes: &[Code::Arrows],
        spec: loops::yajilin,
        guess: loops::arrows,
        reword: None,
    },
];

pub(super) fn named(name: &str) -> Result<&'static Genre, Refusal> {
    GENRES.iter().find(|genre| genre.names.contains(&name)).ok_or_else(|| Refusal::Genre {
        name: name.to_owned(),
        known: GENRES.iter().flat_map(|genre| genre.names).copied().collect(),
    })
}

impl Genre {
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    pub fn tag(&self) -> &'static str {
        self.tag
    }

    pub fn codes(&self) -> &'static [Code] {
        self.codes
    }

    /// Reads the puzzle in a body.
    pub fn read(&self, body: &Body<'_>) -> Result<Drawing, Refusal> {
        let mut drawing = Drawing::new(body.columns, body.rows);
        let mut rest = body.codes;
        for code in self.codes {
            rest = code.read(&mut drawing, rest)?;
        }
        if rest.is_empty() { Ok(drawing) } else { Err(Refusal::Rest(rest.to_owned())) }
    }

    /// Writes the part of a URL that holds the puzzle.
    pub fn write(&self, drawing: &Drawing) -> Option<String> {
        let codes: Option<String> = self.codes.iter().map(|code| code.write(drawing)).collect();
        Some(format!("{}/{}/{}/{}", self.name(), drawing.columns, drawing.rows, codes?))
    }

    pub fn guess(&self, board: &SpecBoard) -> Option<Drawing> {
        (self.guess)(board)
    }
}

/// The clues, if none is without a number.
fn closed(clues: &[Clue]) -> Result<(), Refusal> {
    clues.iter().position(|clue| *clue == Clue::Open).map_or(Ok(()), |at| Err(Refusal::OpenClue(at + 1)))
}

/// The clues in the board's picture.
fn board_clues(board: &SpecBoard) -> Option<Drawing> {
    let clues = board.layer("").map(|layer| layer.iter().map(|&clue| Clue::of(clue)).collect());
    let clues: Vec<Clue> = clues.unwrap_or_else(|| Some(vec![Clue::None; board.walls.len()]))?;
    Some(Drawing { clues, ..Drawing::new(board.columns, board.rows) })
}
