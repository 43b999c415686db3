//! Lines and kinds that the undecided part of a problem does not distinguish.
//!
//! Lemma. Let σ be a permutation of the undecided choices that maps the constraints on them to one another, and keeps what
//! each adds to the weights. Map a state by moving the content of each slot along with its constraint. Then state and image
//! have the same number of completions of every weight. Proof: σ maps the completions of one to those of the other, since a
//! completion satisfies a constraint in its state exactly if its image satisfies the image of the constraint in the same
//! state; both have the same weight.
//!
//! So one state can stand for all its images. The permutations used here exchange two parallel lines of cells (columns whose
//! cells matter only by their number), or two kinds (the symbols of a Latin square). If line 1 can be exchanged with each
//! line of a class, the class can be permuted at will, and the contents of its slots may be sorted. Every exchange is checked
//! constraint by constraint. It remains one when further choices are decided, as long as their images are decided as well: then only
//! the slots are looked up again.

use super::axes::{Axis, Line, axes};
use super::field::{Content, StateField};
use super::form::FrontierForm;
use super::number_map::NumberMap;
use crate::problem::Problem;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines or kinds that may be permuted: by member its slots, in corresponding order.
pub(super) type ExchangeClass = Vec<Vec<usize>>;

/// Maximum number of members of a class.
pub(super) const MOST_MEMBERS: usize = 32;

/// Maximum number of classes that are tried for a line.
const TRIES: usize = 4;

/// Maximum number of literals and fields compared in all.
const WORK: usize = 20_000_000;

/// Number of decisions after which classes are looked for first.
const SAMPLE: usize = 32;

/// Returns the classes after each decision, those at `times` only. `adds` are the contributions to all weights by time. Returns nothing
/// if there are classes at few decisions only: sorting costs time, and disturbs the order of the states. A sample of all decisions
/// is asked first, since most problems have few classes or none.
pub(super) fn exchange_classes(
    problem: &Problem,
    form: &FrontierForm,
    adds: &[&[[u64; 2]]],
    times: Range<usize>,
) -> Option<Vec<Vec<ExchangeClass>>> {
    let steps = form.order.len();
    let mut residue = Residue::new(form, adds);
    let axes = axes(problem, form);
    let after = |residue: &mut Residue<'_>, time: usize| -> Vec<ExchangeClass> {
        residue.move_to(time as u32);
        axes.iter().enumerate().flat_map(|axis| residue.classes(axis)).collect()
    };
    let are_many = |classes: &[Vec<ExchangeClass>]| {
        let sorted = classes.iter().filter(|c| !c.is_empty()).count();
        4 * sorted > classes.len()
    };
    // An odd stride does not fall on the same place of every line.
    let sample: Vec<_> = (0..steps).step_by((steps / SAMPLE) | 1).map(|t| after(&mut residue, t)).collect();
    let each = (WORK - residue.work) / sample.len().max(1);
    if !are_many(&sample) || each * steps > WORK {
        return None;
    }
    let classes = |t: usize| if times.contains(&t) { after(&mut residue, t) } else { Vec::new() };
    Some((0..steps).map(classes).collect())
}

/// An exchange of two lines that keeps the constraints on the choices after this time: the fields that read them, with their images
/// and the last time at which they do.
struct Proven {
    since: u32,
    images: Vec<(usize, usize, u32)>,
}

/// The constraints on the choices that are undecided after decision `time`.
struct Residue<'f> {
    form: &'f FrontierForm,
    /// By time: a number that choices with the same contributions have in common.
    adds: Vec<usize>,
    time: u32,
    /// By time: the fields that read the decision, ascending, with its place among theirs; not those that block.
    readers: Vec<Vec<(usize, usize)>>,
    /// By field: true if it reads the next decision or a later one.
    is_reading: Vec<bool>,
    /// By time: the field that blocks the choice.
    blocked: Vec<Option<usize>>,
    /// By time: the choices that exclude the one decided then, by time, ascending.
    conflicts: Vec<Vec<u32>>,
    /// By sum and place among its decisions: a number that sums with the same tables from there on have in common.
    rests: Vec<Vec<u32>>,
    /// By time: the choice it is exchanged with, or itself.
    image: Vec<u32>,
    /// By slot: the fields with undecided choices that have it.
    sharers: Vec<Vec<usize>>,
    /// By axis and two lines: their exchange.
    proven: FxHashMap<(usize, usize, usize), Proven>,
    /// Literals and fields that may still be compared.
    work: usize,
    /// Scratch space: images by field, and by slot the one it changes places with.
    images: NumberMap,
    moved: NumberMap,
}

impl<'f> Residue<'f> {
    fn new(form: &'f FrontierForm, adds: &[&[[u64; 2]]]) -> Self {
        let steps = form.order.len();
        let adds = numbered_adds(steps, adds);
        let (mut readers, mut blocked) = (vec![Vec::new(); steps], vec![None; steps]);
        for (i, field) in form.fields.iter().enumerate() {
            if matches!(field.content, Content::Blocked) {
                blocked[field.close() as usize] = Some(i);
            } else {
                field.times.iter().enumerate().for_each(|(place, &t)| readers[t as usize].push((i, place)));
            }
        }
        let (conflicts, rests) = (conflicts(form), numbered_rests(form));
        let image = (0..steps as u32).collect();
        let sharers = vec![Vec::new(); form.slots.all.len()];
        let (images, moved) = (NumberMap::new(form.fields.len()), NumberMap::new(form.slots.all.len()));
        Self {
            form,
            adds,
            time: 0,
            readers,
            is_reading: vec![false; form.fields.len()],
            blocked,
            conflicts,
            rests,
            image,
            sharers,
            proven: FxHashMap::default(),
            work: WORK,
            images,
            moved,
        }
    }

    /// Takes the choices after decision `time` for undecided.
    fn move_to(&mut self, time: u32) {
        self.time = time;
        self.work = self.work.saturating_sub(self.form.fields.len());
        self.sharers.iter_mut().for_each(Vec::clear);
        for (i, field) in self.form.fields.iter().enumerate() {
            self.is_reading[i] = self.form.slots.is_reading(i, time + 1);
            if field.close() > time && self.is_reading[i] {
                self.form.slots.after(i, time).into_iter().for_each(|slot| self.sharers[slot].push(i));
            }
        }
    }

    /// Returns the classes of lines of an axis that have slots.
    fn classes(&mut self, (number, axis): (usize, &Axis)) -> Vec<ExchangeClass> {
        let undecided = |line: &Line| -> Line { line.iter().copied().filter(|c| c.1 > self.time).collect() };
        let lines: Vec<Line> = axis.iter().map(undecided).collect();
        let mut classes: Vec<(usize, Vec<SlotExchange>)> = Vec::new();
        for line in (0..lines.len()).filter(|&line| !lines[line].is_empty()) {
            let mut found = false;
            for class in classes.iter_mut().rev().take(TRIES).filter(|c| c.1.len() + 1 < MOST_MEMBERS) {
                let of = (number, class.0, line);
                if let Some(moved) = self.exchange(of, &lines[class.0], &lines[line]) {
                    class.1.push(moved);
                    found = true;
                    break;
                }
            }
            if !found {
                classes.push((line, Vec::new()));
            }
        }
        classes.into_iter().filter_map(|(_, exchanges)| blocks(&exchanges)).collect()
    }

    /// Returns the slots that change places if two lines are exchanged, or `None` if they cannot be.
    fn exchange(&mut self, of: (usize, usize, usize), a: &Line, b: &Line) -> Option<SlotExchange> {
        if self.work == 0 || a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.0 != b.0) {
            return None;
        }
        let swap = |residue: &mut Self| {
            for (a, b) in a.iter().zip(b) {
                residue.image.swap(a.1 as usize, b.1 as usize);
            }
        };
        let changed: Vec<u32> = a.iter().chain(b).map(|c| c.1).collect();
        swap(self);
        let known = self.proven.remove(&of).filter(|proven| proven.since <= self.time);
        let known = known.and_then(|proven| self.slots_moved(proven, &changed));
        let found = known.or_else(|| {
            let proven = self.prove(&changed)?;
            self.slots_moved(proven, &changed)
        });
        swap(self);
        let (proven, exchange) = found?;
        self.proven.insert(of, proven);
        Some(exchange)
    }

    /// Returns the exchange `image` of undecided choices if it keeps the constraints. `changed` are the times it changes.
    fn prove(&mut self, changed: &[u32]) -> Option<Proven> {
        let mut images = std::mem::take(&mut self.images);
        images.clear();
        let found = self.find_images(changed, &mut images);
        let proven = found.map(|last| {
            let of = |(field, image)| (field, image, last[&field]);
            Proven { since: self.time, images: images.pairs().map(of).collect() }
        });
        self.images = images;
        proven
    }

    /// Fills `images` with the images of the fields that read `changed` choices. Returns the last time at which each does.
    fn find_images(&mut self, changed: &[u32], images: &mut NumberMap) -> Option<FxHashMap<usize, u32>> {
        let (mut touched, mut last) = (0, FxHashMap::default());
        for &time in changed {
            let (here, there) = (time as usize, self.image[time as usize] as usize);
            if self.adds[here] != self.adds[there] || !self.keeps_conflicts(here) {
                return None;
            }
            let mut others = self.readers[there].iter().peekable();
            for &(field, place) in self.readers[here].iter().filter(|r| self.is_reading[r.0]) {
                touched += 1;
                while others.next_if(|other| other.0 < field).is_some() {}
                let to = others.next_if(|other| other.0 == field);
                if !to.is_some_and(|to| self.is_kept(field, (place, to.1))) {
                    images.insert(field, MOVED);
                } else if images.get(field).is_none() {
                    images.insert(field, field);
                }
                let last = last.entry(field).or_insert(time);
                *last = time.max(*last);
            }
        }
        self.work = self.work.checked_sub(touched)?;
        for i in 0..images.len() {
            let field = images.key(i);
            if images.get(field) == Some(MOVED) {
                images.insert(field, self.image_of(field)?);
            }
        }
        let is_involution = images.pairs().all(|(field, image)| images.get(image) == Some(field));
        is_involution.then_some(last)
    }

    /// Returns the slots that change places in a proven exchange, which is `image`, or `None` if slots are missing or shared otherwise.
    fn slots_moved(&mut self, proven: Proven, changed: &[u32]) -> Option<(Proven, SlotExchange)> {
        self.work = self.work.checked_sub(proven.images.len())?;
        let (mut images, mut moved) = (std::mem::take(&mut self.images), std::mem::take(&mut self.moved));
        images.clear();
        moved.clear();
        let is_possible = self.move_slots(&proven, changed, &mut images, &mut moved).is_some();
        let exchange = is_possible.then(|| moved.pairs().filter(|(from, to)| from != to).collect());
        (self.images, self.moved) = (images, moved);
        Some((proven, exchange?))
    }

    /// Fills `images` with the images of the fields that read undecided ones of the `changed` choices, and `moved` with their slots.
    fn move_slots(
        &self,
        proven: &Proven,
        changed: &[u32],
        images: &mut NumberMap,
        moved: &mut NumberMap,
    ) -> Option<()> {
        for &time in changed {
            let image = self.image[time as usize];
            exchange_slots(moved, self.blocked_slot(time as usize), self.blocked_slot(image as usize))?;
        }
        let reads = |&&(field, _, last): &&(usize, usize, u32)| last > self.time && self.is_reading[field];
        for &(field, image, _) in proven.images.iter().filter(reads) {
            images.insert(field, image);
        }
        for (field, image) in images.pairs() {
            let slot = |field: usize| self.form.slots.after(field, self.time);
            if images.get(image) != Some(field) {
                return None;
            }
            exchange_slots(moved, slot(field), slot(image))?;
        }
        let follow = |(from, to): (usize, usize)| {
            self.sharers[from].iter().all(|&field| self.slot_of_image(field, images) == Some(to))
        };
        moved.pairs().filter(|(from, to)| from != to).all(follow).then_some(())
    }

    /// Returns true if a field may exchange the choices that it reads in two places.
    fn is_kept(&self, field: usize, (a, b): (usize, usize)) -> bool {
        match &self.form.fields[field].content {
            Content::Clique { .. } => true,
            Content::Clause(literals) => literals[a] == literals[b],
            Content::Linear(automaton) => automaton.is_symmetric(a, b),
            _ => false,
        }
    }

    /// Returns the slot of the field that blocks the choice at `time`, if it has one.
    fn blocked_slot(&self, time: usize) -> Option<usize> {
        self.form.slots.after(self.blocked[time]?, self.time)
    }

    /// Returns the slot of the image of a field. (Fields that share a slot must move together.)
    fn slot_of_image(&self, field: usize, images: &NumberMap) -> Option<usize> {
        let of = &self.form.fields[field];
        match of.content {
            Content::Blocked => self.blocked_slot(self.image[of.close() as usize] as usize),
            _ => self.form.slots.after(images.get(field).unwrap_or(field), self.time),
        }
    }

    /// Returns true if the conflicts of the choice at `time` with undecided ones are mapped to those of its image.
    fn keeps_conflicts(&mut self, time: usize) -> bool {
        let undecided = |time: usize| {
            let conflicts = &self.conflicts[time];
            &conflicts[conflicts.partition_point(|&t| t <= self.time)..]
        };
        let (own, other) = (undecided(time), undecided(self.image[time] as usize));
        if own.is_empty() || own.len() != other.len() {
            return own.len() == other.len();
        }
        self.work = self.work.saturating_sub(2 * own.len());
        own.iter().all(|&t| other.binary_search(&self.image[t as usize]).is_ok())
    }

    /// Returns the field whose undecided part is the image of that of `field`, which is not about conflicts.
    fn image_of(&mut self, field: usize) -> Option<usize> {
        let form = self.form;
        let of = &form.fields[field];
        let mut image: Vec<(u32, usize)> =
            undecided(of, self.time).map(|place| (self.image[of.times[place] as usize], place)).collect();
        self.work = self.work.checked_sub(image.len())?;
        let keeps_order = image.is_sorted();
        image.sort_unstable();
        let first = image.first()?.0;
        let is_image = |&(other, _): &(usize, usize)| {
            let to = &form.fields[other];
            let same_times = || {
                let rest = undecided(to, self.time);
                rest.len() == image.len() && rest.zip(&image).all(|(place, i)| to.times[place] == i.0)
            };
            let places = || undecided(to, self.time).zip(image.iter().map(|i| i.1));
            self.is_reading[other]
                && same_times()
                && match (&of.content, &to.content) {
                    (Content::Clique { exactly: a }, Content::Clique { exactly: b }) => a == b,
                    (Content::Clause(a), Content::Clause(b)) => places().all(|(to, from)| a[from] == b[to]),
                    // The states of a sum have the same numbers if its decisions come in the same order. A sum that is its
                    // own image keeps its states if decisions with the same effect are exchanged.
                    (Content::Linear(a), Content::Linear(_)) if other == field => {
                        places().all(|(to, from)| a.is_symmetric(from, to))
                    }
                    (Content::Linear(_), Content::Linear(_)) => {
                        let rest = |i: usize, of: &StateField| self.rests[i][of.times.len() - image.len()];
                        keeps_order && rest(field, of) == rest(other, to)
                    }
                    _ => false,
                }
        };
        let own = self.readers[first as usize].iter().find(|r| r.0 == field);
        own.filter(|r| is_image(r))
            .or_else(|| self.readers[first as usize].iter().find(|r| is_image(r)))
            .map(|r| r.0)
    }
}

/// By time: the choices that exclude the one decided then, by time, ascending.
fn conflicts(form: &FrontierForm) -> Vec<Vec<u32>> {
    let mut conflicts = vec![Vec::new(); form.order.len()];
    for field in form.fields.iter().filter(|f| matches!(f.content, Content::Blocked)) {
        for &earlier in field.times.iter().filter(|&&t| t != field.close()) {
            conflicts[earlier as usize].push(field.close());
            conflicts[field.close() as usize].push(earlier);
        }
    }
    conflicts.iter_mut().for_each(|of| of.sort_unstable());
    conflicts
}

/// Numbers what each choice contributes: equal contributions have the same number.
fn numbered_adds(steps: usize, adds: &[&[[u64; 2]]]) -> Vec<usize> {
    let mut numbers = FxHashMap::default();
    let mut number = |time: usize| {
        let fresh = numbers.len();
        *numbers.entry(adds.iter().map(|adds| adds[time]).collect::<Vec<_>>()).or_insert(fresh)
    };
    (0..steps).map(&mut number).collect()
}

/// Numbers the tables of each sum from each place on: equal ones have the same number.
fn numbered_rests(form: &FrontierForm) -> Vec<Vec<u32>> {
    let mut numbers = FxHashMap::default();
    let mut all = Vec::new();
    for field in &form.fields {
        let stages = if let Content::Linear(automaton) = &field.content { automaton.stages() } else { &[] };
        let mut rests = vec![0; stages.len() + 1];
        for (place, table) in stages.iter().enumerate().rev() {
            let fresh = numbers.len() as u32 + 1;
            rests[place] = *numbers.entry((table, rests[place + 1])).or_insert(fresh);
        }
        all.push(rests);
    }
    all
}

/// Returns the places of the decisions of `field` after `time`.
fn undecided(field: &StateField, time: u32) -> Range<usize> {
    field.times.partition_point(|&t| t <= time)..field.times.len()
}

/// Slots that change places, in both directions.
type SlotExchange = BTreeMap<usize, usize>;

/// Adds to `moved` that the contents of two slots change places. Returns `None` if one is missing, or has another partner.
fn exchange_slots(moved: &mut NumberMap, a: Option<usize>, b: Option<usize>) -> Option<()> {
    match (a, b) {
        (None, None) => Some(()),
        (Some(a), Some(b)) => {
            let forth = moved.insert(a, b).is_none_or(|before| before == b);
            let back = moved.insert(b, a).is_none_or(|before| before == a);
            (forth && back).then_some(())
        }
        _ => None,
    }
}

/// Image of a field that is not kept, until it is found.
const MOVED: usize = usize::MAX;

/// Returns the slots of each member of a class, given the exchanges of the first member with each other. Returns `None` if
/// slots cannot be attributed to members, or there are none.
fn blocks(exchanges: &[SlotExchange]) -> Option<ExchangeClass> {
    let first: Vec<usize> = match exchanges {
        [] => return None,
        [only] => only.iter().filter(|(a, b)| a < b).map(|(&a, _)| a).collect(),
        [a, b, ..] => a.keys().copied().filter(|slot| b.contains_key(slot)).collect(),
    };
    let mut taken: Vec<usize> = first.clone();
    let mut class = vec![first.clone()];
    for exchange in exchanges {
        let own: Vec<usize> = first.iter().map(|slot| exchange.get(slot).copied()).collect::<Option<_>>()?;
        if exchange.len() != 2 * own.len() {
            return None;
        }
        taken.extend(&own);
        class.push(own);
    }
    taken.sort_unstable();
    let distinct = taken.windows(2).all(|w| w[0] != w[1]);
    (distinct && !first.is_empty()).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::super::tests::balanced;
    use super::*;
    use crate::problem::samples;

    /// The classes after each decision by one residue that remembers exchanges, and by a new one each time.
    fn both(problem: &Problem) -> [Vec<Vec<ExchangeClass>>; 2] {
        let form = FrontierForm::new(problem).expect("it fits").expect("not trivial");
        let axes = axes(problem, &form);
        let after = |residue: &mut Residue<'_>, time: usize| -> Vec<ExchangeClass> {
            residue.move_to(time as u32);
            axes.iter().enumerate().flat_map(|axis| residue.classes(axis)).collect()
        };
        let times = 0..form.order.len();
        let mut kept = Residue::new(&form, &[]);
        let remembered = times.clone().map(|time| after(&mut kept, time)).collect();
        [remembered, times.map(|time| after(&mut Residue::new(&form, &[]), time)).collect()]
    }

    #[test]
    fn exchanges_that_are_remembered_are_those_that_would_be_found() {
        for problem in [samples::latin(4, 4), samples::latin(5, 3), balanced(8, 1, 2)] {
            let [remembered, found] = both(&problem);
            let sorted = found.iter().filter(|classes| !classes.is_empty()).count();
            assert!(2 * sorted > found.len(), "{sorted} of {}", found.len());
            assert_eq!(remembered, found);
        }
    }
}
