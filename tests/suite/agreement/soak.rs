//! Soak test: runs random specs through all engines, checking for disagreements and memory leaks.
//!
//! `NAUCK_SOAK_SECONDS=1200 cargo test --release --test suite soak -- --ignored --nocapture`

use super::compare::compare;
use super::{model_of, tiny};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use std::time::{Duration, Instant};

/// Warm-up time, after which memory should no longer grow; at most a fifth of the run.
const GROWN_UP: Duration = Duration::from_secs(120);

/// Resident bytes, if the system reports them.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

#[test]
#[ignore = "runs for NAUCK_SOAK_SECONDS"]
fn soak() {
    let seconds = std::env::var("NAUCK_SOAK_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(60);
    let (start, long) = (Instant::now(), Duration::from_secs(seconds));
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let strategy = tiny::tiny();
    let (mut specs, mut grown_up) = (0, None);
    while start.elapsed() < long {
        let tiny = strategy.new_tree(&mut runner).expect("the generator rejects nothing").current();
        let text = tiny.text(&|text| model_of(text).is_some());
        if let Some(model) = model_of(&text) {
            compare(&model).unwrap_or_else(|error| panic!("{error}\n{text}"));
            specs += 1;
        }
        if grown_up.is_none() && start.elapsed() >= GROWN_UP.min(long / 5) {
            grown_up = resident();
            eprintln!("{specs} specs, {:?} bytes resident", grown_up);
        }
    }
    let end = resident();
    eprintln!(
        "{specs} specs in {seconds} s, no disagreement, {end:?} bytes resident, {grown_up:?} after warm-up"
    );
    if let (Some(end), Some(grown_up)) = (end, grown_up) {
        assert!(end * 5 <= grown_up * 6, "memory grew from {grown_up} to {end} bytes");
    }
}
