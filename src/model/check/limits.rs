//! The sizes up to which a spec is read, so that no text makes the program use memory or time without bound. Every
//! message about a limit names it.

/// Cells of a board, walls included: 2000 × 2000.
pub const MAX_CELLS: u64 = 4_000_000;
/// Kinds of pieces, members of families included.
pub const MAX_KINDS: usize = 1_000;
/// Parameters.
pub const MAX_PARAMETERS: usize = 1_000;
/// Comparisons that all rules together may be written out into.
pub const MAX_INSTANCES: u64 = 2_000_000;
/// Bytes that everything may take that the statements are written out into: sets of cells, comparisons, givens, moves,
/// shapes of tiles, regions.
pub const MAX_MODEL_BYTES: u64 = 128 << 20;
/// Steps from cell to cell that all locations, pictures and pairs of kinds together may take.
pub const MAX_STEPS: u64 = 50_000_000;
/// Steps taken to find the windows or the straight lines of a board.
pub const MAX_LINE_STEPS: u64 = 200_000_000;
/// Faults that are noted of one spec.
pub const MAX_FAULTS: usize = 200;
/// Largest number in a vector.
pub const MAX_STEP: i64 = 1_000_000;
/// Rays of all kinds of pieces together.
pub const MAX_RAYS: usize = 1_000_000;
/// Files within files.
pub const MAX_INCLUDE_DEPTH: usize = 64;
/// Files in all.
pub const MAX_FILES: usize = 1_000;
/// Bytes of all files together.
pub const MAX_BYTES: usize = 2_000_000;
/// Statements of all files together.
pub const MAX_ALL_STATEMENTS: usize = 50_000;
/// Values of one `for`.
pub const MAX_FOR_VALUES: u64 = 100_000;
