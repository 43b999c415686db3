//! Slots: the bits of the state, and the fields that use each of them.
//!
//! A field has a slot from its first decision to its last. Two clauses whose undecided literals become the same are both
//! satisfied or not for all that follows: the later one hands its bit over and has no slot of its own from then on
//! (a *merge*). If the state would take too many words, fields that have read the same literals so far also share a slot,
//! since their bits are equal: the rooks of a column so far block all its cells, and attack them. They part when one of them
//! reads a decision that the others do not (a *fork*).
//!
//! A bit that several fields share is never set because of a clause that implies one of them (see [`subsume`]), unless it
//! implies all. Nothing is lost: as long as the bit is shared, the redundant field adds no states.

use super::field::{Content, StateField};
use super::subsume::{self, Containment};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// A few bits of the state, in use between two decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Decision that writes it first.
    pub open: u32,
    /// Last decision that reads it.
    pub close: u32,
    /// Number of bits.
    pub width: u32,
}

/// An effect of one slot on another at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SlotLink {
    pub time: u32,
    pub from: usize,
    pub to: usize,
}

/// The slots of all fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    pub all: Vec<Slot>,
    /// By field: its slots, each with the first decision that it reads there.
    spans: Vec<Vec<(u32, usize)>>,
    /// By field: the decision after which it is the same as another field, and that field.
    merged: Vec<Option<(u32, usize)>>,
    /// Before the decision, `to` becomes a copy of `from`.
    pub forks: Vec<SlotLink>,
    /// After the decision, `to` becomes 0 if `from` is 0.
    pub merges: Vec<SlotLink>,
    /// After the merges of the decision, `to` becomes 1 if `from` is 0.
    pub implied: Vec<SlotLink>,
}

impl Slots {
    /// Distributes the slots for `steps` decisions; fields that have read the same share one if `shared` is true.
    pub fn new(fields: &[StateField], steps: usize, shared: bool) -> Self {
        let mut builder = SlotBuilder::new(fields, shared);
        let mut readers = vec![Vec::new(); steps];
        for (i, field) in fields.iter().enumerate() {
            field.times.iter().enumerate().for_each(|(place, &t)| readers[t as usize].push((i, place)));
        }
        let containments = subsume::containments(fields);
        let mut coming = &containments[..];
        for (time, readers) in readers.iter().enumerate() {
            let here = coming.partition_point(|c| c.time as usize <= time);
            builder.decide(time as u32, readers, &coming[..here]);
            coming = &coming[here..];
        }
        builder.slots
    }

    /// Returns true if the field still reads decisions itself at `time`.
    pub fn is_reading(&self, field: usize, time: u32) -> bool {
        self.merged[field].is_none_or(|(since, _)| time <= since)
    }

    /// Returns the slot of the field at decision `time`, or `None` if it needs none.
    pub fn at(&self, field: usize, time: u32) -> Option<usize> {
        match self.merged[field] {
            Some((since, other)) if time > since => self.at(other, time),
            _ => self.spans[field].iter().rfind(|span| span.0 <= time).map(|span| span.1),
        }
    }

    /// Returns the slot with the value of the field after decision `time` and before the next.
    pub fn after(&self, field: usize, time: u32) -> Option<usize> {
        match self.merged[field] {
            Some((since, other)) if time >= since => self.after(other, time),
            _ => self.at(field, time),
        }
    }

    /// Returns the maximum number of bits open between two decisions.
    pub fn most_open(&self, steps: usize) -> u32 {
        self.open_by_time(steps).into_iter().max().unwrap_or(0)
    }

    /// Returns a lower bound on [`Self::most_open`] if these `fields` share slots, from those that differ where most are open.
    pub fn least_shared(&self, fields: &[StateField], steps: usize) -> u32 {
        let open = self.open_by_time(steps);
        let time = (0..steps as u32).max_by_key(|&t| open[t as usize]).unwrap_or(0);
        let is_open = |i: usize, field: &StateField| {
            field.open() <= time
                && time < field.close()
                && self.merged[i].is_none_or(|(since, _)| since > time)
        };
        let (mut alone, mut read) = (0, FxHashSet::default());
        for (_, field) in fields.iter().enumerate().filter(|(i, field)| is_open(*i, field)) {
            let before = field.times.partition_point(|&t| t <= time);
            let times = &field.times[..before];
            match &field.content {
                Content::Linear(_) => alone += field.width(),
                Content::Clause(values) => _ = read.insert((times, values[..before].to_vec())),
                Content::Blocked | Content::Clique { .. } => _ = read.insert((times, vec![true; before])),
            }
        }
        alone + read.len() as u32
    }

    /// Returns, by time, the number of bits open after that decision.
    pub fn open_by_time(&self, steps: usize) -> Vec<u32> {
        let mut change = vec![0i64; steps];
        for slot in &self.all {
            change[slot.open as usize] += i64::from(slot.width);
            change[slot.close as usize] -= i64::from(slot.width);
        }
        let mut open = 0;
        let after = |c: &i64| {
            open += c;
            open as u32
        };
        change.iter().map(after).collect()
    }
}

/// The fields of one slot that read a decision in the same way: the value that sets the bit (`None` if they do not read it),
/// and the field if it needs a slot alone.
type Reading = (Option<bool>, Option<usize>);

/// Follows the fields from decision to decision.
struct SlotBuilder<'f> {
    fields: &'f [StateField],
    shared: bool,
    slots: Slots,
    /// By slot: the fields that use it now.
    members: Vec<Vec<usize>>,
    /// By field: its slot now.
    current: Vec<Option<usize>>,
    /// By clause: the clauses that imply it.
    reasons: Vec<Vec<usize>>,
}

impl<'f> SlotBuilder<'f> {
    fn new(fields: &'f [StateField], shared: bool) -> Self {
        let n = fields.len();
        let slots = Slots { spans: vec![Vec::new(); n], merged: vec![None; n], ..Slots::default() };
        let (current, reasons) = (vec![None; n], vec![Vec::new(); n]);
        Self { fields, shared, slots, members: Vec::new(), current, reasons }
    }

    /// Passes decision `time`, read by these fields, each at a place among its decisions. After it, these containments begin.
    fn decide(&mut self, time: u32, readers: &[(usize, usize)], begin: &[Containment]) {
        let merged = self.merge(time, begin.iter().filter(|c| c.equal));
        let mut targets: Vec<usize> = merged.iter().map(|m| m.1).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut touched = self.read(time, readers, &targets);
        for &(from, to) in &merged {
            let (Some(source), Some(target)) = (self.current[from], self.current[to]) else { continue };
            self.slots.merges.push(SlotLink { time, from: source, to: target });
            self.leave(from, time);
            touched.push(target);
        }
        for containment in begin.iter().filter(|c| !c.equal) {
            self.reasons[containment.whole].push(containment.part);
            touched.extend(self.current[containment.whole]);
        }
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().for_each(|slot| self.imply(time, slot));
    }

    /// Returns the field that stands for `field` now.
    fn representative(&self, field: usize) -> usize {
        self.slots.merged[field].map_or(field, |(_, other)| self.representative(other))
    }

    /// Unites the clauses that become the same. Returns pairs: a field and the one that stands for it from now on.
    fn merge<'c>(&mut self, time: u32, equal: impl Iterator<Item = &'c Containment>) -> Vec<(usize, usize)> {
        let mut gone = Vec::new();
        for containment in equal {
            let pair = [containment.part, containment.whole].map(|f| self.representative(f));
            if pair[0] != pair[1] {
                let opened = |f: usize| (self.fields[f].open(), f);
                let (kept, other) =
                    if opened(pair[0]) < opened(pair[1]) { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                self.slots.merged[other] = Some((time, kept));
                gone.push(other);
            }
        }
        gone.iter().map(|&f| (f, self.representative(f))).collect()
    }

    /// Gives every field the slot in which it reads decision `time`. The fields `alone`, ascending, must not share theirs. Returns the
    /// slots whose fields have changed.
    fn read(&mut self, time: u32, readers: &[(usize, usize)], alone: &[usize]) -> Vec<usize> {
        let mut parts: BTreeMap<(Option<usize>, Reading), Vec<usize>> = BTreeMap::new();
        let mut touched = Vec::new();
        for &(field, place) in readers {
            let gone = self.slots.merged[field].is_some_and(|(since, _)| since < time);
            if gone || self.fields[field].times.len() == 1 {
                continue;
            }
            if place + 1 == self.fields[field].times.len() {
                touched.extend(self.current[field]);
                self.leave(field, time);
                continue;
            }
            if !self.shared && self.current[field].is_some() {
                continue;
            }
            let (value, is_alone) = match &self.fields[field].content {
                Content::Clause(values) => {
                    (values[place], !self.shared || alone.binary_search(&field).is_ok())
                }
                Content::Linear(_) => (true, true),
                Content::Blocked | Content::Clique { .. } => (true, !self.shared),
            };
            let reading = (Some(value), is_alone.then_some(field));
            parts.entry((self.current[field], reading)).or_default().push(field);
        }
        let reading = sorted(parts.values().flatten());
        for &field in alone {
            if reading.binary_search(&field).is_err() {
                parts.entry((self.current[field], (None, Some(field)))).or_default().push(field);
            }
        }
        let mut by_slot: BTreeMap<Option<usize>, Vec<Vec<usize>>> = BTreeMap::new();
        for ((slot, _), part) in parts {
            by_slot.entry(slot).or_default().push(part);
        }
        for (slot, parts) in by_slot {
            match slot {
                None => parts.into_iter().for_each(|part| self.open(time, part)),
                Some(slot) => touched.extend(self.split(time, slot, parts)),
            }
        }
        touched
    }

    /// Gives these fields, which have no slot, one in common.
    fn open(&mut self, time: u32, part: Vec<usize>) {
        let slot = self.slots.all.len();
        let width = self.fields[part[0]].width();
        self.slots.all.push(Slot { open: time, close: time, width });
        for &field in &part {
            self.current[field] = Some(slot);
            self.slots.spans[field].push((time, slot));
        }
        self.members.push(part);
    }

    /// Divides the fields of a slot into `parts` and the rest. The one that lasts longest keeps the slot. Returns the slots
    /// of all, if there are several.
    fn split(&mut self, time: u32, slot: usize, mut parts: Vec<Vec<usize>>) -> Vec<usize> {
        let reading = sorted(parts.iter().flatten());
        let is_rest = |f: &usize| reading.binary_search(f).is_err();
        let rest: Vec<usize> = self.members[slot].iter().copied().filter(is_rest).collect();
        if !rest.is_empty() {
            parts.push(rest);
        }
        if parts.len() == 1 {
            return Vec::new();
        }
        let close = |part: &Vec<usize>| part.iter().map(|&f| self.fields[f].close()).max();
        let longest = (0..parts.len()).max_by_key(|&p| close(&parts[p])).unwrap_or(0);
        let kept = parts.swap_remove(longest);
        self.members[slot] = kept;
        let mut slots = vec![slot];
        for part in parts {
            let to = self.slots.all.len();
            self.open(time, part);
            self.slots.forks.push(SlotLink { time, from: slot, to });
            slots.push(to);
        }
        slots
    }

    /// Takes the field out of its slot, which decision `time` still reads.
    fn leave(&mut self, field: usize, time: u32) {
        if let Some(slot) = self.current[field].take() {
            self.members[slot].retain(|&f| f != field);
            self.slots.all[slot].close = self.slots.all[slot].close.max(time);
        }
    }

    /// Adds the implications of all fields of `slot`.
    fn imply(&mut self, time: u32, slot: usize) {
        let reasons = |f: usize| -> Vec<usize> {
            self.reasons[f].iter().filter_map(|&r| self.current[self.representative(r)]).collect()
        };
        let Some((&first, others)) = self.members[slot].split_first() else { return };
        let mut common = reasons(first);
        for &field in others {
            let own = reasons(field);
            common.retain(|r| own.contains(r));
        }
        common.sort_unstable();
        common.dedup();
        let links =
            common.into_iter().filter(|&from| from != slot).map(|from| SlotLink { time, from, to: slot });
        self.slots.implied.extend(links);
    }
}

/// These fields, ascending.
fn sorted<'f>(fields: impl Iterator<Item = &'f usize>) -> Vec<usize> {
    let mut fields: Vec<usize> = fields.copied().collect();
    fields.sort_unstable();
    fields
}

#[cfg(test)]
mod tests {
    use super::super::form::FrontierForm;
    use super::*;
    use crate::problem::samples;

    #[test]
    fn shared_slots_take_no_fewer_bits_than_those_that_differ() {
        let rooks = samples::crowded_rooks(6);
        let problems = [samples::domination(6, &samples::king()), samples::queens(7), rooks];
        let mut saved = 0;
        for problem in &problems {
            let form = FrontierForm::new(problem).expect("it fits").expect("not trivial");
            let (steps, fields) = (form.order.len(), &form.fields);
            let [apart, shared] = [false, true].map(|shared| Slots::new(fields, steps, shared));
            let least = apart.least_shared(fields, steps);
            let bits = [least, shared.most_open(steps), apart.most_open(steps)];
            assert!(bits.is_sorted(), "{bits:?}");
            saved += u32::from(bits[0] < bits[2]);
        }
        assert!(saved > 0, "slots are shared somewhere");
    }
}
