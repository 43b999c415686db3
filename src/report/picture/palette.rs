//! Colors that almost everybody can tell apart: those of M. Okabe and K. Ito, "Color Universal Design" (2008), without their
//! black, which is the ink. Adjacent areas are colored like a map.

use super::scene::Color;

/// Blue, vermilion, green, yellow, reddish purple, sky blue, orange.
pub(super) const COLORS: [Color; 7] = [
    Color(0x00, 0x72, 0xb2),
    Color(0xd5, 0x5e, 0x00),
    Color(0x00, 0x9e, 0x73),
    Color(0xf0, 0xe4, 0x42),
    Color(0xcc, 0x79, 0xa7),
    Color(0x56, 0xb4, 0xe9),
    Color(0xe6, 0x9f, 0x00),
];

pub(super) const BLUE: Color = COLORS[0];
pub(super) const VERMILION: Color = COLORS[1];
pub(super) const GREEN: Color = COLORS[2];
pub(super) const YELLOW: Color = COLORS[3];
pub(super) const ORANGE: Color = COLORS[6];

/// The n-th color; colors repeat after the last.
pub(super) fn color(n: usize) -> Color {
    COLORS[n % COLORS.len()]
}

/// Colors (by index) for `neighbours.len()` areas, such that neighbors differ where the greedy coloring allows it. An area
/// gets its preferred color (`wish`) if no neighbor has it. The areas with the most differently colored neighbors come first
/// (D. Brélaz, 1979).
pub(super) fn spread(neighbours: &[Vec<usize>], wish: impl Fn(usize) -> usize) -> Vec<usize> {
    let count = neighbours.len();
    let mut chosen: Vec<Option<usize>> = vec![None; count];
    for _ in 0..count {
        let seen = |area: usize, chosen: &[Option<usize>]| {
            let mut seen = [0usize; COLORS.len()];
            for c in neighbours[area].iter().filter_map(|&n| chosen[n]) {
                seen[c] += 1;
            }
            seen
        };
        let narrow = |&area: &usize| {
            let seen = seen(area, &chosen).iter().filter(|&&n| n > 0).count();
            (seen, neighbours[area].len(), std::cmp::Reverse(area))
        };
        let Some(next) = (0..count).filter(|&a| chosen[a].is_none()).max_by_key(narrow) else { break };
        let seen = seen(next, &chosen);
        let start = wish(next) % COLORS.len();
        let order = (0..COLORS.len()).map(|i| (start + i) % COLORS.len());
        chosen[next] = order.min_by_key(|&c| seen[c]);
    }
    chosen.into_iter().map(|c| c.unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appearance of a color to those without one of the three cones: in linear light, by G. Machado, M. Oliveira and
    /// L. Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), table 1.
    const BLIND: [[[f32; 3]; 3]; 3] = [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn linear(c: Color) -> [f32; 3] {
        [c.0, c.1, c.2].map(|c| {
            let c = f32::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(m: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
        m.map(|r| (r[0] * v[0] + r[1] * v[1] + r[2] * v[2]).clamp(0.0, 1.0))
    }

    /// CIE L*a*b* under daylight.
    fn lab(rgb: [f32; 3]) -> [f32; 3] {
        let xyz = [
            (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505,
            0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
            (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089,
        ];
        let [x, y, z] = xyz.map(|t| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
    }

    #[test]
    fn all_colours_are_told_apart_by_all() {
        for (i, &a) in COLORS.iter().enumerate() {
            for &b in &COLORS[..i] {
                assert!(distance(lab(linear(a)), lab(linear(b))) > 25.0, "{a:?} {b:?}");
                for (blind, least) in BLIND.iter().zip([10.0, 10.0, 10.0]) {
                    let seen = |c| lab(times(blind, linear(c)));
                    let apart = distance(seen(a), seen(b));
                    assert!(apart > least, "{a:?} {b:?}: {apart}");
                }
            }
        }
    }

    #[test]
    fn neighbours_differ() {
        // A wheel of six and its hub, and a complete graph of seven.
        let mut wheel: Vec<Vec<usize>> = (0..6).map(|i| vec![(i + 1) % 6, (i + 5) % 6, 6]).collect();
        wheel.push((0..6).collect());
        let complete: Vec<Vec<usize>> = (0..7).map(|i| (0..7).filter(|&j| j != i).collect()).collect();
        for graph in [wheel, complete] {
            let colors = spread(&graph, |_| 3);
            for (i, next) in graph.iter().enumerate() {
                assert!(next.iter().all(|&j| colors[i] != colors[j]), "{colors:?}");
            }
        }
    }
}
