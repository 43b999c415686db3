//! The ledger of a search: its cubes and the results of the finished ones, in a file to which each result adds a line.
//!
//! A line is the CRC-32 of its text in eight hexadecimal digits, a blank, and the text in JSON: first the [`Header`], then
//! one [`Record`] a line in the order in which cubes were finished. The file is only ever appended to, so if the process is
//! killed or the file is truncated, at most the last line is lost: a reader takes the lines up to the first damaged one and
//! truncates the rest. An append-only file avoids rewriting the whole file for every line, and needs no database: an
//! embedded store keeps its guarantees only for files that it finds whole.

use super::header::{Header, Identity};
use super::ledger_error::{FORMAT, LedgerError};
use super::record::Record;
use crate::engine::{Job, Query};
use crate::problem::{ChoiceId, Cube, Problem};
use serde::Serialize;
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
        let mut cubes: BTreeMap<usize, Cube> = BTreeMap::new();
        for path in paths {
            let (header, records) = Self::read(path)?;
            header.search.agrees(ours, path)?;
            let done = admitted(path, &header, records, job.problem)?;
            for (number, cube) in header.own().into_iter().zip(&header.cubes) {
                if cubes.insert(number, cube.clone()).is_some_and(|known| known != *cube) {
                    return Err(LedgerError::OtherShare(path.clone()));
                }
            }
            match &mut whole {
                None => whole = Some(Self::over(header, done, None)),
                Some(whole) if whole.header.numbering != header.numbering => {
                    return Err(LedgerError::OtherShare(path.clone()));
                }
                Some(whole) => whole.done.extend(done),
            }
        }
        let mut whole = whole.ok_or(LedgerError::Incomplete { missing: Vec::new(), cubes: 0 })?;
        let all = whole.header.numbering.cubes;
        let missing: Vec<usize> = (0..all).filter(|c| !whole.done.contains_key(c)).collect();
        // A share that has found the requested number of solutions skips its other cubes.
        let found: usize = whole.done.values().map(|r| r.solutions.len()).sum();
        let enough =
            job.problem.objectives.is_empty() && matches!(job.query, Query::First(k) if found as u64 >= k);
        if cubes.len() != all || (!missing.is_empty() && !enough) {
            return Err(LedgerError::Incomplete { missing, cubes: all });
        }
        (whole.header.share, whole.header.cubes) = (None, cubes.into_values().collect());
        Ok(whole)
    }

    /// Leaves out the cubes without a result.
    pub(super) fn of_done(mut self) -> Self {
        let done = self.header.own().into_iter().zip(std::mem::take(&mut self.header.cubes));
        let done = done.filter(|(number, _)| self.done.contains_key(number));
        let (share, cubes) = done.unzip();
        (self.header.share, self.header.cubes) = (Some(share), cubes);
        self
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
        return Err(LedgerError::foreign(path, format!("it is larger than {MOST_BYTES} bytes")));
    }
    Ok(bytes)
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
    let first = lines
        .next()
        .ok_or_else(|| LedgerError::foreign(path, "it does not begin with the header of a search"))?;
    let header = header(path, first)?;
    let record = |text| {
        serde_json::from_str(text).map_err(|e| LedgerError::foreign(path, format!("one of its lines: {e}")))
    };
    let records = lines.map(record).collect::<Result<Vec<Record>, _>>()?;
    Ok((header, records, good))
}

fn header(path: &Path, line: &str) -> Result<Header, LedgerError> {
    let unread = |e: serde_json::Error| LedgerError::foreign(path, format!("its first line: {e}"));
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
            return Err(LedgerError::foreign(
                path,
                format!("it has cube {}, which is not in its share", record.cube),
            ));
        }
        if !record.solutions.iter().flatten().all(known) {
            return Err(LedgerError::foreign(path, "a solution has a choice that is not in the puzzle"));
        }
        if record.best.is_some() && objectives != problem.objectives.len() {
            return Err(LedgerError::foreign(
                path,
                "a record has a different number of objectives than the puzzle",
            ));
        }
        let cube = record.cube;
        if done.insert(cube, record).is_some() {
            return Err(LedgerError::foreign(path, format!("it has cube {cube} twice")));
        }
    }
    Ok(done)
}
