//! The question that a command asks of a spec.

use crate::cli::exit::Failure;
use crate::model::{Expected, Model};
use crate::run::{Query, Request};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum OrbitsArg {
    /// One solution per orbit, with the orbit's size and the solution's own symmetry
    Sizes,
    /// Every member too, with the transformation that maps the first to it
    Members,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum UpToSymmetryArg {
    /// Under the symmetries of the spec
    Symmetry,
    /// Under permutations of kinds and exchanges of lines that preserve the spec as well
    Exchange,
}

impl UpToSymmetryArg {
    /// Returns the option as it is written.
    pub fn option(self) -> &'static str {
        match self {
            Self::Symmetry => "--up-to-symmetry",
            Self::Exchange => "--up-to-symmetry=exchange",
        }
    }
}

/// The question that the command line asks of a spec.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[command(next_help_heading = "Question")]
pub(in crate::cli) struct QuestionArgs {
    /// Set a parameter (n=10) or sweep it (n=4..12 or n=4,6,8); later sweeps nest and may use earlier ones (k=1..n)
    #[arg(help_heading = None, short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,

    /// Find all solutions
    #[arg(long, group = "query")]
    pub all: bool,
    /// Find at most N solutions
    #[arg(long, value_name = "N", group = "query")]
    pub limit: Option<u64>,
    /// Count the solutions without showing them
    #[arg(long, group = "query")]
    pub count: bool,
    /// Find one solution
    #[arg(long, group = "query")]
    pub first: bool,
    /// Count the solutions for each value of EXPR
    #[arg(allow_hyphen_values = true, long, value_name = "EXPR", group = "query")]
    pub count_by: Option<String>,
    /// Find one solution per orbit; `exchange`: kinds and lines may be exchanged, too
    #[arg(
        long,
        value_name = "GROUP",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "symmetry",
    )]
    pub up_to_symmetry: Option<UpToSymmetryArg>,
    /// Show one solution per orbit, with the orbit's size and the solution's own symmetry; `members` lists the whole orbit
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "sizes",
    )]
    pub orbits: Option<OrbitsArg>,
}

impl QuestionArgs {
    /// Statement to read with the spec, if the question needs one.
    pub fn statement(&self) -> Option<String> {
        self.count_by.as_deref().map(counting)
    }

    /// Request of `model`, overridden by the command line.
    pub fn request(&self, model: &Model) -> Result<Request, Failure> {
        let mut request = Request::of(model);
        match (self.all, self.limit, self.count, self.first) {
            (true, ..) => request.query = Query::All,
            (_, Some(0), ..) => {
                return Err(Failure::usage("--limit must be at least 1; use --count to count solutions"));
            }
            (_, Some(limit), ..) => request.query = Query::First(limit),
            (_, _, true, _) => (request.query, request.up_to_symmetry) = (Query::Count, false),
            (.., true) => request.query = Query::First(1),
            _ => {}
        }
        request.up_to_symmetry |= self.up_to_symmetry.is_some() || (self.orbits.is_some() && request.shows());
        request.exchange = match self.up_to_symmetry {
            Some(group) => group == UpToSymmetryArg::Exchange,
            None => request.exchange,
        };
        request.orbits = self.orbits.is_some();
        request.describe = self.orbits.is_some();
        request.members = self.orbits == Some(OrbitsArg::Members);
        let expects_orbits = model.expects.iter().any(|e| match e.what {
            Expected::Orbits(_) => !request.exchange,
            Expected::OrbitsUpToExchange(_) => request.exchange,
            _ => false,
        });
        request.orbits |= expects_orbits && request.query == Query::All;
        Ok(request)
    }
}

/// Statement that asks for the number of solutions by value of `expr`.
pub(in crate::cli) fn counting(expr: &str) -> String {
    format!("find number by {expr}")
}
