//! The free nodes of a machine as a two-level bit set: the lowest free node is found in two steps.

const BITS: u32 = u64::BITS;

/// A set of node numbers below the machine's number of nodes (at most 65,535).
#[derive(Clone, Debug)]
pub(super) struct FreeNodes {
    words: Vec<u64>,
    /// Bit w is set where word w is not 0.
    filled: Vec<u64>,
}

impl FreeNodes {
    /// All nodes of a machine.
    pub fn all(nodes: u32) -> Self {
        let words = nodes.div_ceil(BITS);
        let mut free = Self { words: vec![0; words as usize], filled: vec![0; words.div_ceil(BITS) as usize] };
        (0..nodes).for_each(|node| free.give(node));
        free
    }

    /// Puts a node into the set.
    pub fn give(&mut self, node: u32) {
        let word = node / BITS;
        self.words[word as usize] |= 1 << (node % BITS);
        self.filled[(word / BITS) as usize] |= 1 << (word % BITS);
    }

    /// Takes a node out of the set.
    pub fn take(&mut self, node: u32) {
        let word = node / BITS;
        let bits = &mut self.words[word as usize];
        *bits &= !(1 << (node % BITS));
        if *bits == 0 {
            self.filled[(word / BITS) as usize] &= !(1 << (word % BITS));
        }
    }

    /// Takes the lowest node out of the set.
    pub fn take_lowest(&mut self) -> Option<u32> {
        let (top, bits) = (0..).zip(&self.filled).find(|(_, bits)| **bits != 0)?;
        let word = top * BITS + bits.trailing_zeros();
        let node = word * BITS + self.words[word as usize].trailing_zeros();
        self.take(node);
        Some(node)
    }
}
