//! The accepted jobs that have not begun, by start slot.

use super::freed_gaps::Gap;
use super::job_vectors::{JobVectors, ROW};
use crate::slots::planner::moving::slot_set::SlotSet;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;

/// Slots of a block. What stands in a slot started in this block or in one of those before it, as far back as the longest job reaches.
const BLOCK_SLOTS: Slot = 64;

/// So many jobs of a block are written into rows when they come, long before somebody asks: what was just written cannot be read as a
/// vector at once. Where there are more, as on large machines, hardly anybody asks, and the others are written when somebody does.
const FEW: usize = 512;

/// Rows that are asked together.
const PART: usize = 4;

fn block_of(slot: Slot) -> usize {
    (slot / BLOCK_SLOTS) as usize
}

/// A job that waits.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct Entry {
    pub placement: Placement,
    /// False if it is known that there is no start but its own. Nobody knows about a newcomer.
    pub is_loose: bool,
    /// Gaps, as numbered, that it was found not to fit into.
    pub asked: u64,
}

/// Where an entry is, until jobs are added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::slots::planner) struct WaitingPlace {
    block: u32,
    at: u32,
}

/// Sixteen entries of a block, for questions that are asked of all of them.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    vectors: JobVectors,
    /// Those that are not loose, as bits.
    stuck: u16,
    /// Those of them that a gap of a search is within reach of, and that were not asked about it yet.
    hopeful: u16,
    /// Gaps, as numbered, that this was found out about.
    known: u64,
    /// Those that nobody is to visit for the time being.
    hidden: u16,
}

/// Gaps that came free in the present search.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct News<'a> {
    pub gaps: &'a [Gap],
    /// The number of the first.
    pub before: u64,
    pub now: Slot,
}

impl News<'_> {
    /// The number of the gap that comes next.
    pub fn known(&self) -> u64 {
        self.before + self.gaps.len() as u64
    }

    /// Those from a number on.
    pub fn since(&self, number: u64) -> &[Gap] {
        &self.gaps[number.saturating_sub(self.before) as usize..]
    }
}

impl Row {
    /// Who is within reach of the gaps of a search, but for those who were asked.
    fn hopeful(&mut self, news: News) -> u16 {
        let known = news.known();
        if self.known < known {
            if self.known <= news.before {
                self.hopeful = 0;
            }
            for gap in news.since(self.known) {
                self.hopeful |= self.vectors.reach(*gap, news.now) & self.stuck;
            }
            self.known = known;
        }
        self.hopeful
    }
}

/// Jobs that start in some slots, in no order.
#[derive(Clone, Debug, Default)]
struct Block {
    entries: Vec<Entry>,
    /// The first of them, `in_rows` many; all rows but the last are full.
    rows: Vec<Row>,
    in_rows: usize,
}

impl Block {
    /// Lists a job, a loose one.
    fn push(&mut self, placement: Placement) {
        let at = self.entries.len();
        self.entries.push(Entry { placement, is_loose: true, asked: 0 });
        if at < FEW && at == self.in_rows {
            if at.is_multiple_of(ROW) {
                self.rows.push(Row::default());
            }
            self.rows[at / ROW].vectors.set(at % ROW, &placement);
            self.in_rows = at + 1;
        }
    }

    /// Writes into rows what is not yet.
    fn complete_rows(&mut self) {
        if self.in_rows < self.entries.len() {
            self.write_rows();
        }
    }

    #[cold]
    fn write_rows(&mut self) {
        for at in self.in_rows..self.entries.len() {
            if at.is_multiple_of(ROW) {
                self.rows.push(Row::default());
            }
            self.write(at);
        }
        self.in_rows = self.entries.len();
    }

    /// Brings the row of an entry up to it.
    fn write(&mut self, at: usize) {
        let Entry { placement, is_loose, .. } = &self.entries[at];
        let row = &mut self.rows[at / ROW];
        row.vectors.set(at % ROW, placement);
        row.stuck = row.stuck & !(1 << (at % ROW)) | u16::from(!is_loose) << (at % ROW);
    }

    /// Takes an entry out; the last one takes its place.
    fn swap_remove(&mut self, at: usize) -> Entry {
        self.complete_rows();
        let removed = self.entries.swap_remove(at);
        let last = self.entries.len();
        if at < last {
            self.write(at);
        }
        self.in_rows = last;
        if last.is_multiple_of(ROW) {
            self.rows.pop();
        } else {
            let row = &mut self.rows[last / ROW];
            row.vectors.clear(last % ROW);
            row.stuck &= !(1 << (last % ROW));
        }
        removed
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.rows.clear();
        self.in_rows = 0;
    }
}

/// Jobs by their first slot, in blocks of slots.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct WaitingJobs {
    blocks: Vec<Block>,
    /// The blocks in which a job starts: among long jobs hardly any.
    filled: SlotSet,
    /// Room of blocks that are past, for those to come.
    spare: Vec<Block>,
    /// Blocks before this one are past.
    past: usize,
}

impl WaitingJobs {
    /// Lists a job, a loose one.
    pub fn add(&mut self, placement: Placement) {
        let block = block_of(placement.start);
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, Block::default);
            self.filled.reserve(self.blocks.len() as u32);
        }
        self.filled.insert(block as u32);
        let block = &mut self.blocks[block];
        if block.entries.capacity() == 0
            && let Some(spare) = self.spare.pop()
        {
            *block = spare;
        }
        block.push(placement);
    }

    /// Takes a job off the list, if it is on it, and tells whether it was loose.
    pub fn remove(&mut self, placement: Placement) -> Option<bool> {
        let WaitingPlace { block, at } = self.place_of(placement)?;
        let entry = self.blocks[block as usize].swap_remove(at as usize);
        if self.blocks[block as usize].entries.is_empty() {
            self.filled.remove(block);
        }
        Some(entry.is_loose)
    }

    /// Where a job is listed.
    pub fn place_of(&self, placement: Placement) -> Option<WaitingPlace> {
        let block = block_of(placement.start);
        let entries = &self.blocks.get(block)?.entries;
        // What was added last is asked for first, as a rule.
        let at = entries.iter().rposition(|entry| entry.placement.job == placement.job)?;
        Some(WaitingPlace { block: block as u32, at: at as u32 })
    }

    /// The job at a place.
    pub fn placement(&self, place: WaitingPlace) -> Placement {
        self.blocks[place.block as usize].entries[place.at as usize].placement
    }

    /// It is known of a job that it has no start but its own.
    pub fn fasten(&mut self, place: WaitingPlace) {
        let block = &mut self.blocks[place.block as usize];
        let at = place.at as usize;
        block.entries[at].is_loose = false;
        block.rows[at / ROW].stuck |= 1 << (at % ROW);
    }

    /// Nobody visits a job any more until it is shown again.
    pub fn hide(&mut self, WaitingPlace { block, at }: WaitingPlace) {
        self.blocks[block as usize].rows[at as usize / ROW].hidden |= 1 << (at as usize % ROW);
    }

    /// Shows a job that was hidden.
    pub fn show(&mut self, WaitingPlace { block, at }: WaitingPlace) {
        self.blocks[block as usize].rows[at as usize / ROW].hidden &= !(1 << (at as usize % ROW));
    }

    /// Visits the jobs that occupy a slot, none of them longer than `longest`: the loose ones, and the others that gaps are within reach of. Of those it is
    /// told that they are to be asked before anything else.
    pub fn visit(&mut self, slot: Slot, longest: Slot, news: News, mut visit: impl FnMut(&Placement, WaitingPlace, bool)) {
        let end = (block_of(slot) + 1) as u32;
        let mut next = block_of(slot.saturating_sub(longest)).max(self.past) as u32;
        let has_news = !news.gaps.is_empty();
        while let Some(number) = self.filled.first_in(next, end) {
            next = number + 1;
            let block = &mut self.blocks[number as usize];
            block.complete_rows();
            let Block { entries, rows, .. } = block;
            for (part, rows) in (0..).step_by(PART * ROW).zip(rows.chunks_mut(PART)) {
                // Vectors first, branches afterwards: which of the jobs are wanted is not predictable.
                let (loose, hopeful) = rows.iter_mut().rev().fold((0_u64, 0_u64), |(loose, hopeful), row| {
                    let over = if has_news { row.vectors.beside(slot, news.now) } else { row.vectors.over(slot) } & !row.hidden;
                    // A row is told of gaps when somebody in it could leave the slot, not before.
                    let may_hope = if has_news && over & row.stuck != 0 { row.hopeful(news) } else { 0 };
                    (loose << ROW | u64::from(over & !row.stuck), hopeful << ROW | u64::from(over & may_hope))
                });
                let mut wanted = loose | hopeful;
                while wanted != 0 {
                    let in_part = wanted.trailing_zeros();
                    wanted &= wanted - 1;
                    let at = part + in_part;
                    visit(&entries[at as usize].placement, WaitingPlace { block: number, at }, hopeful >> in_part & 1 == 1);
                }
            }
        }
    }

    /// Asks a job that gaps are within reach of whether it has room in one that it was not asked about. If not, it is not visited again before there are
    /// others.
    pub fn ask(
        &mut self,
        WaitingPlace { block, at }: WaitingPlace,
        news: News,
        has_room: impl FnOnce(&Placement, &[Gap]) -> bool,
    ) -> bool {
        let Block { entries, rows, .. } = &mut self.blocks[block as usize];
        let Entry { placement, asked, .. } = &mut entries[at as usize];
        let has_room = has_room(placement, news.since(*asked));
        if !has_room {
            *asked = news.known();
            rows[at as usize / ROW].hopeful &= !(1 << (at as usize % ROW));
        }
        has_room
    }

    /// Visits the jobs that are not loose and that a gap may be within reach of, if they start in the slots `from ..= to`; those become loose
    /// for which the answer is yes.
    pub fn loosen(&mut self, from: Slot, to: Slot, gap: Gap, now: Slot, mut has_room: impl FnMut(&Placement) -> bool) {
        let end = (block_of(to) + 1) as u32;
        let mut next = block_of(from) as u32;
        while let Some(number) = self.filled.first_in(next, end) {
            next = number + 1;
            let Block { entries, rows, .. } = &mut self.blocks[number as usize];
            for (entries, row) in entries.chunks_mut(ROW).zip(rows) {
                let mut hopeful = row.vectors.reach(gap, now) & row.stuck;
                while hopeful != 0 {
                    let at = hopeful.trailing_zeros();
                    hopeful &= hopeful - 1;
                    let entry = &mut entries[at as usize];
                    if has_room(&entry.placement) {
                        entry.is_loose = true;
                        row.stuck &= !(1 << at);
                    }
                }
            }
        }
    }

    /// The present moves on to `now`: visits the jobs that begin, and takes them off the list.
    pub fn pass(&mut self, now: Slot, mut begins: impl FnMut(&Entry)) {
        let end = (block_of(now) + 1).min(self.blocks.len());
        let past = block_of(now + 1);
        for at in self.past..end {
            let block = &mut self.blocks[at];
            if at < past {
                block.entries.iter().for_each(&mut begins);
                block.clear();
                self.filled.remove(at as u32);
                if block.entries.capacity() > 0 {
                    self.spare.push(std::mem::take(block));
                }
                continue;
            }
            for at in (0..block.entries.len()).rev() {
                let entry = block.entries[at];
                if entry.placement.start <= now {
                    begins(&entry);
                    block.swap_remove(at);
                }
            }
            if block.entries.is_empty() {
                self.filled.remove(at as u32);
            }
        }
        self.past = past;
    }

    /// Forgets every job that starts in the slots `from .. to` or in the block of `from`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        let end = (to.div_ceil(BLOCK_SLOTS) as usize).min(self.blocks.len());
        self.past = block_of(from);
        for block in self.past.min(end)..end {
            self.blocks[block].clear();
            self.filled.remove(block as u32);
        }
    }

    /// Whether the same jobs start in every slot after `now`; what is known about them is none of it.
    pub fn same_after(&self, other: &Self, now: Slot) -> bool {
        let of = |waiting: &Self, block: usize| {
            let entries = waiting.blocks.get(block).map_or(&[][..], |block| &block.entries);
            let mut jobs: Vec<_> = entries
                .iter()
                .map(|entry| (entry.placement.start, entry.placement.job))
                .filter(|(start, _)| *start > now)
                .collect();
            jobs.sort_unstable();
            jobs
        };
        (block_of(now)..self.blocks.len().max(other.blocks.len())).all(|block| of(self, block) == of(other, block))
    }
}
