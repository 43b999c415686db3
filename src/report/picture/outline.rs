//! Outlines: paths of a pen, in units of the drawing, x to the right and y down. Every shape of a picture is an outline,
//! pieces and letters included, so a picture needs no font and looks the same everywhere.

pub(super) type Point = (f32, f32);

/// One step of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PenStep {
    Move(Point),
    /// Draws a straight line.
    Line(Point),
    /// Draws a Bézier curve with two control points.
    Curve(Point, Point, Point),
    /// Closes the current part.
    Close,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Outline(pub Vec<PenStep>);

/// Distance of the control points of a quarter circle of radius 1 from its ends.
const ARC: f32 = 0.552_285;

impl Outline {
    pub fn polygon(corners: impl IntoIterator<Item = Point>) -> Self {
        let step = |(i, p): (usize, Point)| if i == 0 { PenStep::Move(p) } else { PenStep::Line(p) };
        let mut steps: Vec<PenStep> = corners.into_iter().enumerate().map(step).collect();
        steps.push(PenStep::Close);
        Self(steps)
    }

    /// A rectangle, given by its top left corner and its size.
    pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self::polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    pub fn line(from: Point, to: Point) -> Self {
        Self(vec![PenStep::Move(from), PenStep::Line(to)])
    }

    /// A circle, as four curves.
    pub fn circle((x, y): Point, r: f32) -> Self {
        let k = ARC * r;
        Self(vec![
            PenStep::Move((x, y - r)),
            PenStep::Curve((x + k, y - r), (x + r, y - k), (x + r, y)),
            PenStep::Curve((x + r, y + k), (x + k, y + r), (x, y + r)),
            PenStep::Curve((x - k, y + r), (x - r, y + k), (x - r, y)),
            PenStep::Curve((x - r, y - k), (x - k, y - r), (x, y - r)),
            PenStep::Close,
        ])
    }

    /// Reads SVG path data with only the absolute commands M, L, C and Z.
    ///
    /// # Panics
    /// If the text is not of this form; it is part of the program.
    pub fn read(data: &str) -> Self {
        let mut words = data.split_whitespace();
        let mut steps = Vec::new();
        let point = |words: &mut std::str::SplitWhitespace<'_>| {
            let mut number =
                || words.next().and_then(|w| w.parse().ok()).expect("a number in the drawing of a piece");
            (number(), number())
        };
        while let Some(word) = words.next() {
            steps.push(match word {
                "M" => PenStep::Move(point(&mut words)),
                "L" => PenStep::Line(point(&mut words)),
                "C" => PenStep::Curve(point(&mut words), point(&mut words), point(&mut words)),
                "Z" => PenStep::Close,
                other => unreachable!("{other} in the drawing of a piece"),
            });
        }
        Self(steps)
    }

    /// The image under an affine map of points.
    #[must_use]
    pub fn map(&self, at: impl Fn(Point) -> Point) -> Self {
        let step = |step: &PenStep| match *step {
            PenStep::Move(p) => PenStep::Move(at(p)),
            PenStep::Line(p) => PenStep::Line(at(p)),
            PenStep::Curve(a, b, p) => PenStep::Curve(at(a), at(b), at(p)),
            PenStep::Close => PenStep::Close,
        };
        Self(self.0.iter().map(step).collect())
    }

    /// Appends the steps of another outline.
    pub fn extend(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Returns true if the outline draws nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the outline as SVG path data.
    pub fn to_svg(&self) -> String {
        let mut out = String::new();
        let place = |(x, y): Point| format!("{} {}", number(x), number(y));
        for step in &self.0 {
            match *step {
                PenStep::Move(p) => out.push_str(&format!("M{}", place(p))),
                PenStep::Line(p) => out.push_str(&format!("L{}", place(p))),
                PenStep::Curve(a, b, p) => out.push_str(&format!("C{} {} {}", place(a), place(b), place(p))),
                PenStep::Close => out.push('Z'),
            }
        }
        out
    }
}

/// Formats a number with at most two decimals, which is finer than any screen.
pub(super) fn number(x: f32) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.001, 1.5, 10.0, 2.346].map(number), ["0", "0", "1.5", "10", "2.35"]);
    }

    #[test]
    fn what_is_read_is_written() {
        let outline = Outline::read("M 0 1 L 2 3 C 4 5 6 7 8 9 Z");
        assert_eq!(outline.to_svg(), "M0 1L2 3C4 5 6 7 8 9Z");
        assert_eq!(outline.map(|(x, y)| (2.0 * x, -y)).to_svg(), "M0 -1L4 -3C8 -5 12 -7 16 -9Z");
    }
}
