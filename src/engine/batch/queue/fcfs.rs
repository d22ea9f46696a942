//! First come, first served: nobody goes ahead.

use super::cluster::Cluster;
use std::collections::VecDeque;

/// The jobs that wait, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Fcfs {
    pub(super) queue: VecDeque<u32>,
}

impl Fcfs {
    /// A job is submitted.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        self.queue.push_back(row as u32);
        if self.queue.len() == 1 {
            self.start(cluster);
        }
    }

    /// Starts jobs from the head as long as they fit around the reservations.
    pub fn start(&mut self, cluster: &mut Cluster) {
        while let Some(&row) = self.queue.front()
            && cluster.fits(row as usize)
        {
            self.queue.pop_front();
            let how = cluster.in_turn(row as usize);
            cluster.start(row as usize, how);
        }
    }
}
