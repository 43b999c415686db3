//! Limits on the size of a spec, which bound memory and time for any text. Every message about a limit names it.

/// Maximum number of cells of a board, walls included: 2000 × 2000.
pub const MAX_CELLS: u64 = 4_000_000;
/// Maximum number of kinds of pieces, members of families included.
pub const MAX_KINDS: usize = 1_000;
/// Maximum number of parameters.
pub const MAX_PARAMETERS: usize = 1_000;
/// Maximum number of comparisons into which all rules together expand.
pub const MAX_INSTANCES: u64 = 2_000_000;
/// Maximum number of bytes of the expanded statements: sets of cells, comparisons, givens, moves, shapes of tiles, regions.
pub const MAX_MODEL_BYTES: u64 = 128 << 20;
/// Maximum number of steps for all locations, pictures and pairs of kinds together.
pub const MAX_STEPS: u64 = 50_000_000;
/// Maximum number of steps for finding the windows or the straight lines of a board.
pub const MAX_LINE_STEPS: u64 = 200_000_000;
/// Maximum number of errors recorded per spec.
pub const MAX_FAULTS: usize = 200;
/// Maximum absolute value of a number in a vector.
pub const MAX_STEP: i64 = 1_000_000;
/// Maximum number of rays of one movement.
pub const MAX_RAYS: usize = 1_000_000;
/// Maximum depth of nested includes.
pub const MAX_INCLUDE_DEPTH: usize = 64;
/// Maximum number of files.
pub const MAX_FILES: usize = 1_000;
/// Maximum number of bytes of all files together.
pub const MAX_BYTES: usize = 2_000_000;
/// Maximum number of statements of all files together.
pub const MAX_ALL_STATEMENTS: usize = 50_000;
/// Maximum number of values of one `for`.
pub const MAX_FOR_VALUES: u64 = 100_000;
