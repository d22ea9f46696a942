//! Embedded examples: the papers' worked examples and scenarios that each show one idea.

use super::slots::examples::{generated, planned_by, three_classes, with_request, without_limits};
use super::{cluster, idle, show_mapping, study, workflow};
use crate::engine::batch::reservations::ReservationRule;
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::worked::{dual_deceives, figure_3_3};
use crate::engine::idle::{IdleScenario, Strategy};
use crate::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder};
use crate::engine::slots::replanning::{NettoOrder, Replan, WaitShare};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::{DemandSource, Market};
use crate::engine::slots::scenario::{PlannerKind, SlotsScenario};
use crate::engine::slots::worked::{BEFORE_THE_QUERY, eleven_requests, eleven_requests_mpi, holes, rows};
use crate::engine::study::StudyKind;
use crate::engine::workflow::policy::Method as MappingMethod;
use crate::engine::workflow::worked::{nine_tasks, six_tasks, ten_tasks};
use crate::engine::{Scenario, Study};
use crate::formats::link::{OffersView, Opened, Panel, View};
use crate::papers::experiment::{worked, worked_mapping};

/// An embedded example.
pub struct Example {
    /// Short name in links to it and in tests.
    pub key: &'static str,
    /// Title.
    pub title: &'static str,
    /// The idea, in a sentence.
    pub idea: &'static str,
    /// Something to try.
    pub attempt: Attempt,
    /// The recipe, and the request that is selected at first.
    build: fn() -> (Study, Option<RequestId>),
}

/// A change that shows what an example is about.
pub struct Attempt {
    /// What is done, as words on a button.
    pub words: &'static str,
    /// Does it. Done twice, it changes nothing more.
    pub change: fn(&Study) -> Study,
}

/// The example that shows the offers of a query.
const OFFERS: &str = "offers";

/// All examples; the first is what a newcomer sees.
pub static EXAMPLES: &[Example] = &[
    Example {
        key: "eleven-requests",
        title: "Eleven requests, five nodes",
        idea: "The last request fits only because an accepted one can wait one slot (Umar, Table 3.4).",
        attempt: Attempt {
            words: "Let request 4 wait no longer",
            change: |study| with_request(study, 3, |request| request.latest_start = 15),
        },
        build: || (eleven_requests().into(), Some(10)),
    },
    Example {
        key: "eleven-requests-mpi",
        title: "Jobs that need two nodes at once",
        idea: "The same table with MPI jobs: two nodes must be free together (Umar, Table 3.5).",
        attempt: Attempt {
            words: "Let request 4 wait no longer",
            change: |study| with_request(study, 3, |request| request.latest_start = 15),
        },
        build: || (eleven_requests_mpi().into(), Some(10)),
    },
    Example {
        key: OFFERS,
        title: "Offers for a query",
        idea: "Two slots on two nodes are asked for; the solution is where the fewest nodes are left over (Sulistio, Figure 1).",
        attempt: Attempt {
            words: "Give request 2 a second node",
            change: |study| with_request(study, 1, |request| request.nodes = 2),
        },
        build: || (rows(3, PlannerKind::Osp, BEFORE_THE_QUERY).into(), None),
    },
    Example {
        key: "holes",
        title: "Twelve requests and their holes",
        idea: "Three jobs find room in a window of six slots; a rigid reservation refuses one (Pujiyanta, Table I).",
        attempt: Attempt { words: "Switch to Rigid", change: |study| planned_by(study, PlannerKind::Rigid) },
        build: || (holes().into(), Some(11)),
    },
    Example {
        key: "one-waits",
        title: "One waits, two run",
        idea: "The smallest ejection: a job that may wait gives its slot to one that may not.",
        attempt: Attempt {
            words: "Let request 1 wait no longer",
            change: |study| with_request(study, 0, |request| request.latest_start = 2),
        },
        build: || (rows(1, PlannerKind::FcfsEds, &[(1, 2, 6, 2, 1, 1), (2, 2, 2, 2, 1, 1)]).into(), Some(1)),
    },
    Example {
        key: "left-hole",
        title: "Earlier is also a way out",
        idea: "Job 2.1 may not move later, but a hole has opened before it. Switch to FCFS-EDS to see request 4 refused.",
        attempt: Attempt { words: "Switch to FCFS-EDS", change: |study| planned_by(study, PlannerKind::FcfsEds) },
        build: || {
            (
                rows(1, PlannerKind::FcfsLrh, &[(1, 2, 8, 2, 1, 1), (2, 2, 4, 1, 1, 1), (3, 2, 2, 1, 1, 1), (4, 4, 4, 1, 1, 1)])
                    .into(),
                Some(3),
            )
        },
    },
    Example {
        key: "planned-anew",
        title: "Everything planned anew",
        idea: "Each time the earliest deadline is placed first, so that request 3 gets slot 2. FCFS-EDS asks only jobs that start there, and refuses it.",
        attempt: Attempt { words: "Switch to FCFS-EDS", change: |study| planned_by(study, PlannerKind::FcfsEds) },
        build: || {
            let by_deadline = PlannerKind::Replan(Replan::Netto(NettoOrder::EarliestDeadline, WaitShare::Whole));
            (rows(1, by_deadline, &[(1, 1, 5, 2, 1, 1), (2, 3, 4, 1, 1, 1), (3, 2, 2, 1, 1, 1)]).into(), Some(2))
        },
    },
    Example {
        key: "changing-nodes",
        title: "Free, but never on one node",
        idea: "Every slot has a free node and yet no node is free throughout: why plans count nodes first and name them later.",
        attempt: Attempt { words: "Switch to First fit", change: |study| planned_by(study, PlannerKind::FirstFit) },
        build: || {
            let rows_given = [(1, 0, 0, 2, 1, 1), (2, 0, 0, 4, 1, 1), (3, 4, 4, 3, 1, 1), (4, 2, 2, 5, 1, 1)];
            (rows(2, PlannerKind::FirstFitPhysical, &rows_given).into(), Some(3))
        },
    },
    Example {
        key: "begun",
        title: "What has begun stays",
        idea: "The newcomer arrives in slot 4, when the job in its way has begun. Drag its submission back to 2 and it gets in.",
        attempt: Attempt { words: "Submit it in slot 2", change: |study| with_request(study, 1, |request| request.submitted = 2) },
        build: || {
            let mut scenario = rows(1, PlannerKind::FcfsLrh, &[(1, 3, 9, 3, 1, 1)]);
            let late = Request { user: 2, submitted: 4, earliest_start: 4, latest_start: 4, duration: 2, nodes: 1, jobs: 1 };
            scenario.workload = scenario.workload.with_edit(1, Some(late)).folded();
            (scenario.into(), Some(1))
        },
    },
    Example {
        key: "half-a-day",
        title: "Half a day on 30 nodes",
        idea: "A generated workload of 300 single-node requests, all of them flexible (Umar, Table 6.1, no. 4).",
        attempt: Attempt { words: "Switch to Rigid", change: |study| planned_by(study, PlannerKind::Rigid) },
        build: || (generated(false, 300).into(), None),
    },
    Example {
        key: "parallel-jobs",
        title: "A busy week of parallel jobs",
        idea: "4,000 requests for one to five nodes at once (Umar, Table 6.2, no. 8): zoom in to see single jobs.",
        attempt: Attempt { words: "Switch to Rigid", change: |study| planned_by(study, PlannerKind::Rigid) },
        build: || (generated(true, 4_000).into(), None),
    },
    Example {
        key: "three-classes",
        title: "Three classes, forty nodes",
        idea: "Who gets the last node, and at what price: limits of 40, 31 and 18 nodes (Umar, Tables 5.1–5.3).",
        attempt: Attempt { words: "Sell without limits", change: without_limits },
        build: || (three_classes().into(), None),
    },
    Example {
        key: "limits-that-learn",
        title: "Limits that follow the demand",
        idea: "Every 48 slots the demand of each class is forecast anew and new limits are set: follow them over time below (Umar, 5.4).",
        attempt: Attempt { words: "Sell without limits", change: without_limits },
        build: || {
            let slots = three_classes();
            let market = slots.market.clone().map(|market| Market { demand: DemandSource::Forecast, update_every: 48, ..market });
            (SlotsScenario { market, ..slots }.into(), None)
        },
    },
    Example {
        key: "figure-3-3",
        title: "Four idle periods, one job",
        idea: "Three of the four can take it; Min-LIP takes the one that leaves least idle before it (Castillo, Figure 3.3).",
        attempt: Attempt { words: "Switch to Max-LIP", change: |study| decided_by(study, Strategy::MaxLip) },
        build: || (figure_3_3().into(), Some(8)),
    },
    Example {
        key: "pareto-class",
        title: "Sixty requests, twenty servers",
        idea: "Every idle period is a point above the diagonal: step through the arrivals and switch the strategy (Castillo, 3.4).",
        attempt: Attempt { words: "Switch to Max-TIP", change: |study| decided_by(study, Strategy::MaxTip) },
        build: || (idle::examples::pareto_class().into(), Some(59)),
    },
    Example {
        key: "dual-deceives",
        title: "Both tests passed, and yet too short",
        idea: "On a slow server a period that starts after the earliest start passes both tests of the dual plane and fails.",
        attempt: Attempt { words: "Make the job one unit smaller", change: |study| idle::examples::with_size(study, 3, 3) },
        build: || (dual_deceives().into(), Some(3)),
    },
    Example {
        key: "three-rates",
        title: "Three speeds, a fortnight of jobs",
        idea: "Slowest server first: FF-HA+ keeps the fast ones for those who cannot wait (Castillo, 4.4 and 4.6).",
        attempt: Attempt { words: "Switch to Min-LIP", change: |study| decided_by(study, Strategy::MinLip) },
        build: || (idle::examples::three_rates().into(), Some(599)),
    },
    Example {
        key: "eleven-servers",
        title: "Eleven requests, five named servers",
        idea: "Umar's table again, but each job gets a server at once and for good: compare with the plan in slots.",
        attempt: Attempt { words: "Switch to Best fit", change: |study| decided_by(study, Strategy::BestFit) },
        build: || (idle::examples::of_slots(&eleven_requests()).into(), Some(12)),
    },
    Example {
        key: "backfilling",
        title: "Four jobs on ten nodes",
        idea: "Job 4 goes ahead of two others: two nodes are free and job 2 loses nothing by it, but job 3 starts at 27 s, not 20 s.",
        attempt: Attempt {
            words: "Switch to Conservative",
            change: |study| cluster::examples::scheduled_by(study, Scheduler::Conservative),
        },
        build: || (cluster::examples::four_jobs().into(), Some(3)),
    },
    Example {
        key: "busy-cluster",
        title: "A busy cluster of 64 nodes",
        idea: "300 jobs after Lublin and Feitelson: short and narrow jobs fill the gaps that wide ones leave while they wait.",
        attempt: Attempt { words: "Switch to FCFS", change: |study| cluster::examples::scheduled_by(study, Scheduler::Fcfs) },
        build: || (cluster::examples::drawn_jobs().into(), None),
    },
    Example {
        key: "two-reservations",
        title: "Two reservations beside a queue",
        idea: "Job 4 must start from 50 s to 70 s, and job 3 has reserved nodes then: it is refused, or takes an offer of half the time (Sulistio).",
        attempt: Attempt {
            words: "Let it take an offer",
            change: |study| cluster::examples::reserved_by(study, ReservationRule::Osp),
        },
        build: || (cluster::examples::two_reservations().into(), Some(3)),
    },
    Example {
        key: "nine-in-the-morning",
        title: "A machine at nine in the morning",
        idea: "14 jobs run on 48 nodes, 16 wait, and maintenance begins at six: nothing starts whose limit reaches into it.",
        attempt: Attempt { words: "Switch to EASY", change: |study| cluster::examples::scheduled_by(study, Scheduler::Easy) },
        build: || (cluster::snapshots::morning().into(), Some(15)),
    },
    Example {
        key: "course-at-one",
        title: "A course at one o'clock",
        idea: "12 of 24 nodes are reserved for a course from one to three: short jobs run before it, wide ones wait for its end.",
        attempt: Attempt { words: "Switch to FCFS", change: |study| cluster::examples::scheduled_by(study, Scheduler::Fcfs) },
        build: || (cluster::snapshots::course().into(), Some(8)),
    },
    Example {
        key: "six-tasks",
        title: "Six tasks, two nodes with other plans",
        idea: "Which task is mapped first decides the delay: one mapping ends 5 late, the best only 1 (Mondol, 3.6).",
        attempt: Attempt {
            words: "Search one mapping alone",
            change: |study| workflow::examples::with_policy(study, |policy| policy.iterations = 1),
        },
        build: || (six_tasks().into(), Some(2)),
    },
    Example {
        key: "nine-tasks",
        title: "Nine tasks and their critical path",
        idea: "Tasks 0, 3, 5, 6, 7, 8 have no slack: no number of nodes makes this application shorter than 50 (Mondol, 2.5).",
        attempt: Attempt { words: "Take a node away", change: |study| workflow::examples::on_nodes(study, 1) },
        build: || (nine_tasks().into(), Some(4)),
    },
    Example {
        key: "ten-tasks",
        title: "Ten tasks, three nodes that differ",
        idea: "A task takes another time on each node: HEFT ends at 80, CPOP at 86 (Topcuoglu, Hariri, Wu 2002); of fifty mappings by slack the best ends at 73.",
        attempt: Attempt { words: "Map by CPOP", change: |study| workflow::examples::mapped_by(study, MappingMethod::Cpop) },
        build: || (ten_tasks().into(), Some(8)),
    },
    Example {
        key: "half-loaded",
        title: "Sixty tasks on nodes half full",
        idea: "Others have half of the node-time: of fifty mappings drawn by slack the best is kept.",
        attempt: Attempt { words: "Map at random", change: |study| workflow::examples::mapped_by(study, MappingMethod::Random) },
        build: || (workflow::examples::half_loaded().into(), None),
    },
    Example {
        key: "changed-mind",
        title: "A provider changes its mind",
        idea: "Three users, three providers: one refuses what it had offered, and the broker searches again without it.",
        attempt: Attempt { words: "Let every provider keep its word", change: workflow::examples::with_kept_words },
        build: || (workflow::examples::changed_mind().into(), None),
    },
];

/// What a panel shows to somebody who opens it for the first time.
pub fn example_of(panel: Panel) -> &'static Example {
    let key = match panel {
        Panel::Study(StudyKind::Slots) | Panel::Experiments => "eleven-requests",
        Panel::Study(StudyKind::Cluster) => "backfilling",
        Panel::Study(StudyKind::Workflow) => "six-tasks",
        Panel::Study(StudyKind::Idle) => "figure-3-3",
        Panel::Revenue => "limits-that-learn",
    };
    Example::find(key).unwrap_or(&EXAMPLES[0])
}

/// The same servers under another strategy.
fn decided_by(study: &Study, strategy: Strategy) -> Study {
    let Some(idle) = study.idle() else { return study.clone() };
    IdleScenario { strategy, ..idle.clone() }.into()
}

impl Example {
    /// The scenario and how it is first shown.
    pub fn open(&self) -> Opened {
        let (study, selected) = (self.build)();
        let kind = study.kind();
        let has_market = study.slots().is_some_and(|slots| slots.market.is_some());
        let scenario = Scenario::new(self.title, study);
        let mut view = View::first(&scenario);
        if has_market {
            view.panel = Panel::Revenue;
        }
        if self.key == OFFERS {
            let query = ElasticQuery { from: 11, to: 16, duration: Some(2), nodes: Some(2) };
            view.offers = Some(OffersView { query, choice: Choice::PaperUser, order: OfferOrder::default(), step: None });
        }
        study::select(&mut view, kind, selected);
        Opened { scenario, view, second: None }
    }

    /// The recipe of a plan in slots, if it is one.
    pub fn slots(&self) -> Option<SlotsScenario> {
        (self.build)().0.slots().cloned()
    }

    /// The recipe of named servers, if it is one.
    pub fn idle(&self) -> Option<IdleScenario> {
        (self.build)().0.idle().cloned()
    }

    /// The example with this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| example.key == key)
    }
}

/// What a card of the gallery opens by its name: an example, or the scenario of a figure.
pub fn open_named(key: &str) -> Option<Opened> {
    if let Some(example) = Example::find(key) {
        return Some(example.open());
    }
    let (scenario, selected) = worked(key)?;
    let mut view = View::first(&scenario);
    study::select(&mut view, scenario.study.kind(), Some(selected));
    if let Some((mapping, step)) = worked_mapping(key) {
        show_mapping(&mut view, mapping, step);
    }
    Some(Opened { scenario, view, second: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::run;
    use crate::engine::slots::decisions::{Obstacle, Refusal};
    use crate::engine::slots::request::Slot;
    use crate::engine::slots::workload::Source;
    use crate::engine::study::StudyOutcome;

    fn starts(key: &str, planner: PlannerKind) -> Vec<Option<Slot>> {
        let mut scenario = Example::find(key).unwrap().slots().unwrap();
        scenario.policy.planner = planner;
        let outcome = run(&scenario).unwrap();
        outcome.decisions.start.iter().map(|&start| (start != crate::engine::slots::decisions::REFUSED).then_some(start)).collect()
    }

    #[test]
    fn every_example_runs_and_accepts_something() {
        for example in EXAMPLES {
            let accepted = match example.open().scenario.run().unwrap() {
                StudyOutcome::Slots(outcome) => outcome.metrics.accepted,
                StudyOutcome::Idle(outcome) => outcome.figures.metrics.accepted,
                StudyOutcome::Cluster(outcome) => outcome.metrics.jobs,
                StudyOutcome::Workflow(outcome) => outcome.metrics.reserved,
            };
            assert!(accepted > 0, "{}", example.key);
        }
    }

    #[test]
    fn each_example_shows_the_idea_it_names() {
        assert_eq!(starts("eleven-requests", PlannerKind::FcfsEds)[12..], [Some(12), Some(13), Some(14)]);
        assert_eq!(starts("one-waits", PlannerKind::FcfsEds), [Some(4), Some(2)]);
        assert_eq!(starts("one-waits", PlannerKind::FirstFit), [Some(2), None]);
        assert_eq!(starts("left-hole", PlannerKind::FcfsEds)[3], None);
        assert!(starts("left-hole", PlannerKind::FcfsLrh)[3].is_some());
        let anew = |name| PlannerKind::from_name(name).expect("a planner");
        assert_eq!(starts("planned-anew", anew("netto-edf")), [Some(4), Some(3), Some(2)]);
        assert_eq!(starts("planned-anew", PlannerKind::FcfsEds), [Some(1), Some(3), None]);
        assert_eq!(starts("changing-nodes", PlannerKind::FirstFitPhysical)[3], None);
        assert!(starts("changing-nodes", PlannerKind::FirstFit)[3].is_some());
        assert_eq!(starts("begun", PlannerKind::FcfsLrh), [Some(3), None]);
        let mut earlier = Example::find("begun").unwrap().slots().unwrap();
        let Source::Requests(given) = &earlier.workload.source else { unreachable!("a list") };
        let newcomer = Request { submitted: 2, ..given[1] };
        earlier.workload = earlier.workload.with_edit(1, Some(newcomer));
        assert_eq!(run(&earlier).unwrap().decisions.start, [6, 4], "the idea says that it gets in");
        let market = run(&Example::find("three-classes").unwrap().slots().unwrap()).unwrap();
        let closed = |refusal: &Refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. });
        assert!(market.decisions.refusals.iter().filter(|refusal| closed(refusal)).count() > 10, "limits close classes");
        assert_eq!(market.revenue.unwrap().limits, [40, 31, 18]);
    }
}
