//! What the last search for an application had before it: what was reserved, and which nodes it could use.

use super::Broker;
use crate::workflow::parties::{Fate, MessageKind};
use crate::workflow::timeline::Timeline;

impl Broker {
    /// Everything that was reserved on the nodes when an application was searched for the last time.
    pub fn nodes_before(&self, at: usize) -> Timeline {
        if let Some(nodes) = self.repairs.nodes_of(at) {
            return nodes.clone();
        }
        let mut nodes = self.before.clone();
        for (served, own) in self.served.iter().zip(&self.prepared).take(at) {
            if served.fate == Fate::Reserved {
                for task in 0..own.dag.len() {
                    let row = own.first as usize + task;
                    let start = self.places.start[row];
                    let node = self.places.node[row];
                    nodes.block(node as usize, start, start + own.dag.duration_on(task, node));
                }
            }
        }
        nodes
    }

    /// The nodes that the last search for an application could use: providers that had refused it are left out.
    pub fn usable_for(&self, at: usize) -> Vec<u32> {
        let last = self.served.get(at).map_or(0, |served| served.rounds - 1);
        let refused = |provider: u32| {
            self.messages().iter().any(|message| {
                let is_earlier = message.application as usize == at && message.round < last;
                is_earlier && message.kind == MessageKind::Refuse && message.provider == provider
            })
        };
        (0..self.provider_of.len() as u32).filter(|&node| !refused(self.provider_of[node as usize])).collect()
    }
}
