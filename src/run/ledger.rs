//! The ledger of a search: its cubes and the results of the finished ones, in a file to which each result adds a line.
//!
//! A line is the CRC-32 of its text in eight hexadecimal digits, a blank, and the text in JSON: first the [`Header`], then
//! one [`Record`] a line in the order in which cubes were finished. The file is only ever appended to, so if the process is
//! killed or the file is truncated, at most the last line is lost: a reader takes the lines up to the first damaged one and
//! truncates the rest. An append-only file avoids rewriting the whole file for every line, and needs no database: an
//! embedded store keeps its guarantees only for files that it finds whole.

use super::record::Record;
use crate::engine::{Job, Query};
use crate::problem::{ChoiceId, Cube, Problem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Longest time between two syncs to disk: lines written since the last sync are lost only if the whole machine fails.
const SYNC: Duration = Duration::from_secs(2);
/// Larger files are refused.
const MOST_BYTES: u64 = 1 << 34;

/// Identity of a search. Results may be merged if all fields agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The version of the program.
    pub nauck: String,
    /// The digest of the problem.
    pub problem: String,
    /// The question: `all`, `first 3`, `count`, `count by`.
    pub query: String,
    /// The requested engine, or `auto`.
    pub engine: String,
    pub seed: u64,
}

/// The format of ledgers. Format 1, which has no `format` field, may hold an optimum that a limit cut short.
const FORMAT: u32 = 2;

/// First line of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the file.
    format: u32,
    pub search: Identity,
    pub cubes: Vec<Cube>,
    /// The indices of this ledger's own cubes, ascending; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Vec<usize>>,
}

impl Header {
    /// Creates the header of a ledger for `share` of these cubes.
    pub fn new(search: Identity, cubes: Vec<Cube>, share: Option<Vec<usize>>) -> Self {
        Self { format: FORMAT, search, cubes, share }
    }

    /// Returns the indices of the ledger's own cubes.
    pub fn own(&self) -> Vec<usize> {
        self.share.clone().unwrap_or_else(|| (0..self.cubes.len()).collect())
    }

    /// Checks that the header can belong to `problem`.
    pub(super) fn fits(&self, problem: &Problem, path: &Path) -> Result<(), LedgerError> {
        let known = |c: &ChoiceId| c.index() < problem.choices.len();
        if !self.cubes.iter().all(|c| c.placed.iter().chain(&c.dropped).all(known)) {
            return Err(foreign(path, "a cube has a choice that is not in the puzzle"));
        }
        let own = self.own();
        let ascends = own.windows(2).all(|w| w[0] < w[1]);
        if !ascends || own.last().is_some_and(|&c| c >= self.cubes.len()) {
            return Err(foreign(path, "its share is not a list of cubes"));
        }
        Ok(())
    }
}

/// Reason why a ledger cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// A new ledger was to be created, but the file exists.
    #[error("`{}` already exists; use `--resume` to continue it", .0.display())]
    Exists(PathBuf),
    /// The file does not exist.
    #[error("checkpoint `{}` does not exist; use `--checkpoint` to create one", .0.display())]
    Missing(PathBuf),
    /// The file is not a ledger; it is left unchanged.
    #[error("`{}` is not a valid checkpoint: {}", .path.display(), .why)]
    Foreign {
        path: PathBuf,
        /// The reason, a clause.
        why: String,
    },
    /// The ledger has another format.
    #[error(
        "`{}` is a checkpoint in format {theirs}, but this program reads only format {FORMAT}{}; remove it and run the \
         search again", .path.display(), if *.theirs == 1 { ": optima in format 1 may be wrong" } else { "" }
    )]
    Format { path: PathBuf, theirs: u64 },
    /// The ledger belongs to another search.
    #[error("`{}` belongs to another search: its {} is {}, but this run's is {}", .path.display(), .what, .theirs, .ours)]
    Other {
        path: PathBuf,
        /// The field that differs.
        what: &'static str,
        /// Its value in the file.
        theirs: String,
        /// Its value in this run.
        ours: String,
    },
    /// The ledger belongs to another share of the search.
    #[error("`{}` belongs to another share of the search, or to another division of it", .0.display())]
    OtherShare(PathBuf),
    /// Some cubes have no result.
    #[error("the files have no results for {} of {} cubes", .missing.len(), .cubes)]
    Incomplete {
        missing: Vec<usize>,
        /// Number of all cubes.
        cubes: usize,
    },
    /// The engine's evidence is not sufficient for a part.
    #[error("the engine `{0}` uses floating point; a search in parts needs an engine that works in integers")]
    Engine(&'static str),
    /// Another process is writing to the file.
    #[error("another run is writing to `{}`", .0.display())]
    Busy(PathBuf),
    /// The file cannot be read or written.
    #[error("`{}`: {}", .path.display(), .why)]
    Io {
        path: PathBuf,
        /// The message of the system.
        why: String,
    },
}

impl Identity {
    /// Checks that `self`, read from `path`, is the search of this run.
    pub(super) fn agrees(&self, ours: &Self, path: &Path) -> Result<(), LedgerError> {
        let seeds = [self.seed, ours.seed].map(|s| s.to_string());
        let pairs = [
            ("version of the program", &self.nauck, &ours.nauck),
            ("puzzle", &self.problem, &ours.problem),
            ("question", &self.query, &ours.query),
            ("engine", &self.engine, &ours.engine),
            ("seed", &seeds[0], &seeds[1]),
        ];
        let Some(&(what, theirs, ours)) = pairs.iter().find(|(_, a, b)| a != b) else { return Ok(()) };
        Err(LedgerError::Other {
            path: path.to_owned(),
            what,
            theirs: format!("`{theirs}`"),
            ours: format!("`{ours}`"),
        })
    }
}

/// A ledger, open or in memory; see the module documentation. Several threads may write to it.
#[derive(Debug)]
pub struct Ledger {
    header: Header,
    /// By cube: the result, if it was finished before the ledger was opened.
    done: BTreeMap<usize, Record>,
    /// Number of cubes finished since.
    written: AtomicUsize,
    log: Option<Mutex<LedgerFile>>,
}

impl Ledger {
    /// Creates a ledger at `path`, which must not exist; `cut` computes its header.
    pub(super) fn create(path: &Path, cut: impl FnOnce() -> Header) -> Result<Self, LedgerError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|e| match e.kind() {
            io::ErrorKind::AlreadyExists => LedgerError::Exists(path.to_owned()),
            _ => refused(path, &e),
        })?;
        Self::begin(path, file, cut())
    }

    /// Opens the ledger at `path` to continue it, if it belongs to the search `ours`. If the file was truncated within its
    /// header, `cut` computes the header again.
    pub(super) fn resume(
        path: &Path,
        ours: &Identity,
        problem: &Problem,
        cut: impl FnOnce() -> Header,
    ) -> Result<Self, LedgerError> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => LedgerError::Missing(path.to_owned()),
            _ => refused(path, &e),
        })?;
        lock(path, &file)?;
        let bytes = whole(path, &mut file)?;
        if !bytes.contains(&b'\n') {
            let header = cut();
            if line(&header).as_bytes().starts_with(&bytes) {
                return Self::begin(path, file, header);
            }
        }
        let (header, records, good) = parse(path, &bytes)?;
        header.search.agrees(ours, path)?;
        let done = admitted(path, &header, records, problem)?;
        file.set_len(good).map_err(|e| refused(path, &e))?;
        Ok(Self::over(header, done, Some(LedgerFile::new(file, good))))
    }

    /// Merges the ledgers at `paths`, shares of the search `ours` for `job`: every cube once.
    pub(super) fn gathered(paths: &[PathBuf], ours: &Identity, job: &Job<'_>) -> Result<Self, LedgerError> {
        let mut whole: Option<Self> = None;
        for path in paths {
            let (header, records) = Self::read(path)?;
            header.search.agrees(ours, path)?;
            let done = admitted(path, &header, records, job.problem)?;
            match &mut whole {
                None => whole = Some(Self::over(Header { share: None, ..header }, done, None)),
                Some(whole) if whole.header.cubes != header.cubes => {
                    return Err(LedgerError::OtherShare(path.clone()));
                }
                Some(whole) => whole.done.extend(done),
            }
        }
        let mut whole = whole.ok_or(LedgerError::Incomplete { missing: Vec::new(), cubes: 0 })?;
        let missing: Vec<usize> =
            whole.header.own().into_iter().filter(|c| !whole.done.contains_key(c)).collect();
        // A share that has found the requested number of solutions skips its other cubes.
        let found: usize = whole.done.values().map(|r| r.solutions.len()).sum();
        let enough =
            job.problem.objectives.is_empty() && matches!(job.query, Query::First(k) if found as u64 >= k);
        if !missing.is_empty() && !enough {
            return Err(LedgerError::Incomplete { missing, cubes: whole.header.cubes.len() });
        }
        whole.header.share = Some(whole.done.keys().copied().collect());
        Ok(whole)
    }

    /// Returns the header of the ledger at `path` and the indices of its finished cubes.
    ///
    /// # Errors
    /// If the file cannot be read or is not a ledger.
    pub fn glance(path: &Path) -> Result<(Header, Vec<usize>), LedgerError> {
        let (header, records) = Self::read(path)?;
        Ok((header, records.iter().map(|r| r.cube).collect()))
    }

    fn read(path: &Path) -> Result<(Header, Vec<Record>), LedgerError> {
        let mut file = File::open(path).map_err(|e| refused(path, &e))?;
        let (header, records, _) = parse(path, &whole(path, &mut file)?)?;
        Ok((header, records))
    }

    fn over(header: Header, done: BTreeMap<usize, Record>, log: Option<LedgerFile>) -> Self {
        Self { header, done, written: AtomicUsize::new(0), log: log.map(Mutex::new) }
    }

    fn begin(path: &Path, file: File, header: Header) -> Result<Self, LedgerError> {
        lock(path, &file)?;
        let mut log = LedgerFile::new(file, 0);
        log.append(&line(&header));
        match log.failure.take() {
            Some(why) => Err(LedgerError::Io { path: path.to_owned(), why }),
            None => Ok(Self::over(header, BTreeMap::new(), Some(log))),
        }
    }

    /// Returns the header: the search and its cubes.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Result of this cube from an earlier run.
    pub(super) fn done(&self, cube: usize) -> Option<&Record> {
        self.done.get(&cube)
    }

    /// Number of cubes finished in earlier runs.
    pub fn earlier(&self) -> usize {
        self.done.len()
    }

    /// Number of the ledger's own cubes that are not finished.
    pub fn missing(&self) -> usize {
        self.header.own().len() - self.done.len() - self.written.load(Ordering::Relaxed)
    }

    /// Writes the result of a cube. If that fails the run continues, and the line is written again with the next.
    pub(super) fn keep(&self, record: &Record) {
        self.written.fetch_add(1, Ordering::Relaxed);
        if let Some(mut log) = self.log() {
            log.append(&line(record));
        }
    }

    /// Writes the lines that are still pending.
    ///
    /// # Errors
    /// The message of the system, if something could not be written.
    pub(super) fn close(&self) -> Result<(), String> {
        self.log().map_or(Ok(()), |mut log| log.close())
    }

    fn log(&self) -> Option<MutexGuard<'_, LedgerFile>> {
        self.log.as_ref().map(|log| log.lock().expect("no thread panics while it holds the lock"))
    }
}

/// The end of the file, where lines are appended.
#[derive(Debug)]
struct LedgerFile {
    file: File,
    /// Length of the complete lines.
    good: u64,
    synced: Instant,
    /// Lines that could not be written yet.
    waiting: String,
    failure: Option<String>,
}

impl LedgerFile {
    fn new(file: File, good: u64) -> Self {
        Self { file, good, synced: Instant::now(), waiting: String::new(), failure: None }
    }

    fn append(&mut self, line: &str) {
        self.waiting.push_str(line);
        self.failure = self.write().err().map(|e| e.to_string());
    }

    fn write(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.good))?;
        if let Err(error) = self.file.write_all(self.waiting.as_bytes()) {
            // Truncate a partial line at once, so that nothing is ever written after one.
            let _ = self.file.set_len(self.good);
            return Err(error);
        }
        self.good += self.waiting.len() as u64;
        self.waiting.clear();
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        self.write().map_err(|e| e.to_string())
    }
}

fn refused(path: &Path, error: &io::Error) -> LedgerError {
    LedgerError::Io { path: path.to_owned(), why: error.to_string() }
}

/// Attempts to lock a file after the first, and the pause before each.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

fn lock(path: &Path, file: &File) -> Result<(), LedgerError> {
    let mut tries = LOCK_TRIES;
    loop {
        match file.try_lock() {
            // A process that is being started holds the locks of its parent until it runs its own program.
            Err(TryLockError::WouldBlock) if tries > 0 => {
                tries -= 1;
                std::thread::sleep(LOCK_PAUSE);
            }
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path.to_owned())),
            // Not every file system supports locks. Without a lock the ledger is safe as long as only one process uses it.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

fn whole(path: &Path, file: &mut File) -> Result<Vec<u8>, LedgerError> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| refused(path, &e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(foreign(path, format!("it is larger than {MOST_BYTES} bytes")));
    }
    Ok(bytes)
}

fn foreign(path: &Path, why: impl Into<String>) -> LedgerError {
    LedgerError::Foreign { path: path.to_owned(), why: why.into() }
}

fn line(entry: &impl Serialize) -> String {
    let text = serde_json::to_string(entry).expect("numbers and strings are JSON");
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

/// Text of a line, if the line is undamaged.
fn text(line: &[u8]) -> Option<&str> {
    let (sum, text) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let whole = sum.len() == 8 && u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(text.as_bytes());
    whole.then_some(text)
}

/// Returns the header, the records up to the first damaged line, and the length of the undamaged part.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Header, Vec<Record>, u64), LedgerError> {
    let mut good = 0;
    let mut lines = bytes.split_inclusive(|&b| b == b'\n').map_while(|line| {
        let text = text(line.strip_suffix(b"\n")?)?;
        good += line.len() as u64;
        Some(text)
    });
    let first = lines.next().ok_or_else(|| foreign(path, "it does not begin with the header of a search"))?;
    let header = header(path, first)?;
    let record =
        |text| serde_json::from_str(text).map_err(|e| foreign(path, format!("one of its lines: {e}")));
    let records = lines.map(record).collect::<Result<Vec<Record>, _>>()?;
    Ok((header, records, good))
}

fn header(path: &Path, line: &str) -> Result<Header, LedgerError> {
    let unread = |e: serde_json::Error| foreign(path, format!("its first line: {e}"));
    let object: serde_json::Value = serde_json::from_str(line).map_err(unread)?;
    // Format 1 has no such field.
    let theirs = object.get("format").map_or(Some(1), serde_json::Value::as_u64);
    match theirs {
        Some(theirs) if object.get("search").is_some() && theirs != u64::from(FORMAT) => {
            Err(LedgerError::Format { path: path.to_owned(), theirs })
        }
        _ => serde_json::from_value(object).map_err(unread),
    }
}

/// Returns the records by cube, if they can belong to `problem`.
fn admitted(
    path: &Path,
    header: &Header,
    records: Vec<Record>,
    problem: &Problem,
) -> Result<BTreeMap<usize, Record>, LedgerError> {
    header.fits(problem, path)?;
    let known = |c: &ChoiceId| c.index() < problem.choices.len();
    let own = header.own();
    let mut done = BTreeMap::new();
    for record in records {
        let objectives = record.best.as_ref().map_or(0, Vec::len);
        if own.binary_search(&record.cube).is_err() {
            return Err(foreign(path, format!("it has cube {}, which is not in its share", record.cube)));
        }
        if !record.solutions.iter().flatten().all(known) {
            return Err(foreign(path, "a solution has a choice that is not in the puzzle"));
        }
        if record.best.is_some() && objectives != problem.objectives.len() {
            return Err(foreign(path, "a record has a different number of objectives than the puzzle"));
        }
        let cube = record.cube;
        if done.insert(cube, record).is_some() {
            return Err(foreign(path, format!("it has cube {cube} twice")));
        }
    }
    Ok(done)
}
