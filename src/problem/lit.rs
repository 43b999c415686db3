//! Choices, variables, literals, and the definitions of the variables that are not choices ("this ray is clear", "this piece
//! attacks that one"). As functions of the choices, these never multiply a count.

use smallvec::SmallVec;

/// Number of a choice, that is, of a possible placement. Choices are numbered by their least cell in canonical board order,
/// then by kind, so a set of choices in ascending order is a diagram in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct ChoiceId(pub u32);

impl ChoiceId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that is true if the choice is placed.
    pub fn lit(self) -> Lit {
        Lit::positive(Var(self.0))
    }
}

/// Number of a Boolean variable: first the choices, with their own numbers, then the definitions in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

impl Var {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// Returns the positive literal of a variable.
    pub fn positive(var: Var) -> Self {
        Self(var.0 << 1)
    }

    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Returns true for a positive literal.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns a dense number: twice the variable's, plus one for a negation.
    pub fn code(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "-" }, self.var().0)
    }
}

/// Condition under which a part of a graph is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Switch {
    Off,
    On,
    /// On if the literal is true.
    If(Lit),
}

impl Switch {
    /// Returns the literal, if the switch depends on one.
    pub fn lit(self) -> Option<Lit> {
        if let Self::If(lit) = self { Some(lit) } else { None }
    }

    /// Returns the switch with its literal replaced by another or by a constant.
    pub fn map(self, image: impl FnOnce(Lit) -> Result<Lit, bool>) -> Self {
        match self.lit().map(image) {
            None => self,
            Some(Ok(lit)) => Self::If(lit),
            Some(Err(true)) => Self::On,
            Some(Err(false)) => Self::Off,
        }
    }

    /// Returns the literal, if the switch depends on one, for changing it.
    pub fn lit_mut(&mut self) -> Option<&mut Lit> {
        if let Self::If(lit) = self { Some(lit) } else { None }
    }
}

/// Number of a graph of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphId(pub u32);

impl GraphId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operands of a definition. Most definitions have two, and large boards have a million definitions: storing operands
/// inline halves the memory and avoids deallocation.
pub type Operands = SmallVec<[Lit; 4]>;

/// Meaning of a defined variable. Literals refer only to choices and to earlier definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// Conjunction; true if empty.
    All(Operands),
    /// Disjunction; false if empty.
    Any(Operands),
    /// True if the weights of the true literals sum to at least the bound. Weights and literals are as in a
    /// [`Linear`](super::Linear).
    AtLeast(Vec<(i64, Lit)>, i64),
    /// True if two vertices of a graph are in one group. A vertex that is on is linked with itself.
    Linked { graph: GraphId, from: u32, to: u32 },
}

impl Definition {
    /// Returns the literals that it reads, without those of a graph.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        let (plain, weighted): (&[Lit], &[(i64, Lit)]) = match self {
            Self::All(lits) | Self::Any(lits) => (lits, &[]),
            Self::AtLeast(terms, _) => (&[], terms),
            Self::Linked { .. } => (&[], &[]),
        };
        plain.iter().copied().chain(weighted.iter().map(|term| term.1))
    }
}
