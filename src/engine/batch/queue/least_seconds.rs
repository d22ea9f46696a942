//! The least seconds that jobs want, by how many nodes they want. Whether anybody wants less than others do is found at once, though only roughly.

/// What a job wants: nodes, and seconds.
pub type Want = (u32, u32);

/// Classes of numbers of nodes: one for each power of two.
const CLASSES: usize = 32;

/// The least seconds that somebody wants, for each class of nodes.
#[derive(Clone, Copy, Debug)]
pub struct LeastSeconds([u32; CLASSES]);

/// The class of a number of nodes.
fn class(nodes: u32) -> usize {
    nodes.ilog2() as usize
}

impl LeastSeconds {
    /// Those of nobody.
    pub const NOBODY: Self = Self([u32::MAX; CLASSES]);

    /// Somebody wants this.
    pub fn add(&mut self, (nodes, seconds): Want) {
        let least = &mut self.0[class(nodes)];
        *least = seconds.min(*least);
    }

    /// Somebody wants this or more: it counts for every class in which nobody wants fewer nodes. So the seconds fall from class to class.
    pub fn add_wider(&mut self, (nodes, seconds): Want) {
        let first = if nodes > 1 { class(nodes - 1) + 1 } else { 0 };
        for least in self.0.iter_mut().skip(first) {
            if *least <= seconds {
                break;
            }
            *least = seconds;
        }
    }

    /// As limits, the same up to the class of so many nodes; above it, and for no node at all, they allow nobody.
    pub fn up_to(&self, most: u32) -> Self {
        let mut seconds = self.0;
        seconds[most.checked_ilog2().map_or(0, |class| class as usize + 1)..].fill(0);
        Self(seconds)
    }

    /// As a limit: whether a want has fewer seconds than all wants here of its class.
    pub fn allows(&self, (nodes, seconds): Want) -> bool {
        seconds < self.0[class(nodes)]
    }

    /// The same for at least one of others.
    pub fn allows_any(&self, others: &Self) -> bool {
        // Without a branch, so that the classes are compared side by side.
        self.0.iter().zip(&others.0).fold(false, |any, (own, other)| any | (other < own))
    }
}

#[cfg(test)]
mod tests {
    use super::LeastSeconds;

    #[test]
    fn who_wants_as_much_is_not_allowed() {
        let wants = (1..=9).flat_map(|nodes| (1..=5).map(move |seconds| (nodes, seconds)));
        for kept in wants.clone() {
            let mut limits = LeastSeconds::NOBODY;
            limits.add_wider(kept);
            for want in wants.clone() {
                let wants_as_much = want.0 >= kept.0 && want.1 >= kept.1;
                // Of two numbers of nodes in one class the greater one may count as the smaller one.
                let is_seen = want.0.ilog2() > kept.0.ilog2() || kept.0.is_power_of_two();
                assert_eq!(!limits.allows(want), wants_as_much && is_seen, "{want:?} beside {kept:?}");
                let mut others = LeastSeconds::NOBODY;
                others.add(want);
                assert_eq!(limits.allows_any(&others), limits.allows(want));
                assert!(limits.up_to(16).allows_any(&others) == limits.allows_any(&others));
            }
        }
        let (mut limits, mut wide) = (LeastSeconds::NOBODY, LeastSeconds::NOBODY);
        wide.add((8, 1));
        assert!(limits.allows_any(&wide) && !limits.up_to(7).allows_any(&wide) && !limits.up_to(0).allows((1, 1)));
        limits.add_wider((1, 1));
        assert!(!limits.allows_any(&wide));
    }
}
