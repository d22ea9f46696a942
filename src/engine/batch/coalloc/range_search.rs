//! Range search: which servers are free throughout a window.

use super::session::{Coallocation, Structure};
use crate::batch::job::Time;
use crate::batch::nodes::Stretch;

impl Coallocation {
    /// Every server that is free throughout a window, as stretches; nothing is booked. `None` beyond the horizon of the paper's structure.
    pub fn free_throughout(&mut self, from: Time, to: Time) -> Option<Vec<Stretch>> {
        match &mut self.structure {
            Structure::Groups(groups) => Some(groups.0.free_throughout(from, to).stretches().collect()),
            Structure::Quanta(quanta) => {
                let mut stretches: Vec<Stretch> = Vec::new();
                for server in quanta.free_throughout(from, to)? {
                    match stretches.last_mut().filter(|(_, last)| last + 1 == server) {
                        Some((_, last)) => *last = server,
                        None => stretches.push((server, server)),
                    }
                }
                Some(stretches)
            }
        }
    }
}
