//! Progress of a long run on standard error: a redrawn line for people, one JSON object per line for programs.
//!
//! A separate thread polls the run's [`Progress`]; the run does not know about it. Nothing is shown in the first second, or
//! if standard error is not a terminal (unless requested). The line disappears when the run ends. An estimate of the time
//! left appears only if the engine has divided its search into parts and a tenth of them is done; since parts differ in
//! size, it says "about".

use super::options::ProgressMode;
use crate::engine::{Progress, Snapshot};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Delay before anything is shown.
const FIRST: Duration = Duration::from_secs(1);
/// Interval between two drawings of the line.
const LINE: Duration = Duration::from_millis(200);
/// Interval between two JSON objects or permanent lines.
const LASTING: Duration = Duration::from_secs(1);

/// Calls `run` and shows its progress as `watch` requests; if nothing is to be shown, `run` gets no counters to fill.
/// `streams`: solutions are written as they are found, and a redrawn line would garble them on the same terminal.
pub(super) fn watched<T>(
    watch: ProgressMode,
    streams: bool,
    run: impl FnOnce(Option<&Arc<Progress>>) -> T,
) -> T {
    let progress = Arc::default();
    let display = Display::start(watch, streams, Arc::clone(&progress));
    run(display.is_some().then_some(&progress))
}

/// Shows a run's progress until it is dropped.
struct Display {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Form of the progress display.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Line,
    /// A new line each time, without a terminal.
    Lines,
    /// A JSON object each time.
    Json,
}

impl Display {
    /// Starts showing `progress`; see [`watched`].
    fn start(watch: ProgressMode, streams: bool, progress: Arc<Progress>) -> Option<Self> {
        let terminal = stderr().is_terminal();
        let manner = match watch {
            ProgressMode::Never => return None,
            ProgressMode::Json => Manner::Json,
            ProgressMode::Auto if !terminal || (streams && stdout().is_terminal()) => return None,
            ProgressMode::Always if !terminal => Manner::Lines,
            ProgressMode::Auto | ProgressMode::Always => Manner::Line,
        };
        let (stop, stopped) = channel::<()>();
        let show = move || {
            let mut view = ProgressView::new(manner);
            let mut pause = FIRST;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                view.show(&progress.snapshot());
                pause = if manner == Manner::Line { LINE } else { LASTING };
            }
            view.end();
        };
        Some(Self { stop: Some(stop), thread: Some(std::thread::spawn(show)) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct ProgressView {
    manner: Manner,
    bar: Option<ProgressBar>,
    start: Instant,
    /// Time and number of nodes of the last poll.
    last: (Instant, u64),
    /// Current engine and number of parts, the time since when, and the number of parts done by then.
    since: (Option<&'static str>, u64, Instant, u64),
}

impl ProgressView {
    fn new(manner: Manner) -> Self {
        let now = Instant::now();
        Self { manner, bar: None, start: now, last: (now, 0), since: (None, 0, now, 0) }
    }

    fn show(&mut self, seen: &Snapshot) {
        let now = Instant::now();
        let took = now.duration_since(self.last.0).as_secs_f64().max(1e-3);
        let speed = (seen.nodes.saturating_sub(self.last.1) as f64 / took) as u64;
        self.last = (now, seen.nodes);
        let (done, all) = seen.cubes.unwrap_or((0, 0));
        if (self.since.0, self.since.1) != (seen.engine, all) || done < self.since.3 {
            self.since = (seen.engine, all, now, done);
        }
        let elapsed = now.duration_since(self.start);
        let left = left(seen, self.since.3, now.duration_since(self.since.2));
        match self.manner {
            Manner::Json => {
                let object = json!({"progress": {
                    "seconds": elapsed.as_millis() as f64 / 1e3,
                    "engine": seen.engine,
                    "nodes": seen.nodes,
                    "nodes_per_second": speed,
                    "solutions": seen.solutions,
                    "cubes": seen.cubes.map(|(done, all)| [done, all]),
                    "best": seen.best,
                    "bound": seen.bound,
                    "seconds_left": left.map(|l| l.as_secs()),
                    "stage": seen.stage,
                }});
                // A closed stream is not a failure.
                let _ = writeln!(stderr(), "{object}");
            }
            Manner::Lines => {
                let _ = writeln!(stderr(), "{}", line(seen, elapsed, speed, left));
            }
            Manner::Line => {
                let bar = self.bar.get_or_insert_with(|| {
                    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
                    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                    bar.with_style(style.expect("the template is sound"))
                });
                bar.set_message(line(seen, elapsed, speed, left));
                bar.tick();
            }
        }
    }

    fn end(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Estimates the time for the remaining parts from those done in the time `elapsed`, before which `before` were done. `None`
/// unless a tenth of all parts was done in that time.
fn left(seen: &Snapshot, before: u64, elapsed: Duration) -> Option<Duration> {
    let (done, all) = seen.cubes?;
    let lately = done.saturating_sub(before);
    let known = lately > 0 && lately * 10 >= all && done < all;
    known.then(|| elapsed.mul_f64((all - done) as f64 / lately as f64))
}

/// Formats, for example, `masks: 12 of 64 parts, 92 solutions, 3.4M nodes, 1.2M per second, 3 s, about 13 s left`.
fn line(seen: &Snapshot, elapsed: Duration, speed: u64, left: Option<Duration>) -> String {
    let mut parts: Vec<String> = seen.stage.iter().cloned().collect();
    if let Some((done, all)) = seen.cubes {
        parts.push(format!("{done} of {all} parts"));
    }
    if let Some(best) = &seen.best {
        let values: Vec<String> = best.iter().map(ToString::to_string).collect();
        let bound = seen.bound.map(|b| format!(" (bound {b})")).unwrap_or_default();
        parts.push(format!("best {}{bound}", values.join(", ")));
    }
    if seen.solutions > 0 {
        parts.push(format!("{} solution{}", seen.solutions, if seen.solutions == 1 { "" } else { "s" }));
    }
    parts.push(format!("{} nodes, {} per second", short(seen.nodes), short(speed)));
    parts.push(time(elapsed));
    parts.extend(left.map(|l| format!("about {} left", time(l))));
    format!("{}: {}", seen.engine.unwrap_or("building the problem"), parts.join(", "))
}

/// `950`, `3.4k`, `12M`.
fn short(n: u64) -> String {
    let units = [(1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M'), (1_000, 'k')];
    match units.iter().find(|u| n >= u.0) {
        None => n.to_string(),
        Some(&(unit, letter)) if n < 10 * unit => format!("{:.1}{letter}", n as f64 / unit as f64),
        Some(&(unit, letter)) => format!("{}{letter}", n / unit),
    }
}

/// `12 s`, `3 min 5 s`, `2 h 7 min`.
fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_known_and_no_more() {
        let seconds = Duration::from_secs;
        let seen = Snapshot { nodes: 1234, ..Snapshot::default() };
        assert_eq!(
            line(&seen, seconds(2), 617, left(&seen, 0, seconds(2))),
            "building the problem: 1.2k nodes, 617 per second, 2 s"
        );
        let seen = Snapshot {
            engine: Some("masks"),
            nodes: 25_000_000,
            solutions: 1,
            cubes: Some((16, 64)),
            best: Some(vec![10, 3]),
            bound: Some(12),
            stage: None,
        };
        assert_eq!(
            line(&seen, seconds(65), 999_999, left(&seen, 0, seconds(60))),
            "masks: 16 of 64 parts, best 10, 3 (bound 12), 1 solution, 25M nodes, 999k per second, 1 min 5 s, \
             about 3 min 0 s left"
        );
        let why = Snapshot { stage: Some("search 3, 12 may be needed".to_owned()), ..Snapshot::default() };
        assert_eq!(
            line(&why, seconds(2), 0, None),
            "building the problem: search 3, 12 may be needed, 0 nodes, 0 per second, 2 s"
        );
        for cubes in [None, Some((0, 64)), Some((6, 64)), Some((64, 64))] {
            assert_eq!(left(&Snapshot { cubes, ..Snapshot::default() }, 0, seconds(60)), None);
        }
        assert_eq!(left(&seen, 8, seconds(60)), Some(seconds(360)));
        assert_eq!(left(&seen, 12, seconds(60)), None);
    }
}
