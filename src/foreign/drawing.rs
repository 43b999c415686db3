//! The drawing of a puzzle of a genre, the same for every format: URLs, Penpa+ and specs are read into it and written from it.

/// The clue of one cell, room or line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Clue {
    #[default]
    None,
    /// `?`: a clue without a number.
    Open,
    Number(u32),
}

impl Clue {
    pub fn number(self) -> Option<u32> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// A clue from a spec, which has no clues without numbers.
    pub fn of(number: Option<i64>) -> Option<Self> {
        number.map_or(Some(Self::None), |number| u32::try_from(number).ok().map(Self::Number))
    }
}

/// A number with an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub to: Direction,
    pub number: u32,
}

/// A direction, in the order of the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

/// The parts of a puzzle. Each genre has some of them; lists that it does not have are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    pub columns: usize,
    pub rows: usize,
    /// Clues of the cells, by rows from the top.
    pub clues: Vec<Clue>,
    /// Cells with an arrow.
    pub arrows: Vec<Option<Arrow>>,
    /// Cells that are no part of the board.
    pub walls: Vec<bool>,
    /// Room of each cell. Rooms are numbered by their first cells.
    pub rooms: Vec<usize>,
    /// Clues of the rooms.
    pub room_clues: Vec<Clue>,
    /// Clues of the columns, from the left, then those of the rows, from the top.
    pub lines: Vec<Clue>,
    /// Lengths of runs of the columns, then of the rows.
    pub runs: Vec<Vec<u32>>,
    /// Stars in each line.
    pub stars: u32,
}

impl Drawing {
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, ..Self::default() }
    }

    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    pub fn room_count(&self) -> usize {
        self.rooms.iter().max().map_or(0, |&last| last + 1)
    }

    /// Numbers of the cell that lies `to` of the cell `at`, if there is one.
    pub fn beside(&self, at: usize, to: Direction) -> Option<usize> {
        let (column, row) = (at % self.columns, at / self.columns);
        match to {
            Direction::Up => (row > 0).then(|| at - self.columns),
            Direction::Down => (row + 1 < self.rows).then_some(at + self.columns),
            Direction::Left => (column > 0).then(|| at - 1),
            Direction::Right => (column + 1 < self.columns).then_some(at + 1),
        }
    }

    /// Numbers the rooms that walls between cells make: `right[i]` and `below[i]` tell if there is one at that side of a cell.
    pub fn number_rooms(&mut self, right: &[bool], below: &[bool]) {
        let mut room = vec![usize::MAX; self.cells()];
        let mut rooms = 0;
        for first in 0..self.cells() {
            if room[first] != usize::MAX {
                continue;
            }
            room[first] = rooms;
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                for to in Direction::ALL {
                    let Some(next) = self.beside(at, to) else { continue };
                    let closed = match to {
                        Direction::Right => right[at],
                        Direction::Left => right[next],
                        Direction::Down => below[at],
                        Direction::Up => below[next],
                    };
                    if !closed && room[next] == usize::MAX {
                        room[next] = rooms;
                        open.push(next);
                    }
                }
            }
            rooms += 1;
        }
        self.rooms = room;
    }

    /// Returns true if the cell belongs to another room than its neighbor `to`.
    pub fn is_border(&self, at: usize, to: Direction) -> bool {
        self.beside(at, to).is_some_and(|next| self.rooms[next] != self.rooms[at])
    }
}
