//! What anyone would write first: the engine's figures are shown beside it.

use bookahead_engine::slots::workload::Arrivals;

/// First fit the plain way: a count per slot, every start tried in turn, nothing recorded but the number of accepted jobs.
pub fn plain_slot_array(arrivals: &Arrivals, nodes: u32) -> usize {
    let mut busy = vec![0_u32; arrivals.horizon() as usize];
    let mut accepted = 0;
    for job in 0..arrivals.jobs() {
        let row = arrivals.request[job] as usize;
        let (duration, wanted) = (arrivals.duration[row] as usize, arrivals.nodes[row]);
        let starts = arrivals.earliest_start[row] as usize..=arrivals.latest_start[row] as usize;
        for start in starts {
            let slots = &mut busy[start..start + duration];
            if slots.iter().all(|&busy| busy + wanted <= nodes) {
                slots.iter_mut().for_each(|busy| *busy += wanted);
                accepted += 1;
                break;
            }
        }
    }
    accepted
}
