//! The drawings of the fillings of a site: its vertices of routes, the links at them, and which links each filling uses.

use super::sites::{Filling, Sites};
use crate::problem::{LinePiece, Problem, Switch};

/// Maximum number of links from a site to earlier ones, and of its other links; also of its vertices.
const MOST_LINKS: usize = 64;

/// A link at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SiteLink {
    /// Time of the site at its other end.
    pub time: u32,
    pub route: u32,
    pub link: u32,
    /// Its vertex at this site. (Of a link within the site: the lesser one.)
    pub here: u32,
    pub there: u32,
}

/// Vertices and links of a site, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct SiteDrawing {
    /// Routes and vertices.
    pub vertices: Vec<(u32, u32)>,
    /// Links to earlier sites, by time.
    pub early: Vec<SiteLink>,
    /// Links to later sites and within this one, by route and number.
    pub late: Vec<SiteLink>,
    /// By vertex: the pieces that may stand there, as numbers in its route.
    pieces: Vec<Vec<usize>>,
}

/// Drawing of a filling at its site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Drawn {
    /// Links to earlier sites that it uses, as a set.
    pub early: u64,
    /// Other links that it uses.
    pub late: u64,
    /// Vertices at which a route ends.
    pub ends: u64,
    /// By vertex: the number of links to earlier sites.
    pub used: Vec<u8>,
}

/// By route, by vertex: the site where it is decided; `None` if the route never comes there.
pub(super) type VertexSites = Vec<Vec<Option<u32>>>;

/// Returns the site of each vertex of each route.
pub(super) fn vertex_sites(problem: &Problem, sites: &Sites) -> VertexSites {
    let of_route = |route: &crate::problem::Route| {
        let mut of = vec![None; route.vertices as usize];
        for piece in &route.pieces {
            let site = match piece.placed {
                Switch::Off => continue,
                Switch::On => None,
                Switch::If(lit) if sites.constant(lit) == Some(false) => continue,
                Switch::If(lit) => sites.site(lit),
            };
            let own = &mut of[piece.vertex as usize];
            *own = Some(own.map_or(site, |known: Option<u32>| known.or(site)));
        }
        // A vertex whose pieces are certain may be decided anywhere.
        of.into_iter().map(|of| of.map(|site| site.unwrap_or(0))).collect()
    };
    problem.routes.iter().map(of_route).collect()
}

/// Returns the drawing of each site. `time` is that of each site.
///
/// # Errors
/// The reason why there are too many links.
pub(super) fn drawings(
    problem: &Problem,
    sites: &Sites,
    homes: &VertexSites,
    time: &[u32],
) -> Result<Vec<SiteDrawing>, String> {
    let mut all = vec![SiteDrawing::default(); sites.all.len()];
    for (r, (route, homes)) in problem.routes.iter().zip(homes).enumerate() {
        let mut pieces = vec![Vec::new(); route.vertices as usize];
        for (number, piece) in route.pieces.iter().enumerate() {
            pieces[piece.vertex as usize].push(number);
        }
        for ((v, home), pieces) in homes.iter().enumerate().zip(pieces) {
            if let &Some(site) = home {
                all[site as usize].vertices.push((r as u32, v as u32));
                all[site as usize].pieces.push(pieces);
            }
        }
        for (link, &(a, b)) in route.links.iter().enumerate() {
            let (Some(site_a), Some(site_b)) = (homes[a as usize], homes[b as usize]) else { continue };
            for (here, there, own, other) in [(a, b, site_a, site_b), (b, a, site_b, site_a)] {
                let (now, then) = (time[own as usize], time[other as usize]);
                let at = SiteLink { time: then, route: r as u32, link: link as u32, here, there };
                if then < now {
                    all[own as usize].early.push(at);
                } else if then > now || here < there {
                    all[own as usize].late.push(at);
                }
            }
        }
    }
    for drawing in &mut all {
        drawing.early.sort_unstable();
        drawing.late.sort_unstable_by_key(|l| (l.route, l.link));
        if drawing.early.len().max(drawing.late.len()).max(drawing.vertices.len()) > MOST_LINKS {
            return Err("a cell of a route has too many links".to_owned());
        }
    }
    Ok(all)
}

impl SiteDrawing {
    /// Returns what `filling` draws; `None` if it is no part of a route.
    pub fn drawn(&self, problem: &Problem, sites: &Sites, filling: &Filling) -> Option<Drawn> {
        let mut drawn = Drawn { used: vec![0; self.vertices.len()], ..Drawn::default() };
        let mut within = 0u64;
        for (i, (&(r, _), pieces)) in self.vertices.iter().zip(&self.pieces).enumerate() {
            let route = &problem.routes[r as usize];
            let is_placed = |&&p: &&usize| match route.pieces[p].placed {
                Switch::On => true,
                Switch::Off => false,
                Switch::If(lit) => sites.value(lit, filling),
            };
            let mut placed = pieces.iter().filter(is_placed);
            let Some(&piece) = placed.next() else { continue };
            let piece: &LinePiece = &route.pieces[piece];
            if placed.next().is_some() || (route.closed && piece.links.len() == 1) {
                return None;
            }
            for &link in &piece.links {
                let is_link = |l: &SiteLink| l.route == r && l.link == link;
                if let Some(early) = self.early.iter().position(is_link) {
                    drawn.early |= 1 << early;
                    drawn.used[i] += 1;
                } else {
                    // A link to a vertex where the route never comes is used on one side only.
                    let late = self.late.iter().position(is_link)?;
                    if self.is_within(&self.late[late]) {
                        within ^= 1 << late;
                    }
                    drawn.late |= 1 << late;
                }
            }
            if piece.links.len() == 1 {
                drawn.ends |= 1 << i;
            }
        }
        // A link within the site is used at both ends or at none.
        (within == 0).then_some(drawn)
    }

    /// Returns true if both ends of `link`, one of `late`, are at this site.
    pub fn is_within(&self, link: &SiteLink) -> bool {
        self.vertices.contains(&(link.route, link.there))
    }
}
