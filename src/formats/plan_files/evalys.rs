//! Jobs as evalys reads them (`evalys.jobset.JobSet.from_csv`): the columns of Batsim's output. Times are in seconds. A refused job has no start and no
//! resources, and success 0. There is no line of comment, since evalys' reader takes none: what the jobs come from is the name of the workload.

use crate::csv::CsvWriter;
use crate::plan_rows::{Intervals, TakenJob};
use crate::provenance::Provenance;
use crate::studies::Planned;
use std::io;

const COLUMNS: &str = "jobID,workload_name,submission_time,requested_number_of_resources,requested_time,success,starting_time,execution_time,\
                       finish_time,waiting_time,turnaround_time,stretch,allocated_resources";

pub(super) fn write_evalys(out: &mut impl io::Write, provenance: &Provenance, planned: &Planned) -> io::Result<()> {
    let (workload, seconds) = (provenance.word(), u64::from(planned.machine().seconds));
    let mut out = CsvWriter::new(out);
    out.head(COLUMNS)?;
    planned.for_each_job(&mut |job: TakenJob<'_>| {
        let submitted = job.submitted * seconds;
        out.text(&job.name)?;
        out.values(&[&workload, &submitted, &job.nodes, &(job.duration * seconds)])?;
        let (Some(first), Some(last)) = (job.held.first(), job.held.last()) else {
            out.values(&[&0])?;
            out.empty(7)?;
            return out.end();
        };
        let (start, end) = (first.start * seconds, last.end * seconds);
        let mut nodes: Vec<u32> = job.held.iter().flat_map(|held| held.nodes.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let (running, around) = (end - start, end - submitted);
        let stretch = around as f64 / running.max(1) as f64;
        out.values(&[&1, &start, &running, &end, &(start - submitted), &around, &stretch, &Intervals(&nodes)])?;
        out.end()
    })
}
