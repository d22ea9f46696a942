//! The attempts of one request in the paper's structure, out of a run with the fast one; and what all of them would cost there.

use super::period::Period;
use super::quanta::Quanta;
use super::session::{Attempt, Coallocation, Event, Structure};
use super::tree_counts::TreeCounts;
use crate::batch::job::NEVER;
use std::sync::Arc;

impl Coallocation {
    /// The same run, in which the operations in the paper's trees are counted. Its decisions are the same; it takes longer.
    pub fn counting_trees(self) -> Self {
        Self { counted: Some(TreeCounts::default()), ..self }
    }

    /// The operations in the paper's trees, if they are counted.
    pub fn tree_counts(&self) -> Option<&TreeCounts> {
        self.counted.as_ref()
    }

    /// The same idle periods in the paper's structure, for a request of one row.
    fn as_reference(&self, nodes: u32, row: u32) -> Self {
        let mut quanta = Quanta::new(nodes, self.policy.quantum, self.policy.quanta());
        if let Structure::Groups(groups) = &self.structure {
            quanta.set_periods(groups.0.periods());
        }
        let structure = Structure::Quanta(Box::new(quanta));
        Self { watched: Some(row), ..Self::with(structure, self.policy, Arc::clone(&self.jobs)) }
    }

    /// Goes on until a row has its servers, with every attempt of it in the paper's structure; and the tree of one attempt, counted from 0, of the last
    /// one for `None`. Only the row's own searches are played in that structure: it holds the same idle periods as the fast one.
    pub fn watch(&mut self, nodes: u32, row: u32, attempt: Option<u32>) -> (Vec<Attempt>, Option<(u32, Vec<Period>)>) {
        let (mut attempts, mut tree) = (Vec::new(), None);
        let shown = attempt.unwrap_or(u32::MAX);
        while self.decisions.start[row as usize] == NEVER {
            let Some((now, event)) = self.next_event() else { break };
            if let Event::Again(next) | Event::New(next) = event
                && next == row
            {
                let before = attempts.len() as u32;
                let mut reference = self.as_reference(nodes, row);
                let left = shown.checked_sub(before);
                reference.watched_attempt = left.unwrap_or(0);
                reference.request(row as usize, now);
                if left.is_some() {
                    tree = reference.tree.take().map(|(at, periods)| (before + at, periods)).or(tree);
                }
                attempts.append(&mut reference.attempts);
            }
            self.step();
        }
        (attempts, tree)
    }
}
