//! Tests of the engine `routes`: known numbers, and agreement with the naive reading.

use super::Routes;
use crate::engine::conformance::count;
use crate::problem::samples::{self, leaper};

fn knight(width: u32, height: u32, closed: bool) -> u64 {
    count(&Routes, &samples::route(width, height, &leaper(1, 2), closed, true))
}

#[test]
fn numbers_of_knights_tours() {
    for (width, height, expected) in [(5, 6, 8), (3, 10, 16), (4, 4, 0), (5, 5, 0), (6, 6, 9862)] {
        assert_eq!(knight(width, height, true), expected, "{width} x {height}");
    }
    for (width, height, expected) in [(3, 4, 8), (4, 4, 0), (5, 4, 82), (5, 5, 864)] {
        assert_eq!(knight(width, height, false), expected, "{width} x {height}");
    }
}
