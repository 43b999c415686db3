//! `puzzle check`: parse and check only.

use crate::cli::args::CheckArgs;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load;
use crate::cli::streams::Streams;
use crate::model::check::Overrides;

pub(in crate::cli) fn check(args: &CheckArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in &args.files {
        let one = (|| {
            let loaded = load::read(path, args.read.allow_outside, None, Report::json_if(args.json))?;
            if loaded.spec.is_part() {
                loaded.check_part(streams)?;
                return Ok("a part without a board, sound by itself");
            }
            loaded.model(&Overrides::new(), streams)?;
            // Expectations speak of other values of the parameters, for which the spec must be sound too.
            for setting in loaded.spec.expectation_settings() {
                if !setting.is_empty() {
                    loaded.model(&setting, streams)?;
                }
            }
            Ok("sound")
        })();
        match one {
            Ok(_) if args.quiet || args.json => {}
            Ok(words) => writeln!(streams.out, "{}: {words}", path.display())?,
            Err(Failure::Diagnosed) => exit = Exit::Usage,
            Err(Failure::Usage(words)) => {
                writeln!(streams.err, "error: {words}")?;
                exit = Exit::Usage;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(exit)
}
