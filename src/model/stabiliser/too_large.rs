//! The limits of the search for a group with exchanges.

/// A limit of the search for the group was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangeTooLarge {
    /// The search for permutations of kinds maps more statements than this.
    Search { limit: u64 },
    /// There are more cosets than this.
    Cosets { limit: u64 },
}
