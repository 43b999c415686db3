//! A spec: its statements with those of included files, from which a model is built for given parameters.

use super::Overrides;
use super::army::Army;
use super::class::Class;
use super::compiler::Compiler;
use super::error::{BoardError, ModelError, ModelErrorKind, NameError, RuleError};
use super::expects::{ExpectReader, for_values, setting_steps};
use super::facts;
use super::faults::ModelFaults;
use super::includes;
use super::libraries::LibraryParts;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::resolve::Imports;
use super::site::Site;
use crate::model::Model;
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Statement, StatementKind};
use crate::text::{Loader, SourceId, Sources, Span};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A parsed file with everything it includes; the parameters are not yet set.
#[derive(Clone, Debug)]
pub struct Spec {
    statements: Vec<Statement>,
    /// Parts taken from libraries.
    parts: LibraryParts,
    root: SourceId,
    /// Words of statements dropped for syntax errors. Names that they may have declared are not reported as unknown.
    lost_words: FxHashSet<Arc<str>>,
    /// True if a statement was dropped for a syntax error, or a file is missing.
    incomplete: bool,
}

impl Spec {
    /// Reads the source `root` and, through `loader`, everything it includes, which is added to `sources`. Also returns syntax
    /// errors and include errors. Statements without syntax errors are kept, so `model` can check them.
    pub fn read(
        sources: &mut Sources,
        root: SourceId,
        loader: &dyn Loader,
    ) -> (Self, Vec<SyntaxError>, Vec<ModelError>) {
        let mut reading = includes::read(sources, root, loader);
        let mut lost_words = FxHashSet::default();
        for fault in &reading.syntax {
            lost_words.extend(words_around(&sources.get(fault.span.source).text, fault.span));
        }
        let incomplete = !reading.syntax.is_empty() || !reading.faults.is_empty();
        let (statements, parts) = (reading.statements, reading.parts);
        let spec = Self { statements, parts, root, lost_words, incomplete };
        reading.faults.retain(|fault| !spec.may_be_lost(fault));
        (spec, reading.syntax, reading.faults)
    }

    /// Returns the statements; those of an included file replace its `include`.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Returns the main file.
    pub fn root(&self) -> SourceId {
        self.root
    }

    /// Returns true if the spec has no board. Of such a part, only syntax and names can be checked.
    pub fn is_part(&self) -> bool {
        !self.statements.iter().any(|s| matches!(s.kind, StatementKind::Board(_)))
    }

    /// Returns the errors that can be found in a part. Names that it does not declare may come from the including file, and
    /// cells are not checked.
    pub fn check_part(&self) -> Vec<ModelError> {
        let mut faults = ModelFaults::default();
        let defaults = Overrides::new();
        let _ = self.build(&defaults, &mut faults);
        let open = |e: &ModelError| {
            use Class::{ClueLayer, Kind, Layer, Moves, Parameter, Route, RouteFamily, Scope, Weights};
            match &e.kind {
                ModelErrorKind::Name(NameError::Unknown { class, .. }) => {
                    matches!(
                        class,
                        ClueLayer | Kind | Layer | Moves | Parameter | Route | RouteFamily | Scope | Weights
                    )
                }
                ModelErrorKind::Name(NameError::NotInPlay { .. }) => true,
                // The variable of a family that the including file declares may run over routes.
                ModelErrorKind::Name(NameError::WrongClass {
                    class: Class::Variable, wanted: Route, ..
                }) => true,
                ModelErrorKind::Rule(RuleError::NoObjective | RuleError::TupleLength { .. }) => true,
                ModelErrorKind::Board(error) => matches!(
                    error,
                    BoardError::Dimensions { .. }
                        | BoardError::SquareBoardOnly { .. }
                        | BoardError::UnknownSymbol { .. }
                ),
                _ => false,
            }
        };
        faults.sorted().into_iter().filter(|e| !open(e)).collect()
    }

    /// Returns the parameter settings to which the spec's expectations apply, in source order: the defaults (an empty list)
    /// for an `expect` without `for`, and each value of each `for`. Settings that give all parameters the same values are
    /// listed once.
    pub fn expectation_settings(&self) -> Vec<Overrides> {
        let mut unheard = ModelFaults::default();
        let names = DeclaredNames::of(&self.statements, &self.parts, &mut unheard);
        let evaluate =
            |o: &Overrides| Parameters::evaluate(&self.statements, o, &names, &mut ModelFaults::default());
        let defaults = evaluate(&Overrides::new());
        let mut seen: FxHashSet<Vec<(Arc<str>, i64)>> = FxHashSet::default();
        let mut settings = Vec::new();
        for statement in &self.statements {
            let StatementKind::Expect { range, .. } = &statement.kind else { continue };
            let wanted: Vec<Overrides> = match range {
                None => vec![Overrides::new()],
                Some(range) => match for_values(range, &names, &defaults, &mut unheard) {
                    // Beyond the step limit, the model of every setting is refused with an error.
                    Some(values)
                        if unheard
                            .spend_steps(setting_steps(values, &self.statements), range.name.span)
                            .is_some() =>
                    {
                        (values.0..=values.1).map(|v| vec![(range.name.node.clone(), v)]).collect()
                    }
                    _ => continue,
                },
            };
            for setting in wanted {
                // A setting out of range has no values; it is kept so that its error is reported.
                if evaluate(&setting).values().is_none_or(|values| seen.insert(values)) {
                    settings.push(setting);
                }
            }
        }
        settings
    }

    /// Returns the names of the parameters, in order of declaration.
    pub fn parameter_names(&self) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for statement in &self.statements {
            if let StatementKind::Param { name, .. } = &statement.kind
                && !names.contains(&name.node)
            {
                names.push(name.node.clone());
            }
        }
        names
    }

    /// Builds the model for these parameters; the others have their defaults. Also returns the warnings.
    ///
    /// # Errors
    /// Returns all errors found, sorted by span.
    pub fn model(&self, overrides: &Overrides) -> Result<(Model, Vec<ModelError>), Vec<ModelError>> {
        let mut faults = ModelFaults::default();
        if self.is_part() && !self.incomplete {
            faults.push(BoardError::NoBoard.at(Span::new(self.root, 0, 0)));
        }
        let model = self.build(overrides, &mut faults);
        let sound = faults.sound();
        let mut found = faults.sorted();
        found.retain(|e| !self.may_be_lost(e));
        match model {
            Some(model) if sound => Ok((model, found)),
            _ => Err(found),
        }
    }

    /// Returns true if the error may be a consequence of dropped statements.
    fn may_be_lost(&self, fault: &ModelError) -> bool {
        use NameError::{NotInPlay, Unknown, UnknownOverride};
        match &fault.kind {
            ModelErrorKind::Name(
                Unknown { name, .. } | NotInPlay { name } | UnknownOverride { name, .. },
            ) => self.lost_words.contains(name),
            ModelErrorKind::Board(BoardError::DigitsWithoutClues) => self.lost_words.contains("clues"),
            ModelErrorKind::Rule(RuleError::NoObjective) => {
                self.lost_words.contains("maximize") || self.lost_words.contains("minimize")
            }
            _ => false,
        }
    }

    /// Runs every phase over the statements; `None` if there is no valid board.
    fn build(&self, overrides: &Overrides, faults: &mut ModelFaults) -> Option<Model> {
        let statements = &self.statements;
        let names = DeclaredNames::of(statements, &self.parts, faults);
        let params = Parameters::evaluate(statements, overrides, &names, faults);
        let defaults = if overrides.is_empty() {
            params.clone()
        } else {
            Parameters::evaluate(statements, &Overrides::new(), &names, &mut ModelFaults::default())
        };
        let site = Site::build(statements, &names, &params, faults);
        let mut army = Army::build(statements, &names, &params, &site, &mut Imports::of(&self.parts), faults);
        army.add_routes(statements, &names, &params, &site, faults);
        let (facts, mut rules) = facts::gather(statements, &names, &params, &site, &army, faults);
        let mut compiler = Compiler::new(&names, &params, &site, &mut army);
        let demands = compiler.demands(statements, faults);
        let varies = compiler.varies(statements, faults);
        let intended = compiler.intended(statements, faults);
        let written = statements.iter().filter(|s| matches!(s.kind, StatementKind::Objective { .. })).count();
        let reader = ExpectReader {
            statements,
            names: &names,
            params: &params,
            defaults: &defaults,
            objectives: written,
        };
        let expects = reader.read(faults);
        let title = self.title(faults);
        let (kinds, families, routes) = (army.kinds, army.families, army.routes);
        rules.extend(demands.rules);
        let params = params.values();
        if !site.sound {
            return None;
        }
        Some(Model {
            title,
            params: params?,
            board: site.board,
            layers: site.layers,
            clue_layers: site.clue_layers,
            weights: site.weights,
            kinds,
            families,
            routes,
            clue_mode: site.clue_mode.map(|m| m.node),
            clues: site.clues,
            facts,
            rules,
            objectives: demands.objectives,
            find: demands.find,
            expects,
            varies,
            intended,
        })
    }

    fn title(&self, faults: &mut ModelFaults) -> Option<Arc<str>> {
        let mut found: Option<(&Arc<str>, Span)> = None;
        for statement in &self.statements {
            if let StatementKind::Puzzle(text) = &statement.kind {
                match found {
                    Some((_, first)) => {
                        faults.push(NameError::Twice { statement: "puzzle", first }.at(statement.span));
                    }
                    None => found = Some((&text.node, statement.span)),
                }
            }
        }
        found.map(|f| f.0.clone())
    }
}

/// Returns the words of the lines that `span` touches.
fn words_around(text: &str, span: Span) -> Vec<Arc<str>> {
    let end = (span.end as usize).min(text.len());
    let start = (span.start as usize).min(end);
    let first = text.as_bytes()[..start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let last = text.as_bytes()[end..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| end + i);
    // Line breaks are single bytes, so these are character boundaries.
    let lines = text.get(first..last).unwrap_or_default();
    let words = lines.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|w| !w.is_empty()).map(Arc::from).collect()
}
