//! The decision on one request, in a few sentences.

use super::reason::refusal_explained;
use crate::core::sorting::sort_shared_by_key;
use crate::core::time_names::{TimeNames, TimeUnit};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::{capital, count, counted, list};
use crate::slots::decisions::{Decisions, Move, Obstacle};
use crate::slots::explain::names::{job_name, job_names};
use crate::slots::replanning::Replan;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::workload::Arrivals;
use std::ops::Range;

/// Groups of jobs that are named one by one before the rest is summed up.
const NAMED: usize = 3;
/// What became of the request in `row`: where its jobs start, who moved for them, why others were refused, and which of its jobs were
/// moved later, by whom.
///
/// ```
/// use bookahead_engine::core::time_names::TimeUnit;
/// use bookahead_engine::slots::explain::verdict;
/// use bookahead_engine::slots::scenario::scenario_of;
/// use bookahead_engine::{Request, run};
///
/// let request = |user, latest_start| Request { user, submitted: 0, earliest_start: 2, latest_start, duration: 1, nodes: 1, jobs: 1 };
/// let scenario = scenario_of(1, vec![request(1, 4), request(2, 2)]);
/// let outcome = run(&scenario)?;
/// let of_row = |row| verdict(&outcome.arrivals, &outcome.decisions, scenario.machine, scenario.policy, row, TimeUnit::Slots);
/// assert_eq!(of_row(0).headline, "Accepted");
/// assert_eq!(of_row(0).sentences[2], "Later 1.1 moved from 2 to 3 to make room for 2.1.");
/// let how = "Slot 2 was full for 2.1: job 1.1 could wait one slot, so it moved from 2 to 3 and 2.1 starts at 2.";
/// assert_eq!(of_row(1).sentences, [how, "No one else moved."]);
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
pub fn verdict(
    arrivals: &Arrivals,
    decisions: &Decisions,
    machine: Machine,
    policy: Policy,
    row: usize,
    unit: TimeUnit,
) -> Verdict {
    let decided = decisions.start.len() as u32;
    let jobs = arrivals.first_job[row]..arrivals.first_job[row + 1].min(decided);
    // A plan that is shown as it was after its first requests has a row for every job.
    let is_decided = |job: &u32| decisions.accepted(*job as usize) || decisions.refusal(*job as usize).is_some();
    if !jobs.clone().next().is_some_and(|first| is_decided(&first)) {
        return Verdict { headline: "Not decided yet".to_string(), sentences: Vec::new(), tone: Tone::Partly };
    }
    let time = machine.time_names(unit);
    let teller = Teller { arrivals, decisions, machine, policy, jobs, time };
    let violated = teller.violated();
    let (headline, tone) = teller.headline(violated.len());
    let mut sentences = Vec::new();
    teller.tell_starts(&mut sentences);
    teller.tell_offer(&mut sentences);
    teller.tell_overlap(&violated, &mut sentences);
    let moved = teller.tell_moves(&mut sentences);
    if policy.planner.moves_jobs() && tone != Tone::Refused {
        sentences.push(if moved { "No one else moved." } else { "No one moved." }.to_string());
    }
    teller.tell_refusals(&mut sentences);
    teller.tell_later_moves(&mut sentences);
    Verdict { headline, sentences, tone }
}

/// One request and everything known of it.
pub(super) struct Teller<'a> {
    pub(super) arrivals: &'a Arrivals,
    pub(super) decisions: &'a Decisions,
    pub(super) machine: Machine,
    pub(super) policy: Policy,
    /// Its decided jobs.
    pub(super) jobs: Range<u32>,
    /// How points in time are written.
    pub(super) time: TimeNames,
}

impl Teller<'_> {
    pub(super) fn accepted(&self, job: u32) -> bool {
        self.decisions.accepted(job as usize)
    }

    /// A reservation that is violated is no success, though it was accepted.
    fn headline(&self, violated: usize) -> (String, Tone) {
        let all = self.jobs.len();
        let accepted = self.jobs.clone().filter(|&job| self.accepted(job)).count();
        let whole = |word: &str| match all {
            1 => capital(word),
            2 => format!("Both jobs {word}"),
            _ => format!("All {} jobs {word}", count(all)),
        };
        let broken = match (violated, accepted) {
            (0, _) => String::new(),
            (1, 1) => ", but violated".to_string(),
            (violated, accepted) if violated == accepted => ", but all violated".to_string(),
            (violated, _) => format!(", {} of them violated", count(violated)),
        };
        if accepted == all {
            (whole("accepted") + &broken, if violated == 0 { Tone::Good } else { Tone::Partly })
        } else if accepted == 0 {
            (whole("refused"), Tone::Refused)
        } else {
            (format!("{} of the {} jobs accepted{broken}", capital(&count(accepted)), count(all)), Tone::Partly)
        }
    }

    /// Where the jobs were placed for which no one had to move.
    fn tell_starts(&self, sentences: &mut Vec<String>) {
        let easy: Vec<u32> =
            self.jobs.clone().filter(|&job| self.accepted(job) && self.decisions.moves_for(job as usize).is_empty()).collect();
        // Where a job was placed first: what became of it later is told last.
        let placed = |job: u32| self.decisions.first_start[job as usize];
        match easy[..] {
            [] => {}
            [job] if self.jobs.len() == 1 => {
                let earliest = self.arrivals.earliest_start[self.arrivals.request[job as usize] as usize];
                let where_to = match placed(job) - earliest {
                    0 => ", its earliest start".to_string(),
                    delay => format!(", {} after its earliest start", self.time.length(delay)),
                };
                sentences.push(format!(
                    "{} {} at {}{where_to}.",
                    job_name(self.arrivals, job),
                    self.starts(&[job]),
                    self.time.at(placed(job))
                ));
            }
            _ => {
                let mut by_start = easy.clone();
                sort_shared_by_key(&mut by_start, |&job| placed(job));
                let groups = by_start.chunk_by(|&a, &b| placed(a) == placed(b)).map(|jobs| (jobs, placed(jobs[0])));
                let mut groups: Vec<(&[u32], Slot)> = groups.collect();
                // No job is in two groups, so their first jobs tell their order.
                sort_shared_by_key(&mut groups, |(jobs, _)| jobs[0]);
                let scattered = groups.iter().any(|(jobs, _)| jobs.chunk_by(|a, b| a + 1 == *b).count() > NAMED);
                if groups.len() > NAMED || scattered {
                    let (first, last) = (easy.iter().map(|&job| placed(job)).min(), easy.iter().map(|&job| placed(job)).max());
                    let span = self.time.between(first.unwrap_or(0), last.unwrap_or(0));
                    sentences.push(format!("{} {} in {span}.", capital(&counted(easy.len(), "job")), self.starts(&easy)));
                    return;
                }
                let parts: Vec<String> = groups
                    .iter()
                    .enumerate()
                    .map(|(i, (jobs, start))| {
                        let verb = self.starts(jobs);
                        // The verb is said once, unless it changes.
                        let same = i > 0 && self.starts(groups[i - 1].0) == verb;
                        let verb = if same { String::new() } else { format!("{verb} ") };
                        format!("{} {verb}at {}", job_names(self.arrivals, jobs), self.time.at(*start))
                    })
                    .collect();
                sentences.push(format!("{}.", list(&parts)));
            }
        }
    }

    /// What was taken where less was offered than asked for.
    fn tell_offer(&self, sentences: &mut Vec<String>) {
        let Some(taken) = self.decisions.taken(self.jobs.start) else { return };
        let row = self.arrivals.request[self.jobs.start as usize] as usize;
        let size = |duration, nodes: u32| format!("{} on {}", self.time.length(duration), counted(nodes as usize, "node"));
        let (asked, booked) =
            (size(taken.asked.duration, taken.asked.nodes), size(self.arrivals.duration[row], self.arrivals.nodes[row]));
        sentences.push(format!("It asked for {asked}. No offer was that large; its user took {booked}, of the longest one."));
    }

    /// "starts", "start", "was first placed" or "were first placed".
    fn starts(&self, jobs: &[u32]) -> &'static str {
        let stayed = jobs.iter().all(|&job| self.decisions.start[job as usize] == self.decisions.first_start[job as usize]);
        match (stayed, jobs.len()) {
            (true, 1) => "starts",
            (true, _) => "start",
            (false, 1) => "was first placed",
            (false, _) => "were first placed",
        }
    }

    /// Who moved for the jobs of this request; whether anyone did.
    fn tell_moves(&self, sentences: &mut Vec<String>) -> bool {
        let helped: Vec<u32> = self.jobs.clone().filter(|&job| !self.decisions.moves_for(job as usize).is_empty()).collect();
        for &job in helped.iter().take(NAMED) {
            sentences.push(self.moves_sentence(job));
        }
        if let Some(rest) = helped.get(NAMED..).filter(|rest| !rest.is_empty()) {
            let moves: usize = rest.iter().map(|&job| self.decisions.moves_for(job as usize).len()).sum();
            let jobs = if rest.len() == 1 { "one more job".to_string() } else { format!("{} more jobs", count(rest.len())) };
            sentences.push(format!("Room for {jobs} was made by {}.", counted(moves, "move")));
        }
        !helped.is_empty()
    }

    fn moves_sentence(&self, job: u32) -> String {
        let moves = self.decisions.moves_for(job as usize);
        let name = job_name(self.arrivals, job);
        let placed = self.decisions.first_start[job as usize];
        if let PlannerKind::Replan(replan) = self.policy.planner {
            return self.anew_sentence(job, moves, replan);
        }
        let mut short: Vec<Slot> = moves.iter().map(|m| m.short_slot).collect();
        short.sort_unstable();
        short.dedup();
        let nodes = self.arrivals.nodes[self.arrivals.request[job as usize] as usize];
        // With one node wanted a slot that is short is full.
        let what = if nodes == 1 { "full" } else { "short of nodes" };
        let slots = match short[..] {
            [slot] => capital(&format!("{} was {what}", self.time.slot(slot))),
            _ if short.len() <= NAMED => {
                let of = if self.time.is_clock() { "The slots at" } else { "Slots" };
                format!(
                    "{of} {} were {what}",
                    list(&short.iter().map(|&slot| self.time.at_after(short[0], slot)).collect::<Vec<_>>())
                )
            }
            _ => format!("{} were {what}", capital(&counted(short.len(), "slot"))),
        };
        let (whole, placed) = (whole_moves(moves), self.time.at(placed));
        let verb =
            if self.decisions.start[job as usize] == self.decisions.first_start[job as usize] { "starts" } else { "was placed" };
        if let [only] = whole[..] {
            let distance = self.time.length(only.from.abs_diff(only.to));
            let could = if only.to > only.from { format!("wait {distance}") } else { format!("start {distance} earlier") };
            return format!(
                "{slots} for {name}: job {} could {could}, so it moved from {} to {} and {name} {verb} at {placed}.",
                job_name(self.arrivals, only.job),
                self.time.at(only.from),
                self.time.at_after(only.from, only.to)
            );
        }
        format!("{slots} for {name}: {}, so {name} {verb} at {placed}.", self.moved(&whole))
    }

    /// What changed when everything was planned anew for a job.
    fn anew_sentence(&self, job: u32, moves: &[Move], replan: Replan) -> String {
        let (name, placed) = (job_name(self.arrivals, job), self.time.at(self.decisions.first_start[job as usize]));
        let verb = self.starts(&[job]);
        let moved = self.moved(&whole_moves(moves));
        format!(
            "To make room for {name}, the reservations that had not begun were planned anew in the order of {}: {moved}, and {name} {verb} at {placed}.",
            replan.order_in_words()
        )
    }

    /// "4.1 moved from 15 to 16 and 5.1 and 5.2 from 15 to 17".
    fn moved(&self, whole: &[Move]) -> String {
        let mut groups: Vec<(Slot, Slot, Vec<u32>)> = Vec::new();
        for m in whole {
            match groups.iter().position(|(from, to, _)| (*from, *to) == (m.from, m.to)) {
                Some(known) => groups[known].2.push(m.job),
                None => groups.push((m.from, m.to, vec![m.job])),
            }
        }
        let many = groups.len() > NAMED || groups.iter().any(|(.., jobs)| jobs.chunk_by(|a, b| a + 1 == *b).count() > NAMED);
        if many {
            let Move { job, from, to, .. } = whole[0];
            let (first, to, from) = (job_name(self.arrivals, job), self.time.at_after(from, to), self.time.at(from));
            return format!("{} moved, the first of them {first} from {from} to {to}", counted(whole.len(), "job"));
        }
        let parts = groups.iter_mut().map(|(from, to, jobs)| {
            jobs.sort_unstable();
            format!("{} from {} to {}", job_names(self.arrivals, jobs), self.time.at(*from), self.time.at_after(*from, *to))
        });
        // The verb is said once.
        list(&parts.collect::<Vec<_>>()).replacen(" from ", " moved from ", 1)
    }

    fn tell_refusals(&self, sentences: &mut Vec<String>) {
        // Jobs refused for the same reason are told together, in the order in which the reasons came up. The jobs of a request are alike, and a refusal
        // leaves the plan as it was: what stands in the way of one stands in the way of those after it.
        let mut groups: Vec<(Obstacle, Vec<u32>)> = Vec::new();
        let (mut others, mut put_back) = (0, 0);
        let from = self.decisions.refusals.partition_point(|refusal| refusal.job < self.jobs.start);
        let refusals = self.decisions.refusals[from..].iter().take_while(|refusal| refusal.job < self.jobs.end);
        let mut refused = 0;
        for refusal in refusals {
            refused += 1;
            put_back += refusal.put_back as usize;
            match groups.iter().position(|(known, _)| *known == refusal.obstacle) {
                Some(known) => groups[known].1.push(refusal.job),
                None if groups.len() < NAMED => groups.push((refusal.obstacle, vec![refusal.job])),
                None => others += 1,
            }
        }
        let explained = groups.into_iter().filter_map(|(_, jobs)| {
            let refusal = self.decisions.refusal(jobs[0] as usize)?;
            Some((refusal_explained(self.arrivals, self.decisions, self.machine, self.policy, refusal, self.time.unit), jobs))
        });
        let groups: Vec<(String, Vec<u32>)> = explained.collect();
        for (reason, jobs) in &groups {
            let all_of_one = refused == self.jobs.len() && groups.len() == 1 && others == 0;
            if all_of_one {
                sentences.push(format!("{}.", capital(reason)));
                continue;
            }
            let runs = jobs.chunk_by(|a, b| a + 1 == *b).count();
            let who = if runs > NAMED { capital(&counted(jobs.len(), "job")) } else { job_names(self.arrivals, jobs) };
            sentences.push(format!("{who} {} refused: {reason}.", if jobs.len() == 1 { "was" } else { "were" }));
        }
        if others > 0 {
            let was = if others == 1 { "was" } else { "were" };
            let jobs = if others == 1 { "job" } else { "jobs" };
            sentences.push(format!("{} more {jobs} {was} refused for similar reasons.", capital(&count(others))));
        }
        if put_back > 0 {
            let were = if put_back == 1 { "was" } else { "were" };
            let them = if refused == 1 { "it" } else { "them" };
            sentences.push(format!("{} tried for {them} {were} put back.", capital(&counted(put_back, "move"))));
        }
    }

    /// Moves of this request's own jobs for the sake of later requests.
    fn tell_later_moves(&self, sentences: &mut Vec<String>) {
        let later = self.decisions.moves.partition_point(|m| m.beneficiary < self.jobs.end);
        let moves: Vec<Move> = self.decisions.moves[later..].iter().filter(|m| self.jobs.contains(&m.job)).copied().collect();
        let beneficiary = |m: &Move| job_name(self.arrivals, m.beneficiary);
        let occasions: Vec<&[Move]> = moves.chunk_by(|a, b| a.beneficiary == b.beneficiary).collect();
        match occasions[..] {
            [first, .., last] if occasions.len() > NAMED => {
                let mut jobs: Vec<u32> = moves.iter().map(|m| m.job).collect();
                jobs.sort_unstable();
                jobs.dedup();
                let (first, last) = (beneficiary(&first[0]), beneficiary(&last[0]));
                let who = if self.jobs.len() == 1 {
                    job_name(self.arrivals, jobs[0])
                } else {
                    format!("{} of its jobs", count(jobs.len()))
                };
                let times = count(occasions.len());
                sentences
                    .push(format!("Later {who} moved on {times} occasions to make room, first for {first} and last for {last}."));
            }
            _ => {
                for occasion in occasions {
                    sentences.push(format!(
                        "Later {} to make room for {}.",
                        self.moved(&whole_moves(occasion)),
                        beneficiary(&occasion[0])
                    ));
                }
            }
        }
    }
}

/// The moves of each job drawn together, from where it was to where it went.
fn whole_moves(moves: &[Move]) -> Vec<Move> {
    let mut whole: Vec<Move> = Vec::new();
    for m in moves {
        match whole.iter_mut().find(|known| known.job == m.job) {
            Some(known) => known.to = m.to,
            None => whole.push(*m),
        }
    }
    whole
}
