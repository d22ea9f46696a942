//! A flat search tree over idle periods in order of (start, server): blocks of up to 16 periods, groups of up to 32 blocks, crowns of up
//! to 32 groups, and a list of crowns. Every node carries the latest end and the greatest length below it, as the inner nodes of the
//! paper's strip trees do (Castillo 3.3.1).
//!
//! Nodes lie in three pools and are used again, so a request allocates nothing once the pools have grown. A node that becomes empty is
//! taken out; half-empty ones are left, as time throws them away before long.

use super::block::{Block, Group, LEAF, Need, WIDTH, key};
use crate::idle::Tick;
use crate::idle::period::Period;

/// The place of a period in the tree, until the tree is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::idle) struct Spot {
    pub(super) crown: usize,
    pub(super) mid: usize,
    pub(super) slot: usize,
    pub(super) at: usize,
}

impl Spot {
    /// A place of a line.
    pub(super) fn in_line(at: usize) -> Self {
        Self { crown: 0, mid: 0, slot: 0, at }
    }
}

/// Idle periods in order.
#[derive(Clone, Debug, Default)]
pub(in crate::idle) struct Tree {
    pub(super) crowns: Vec<Group>,
    pub(super) groups: Vec<Group>,
    pub(super) blocks: Vec<Block>,
    spare_groups: Vec<u32>,
    spare_blocks: Vec<u32>,
    len: usize,
}

impl Tree {
    /// A tree of periods in order.
    pub fn of(periods: &[Period]) -> Self {
        let mut tree = Self::default();
        tree.prepend(periods);
        tree
    }

    /// Number of periods, those that have passed but are not swept out included.
    pub fn len(&self) -> usize {
        self.len
    }

    pub(super) fn group_at(&self, crown: usize, mid: usize) -> &Group {
        &self.groups[self.crowns[crown].nodes[mid] as usize]
    }

    pub(super) fn block_at(&self, crown: usize, mid: usize, slot: usize) -> &Block {
        &self.blocks[self.group_at(crown, mid).nodes[slot] as usize]
    }

    /// The period at a spot.
    pub fn period(&self, spot: Spot) -> Period {
        let block = self.block_at(spot.crown, spot.mid, spot.slot);
        Period { start: block.starts[spot.at], server: block.servers[spot.at], end: block.ends[spot.at] }
    }

    /// Where the period of a server with this start stands, which must be there.
    pub fn spot(&self, start: Tick, server: u32) -> Spot {
        let (crown, mid, slot) = self.route(key(start, server));
        Spot { crown, mid, slot, at: self.block_at(crown, mid, slot).lower_bound(start, server) }
    }

    /// Where a key belongs: crown, group, block. Only for a tree that has periods.
    pub(super) fn route(&self, key: u64) -> (usize, usize, usize) {
        let crown = self.crowns.partition_point(|crown| crown.keys[0] <= key).saturating_sub(1);
        let mid = self.crowns[crown].route(key);
        (crown, mid, self.group_at(crown, mid).route(key))
    }

    /// Adds a period. A server has at most one of each start.
    pub fn insert(&mut self, period: Period) {
        let Period { start, server, end } = period;
        let key = key(start, server);
        self.len += 1;
        if self.crowns.is_empty() {
            let block = self.new_block(Block::EMPTY);
            let mut group = Group::EMPTY;
            group.insert(0, key, block, 0, 0);
            let group = self.new_group(group);
            let mut crown = Group::EMPTY;
            crown.insert(0, key, group, 0, 0);
            self.crowns.push(crown);
        }
        loop {
            let (crown, mid, slot) = self.route(key);
            let group = self.crowns[crown].nodes[mid] as usize;
            let id = self.groups[group].nodes[slot] as usize;
            if self.blocks[id].len == LEAF {
                self.split(crown, mid, slot);
                continue;
            }
            let block = &mut self.blocks[id];
            let at = block.lower_bound(start, server);
            block.insert(at, start, server, end);
            let length = end - start;
            for (node, place) in [(&mut self.groups[group], slot), (&mut self.crowns[crown], mid)] {
                node.keys[place] = node.keys[place].min(key);
                node.latest[place] = node.latest[place].max(end);
                node.longest[place] = node.longest[place].max(length);
            }
            return;
        }
    }

    /// Takes a period out.
    pub fn remove(&mut self, spot: Spot) {
        let Spot { crown, mid, slot, at } = spot;
        let period = self.period(spot);
        self.len -= 1;
        let group = self.crowns[crown].nodes[mid] as usize;
        let id = self.groups[group].nodes[slot];
        let block = &mut self.blocks[id as usize];
        block.remove(at);
        if block.len > 0 {
            self.refresh(spot, period.end, period.length());
            return;
        }
        self.spare_blocks.push(id);
        self.groups[group].remove(slot);
        if self.groups[group].len > 0 {
            self.refresh_crown(crown, mid);
            return;
        }
        self.spare_groups.push(group as u32);
        self.crowns[crown].remove(mid);
        if self.crowns[crown].len == 0 {
            self.crowns.remove(crown);
        }
    }

    /// Moves the end of a period forward: its start and its place stay.
    pub fn shorten(&mut self, spot: Spot, end: Tick) {
        let before = self.period(spot);
        let group = self.crowns[spot.crown].nodes[spot.mid] as usize;
        let id = self.groups[group].nodes[spot.slot] as usize;
        self.blocks[id].ends[spot.at] = end;
        self.refresh(spot, before.end, before.length());
    }

    /// Computes latest end and greatest length above a block again, where the period that went could have been either.
    fn refresh(&mut self, spot: Spot, end: Tick, length: Tick) {
        let Spot { crown, mid, slot, .. } = spot;
        let group = &mut self.groups[self.crowns[crown].nodes[mid] as usize];
        if group.latest[slot] > end && group.longest[slot] > length {
            return;
        }
        let before = (group.latest[slot], group.longest[slot]);
        let now = self.blocks[group.nodes[slot] as usize].extremes();
        if now == before {
            // Another period is as late or as long: so it is where many are open-ended.
            return;
        }
        (group.latest[slot], group.longest[slot]) = now;
        let above = &self.crowns[crown];
        if above.latest[mid] <= end || above.longest[mid] <= length {
            self.refresh_crown(crown, mid);
        }
    }

    fn refresh_crown(&mut self, crown: usize, mid: usize) {
        let group = &self.groups[self.crowns[crown].nodes[mid] as usize];
        (self.crowns[crown].latest[mid], self.crowns[crown].longest[mid]) = group.extremes();
    }

    fn new_block(&mut self, block: Block) -> u32 {
        let Some(id) = self.spare_blocks.pop() else {
            self.blocks.push(block);
            return self.blocks.len() as u32 - 1;
        };
        self.blocks[id as usize] = block;
        id
    }

    fn new_group(&mut self, group: Group) -> u32 {
        let Some(id) = self.spare_groups.pop() else {
            self.groups.push(group);
            return self.groups.len() as u32 - 1;
        };
        self.groups[id as usize] = group;
        id
    }

    /// Makes room in a full block, or in the full node above it first.
    fn split(&mut self, crown: usize, mid: usize, slot: usize) {
        let group = self.crowns[crown].nodes[mid] as usize;
        if self.crowns[crown].len == WIDTH && self.groups[group].len == WIDTH {
            let upper = self.crowns[crown].split();
            self.crowns.insert(crown + 1, upper);
            return;
        }
        if self.groups[group].len == WIDTH {
            let upper = self.groups[group].split();
            let (key, (latest, longest)) = (upper.keys[0], upper.extremes());
            let upper = self.new_group(upper);
            self.refresh_crown(crown, mid);
            self.crowns[crown].insert(mid + 1, key, upper, latest, longest);
            return;
        }
        let id = self.groups[group].nodes[slot] as usize;
        let upper = self.blocks[id].split();
        let (key, (latest, longest)) = (upper.key(0), upper.extremes());
        let upper = self.new_block(upper);
        let lower = self.blocks[id].extremes();
        let group = &mut self.groups[group];
        (group.latest[slot], group.longest[slot]) = lower;
        group.insert(slot + 1, key, upper, latest, longest);
    }

    /// Forgets periods that begin before `start` and end before `end`: they have passed. `scratch` is used for those that stay.
    pub fn sweep(&mut self, start: Tick, end: Tick, scratch: &mut Vec<Period>) {
        scratch.clear();
        let passed = Need { end, length: 0 };
        while let Some(crown) = self.crowns.first() {
            let group = crown.nodes[0];
            if crown.keys[0] >= key(start, 0) {
                break;
            }
            for slot in 0..self.groups[group as usize].len {
                let id = self.groups[group as usize].nodes[slot];
                let block = &self.blocks[id as usize];
                self.len -= block.len;
                let stays = |at: &usize| block.ends[*at] >= passed.end || block.starts[*at] >= start;
                let period = |at: usize| Period { start: block.starts[at], server: block.servers[at], end: block.ends[at] };
                scratch.extend((0..block.len).filter(stays).map(period));
                self.spare_blocks.push(id);
            }
            self.spare_groups.push(group);
            self.crowns[0].remove(0);
            if self.crowns[0].len == 0 {
                self.crowns.remove(0);
            }
        }
        self.prepend(scratch);
    }

    /// Puts periods in order before all others.
    fn prepend(&mut self, periods: &[Period]) {
        /// Room is left for what comes later.
        const FILL: usize = LEAF * 3 / 4;
        const BLOCKS: usize = WIDTH * 3 / 4;
        self.len += periods.len();
        for chunk in periods.rchunks(FILL * BLOCKS) {
            let mut group = Group::EMPTY;
            for (slot, periods) in chunk.chunks(FILL).enumerate() {
                let mut block = Block::EMPTY;
                for (at, period) in periods.iter().enumerate() {
                    block.insert(at, period.start, period.server, period.end);
                }
                let (key, (latest, longest)) = (block.key(0), block.extremes());
                let id = self.new_block(block);
                group.insert(slot, key, id, latest, longest);
            }
            let (key, (latest, longest)) = (group.keys[0], group.extremes());
            let group = self.new_group(group);
            if self.crowns.first().is_none_or(|crown| crown.len == WIDTH) {
                self.crowns.insert(0, Group::EMPTY);
            }
            self.crowns[0].insert(0, key, group, latest, longest);
        }
    }

    /// Forgets periods that begin at `start` or later: in a mirrored tree these have passed. Those in a node that also holds others are
    /// left for a later sweep.
    pub fn sweep_tail(&mut self, start: Tick) {
        while let Some(crown) = self.crowns.len().checked_sub(1) {
            let mid = self.crowns[crown].len - 1;
            let group = self.crowns[crown].nodes[mid];
            if self.crowns[crown].keys[mid] < key(start, 0) {
                break;
            }
            for slot in 0..self.groups[group as usize].len {
                let id = self.groups[group as usize].nodes[slot];
                self.len -= self.blocks[id as usize].len;
                self.spare_blocks.push(id);
            }
            self.spare_groups.push(group);
            self.crowns[crown].remove(mid);
            if self.crowns[crown].len == 0 {
                self.crowns.pop();
            }
        }
    }

    /// Every period in order.
    pub fn iter(&self) -> impl Iterator<Item = Period> + '_ {
        let groups = self.crowns.iter().flat_map(|crown| crown.nodes[..crown.len].iter());
        let blocks = groups.flat_map(|&group| {
            let group = &self.groups[group as usize];
            group.nodes[..group.len].iter()
        });
        blocks.flat_map(|&block| {
            let block = &self.blocks[block as usize];
            (0..block.len).map(|at| Period { start: block.starts[at], server: block.servers[at], end: block.ends[at] })
        })
    }
}
