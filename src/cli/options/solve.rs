//! The resources of a search, and the engine.

use crate::cli::exit::Failure;
use crate::engine::Limits;
use crate::run::Request;
use clap::Args;
use std::time::Duration;

/// Options for solving. None of them changes the answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(in crate::cli) struct SolveArgs {
    /// Use the engine NAME; `auto` chooses one
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: String,
    /// Use up to N threads (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Vary which solutions --first, --limit (without --sorted) and --sample show; nothing else changes
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop after TIME, such as 30s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at SIZE of memory, such as 512M or 4G (default: before memory runs out)
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Stop after N search nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Stop after N solutions, even if they are only counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub solution_limit: Option<u64>,
}

/// The time of a command that solves many problems.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(in crate::cli) struct TimeArgs {
    /// Stop after TIME, such as 30s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
}

impl TimeArgs {
    /// Applies the limit to a request.
    pub fn apply(&self, request: &mut Request) -> Result<(), Failure> {
        request.limits.time = self.limits()?.time;
        Ok(())
    }

    /// Parses the limit.
    pub fn limits(&self) -> Result<Limits, Failure> {
        Ok(Limits { time: self.time_limit.as_deref().map(time).transpose()?, ..Limits::default() })
    }
}

impl SolveArgs {
    /// Applies these options to a request.
    pub fn apply(&self, request: &mut Request) -> Result<(), Failure> {
        request.engine = (self.engine != "auto").then(|| self.engine.clone());
        request.threads = match self.threads {
            Some(n) => usize::try_from(n).unwrap_or(1),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        request.seed = self.seed;
        request.limits = self.limits()?;
        request.watch_memory = true;
        #[cfg(feature = "highs")]
        name_highs(std::env::var_os("NAUCK_HIGHS").as_deref())?;
        Ok(())
    }

    /// Parses the limits on the command line.
    pub fn limits(&self) -> Result<Limits, Failure> {
        let memory = self.memory_limit.as_deref().map(|text| {
            bytes(text).ok_or_else(|| Failure::usage(format!("`{text}` is not a size; write 512M or 4G")))
        });
        Ok(Limits {
            time: self.time_limit.as_deref().map(time).transpose()?,
            nodes: self.node_limit,
            memory: memory.transpose()?,
            solutions: self.solution_limit,
            checks: None,
        })
    }
}

/// Loads the HiGHS library named by the environment, if any.
#[cfg(feature = "highs")]
fn name_highs(path: Option<&std::ffi::OsStr>) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(()) };
    let explain =
        |error| Failure::usage(format!("NAUCK_HIGHS names `{}`, but {error}", path.to_string_lossy()));
    crate::engine::load_highs(path.as_ref()).map_err(explain)
}

fn time(text: &str) -> Result<Duration, Failure> {
    duration(text)
        .ok_or_else(|| Failure::usage(format!("`{text}` is not a time; write 30s, 500ms, 2m or 1h")))
}

/// Parses `30s`, `1.5s`, `500ms`, `2m`, `1h`, `30` (seconds).
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = split_unit(text);
    let number: f64 = number.parse().ok()?;
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number * seconds).ok()
}

/// Parses `4G`, `512M`, `100k` or plain bytes; a `B` or `iB` may follow.
fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = split_unit(text);
    let number: f64 = number.parse().ok()?;
    let unit = unit.to_ascii_lowercase();
    let shift = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return None,
    };
    let bytes = number * (1u64 << shift) as f64;
    (bytes >= 0.0 && bytes < u64::MAX as f64).then_some(bytes as u64)
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "highs")]
    #[test]
    fn a_library_that_is_none_is_an_error() {
        assert!(name_highs(None).is_ok() && name_highs(Some("".as_ref())).is_ok());
        let Err(Failure::Usage(words)) = name_highs(Some("no/such/library".as_ref())) else {
            panic!("it was taken, though it does not exist");
        };
        assert!(
            words.starts_with("NAUCK_HIGHS names `no/such/library`, but it cannot be loaded: "),
            "{words}"
        );
    }

    #[test]
    fn times_and_sizes() {
        let times = [("30s", 30_000), ("500ms", 500), ("2m", 120_000), ("1.5", 1500), ("1h", 3_600_000)];
        for (text, milliseconds) in times {
            assert_eq!(duration(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        let sizes = [("4G", 4 << 30), ("512M", 512 << 20), ("1KiB", 1024), ("77", 77)];
        for (text, size) in sizes {
            assert_eq!(bytes(text), Some(size), "{text}");
        }
        for wrong in ["", "s", "-3s", "3 parsecs", "1e9999s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
        assert_eq!(bytes("4X"), None);
    }
}
