//! Integer vectors: coordinates and their differences.

use std::ops::{Add, Mul, Neg, Sub};

/// `(x, y, z)`: right, up, and across layers. `z` is 0 on flat boards. On a hexagonal board, `(x, y)` are axial coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    /// Distance to the right.
    pub x: i32,
    /// Distance up the board as printed.
    pub y: i32,
    pub z: i32,
}

impl Vector {
    pub const ZERO: Self = Self { x: 0, y: 0, z: 0 };

    /// Creates a vector in the plane.
    pub const fn flat(x: i32, y: i32) -> Self {
        Self { x, y, z: 0 }
    }

    /// Creates a vector in space.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl Mul<i32> for Vector {
    type Output = Self;
    fn mul(self, k: i32) -> Self {
        Self::new(self.x * k, self.y * k, self.z * k)
    }
}
