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
/// Bytes that the sets of cells in written-out rules may take.
pub const MAX_SET_BYTES: u64 = 512 << 20;
/// Steps taken to find the windows or the straight lines of a board.
pub const MAX_LINE_STEPS: u64 = 200_000_000;
/// Largest number in a vector.
pub const MAX_STEP: i64 = 1_000_000;
/// Rays of all kinds of pieces together.
pub const MAX_RAYS: usize = 1_000_000;
/// Files within files.
pub const MAX_INCLUDE_DEPTH: usize = 64;
/// Files in all.
pub const MAX_FILES: usize = 1_000;
/// Bytes of all files together.
pub const MAX_BYTES: usize = 16 << 20;
/// Values of one `for`.
pub const MAX_FOR_VALUES: u64 = 100_000;
