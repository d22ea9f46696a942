//! The units of an experiment on all cores, with a report of progress and a time limit.
#![expect(clippy::disallowed_types, reason = "the command line has a clock; no browser comes here")]

use super::files::Failure;
use bookahead::engine::ScenarioError;
use bookahead::papers::experiment::{ExperimentRun, UnitResult};
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Jobs decided between two looks at whether to stop.
const JOBS_PER_LOOK: usize = 100_000;
/// Shortest time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// How much may be used.
#[derive(clap::Args)]
pub struct Cores {
    /// Threads; all cores without it
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Stop after so many seconds with what is done by then
    #[arg(long, value_name = "SECONDS")]
    limit_seconds: Option<u32>,
}

impl Cores {
    /// Has these units worked on, until all are done or the time is over. `take` gets what they find as it comes.
    pub fn work_on(
        &self,
        study: &ExperimentRun,
        units: &[u32],
        mut take: impl FnMut(u32, UnitResult) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let began = Instant::now();
        let until = self.limit_seconds.map(|seconds| began + Duration::from_secs(u64::from(seconds)));
        let (next, stop) = (Mutex::new(units.iter()), AtomicBool::new(false));
        let is_told = io::stderr().is_terminal();
        let ended = thread::scope(|scope| {
            let (found, arrive) = channel();
            for _ in 0..threads {
                let found = found.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || work(study, next, stop, &found));
            }
            drop(found);
            let (mut done, mut reported) = (0, began);
            loop {
                let wait = until.map_or(REPORT_EVERY, |until| until.saturating_duration_since(Instant::now()).min(REPORT_EVERY));
                match arrive.recv_timeout(wait) {
                    Ok(ended) => {
                        done += 1;
                        let taken = ended.map_err(in_options).and_then(|(unit, found)| take(unit, found));
                        if taken.is_err() {
                            stop.store(true, Ordering::Relaxed);
                            return taken;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                if until.is_some_and(|until| Instant::now() >= until) {
                    stop.store(true, Ordering::Relaxed);
                }
                if is_told && reported.elapsed() >= REPORT_EVERY {
                    reported = Instant::now();
                    report(done, units.len(), began);
                }
            }
        });
        if is_told {
            eprint!("\r\x1b[K");
        }
        ended
    }
}

type Ended = Result<(u32, UnitResult), ScenarioError>;

/// Takes one unit after the other, until none is left or it is told to stop.
fn work(study: &ExperimentRun, next: &Mutex<std::slice::Iter<'_, u32>>, stop: &AtomicBool, found: &Sender<Ended>) {
    loop {
        let index = next.lock().ok().and_then(|mut next| next.next().copied());
        let Some(index) = index else { return };
        let ended = study.unit(index).and_then(|mut unit| {
            while !unit.advance(JOBS_PER_LOOK)? {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            Ok(Some((index, unit.into_found())))
        });
        let failed = ended.is_err();
        if let Some(ended) = ended.transpose()
            && found.send(ended).is_err()
        {
            return;
        }
        if failed || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn report(done: usize, units: usize, began: Instant) {
    let left = if done == 0 {
        String::new()
    } else {
        let seconds = began.elapsed().as_secs_f64() / done as f64 * (units - done) as f64;
        format!(", about {seconds:.0} s left")
    };
    eprint!("\r\x1b[K{done} of {units} parts done{left}");
}

/// An option of an experiment is not allowed.
pub fn in_options(error: ScenarioError) -> Failure {
    let ScenarioError { place, found, allowed } = error;
    let dashes = if ["runs", "jobs", "shard"].contains(&place.as_str()) { "--" } else { "" };
    Failure(format!("{dashes}{place}: {found} is not allowed; must be {allowed}"))
}
