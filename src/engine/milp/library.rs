//! HiGHS through its C interface (`highs_c_api.h`), loaded at run time. This is the only file with `unsafe`.
//!
//! Soundness. The signatures below are those of the header for the usual build with 32-bit integers; the library is
//! asked for its integer size when it is loaded. They have not changed since version 1.6. The user who names the file
//! vouches that it is HiGHS and does no harm when loaded; the file is rejected unless all functions are present. A
//! library is never unloaded, so its functions may be kept. A solver instance belongs to one [`HighsInstance`], is
//! created and freed with it, and stays on one thread, since raw pointers are neither `Send` nor `Sync`. Arrays are
//! passed with lengths that are checked here ([`Columns::check`]); HiGHS copies them and fills no more entries than it
//! has columns. The callback gets a pointer to a closure that outlives the call to `Highs_run` and is `Sync` (HiGHS may
//! call it from its own threads). It writes only the first field of the answer, whose position HiGHS guarantees. A
//! panic in the callback would abort the process, since it cannot unwind through C.
#![allow(unsafe_code, reason = "a C interface; see above")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::ptr::{NonNull, null_mut};

type RawPointer = *mut c_void;
type Callback = extern "C" fn(c_int, *const c_char, *const c_void, *mut CallbackAnswer, *mut c_void);

/// The first field of the record that a callback fills for HiGHS.
#[repr(C)]
struct CallbackAnswer {
    user_interrupt: c_int,
}

/// Declares the functions that are used, and loads them by name.
macro_rules! functions {
    ($($name:ident: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// Functions of a loaded library.
        #[allow(non_snake_case, reason = "the names of the C interface")]
        pub(super) struct HighsLibrary {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl HighsLibrary {
            /// Finds every function, or returns the name of a missing one.
            fn find(library: &libloading::Library) -> Result<Self, &'static str> {
                // SAFETY: the types are those of the header, and `open` keeps the library for good.
                unsafe { Ok(Self { $($name: *library.get(stringify!($name)).map_err(|_| stringify!($name))?,)* }) }
            }
        }
    };
}

functions! {
    Highs_create: fn() -> RawPointer;
    Highs_destroy: fn(RawPointer);
    Highs_getSizeofHighsInt: fn(RawPointer) -> c_int;
    Highs_setBoolOptionValue: fn(RawPointer, *const c_char, c_int) -> c_int;
    Highs_setIntOptionValue: fn(RawPointer, *const c_char, c_int) -> c_int;
    Highs_setDoubleOptionValue: fn(RawPointer, *const c_char, f64) -> c_int;
    Highs_setStringOptionValue: fn(RawPointer, *const c_char, *const c_char) -> c_int;
    Highs_passMip: fn(RawPointer, c_int, c_int, c_int, c_int, c_int, f64, *const f64, *const f64, *const f64, *const f64, *const f64, *const c_int, *const c_int, *const f64, *const c_int) -> c_int;
    Highs_setCallback: fn(RawPointer, Callback, *mut c_void) -> c_int;
    Highs_startCallback: fn(RawPointer, c_int) -> c_int;
    Highs_run: fn(RawPointer) -> c_int;
    Highs_getModelStatus: fn(RawPointer) -> c_int;
    Highs_getIntInfoValue: fn(RawPointer, *const c_char, *mut c_int) -> c_int;
    Highs_getNumCol: fn(RawPointer) -> c_int;
    Highs_getSolution: fn(RawPointer, *mut f64, *mut f64, *mut f64, *mut f64) -> c_int;
}

/// The reason why a library is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HighsError {
    /// The operating system could not load it.
    #[error("it cannot be loaded: {0}")]
    NotLoaded(String),
    /// A function of HiGHS is missing.
    #[error("it is not a HiGHS library of version 1.6 or later: it has no function `{0}`")]
    Missing(&'static str),
    /// It was built with integers of a different size.
    #[error("it is a HiGHS build with {0}-byte integers; 4-byte integers are required")]
    WrongIntegers(i32),
}

impl HighsLibrary {
    /// Loads the library at `path`. It is never unloaded.
    pub(super) fn open(path: &Path) -> Result<Self, HighsError> {
        // SAFETY: the user vouches for what the file does when it is loaded.
        let library = unsafe { libloading::Library::new(path) };
        let library = ManuallyDrop::new(library.map_err(|e| HighsError::NotLoaded(reason(&e)))?);
        let found = Self::find(&library).map_err(HighsError::Missing)?;
        let Some(instance) = HighsInstance::new(&found) else {
            return Err(HighsError::NotLoaded("it cannot create a solver".to_owned()));
        };
        // SAFETY: the instance lives.
        let bytes = unsafe { (found.Highs_getSizeofHighsInt)(instance.raw.as_ptr()) };
        drop(instance);
        if bytes == 4 { Ok(found) } else { Err(HighsError::WrongIntegers(bytes)) }
    }
}

/// Returns the message of the operating system if there is one.
fn reason(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

/// A program over columns that are 0 or 1, in rows: row `r` has the entries `starts[r]..starts[r + 1]`.
pub(super) struct Columns {
    pub maximize: bool,
    /// Objective weights by column.
    pub cost: Vec<f64>,
    /// Lower bounds by row.
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub starts: Vec<c_int>,
    /// By entry: its column; `weight` holds its weight.
    pub index: Vec<c_int>,
    pub weight: Vec<f64>,
}

impl Columns {
    /// Returns the numbers of columns, rows and entries if the lengths are consistent.
    fn check(&self) -> Option<[c_int; 3]> {
        let (columns, rows, entries) = (self.cost.len(), self.lower.len(), self.index.len());
        let lengths =
            self.upper.len() == rows && self.starts.len() == rows + 1 && self.weight.len() == entries;
        let starts = self.starts.is_sorted() && self.starts.first() == Some(&0);
        let ends = self.starts.last().is_some_and(|&end| usize::try_from(end) == Ok(entries));
        let inside = |&i: &c_int| usize::try_from(i).is_ok_and(|i| i < columns);
        if !(lengths && starts && ends && self.index.iter().all(inside)) {
            return None;
        }
        let number = |n: usize| c_int::try_from(n).ok();
        Some([number(columns)?, number(rows)?, number(entries)?])
    }
}

const ERROR: c_int = -1;
const ROWWISE: c_int = 2;
const MINIMIZE: c_int = 1;
const MAXIMIZE: c_int = -1;
const INTEGER: c_int = 1;
/// Callback types for interrupts: in the simplex method, in the interior point method, in branch and bound.
const QUESTIONS: [c_int; 3] = [1, 2, 6];

pub(super) struct HighsInstance<'l> {
    library: &'l HighsLibrary,
    raw: NonNull<c_void>,
}

impl<'l> HighsInstance<'l> {
    /// Creates an empty solver, or returns `None` if the library fails to.
    pub(super) fn new(library: &'l HighsLibrary) -> Option<Self> {
        // SAFETY: it takes nothing.
        let raw = NonNull::new(unsafe { (library.Highs_create)() })?;
        Some(Self { library, raw })
    }

    /// Sets a Boolean option. Returns true if HiGHS accepted it, as do the other setters.
    pub(super) fn switch(&mut self, option: &CStr, on: bool) -> bool {
        // SAFETY: the instance lives, and the name ends with a zero.
        let set = self.library.Highs_setBoolOptionValue;
        unsafe { set(self.raw.as_ptr(), option.as_ptr(), c_int::from(on)) != ERROR }
    }

    pub(super) fn set_number(&mut self, option: &CStr, value: c_int) -> bool {
        // SAFETY: the instance lives, and the name ends with a zero.
        unsafe { (self.library.Highs_setIntOptionValue)(self.raw.as_ptr(), option.as_ptr(), value) != ERROR }
    }

    pub(super) fn set_real(&mut self, option: &CStr, value: f64) -> bool {
        // SAFETY: the instance lives, and the name ends with a zero.
        let set = self.library.Highs_setDoubleOptionValue;
        unsafe { set(self.raw.as_ptr(), option.as_ptr(), value) != ERROR }
    }

    pub(super) fn set_word(&mut self, option: &CStr, value: &CStr) -> bool {
        // SAFETY: the instance lives, and both words end with a zero.
        let set = self.library.Highs_setStringOptionValue;
        unsafe { set(self.raw.as_ptr(), option.as_ptr(), value.as_ptr()) != ERROR }
    }

    /// Passes a program to HiGHS. Returns true if HiGHS accepted it.
    pub(super) fn pass(&mut self, program: &Columns) -> bool {
        let Some([columns, rows, entries]) = program.check() else { return false };
        let (zeros, ones) = (vec![0.0; program.cost.len()], vec![1.0; program.cost.len()]);
        let integers = vec![INTEGER; program.cost.len()];
        let sense = if program.maximize { MAXIMIZE } else { MINIMIZE };
        // SAFETY: the instance lives, the lengths were checked, and HiGHS copies the arrays.
        let status = unsafe {
            (self.library.Highs_passMip)(
                self.raw.as_ptr(),
                columns,
                rows,
                entries,
                ROWWISE,
                sense,
                0.0,
                program.cost.as_ptr(),
                zeros.as_ptr(),
                ones.as_ptr(),
                program.lower.as_ptr(),
                program.upper.as_ptr(),
                program.starts.as_ptr(),
                program.index.as_ptr(),
                program.weight.as_ptr(),
                integers.as_ptr(),
            )
        };
        status != ERROR
    }

    /// Solves the program and calls `stop` periodically to ask whether to end. Returns the model status as numbered in the C
    /// interface, or `None` if the run failed.
    pub(super) fn run(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<c_int> {
        // A pointer to the wide reference, since C takes only a thin pointer.
        let data = std::ptr::from_ref(&stop).cast_mut().cast::<c_void>();
        // SAFETY: the instance lives; `stop` lives until `Highs_run` has returned, and no later run is without its own.
        unsafe {
            if (self.library.Highs_setCallback)(self.raw.as_ptr(), ask, data) == ERROR {
                return None;
            }
            for question in QUESTIONS {
                if (self.library.Highs_startCallback)(self.raw.as_ptr(), question) == ERROR {
                    return None;
                }
            }
            let status = (self.library.Highs_run)(self.raw.as_ptr());
            (status != ERROR).then(|| (self.library.Highs_getModelStatus)(self.raw.as_ptr()))
        }
    }

    /// Returns an integer info value of the last run.
    pub(super) fn info(&self, name: &CStr) -> Option<c_int> {
        let mut value = 0;
        let get = self.library.Highs_getIntInfoValue;
        // SAFETY: the instance lives, the name ends with a zero, and the value has room for one.
        let status = unsafe { get(self.raw.as_ptr(), name.as_ptr(), &raw mut value) };
        (status != ERROR).then_some(value)
    }

    /// Returns the values of the columns in the last solution.
    pub(super) fn values(&self) -> Option<Vec<f64>> {
        // SAFETY: the instance lives; HiGHS fills as many values as it has columns, and leaves out what is null.
        unsafe {
            let columns = (self.library.Highs_getNumCol)(self.raw.as_ptr());
            let mut values = vec![0.0; usize::try_from(columns).ok()?];
            let get = self.library.Highs_getSolution;
            let status = get(self.raw.as_ptr(), values.as_mut_ptr(), null_mut(), null_mut(), null_mut());
            (status != ERROR).then_some(values)
        }
    }
}

impl Drop for HighsInstance<'_> {
    fn drop(&mut self) {
        // SAFETY: it was made by `Highs_create` and is freed once.
        unsafe { (self.library.Highs_destroy)(self.raw.as_ptr()) }
    }
}

/// The callback by which HiGHS asks whether to stop.
extern "C" fn ask(
    _question: c_int,
    _message: *const c_char,
    _known: *const c_void,
    answer: *mut CallbackAnswer,
    data: *mut c_void,
) {
    // SAFETY: `data` is what `run` gave, which lives; `answer` is null or points to HiGHS's own record.
    unsafe {
        let stop = *data.cast_const().cast::<&(dyn Fn() -> bool + Sync)>();
        if let Some(answer) = answer.as_mut()
            && stop()
        {
            answer.user_interrupt = 1;
        }
    }
}
