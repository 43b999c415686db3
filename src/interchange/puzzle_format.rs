//! Formats of puzzles in other programs.

use super::spec_board::{only_solution, spec_board};
use crate::api::Document;
use crate::foreign::{self, Guess, SpecBoard};
use crate::host::Host;
use crate::model::check::Overrides;
use crate::model::{Model, mean_the_same};
use crate::text::{NoFiles, Source, Span};

/// Limit on the statements that are left out on trial to find the one that is too much.
const MOST_TRIED: usize = 100;

/// A format of other programs for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFormat {
    Puzzlink,
    Penpa,
    Fpuzzles,
}

impl PuzzleFormat {
    /// Every format with its name and a description.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Puzzlink, "puzzlink", "URL of puzz.link, for the genres that `import` reads"),
        (Self::Penpa, "penpa", "URL of Penpa+, for the same genres"),
        (
            Self::Fpuzzles,
            "fpuzzles",
            "URL of f-puzzles, for Sudokus; with the solution if it is the only one",
        ),
    ];

    /// Writes the puzzle, or says why not. `statement` returns the text of a statement.
    pub fn write(
        self,
        model: &Model,
        host: &Host,
        statement: &dyn Fn(Span) -> String,
    ) -> Result<String, String> {
        let mut board =
            spec_board(model).ok_or("only flat boards of squares that do not wrap are exported")?;
        let Some(right) = self.right(&board, model) else {
            let surplus = self.surplus(model).map(|span| format!("; without `{}` they are", statement(span)));
            return Err(self.refusal() + &surplus.unwrap_or_default());
        };
        if self == Self::Fpuzzles {
            board.solution = right.specs.first().and_then(|spec| only_solution(spec, host));
        }
        let solved = if board.solution.is_some() { foreign::fpuzzles(&board) } else { Vec::new() };
        let solved = solved.into_iter().find(|guess| guess.specs == right.specs);
        Ok(format!("{}\n", solved.unwrap_or(right).text))
    }

    /// The guess that means the same as the model.
    fn right(self, board: &SpecBoard, model: &Model) -> Option<Guess> {
        let guesses = match self {
            Self::Puzzlink => foreign::puzzlink(board),
            Self::Penpa => foreign::penpa(board),
            Self::Fpuzzles => foreign::fpuzzles(board),
        };
        guesses.into_iter().find(|guess| is_right(guess, model))
    }

    /// The statement without whose rules the model would be a puzzle of this format.
    fn surplus(self, model: &Model) -> Option<Span> {
        let mut spans: Vec<Span> = model.rules.iter().map(|rule| rule.span).collect();
        spans.dedup();
        spans.into_iter().take(MOST_TRIED).find(|span| {
            let mut rest = model.clone();
            rest.rules.retain(|rule| rule.span != *span);
            spec_board(&rest).is_some_and(|board| self.right(&board, &rest).is_some())
        })
    }

    fn refusal(self) -> String {
        let what = match self {
            Self::Puzzlink | Self::Penpa => {
                format!("one of these genres: {}", foreign::genres().collect::<Vec<_>>().join(", "))
            }
            Self::Fpuzzles => "a Sudoku with the constraints that `import` reads".to_owned(),
        };
        format!("the rules of this spec are not exactly those of {what}")
    }
}

fn is_right(guess: &Guess, model: &Model) -> bool {
    guess.specs.iter().any(|spec| {
        let source = Source { name: "<export>".into(), text: spec.as_str().into() };
        let (again, _) = Document::read(source, &NoFiles).model(&Overrides::default());
        again.is_some_and(|again| mean_the_same(&again, model))
    })
}
