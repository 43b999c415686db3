//! Lemmas on blocking: where pieces in the way cannot change the answer, rides may be read as if none stood there.
//!
//! Each is used only where its side condition holds; `tests` below and the suite compare both readings over
//! all fillings of small boards.

use crate::geometry::{Mode, Ray};
use crate::model::{Kind, KindId, KindSet, Shapes};
use crate::problem::Origin;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The forbidden attacks: (attacker, attacked), with the rule that forbids them first.
pub(super) type Forbidden = BTreeMap<(KindId, KindId), Origin>;

/// Whether pieces in the way can matter to `ray` at all.
pub(super) fn sees_blockers(ray: &Ray) -> bool {
    match ray.mode {
        Mode::Plain => ray.to != Some(1),
        Mode::Through => false,
        Mode::Lame | Mode::Cannon | Mode::Grasshopper => true,
    }
}

/// Whether a piece that stands in the way of `ray` and rides along `carrier` attacks whatever lies further on `ray`,
/// as far as its own way is clear: the same step, from its first one, and far enough.
fn carries(carrier: &Ray, ray: &Ray) -> bool {
    carrier.step == ray.step
        && carrier.from == 1
        && matches!(carrier.mode, Mode::Plain | Mode::Through)
        && match (carrier.to, ray.to) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(c), Some(r)) => c + 1 >= r,
        }
}

/// A kind's ray, and a kind it may not attack.
pub(super) type Sight = (KindId, usize, KindId);

/// **Lemma A (blocked attacks).** Let F be the forbidden pairs of kinds. Take a set S of triples (j, r, k): (j, k) ∈ F,
/// r a plain ride of kind j. Let each triple of S meet, for every kind b in play,
///
/// 1. (j, b) ∈ F, and r attacks from its first step; or
/// 2. b covers one cell, has a ray r' that carries r on, (b, k) ∈ F, and r' passes over pieces, or is a leap, or
///    (b, r', k) ∈ S.
///
/// Then a diagram without a forbidden attack has no forbidden attack along a triple of S either when pieces do not
/// block (a tile's own cells still block its own rides).
///
/// *Proof.* Suppose a diagram has no forbidden attack, but some j sees a k along r ∈ S over pieces. Of all such sights
/// along triples of S take one of the least number of steps. As it is no attack, pieces other than j's stand
/// between; let b be the nearest to j, on cell u. In case 1 the piece on u is attacked: nothing stands before it, and r attacks from its first
/// step. (The piece may be the very k of the sight, when that is a tile: it is attacked all the same.) In case 2 b is
/// another piece than k's, since it covers u alone, and it sees k along r' in fewer steps. Where r' needs no
/// clear way this is a forbidden attack; otherwise (b, r', k) ∈ S, against the choice of the least. ∎
///
/// Returned is the largest such S, found by striking out triples until all that are left meet the condition.
pub(super) fn unblocked(kinds: &[Kind], present: &[bool], forbidden: &Forbidden) -> FxHashSet<Sight> {
    let mut kept: FxHashSet<Sight> = FxHashSet::default();
    for &(j, k) in forbidden.keys() {
        for (index, ray) in kinds[j.index()].movement.rays().iter().enumerate() {
            if ray.mode == Mode::Plain && sees_blockers(ray) {
                kept.insert((j, index, k));
            }
        }
    }
    loop {
        let struck: Vec<Sight> =
            kept.iter().copied().filter(|&s| !meets(s, kinds, present, forbidden, &kept)).collect();
        if struck.is_empty() {
            return kept;
        }
        for sight in struck {
            kept.remove(&sight);
        }
    }
}

fn meets(
    (j, index, k): Sight,
    kinds: &[Kind],
    present: &[bool],
    forbidden: &Forbidden,
    kept: &FxHashSet<Sight>,
) -> bool {
    let ray = &kinds[j.index()].movement.rays()[index];
    (0..kinds.len()).filter(|&b| present[b]).all(|b| {
        let id = KindId(b as u16);
        if ray.from == 1 && forbidden.contains_key(&(j, id)) {
            return true;
        }
        kinds[b].shapes == Shapes::Point
            && forbidden.contains_key(&(id, k))
            && kinds[b].movement.rays().iter().enumerate().any(|(i, carrier)| {
                carries(carrier, ray) && (!sees_blockers(carrier) || kept.contains(&(id, i, k)))
            })
    })
}

/// **Lemma B (blocked attackers).** Let P be a set of kinds such that every ray of a kind of P that pieces can block is a
/// plain ride, and for each such ray r every kind b in play is in P, covers one cell, and has a ray that carries r on.
/// Then a cell is attacked by some piece of P if and only if it is when pieces do not block.
///
/// *Proof.* Only "if" needs one. Of all pieces of P that see the cell over pieces, along any of their rays, take one that does so in the
/// least number of steps. If that is no attack, it comes by a plain ride and something stands in the way: some b ∈ P, which
/// carries the ride on and sees the cell in fewer steps. ∎
///
/// So "attackers P >= 1" and "attackers P = 0" may be read without blocking. The number of attackers may not.
pub(super) fn sees_as_attacks(kinds: &[Kind], present: &[bool], by: &KindSet) -> bool {
    let rays = |k: KindId| kinds[k.index()].movement.rays();
    by.iter().filter(|k| present[k.index()]).all(|j| {
        rays(j).iter().filter(|r| sees_blockers(r)).all(|ray| {
            ray.mode == Mode::Plain
                && kinds[j.index()].shapes == Shapes::Point
                && (0..kinds.len()).filter(|&b| present[b]).all(|b| {
                    let id = KindId(b as u16);
                    by.contains(id)
                        && kinds[b].shapes == Shapes::Point
                        && rays(id).iter().any(|carrier| carries(carrier, ray))
                })
        })
    })
}
