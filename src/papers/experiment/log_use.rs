//! How experiments take a log in place of drawn jobs.

use super::Options;
use super::catalogue::{ExperimentInfo, Paper, catalogue};
use crate::batch::ClusterInput;
use crate::batch::when::WhenStudy;
use crate::slots::elastic::{NODES, TWO_WEEKS};
use crate::slots::ranking::{self, RankingStudy};
use bookahead_engine::core::error::{FieldPath, ScenarioError};

/// What becomes of a log's machine and jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogUse {
    /// Nodes of the machine whatever the log says; `None` takes the log's.
    pub nodes: Option<u32>,
    /// Whether jobs count the nodes that their processors need, if the log says how many processors a node has; else every processor is a node.
    pub by_node: bool,
    /// Whether larger jobs are cut to the machine; else they are left out.
    pub clips: bool,
    /// The jobs of so many seconds from the first submission on are taken.
    pub seconds: u32,
    /// Whether there are several runs; else one tells everything.
    pub has_runs: bool,
    /// Whether each run takes its own stretch of the log, one after another; else they differ on the same jobs.
    pub by_stretch: bool,
}

impl ExperimentInfo {
    /// How the experiment takes a log; `None` if it does not.
    ///
    /// Sulistio plays two weeks on 64 nodes and cuts larger jobs to them (4.1). The nodes of the paper are compute nodes; those of SDSC Blue Horizon have
    /// eight processors, which is what its log counts.
    pub fn log_use(&self) -> Option<LogUse> {
        match self.paper {
            Paper::CoAllocation => {
                Some(LogUse { nodes: None, by_node: false, clips: false, seconds: u32::MAX, has_runs: false, by_stretch: false })
            }
            Paper::Sulistio => Some(LogUse {
                nodes: Some(NODES),
                by_node: true,
                clips: true,
                seconds: TWO_WEEKS,
                has_runs: true,
                by_stretch: false,
            }),
            Paper::Comparison | Paper::Forecast if [RankingStudy::KEY, WhenStudy::KEY].contains(&self.key.as_str()) => {
                Some(LogUse { nodes: None, by_node: false, clips: false, seconds: u32::MAX, has_runs: true, by_stretch: true })
            }
            _ => None,
        }
    }

    /// The same.
    ///
    /// # Errors
    /// The experiment takes no log (`log`): which ones do.
    pub fn takes_log(&self) -> Result<LogUse, ScenarioError> {
        self.log_use().ok_or_else(|| {
            let names: Vec<String> =
                catalogue().into_iter().filter(|listed| listed.log_use().is_some()).map(|listed| listed.key).collect();
            let allowed = format!("used with one of {}", names.join(", "));
            ScenarioError::new(FieldPath::new("log"), format!("a log for {}", self.key), allowed)
        })
    }

    /// Times the requests of a unit are planned with a log: where each run takes a stretch of it, once by every policy.
    pub fn plans_on_log(&self) -> u32 {
        if self.key == RankingStudy::KEY { RankingStudy::policies().len() as u32 } else { self.plans }
    }

    /// The usual size with a log: all the jobs that are taken of it, in one run if that tells everything; or shared out among the runs.
    pub fn size_with(&self, input: &ClusterInput, standard: Options) -> Options {
        let Some(LogUse { seconds, has_runs, by_stretch, .. }) = self.log_use() else { return standard };
        let jobs = input.jobs.partition_point(|job| job.submitted < seconds);
        if by_stretch {
            return ranking::size_with(jobs as u32, standard);
        }
        Options { runs: if has_runs { standard.runs } else { 1 }, requests: jobs as u32, ..standard }
    }
}
