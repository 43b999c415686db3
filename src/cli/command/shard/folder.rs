//! The folder of the results: the plan, and for each shard one file, renamed from `.part` to `.done` when it is complete.

use super::plan_file::PlanFile;
use crate::cli::exit::Failure;
use crate::cli::output::{unwritten, write_file};
use crate::run::Ledger;
use std::fs;
use std::path::{Path, PathBuf};

fn unread(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("`{}` cannot be read: {error}", path.display()))
}

/// Folder of the results.
pub(super) struct Folder<'a>(&'a Path);

impl<'a> Folder<'a> {
    /// Opens the folder at `path` for the plan with this `text`; creates it, with a copy of the plan, if it does not exist.
    pub fn of_plan(path: &'a Path, text: &str) -> Result<Self, Failure> {
        let folder = Self(path);
        let refused = |e| unwritten(path, &e);
        fs::create_dir_all(path).map_err(refused)?;
        let copy = folder.plan();
        if !copy.exists() {
            write_file(&copy, text.as_bytes()).map_err(refused)?;
        } else if fs::read_to_string(&copy).map_err(|e| unread(&copy, &e))? != text {
            let words = format!("`{}` contains the results of another plan", path.display());
            return Err(Failure::Usage(words));
        }
        Ok(folder)
    }

    /// Opens the folder at `path` and reads the plan in it.
    pub fn read(path: &'a Path) -> Result<(Self, PlanFile), Failure> {
        let folder = Self(path);
        let (plan, _) = PlanFile::read(&folder.plan())?;
        Ok((folder, plan))
    }

    /// Path of the plan's copy.
    pub fn plan(&self) -> PathBuf {
        self.0.join("plan.json")
    }

    /// Path of shard `index` while it is incomplete.
    pub fn part(&self, index: usize) -> PathBuf {
        self.0.join(format!("shard-{index:05}.part"))
    }

    /// Checks that the finished file is the result of shard `index` of `plan`.
    pub fn check_done(&self, index: usize, plan: &PlanFile) -> Result<(), Failure> {
        let done = self.done(index);
        let (found, _) = Ledger::glance(&done).map_err(|e| Failure::Usage(e.to_string()))?;
        if found == plan.header(index, &self.plan())? {
            return Ok(());
        }
        Err(Failure::Usage(format!("`{}` is not the result of this shard; remove it", done.display())))
    }

    /// Path of shard `index` when it is complete.
    pub fn done(&self, index: usize) -> PathBuf {
        self.0.join(format!("shard-{index:05}.done"))
    }
}
