//! `--stats`: what a run took, what it was a run of, and on what.

use super::exit::Failure;
use super::load::Loaded;
use super::streams::Streams;
use crate::run::{Outcome, Request};

/// Writes the figures, a name and a value a line.
pub(super) fn write_stats(
    loaded: &Loaded,
    request: &Request,
    outcome: &Outcome,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let size = outcome.size();
    let mut figures = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("spec", format!("fnv1a64:{:016x}", fingerprint(loaded))),
        ("engine", outcome.engine().to_owned()),
        ("threads", outcome.threads().to_string()),
        ("seed", request.seed.to_string()),
        ("choices", size.choices.to_string()),
        ("lines", size.lines.to_string()),
        ("pairs", size.pairs.to_string()),
        ("nodes", outcome.nodes().to_string()),
    ];
    figures.extend(outcome.more().iter().map(|(name, value)| (*name, value.to_string())));
    let peak =
        peak_memory().map_or_else(|| "not known here".to_owned(), |bytes| format!("{} MiB", bytes >> 20));
    figures.push(("memory", peak));
    figures.push(("seconds", format!("{:.6}", outcome.took().as_secs_f64())));
    let width = figures.iter().map(|f| f.0.len()).max().unwrap_or(0);
    for (name, value) in figures {
        writeln!(streams.err, "{name:<width$}  {value}")?;
    }
    Ok(())
}

/// A fingerprint of the texts of a spec, includes and all, the same wherever they are read (FNV-1a; G. Fowler, L. Noll,
/// P. Vo). Parameters of the command line are no part of it.
fn fingerprint(loaded: &Loaded) -> u64 {
    let texts = loaded.sources.iter().flat_map(|(_, source)| source.text.bytes().chain([0]));
    fnv1a(texts)
}

fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The most memory the process has had so far, in bytes, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_published_function() {
        assert_eq!(fnv1a("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a".bytes()), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a("foobar".bytes()), 0x8594_4171_f739_67e8);
    }
}
