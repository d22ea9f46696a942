//! Messages between page and engine come out as they went in: made at random with extreme numbers, and those of real work.

use crate::study_runs::PlanCopy;
use crate::study_runs::cluster_sample;
use bookahead::engine::batch::BatchQuery;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::columns::{Column, Columns, Record};
use bookahead::engine::core::compare::{DifferenceCounts, Differences, FirstDifference, PlanComparison, PlanCurve};
use bookahead::engine::core::compared::{Beside, PolicyRow};
use bookahead::engine::core::cost_map::{MapAsked, MapAxis};
use bookahead::engine::core::steps::{Around, StepEvents};
use bookahead::engine::idle::adaptive::{Adaptability, Change, EventOutcome, NotExtended, Piece};
use bookahead::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead::engine::idle::geometry::{Taken, Tests};
use bookahead::engine::idle::metrics::{IdleMetrics, Lengths};
use bookahead::engine::idle::moment::Moment;
use bookahead::engine::idle::reference::{Order, Part, SearchStep, StripName, Trace};
use bookahead::engine::idle::reference::{TreeNode, TreeSize};
use bookahead::engine::idle::servers::{Rate, ServerGroup, Servers};
use bookahead::engine::idle::{
    IdleArrivals, IdleDecisions, IdleEvent, IdleFigures, IdleObstacle, IdleQuery, IdleRefusal, IdleRequest, IdleScenario,
    IdleSnapshot, IdleSource, IdleUpdate, IdleWorkload, Period, Strategy, TickClock, TreeName,
};
use bookahead::engine::slots::cost::{Cost, CostAnswer, CostAsked, CostTold, Measure, Wanted};
use bookahead::engine::slots::decisions::{self, Decisions, Move, Obstacle, Refusal};
use bookahead::engine::slots::elastic::{Asked, Choice, ElasticQuery, OfferOrder, Tariff};
use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::slots::nodes::NodeTable;
use bookahead::engine::slots::order_search::OrderSearch;
use bookahead::engine::slots::overlap::{OverlapLook, Reality, WhyNot};
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::patch::{NodeChange, PlanPatch};
use bookahead::engine::slots::plan_columns::PlanColumns;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::regimes::Regime;
use bookahead::engine::slots::revenue::{
    BorderCurve, Class, ClassFigures, ClassForecast, Demand, DemandSource, Losses, Market, MarketFigures, Method, MethodFigures,
    Nesting, Report, RevenuePart, RunSeries, Update as LimitUpdate,
};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::step::StepReport;
use bookahead::engine::slots::trace::{Planned, RequestTrace};
use bookahead::engine::slots::update::{PlanChange, PlanFigures, SlotsQuery, SlotsSnapshot, SlotsUpdate};
use bookahead::engine::slots::workload::{Arrivals, Generator, Range, Source, Workload};
use bookahead::engine::study::{Study, StudyKind, StudyQuery, StudySnapshot, StudyUpdate};
use bookahead::engine::workflow::WorkflowQuery;
use bookahead::engine::{Outcome, SlotsScenario, run};
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::experiment::{Options, Sample, UnitResult};
use bookahead::papers::idle::PointFigures;
use bookahead::state::{EXAMPLES, WorkflowEdit, workflow_with};
use bookahead::worker::dispatcher::Dispatcher;
use bookahead::worker::messages::{
    ClusterShape, Command, Compared, ExperimentShape, LineList, LogMessage, Progress, Query, Reply, ShapeMessage, ShapedMessage,
    SlotsShape, Snapshot, Update, Work, WorkKind,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// A column outside its message.
enum TakenColumn {
    Bytes(Vec<u8>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F64(Vec<f64>),
}

fn take(column: Column<'_>) -> TakenColumn {
    match column {
        Column::Bytes(bytes) => TakenColumn::Bytes(std::mem::take(bytes)),
        Column::U32(numbers) => TakenColumn::U32(std::mem::take(numbers)),
        Column::U64(numbers) => TakenColumn::U64(std::mem::take(numbers)),
        Column::F64(numbers) => TakenColumn::F64(std::mem::take(numbers)),
        Column::Records(records) => {
            let numbers = records.numbers(0..records.rows());
            records.clear();
            TakenColumn::U32(numbers)
        }
    }
}

fn put(column: Column<'_>, taken: TakenColumn) {
    match (column, taken) {
        (Column::Bytes(bytes), TakenColumn::Bytes(taken)) => *bytes = taken,
        (Column::U32(numbers), TakenColumn::U32(taken)) => *numbers = taken,
        (Column::U64(numbers), TakenColumn::U64(taken)) => *numbers = taken,
        (Column::F64(numbers), TakenColumn::F64(taken)) => *numbers = taken,
        (Column::Records(records), TakenColumn::U32(taken)) => records.append(&taken),
        _ => panic!("a column comes back as one of another type"),
    }
}

/// A message as it arrives: its columns taken out, the rest encoded and decoded, the columns put back.
fn there_and_back<M: Columns + Serialize + DeserializeOwned>(mut message: M) -> M {
    let columns: Vec<TakenColumn> = message.columns().into_iter().map(take).collect();
    let bytes = postcard::to_stdvec(&message).unwrap();
    let mut back: M = postcard::from_bytes(&bytes).unwrap();
    let places = back.columns();
    assert_eq!(places.len(), columns.len(), "the same columns before they are taken out and after");
    places.into_iter().zip(columns).for_each(|(place, column)| put(place, column));
    back
}

#[track_caller]
fn expect_same<M: Columns + Serialize + DeserializeOwned + Clone + PartialEq + Debug>(message: M) -> M {
    let back = there_and_back(message.clone());
    assert_eq!(back, message);
    // Tells −0.0 from 0.0, too.
    assert_eq!(format!("{back:?}"), format!("{message:?}"));
    back
}

/// Makes values, every fourth number an extreme one.
struct Maker(ChaCha8Rng);

impl Maker {
    fn below(&mut self, end: u32) -> u32 {
        self.0.random_range(0..end)
    }

    fn bool(&mut self) -> bool {
        self.below(2) == 1
    }

    fn u32(&mut self) -> u32 {
        if self.below(4) == 0 { [0, 1, 127, 128, u32::MAX - 1, u32::MAX][self.below(6) as usize] } else { self.0.random() }
    }

    fn u64(&mut self) -> u64 {
        const EXTREMES: [u64; 6] = [0, 1 << 32, (1 << 53) - 1, (1 << 53) + 1, u64::MAX - 1, u64::MAX];
        if self.below(4) == 0 { EXTREMES[self.below(6) as usize] } else { self.0.random() }
    }

    /// Any real number but "not a number", which is equal to nothing.
    fn f64(&mut self) -> f64 {
        const EXTREMES: [f64; 8] = [0.0, -0.0, 0.1, 1.0 / 3.0, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, 16_777_217.0];
        let number = if self.below(4) == 0 { EXTREMES[self.below(8) as usize] } else { f64::from_bits(self.0.random()) };
        if number.is_nan() { 2.5 } else { number }
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(6)).map(|_| one(self)).collect()
    }

    fn option<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.bool().then(|| one(self))
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn text(&mut self) -> String {
        self.one_of(&["", "Großrechner", "line 7: \0 and \u{10ffff}", "workload.requests[3].nodes"]).to_string()
    }

    fn numbers(&mut self) -> Vec<u32> {
        self.list(Self::u32)
    }

    fn request(&mut self) -> Request {
        Request::read(&std::array::from_fn::<u32, 7, _>(|_| self.u32()))
    }

    fn requests(&mut self) -> Arc<Vec<Request>> {
        Arc::new(self.list(Self::request))
    }

    fn machine(&mut self) -> Machine {
        Machine { nodes: self.u32(), slot_seconds: self.u32(), start: None }
    }

    fn generator(&mut self) -> Generator {
        let mut range = || Range { min: self.u32(), max: self.u32() };
        let [duration, book_ahead, relax, nodes, jobs] = std::array::from_fn(|_| range());
        Generator {
            seed: self.u64(),
            requests: self.u32(),
            arrivals_per_slot: self.f64(),
            duration,
            book_ahead,
            relax,
            flexible_percent: self.u32(),
            nodes,
            jobs,
        }
    }

    fn demand(&mut self) -> Demand {
        Demand { mean: self.f64(), deviation: self.f64() }
    }

    fn market(&mut self) -> Market {
        let class = |maker: &mut Self| Class {
            name: maker.text(),
            price: maker.u32(),
            book_ahead_max: maker.option(Self::u32),
            limit: maker.u32(),
            demand: maker.option(Self::demand),
        };
        Market {
            classes: self.list(class),
            method: self.one_of(&[Method::None, Method::Fixed, Method::Littlewood, Method::EmsrA, Method::EmsrB]),
            nesting: self.one_of(&[Nesting::Nested, Nesting::Partitioned]),
            update_every: self.u32(),
            demand: self.one_of(&[DemandSource::Forecast, DemandSource::Given]),
        }
    }

    fn idle_request(&mut self) -> IdleRequest {
        let [submitted, earliest_start, size, deadline] = std::array::from_fn(|_| self.u32());
        IdleRequest { submitted, earliest_start, size, deadline }
    }

    fn idle_scenario(&mut self) -> IdleScenario {
        let source = match self.below(3) {
            0 => IdleSource::Requests(Arc::new(self.list(Self::idle_request))),
            1 => IdleSource::Pareto(ParetoWorkload {
                seed: self.u64(),
                requests: self.u32(),
                load: self.f64(),
                mean_size: self.f64(),
                tightness: self.f64(),
                book_ahead: self.f64(),
            }),
            _ => IdleSource::Fortnight(FortnightWorkload {
                seed: self.u64(),
                requests: self.u32(),
                load: self.f64(),
                slack_minutes: self.u32(),
                due: self.one_of(&[Due::FullRate, Due::MeanRate]),
            }),
        };
        let mut workload = IdleWorkload::of_requests(Vec::new());
        workload.source = source;
        workload = workload.with_edit(self.u32(), None);
        let request = self.idle_request();
        workload = workload.with_edit(self.u32(), Some(request));
        let group = |maker: &mut Self| ServerGroup { servers: maker.u32(), rate: Rate::new(1 + maker.below(9), 7) };
        let event = |maker: &mut Self| match maker.bool() {
            true => IdleEvent::Extend { submitted: maker.u32(), id: maker.u32(), by: maker.u32() },
            false => IdleEvent::Opportunity { submitted: maker.u32(), earliest_start: maker.u32(), size: maker.u32() },
        };
        IdleScenario {
            servers: Servers { groups: self.list(group), look_ahead: self.u32(), least_size: self.u32() },
            strategy: self.one_of(&Strategy::ALL),
            strip_factor: self.u32(),
            workload,
            adaptability: Adaptability { replanning: self.bool(), opportunistic: self.bool() },
            events: Arc::new(self.list(event)),
            clock: self.option(|maker| TickClock { tick_seconds: maker.u32(), start: None }),
        }
    }

    fn strip(&mut self) -> StripName {
        let number = self.u32();
        self.one_of(&[StripName::Past, StripName::Strip(number), StripName::Open])
    }

    fn piece(&mut self) -> Piece {
        Piece { job: self.u32(), server: self.u32(), start: self.u32(), end: self.u32() }
    }

    fn event_outcome(&mut self) -> EventOutcome {
        let change = |maker: &mut Self| match maker.bool() {
            true => Change::Moved { from: maker.piece(), to: maker.piece() },
            false => Change::Preempted { piece: maker.piece(), at: maker.u32(), resumed: maker.option(Self::piece) },
        };
        match self.below(4) {
            0 => EventOutcome::Reserved { piece: self.piece(), changes: self.list(change) },
            1 => EventOutcome::Extended { piece: self.piece(), migrated: self.option(Self::piece), changes: self.list(change) },
            2 => EventOutcome::Refused {
                job: self.u32(),
                tests: Tests { periods: self.u32(), feasible: self.u32(), ..Tests::default() },
            },
            _ => {
                let why = self.one_of(&[NotExtended::NotRunning, NotExtended::GoesOnElsewhere, NotExtended::TooLong]);
                EventOutcome::NotExtended { job: self.u32(), why }
            }
        }
    }

    fn idle_query(&mut self) -> IdleQuery {
        IdleQuery {
            selected: self.option(Self::u32),
            tree: self.option(|maker| TreeName { rate: maker.u32(), strip: maker.strip() }),
        }
    }

    fn asked(&mut self) -> Asked {
        let query =
            ElasticQuery { from: self.u32(), to: self.u32(), duration: self.option(Self::u32), nodes: self.option(Self::u32) };
        Asked {
            query,
            choice: self.one_of(&Choice::ALL),
            order: self.one_of(&OfferOrder::ALL),
            with_steps: self.bool(),
            most: self.u32(),
        }
    }

    fn wanted(&mut self) -> Wanted {
        Wanted { start: self.u32(), slots: self.u32(), nodes: self.u32() }
    }

    fn cost_asked(&mut self) -> CostAsked {
        let map = |maker: &mut Self| MapAsked {
            from: maker.u32(),
            to: maker.u32(),
            columns: maker.u32(),
            rows: maker.u32(),
            axis: maker.one_of(&[MapAxis::Nodes, MapAxis::Length]),
            most: maker.u32(),
            near: maker.option(|maker| (maker.u32(), maker.u32())),
        };
        CostAsked {
            wanted: self.wanted(),
            relax: self.u32(),
            submitted: self.option(Self::u32),
            latest: self.option(Self::u32),
            measure: self.one_of(&Measure::ALL),
            map: self.option(map),
        }
    }

    fn query(&mut self) -> StudyQuery {
        match self.bool() {
            true => StudyQuery::Idle(self.idle_query()),
            false => {
                let (visible, with_revenue) = (self.u32(), self.bool());
                StudyQuery::Slots(SlotsQuery {
                    visible,
                    with_revenue,
                    border: self.option(Self::u32),
                    step: self.option(Self::u32),
                    offers: self.option(Self::asked),
                    cost: self.option(Self::cost_asked),
                })
            }
        }
    }

    fn study(&mut self) -> Study {
        if self.bool() {
            return Study::Idle(self.idle_scenario());
        }
        let source = match self.bool() {
            true => Source::Requests(self.requests()),
            false => Source::Generator(self.generator()),
        };
        let edits = self.list(|maker| (maker.u32(), maker.option(Self::request))).into_iter().collect();
        Study::Slots(SlotsScenario {
            machine: self.machine(),
            workload: Workload { source, edits },
            policy: Policy {
                planner: self.one_of(&PlannerKind::ALL),
                shift: self.one_of(&ShiftRule::ALL),
                search: OrderSearch { population: self.u32(), generations: self.u32(), seed: self.u64() },
                overlap: OverlapRule {
                    confidence: self.u32(),
                    free_share: self.u32(),
                    overestimate: self.u32(),
                    trust: self.u32(),
                    exact_users: self.u32(),
                    seed: self.u64(),
                },
            },
            market: self.option(Self::market),
            tariff: Tariff { base_cost: self.f64(), factor: self.f64() },
        })
    }

    fn kind(&mut self) -> WorkKind {
        self.one_of(&[WorkKind::Study(StudyKind::Slots), WorkKind::Study(StudyKind::Idle), WorkKind::Log, WorkKind::Unit])
    }

    fn command(&mut self) -> Command {
        match self.below(8) {
            7 => {
                let other = self.option(|maker| maker.study().without_list());
                let beside = Beside { other, other_is_a: self.bool(), with_table: self.bool() };
                Command::Beside(self.one_of(&StudyKind::ALL), Box::new(beside))
            }
            0 | 1 => Command::Open(self.u32(), Work::Study(Box::new(self.study()), self.query())),
            2 => Command::Edit(self.u32(), Box::new(self.study().without_list()), self.query()),
            3 => Command::Open(self.u32(), Work::Log(self.list(|maker| maker.u32() as u8))),
            4 => {
                let slots = ShapeMessage::Slots(SlotsShape {
                    machine_nodes: self.u32(),
                    slot_seconds: self.u32(),
                    book_ahead: self.u32(),
                    relax_slots: self.u32(),
                    relax_percent: self.u32(),
                    clip: self.bool(),
                });
                let cluster = ShapeMessage::Cluster(ClusterShape {
                    machine_nodes: self.u32(),
                    processors_per_node: self.u32(),
                    scheduler: self.one_of(&Scheduler::ALL),
                    advance_percent: self.u32(),
                    window: self.option(Self::u32),
                    seed: self.u64(),
                    clip: self.bool(),
                });
                let experiment = ShapeMessage::Experiment(ExperimentShape {
                    experiment: self.u32(),
                    machine_nodes: self.option(Self::u32),
                    processors_per_node: self.option(Self::u32),
                });
                let shape = self.one_of(&[slots, cluster, experiment]);
                let query = self.query();
                Command::Query(self.u32(), self.one_of(&[Query::Log(shape), Query::Study(query)]))
            }
            5 => Command::Cancel(self.kind()),
            _ => {
                let options = Options { runs: self.u32(), requests: self.u32(), seed: self.u64() };
                let on_log = self.bool();
                let unit = Work::Unit { experiment: self.text(), options, index: self.u32(), on_log };
                let jobs = Arc::new(self.list(|maker| Job {
                    user: maker.u32(),
                    submitted: maker.u32(),
                    estimate: maker.u32(),
                    runtime: maker.u32(),
                    nodes: maker.u32(),
                    ..Job::SMALLEST
                }));
                let input = ClusterInput { nodes: self.u32(), jobs, users: self.list(Self::u32), with_estimates: self.bool() };
                Command::Open(self.u32(), if on_log { Work::Jobs(Box::new(input)) } else { unit })
            }
        }
    }

    fn moves(&mut self) -> Vec<Move> {
        self.list(|maker| Move {
            job: maker.u32(),
            from: maker.u32(),
            to: maker.u32(),
            beneficiary: maker.u32(),
            short_slot: maker.u32(),
        })
    }

    fn refusals(&mut self) -> Vec<Refusal> {
        self.list(|maker| {
            let obstacle = match maker.below(5) {
                0 => Obstacle::ShortSlot {
                    slot: maker.u32(),
                    free: maker.u32(),
                    starts: maker.u32(),
                    candidates: maker.u32(),
                    begun: maker.u32(),
                },
                1 => Obstacle::NoNodeThroughout { best_start: maker.u32(), free: maker.u32(), scattered: maker.bool() },
                3 => Obstacle::MayNotOverlap(OverlapLook {
                    start: maker.u32(),
                    free_slots: maker.u32(),
                    slot: maker.u32(),
                    booked: maker.u32(),
                    chance: maker.u32(),
                    why_not: Some(maker.one_of(&[WhyNot::Twice, WhyNot::FewFree, WhyNot::Probable, WhyNot::TooMany])),
                }),
                2 => Obstacle::GivenUp { start: maker.u32(), slot: maker.u32(), free: maker.u32() },
                _ => Obstacle::ClassClosed {
                    class: maker.u32() as u8,
                    limit_of: maker.u32() as u8,
                    partitioned: maker.bool(),
                    first: maker.u32(),
                    last: maker.u32(),
                    used: maker.u32(),
                    limit: maker.u32(),
                },
            };
            Refusal { job: maker.u32(), obstacle, put_back: maker.u32() }
        })
    }

    fn patch(&mut self) -> PlanPatch {
        PlanPatch {
            edits: self.list(|maker| (maker.u32(), maker.option(Self::request))),
            jobs: self.u32()..self.u32(),
            start: self.numbers(),
            first_start: self.numbers(),
            moves: self.moves(),
            refusals: self.refusals(),
            moved: self.list(|maker| (maker.u32(), maker.u32())),
            nodes: match self.bool() {
                true => NodeChange::All(self.numbers()),
                false => NodeChange::Some { jobs: self.numbers(), ids: self.numbers() },
            },
            final_before: self.u32(),
        }
    }

    fn revenue_part(&mut self) -> RevenuePart {
        let figures = |maker: &mut Self| ClassFigures {
            jobs: maker.u32(),
            revenue: maker.u64(),
            missed: maker.u64(),
            ..ClassFigures::default()
        };
        let forecast = |maker: &mut Self| ClassForecast { confirmed: maker.f64(), lost: maker.f64(), demand: maker.demand() };
        let update = |maker: &mut Self| LimitUpdate {
            slot: maker.u32(),
            job: maker.u32(),
            before: maker.numbers(),
            after: maker.numbers(),
            forecast: maker.list(forecast),
        };
        RevenuePart {
            regime: self.option(|maker| maker.one_of(&Regime::ALL)),
            report: Report {
                classes: self.list(figures),
                per_slot: self.list(Self::u64),
                losses: Losses { spoilage: self.u64(), dilution: self.u64() },
            },
            run: self.option(|maker| RunSeries {
                initial: maker.numbers(),
                updates: maker.list(update),
                used: maker.list(Self::numbers),
                lost: maker.list(Self::numbers),
            }),
        }
    }

    fn idle_metrics(&mut self) -> IdleMetrics {
        IdleMetrics { jobs: self.u32(), loss_rate: self.f64(), fairness: self.option(Self::f64), ..IdleMetrics::default() }
    }

    fn idle_figures(&mut self) -> IdleFigures {
        let lengths = Lengths { open: self.u32(), octaves: self.numbers(), total: self.u64() };
        IdleFigures { metrics: self.idle_metrics(), lengths }
    }

    fn period(&mut self) -> Period {
        Period { start: self.u32(), server: self.u32(), end: self.u32() }
    }

    fn part(&mut self) -> Part {
        let (strip, dual_visited) = (self.strip(), self.u32());
        self.one_of(&[
            Part::StripDelayed(strip),
            Part::StripAtOnce(strip),
            Part::Strip(strip),
            Part::StripByDeadline(strip),
            Part::StripBehind(strip),
            Part::OpenEnded,
            Part::List,
            Part::CompletedBefore,
            Part::CompletedAfter,
            Part::TwoLevel { dual_visited },
        ])
    }

    fn moment(&mut self) -> Moment {
        let taken = |maker: &mut Self| Taken {
            strategy: maker.one_of(&Strategy::ALL),
            period: maker.period(),
            start: maker.u32(),
            end: maker.u32(),
            leading: maker.option(Self::period),
            trailing: maker.option(Self::period),
        };
        let step = |maker: &mut Self| SearchStep {
            rate: maker.u32() as usize,
            part: maker.part(),
            visited: maker.u32(),
            path: maker.numbers(),
            marked: maker.numbers(),
            found: maker.option(Self::period),
        };
        let node = |maker: &mut Self| TreeNode {
            id: maker.u32(),
            parent: maker.u32(),
            depth: maker.u32(),
            leaves: maker.u32(),
            median: maker.u32(),
            last: maker.period(),
            latest_end: maker.u32(),
            longest: maker.period(),
            largest: maker.period(),
            is_open: maker.bool(),
        };
        let size = |maker: &mut Self| TreeSize { name: TreeName { rate: maker.u32(), strip: maker.strip() }, periods: maker.u32() };
        Moment {
            row: self.u32(),
            request: self.idle_request(),
            strategy: self.one_of(&Strategy::ALL),
            periods: self.list(Self::period),
            passed: self.list(|maker| maker.u32() as u8),
            tests: Tests { periods: self.u32(), feasible: self.u32(), ..Tests::default() },
            choices: self.list(|maker| maker.option(taken)),
            search: Trace { steps: self.list(step), chosen: self.option(|maker| (maker.period(), maker.u32(), maker.u32())) },
            steps_left_out: self.u32(),
            visited: self.u64(),
            trees: self.list(size),
            strips_by: self.option(|maker| maker.one_of(&[Order::Start, Order::End])),
            tree: self.list(node),
        }
    }

    fn idle_update(&mut self) -> IdleUpdate {
        let refusal = |maker: &mut Self| {
            let (server, from, to, needed) = (maker.u32(), maker.u32(), maker.u32(), maker.u32());
            let obstacle = maker.one_of(&[
                IdleObstacle::TooSlow { fastest: needed },
                IdleObstacle::TooShort { server, from, to, needed },
                IdleObstacle::NothingIdle,
            ]);
            IdleRefusal { job: maker.u32(), obstacle }
        };
        IdleUpdate {
            kept: self.u32(),
            arrivals: IdleArrivals {
                id: self.numbers(),
                submitted: self.numbers(),
                earliest_start: self.numbers(),
                size: self.numbers(),
                deadline: self.numbers(),
            },
            decisions: IdleDecisions { server: self.numbers(), start: self.numbers(), refusals: self.list(refusal) },
            pieces: self.list(Self::piece),
            figures: self.idle_figures(),
            happened: self.list(|maker| (maker.u32(), maker.event_outcome())),
            snapshot: self.idle_snapshot(),
        }
    }

    fn difference_counts(&mut self) -> DifferenceCounts {
        DifferenceCounts { decisions: self.u32(), only_a: self.u32(), only_b: self.u32(), moved: self.u32() }
    }

    fn first_difference(&mut self) -> FirstDifference {
        FirstDifference { request: self.u32(), name: self.text(), words: self.text() }
    }

    fn comparison(&mut self) -> PlanComparison {
        let differences = Differences { kind: self.numbers(), request: self.numbers(), a: self.numbers(), b: self.numbers() };
        PlanComparison {
            counts: self.difference_counts(),
            first: self.option(Self::first_difference),
            figures: [self.list(|maker| maker.option(Self::f64)), self.list(|maker| maker.option(Self::f64))],
            differences,
        }
    }

    fn study_update(&mut self) -> StudyUpdate {
        match self.bool() {
            true => StudyUpdate::Slots(self.slots_update()),
            false => StudyUpdate::Idle(Box::new(self.idle_update())),
        }
    }

    fn idle_snapshot(&mut self) -> IdleSnapshot {
        let query = self.idle_query();
        IdleSnapshot { query, moment: self.option(Self::moment) }
    }

    fn market_figures(&mut self) -> MarketFigures {
        let method = |maker: &mut Self| MethodFigures {
            method: maker.one_of(&Method::ALL),
            limits: maker.numbers(),
            revenue: maker.option(Self::f64),
        };
        let curve = |maker: &mut Self| BorderCurve {
            revenue: maker.list(Self::f64),
            meets_limit: maker.list(Self::f64),
            worth: maker.list(Self::f64),
            best: maker.u32(),
        };
        MarketFigures {
            market: self.market(),
            nodes: self.u32(),
            border: self.u32(),
            limits: self.numbers(),
            methods: self.list(method),
            curve: self.option(curve),
        }
    }

    fn slots_update(&mut self) -> SlotsUpdate {
        let change = |maker: &mut Self| Box::new(PlanChange { base: maker.u32(), number: maker.u32(), patch: maker.patch() });
        match self.below(4) {
            0 => {
                let decisions = Decisions {
                    start: self.numbers(),
                    first_start: Vec::new(),
                    moves: self.moves(),
                    refusals: self.refusals(),
                    taken: self.list(|maker| decisions::Taken { job: maker.u32(), asked: maker.request() }),
                };
                let (arrivals, nodes) = (Arrivals::default(), NodeTable::default());
                SlotsUpdate::Outline(PlanColumns::of(&arrivals, &decisions, &nodes).outline())
            }
            1 => SlotsUpdate::Piece(self.numbers()),
            2 => SlotsUpdate::Visible(change(self)),
            _ => SlotsUpdate::Planned {
                number: self.u32(),
                change: self.option(change),
                figures: PlanFigures {
                    metrics: Metrics {
                        requests: self.u32(),
                        acceptance: self.f64(),
                        busy_node_slots: self.u64(),
                        mean_delay: self.f64(),
                        ..Metrics::default()
                    },
                    jobs_planned: self.u32(),
                    machine: self.machine(),
                    reality: self.option(|maker| Reality {
                        violations: maker.u32(),
                        violation_rate: maker.f64(),
                        used_node_slots: maker.u64(),
                        utilisation: maker.f64(),
                        overestimate: maker.f64(),
                    }),
                    step: self.option(Self::u32),
                },
            },
        }
    }

    fn around(&mut self) -> Around {
        Around { before: self.option(Self::u32), after: self.option(Self::u32) }
    }

    /// What is told of a step: that of a real plan.
    fn step_told(&mut self) -> StepReport {
        let scenario = EXAMPLES[self.below(3) as usize].slots().expect("a plan in slots");
        let outcome = run(&scenario).expect("legal");
        let Outcome { arrivals, decisions, .. } = &outcome;
        let (machine, policy) = (scenario.machine, scenario.policy);
        let row = self.below(arrivals.requests() as u32);
        let planned = Planned { arrivals, decisions, machine, policy, revenue: None };
        StepReport {
            step: row + 1,
            trace: self.option(|_| RequestTrace::of(planned, row as usize)),
            events: StepEvents { refused: self.around(), moved: self.around() },
            other_node: self.numbers(),
            other_node_more: self.u32(),
        }
    }

    fn lines(&mut self) -> LineList {
        LineList { first: self.list(|maker| (maker.u32(), maker.text())), total: self.u32() }
    }

    fn found(&mut self) -> UnitResult {
        match self.bool() {
            true => UnitResult::Sample(Sample { measures: self.list(Self::f64), series: self.list(|maker| maker.list(Self::f64)) }),
            false => UnitResult::Point(self.list(|maker| PointFigures { metrics: maker.idle_metrics(), effort: maker.f64() })),
        }
    }

    fn update(&mut self) -> Update {
        match self.below(7) {
            0 => Update::Study(StudyUpdate::Slots(self.slots_update())),
            1 => Update::Study(StudyUpdate::Idle(Box::new(self.idle_update()))),
            3 => Update::Other(self.study_update()),
            4 => Update::Compared(
                self.one_of(&StudyKind::ALL),
                Box::new(Compared {
                    own: self.option(Self::study_update),
                    other: self.option(Self::study_update),
                    comparison: self.comparison(),
                }),
            ),
            5 => Update::Policy(
                self.one_of(&StudyKind::ALL),
                PolicyRow {
                    policy: self.u32(),
                    share: self.f64(),
                    figures: self.option(|maker| maker.list(|maker| maker.option(Self::f64))),
                    curves: self.list(|maker| PlanCurve { x: maker.list(Self::f64), y: maker.list(Self::f64) }),
                },
            ),
            2 => Update::Log(LogMessage {
                computer: self.option(Self::text),
                machine_nodes: self.option(Self::u32),
                jobs: self.u32(),
                problems: self.lines(),
                is_accounting: self.bool(),
                counts_nodes: self.bool(),
                steps: self.u32(),
                notes: self.list(Self::text),
                partitions: self.option(|maker| maker.list(Self::text)),
            }),
            _ => Update::Unit(self.u32(), self.found()),
        }
    }

    fn cost_told(&mut self) -> CostTold {
        let asked = self.cost_asked();
        let cost = |maker: &mut Self| Cost {
            granted: maker.u32(),
            slots: maker.u32(),
            nodes: maker.u32(),
            moved: maker.u32(),
            moved_slots: maker.u32().into(),
            refused: maker.u32(),
            accepted: maker.u32(),
            resized: maker.u32(),
            pays: maker.u32().into(),
            lost: -i64::from(maker.u32()),
            displaced: maker.option(Self::f64),
        };
        let answer = |maker: &mut Self| CostAnswer {
            asked,
            cost: None,
            cheapest: maker.option(|maker| (maker.wanted(), cost(maker))),
            untried: maker.u32(),
            map: None,
        };
        CostTold { plan: self.u32(), asked, answer: self.option(answer) }
    }

    fn snapshot(&mut self) -> Snapshot {
        match self.below(6) {
            4 => Snapshot::Study(StudySnapshot::Slots(SlotsSnapshot::Cost(Box::new(self.cost_told())))),
            3 => Snapshot::Study(StudySnapshot::Slots(SlotsSnapshot::Step(Box::new(self.step_told())))),
            0 => Snapshot::Study(StudySnapshot::Slots(SlotsSnapshot::Market(Box::new(self.market_figures())))),
            1 => Snapshot::Study(StudySnapshot::Slots(SlotsSnapshot::Revenue(Box::new(self.revenue_part())))),
            2 => Snapshot::Study(StudySnapshot::Idle(Box::new(self.idle_snapshot()))),
            _ => Snapshot::Log(ShapedMessage {
                study: Box::new(self.study()),
                skipped: self.lines(),
                oversize_skipped: self.u32(),
                oversize_clipped: self.u32(),
                notes: self.list(|maker| (maker.u32(), maker.text())),
                summary: self.text(),
                words: self.list(Self::text),
            }),
        }
    }

    fn reply(&mut self) -> Reply {
        match self.below(9) {
            0 => Reply::Ready,
            1 => {
                let progress = Progress { kind: self.kind(), share: self.f64(), is_done: self.bool(), jobs: self.u32() };
                Reply::Progress(self.u32(), progress)
            }
            2 => Reply::Failed(self.u32(), self.kind(), self.text()),
            3..=5 => Reply::Update(self.u32(), self.update()),
            _ => Reply::Snapshot(self.u32(), self.snapshot()),
        }
    }
}

#[test]
fn every_message_comes_out_as_it_went_in() {
    let mut maker = Maker(ChaCha8Rng::seed_from_u64(19));
    for _ in 0..3_000 {
        expect_same(maker.command());
        expect_same(maker.reply());
    }
}

/// The page's side of a dispatcher: every message on its way is encoded and decoded.
struct Page {
    dispatcher: Dispatcher,
    replies: Rc<RefCell<Vec<Reply>>>,
    copy: PlanCopy,
    snapshots: Vec<StudySnapshot>,
}

/// What came of a command: whole plans, changes, replies that it failed, and whether its work was finished.
#[derive(Default)]
struct Came {
    changes: usize,
    failures: Vec<String>,
    is_finished: bool,
}

impl Page {
    fn new() -> Self {
        let (replies, time) = (Rc::<RefCell<Vec<Reply>>>::default(), Cell::new(0.0));
        let received = Rc::clone(&replies);
        let send = Box::new(move |reply| received.borrow_mut().push(expect_same(reply)));
        let clock = Box::new(move || time.replace(time.get() + 1.0));
        let dispatcher = Dispatcher::new(send, clock);
        Self { dispatcher, replies, copy: PlanCopy::default(), snapshots: Vec::new() }
    }

    /// Carries out a command in pieces of work.
    fn carry_out(&mut self, command: Command) -> Came {
        self.dispatcher.receive(expect_same(command));
        while self.dispatcher.work_until(self.dispatcher.now() + 3.0) {}
        let mut came = Came::default();
        for reply in self.replies.take() {
            assert!(!came.is_finished, "the end of the work is its last reply");
            match reply {
                Reply::Update(_, Update::Study(update)) => {
                    self.copy.take(update);
                    came.changes += 1;
                }
                Reply::Snapshot(_, Snapshot::Study(snapshot)) => self.snapshots.push(snapshot),
                Reply::Progress(_, progress) => came.is_finished = progress.is_done,
                Reply::Failed(_, _, message) => came.failures.push(message),
                other => panic!("{other:?}"),
            }
        }
        came
    }
}

#[test]
fn the_page_ends_with_the_plan_of_a_fresh_run() {
    let (mut with_revenue, mut with_moments) = (0, 0);
    // The page has no example of a cluster.
    let examples = EXAMPLES.iter().map(|example| (example.key, example.open().scenario.study));
    for (key, study) in
        examples.chain([("cluster", cluster_sample(Scheduler::Easy)), ("co-allocation", cluster_sample(Scheduler::CoAllocation))])
    {
        let query = match study.kind() {
            StudyKind::Slots => StudyQuery::Slots(SlotsQuery { with_revenue: true, border: Some(0), ..SlotsQuery::default() }),
            StudyKind::Idle => StudyQuery::Idle(IdleQuery { selected: Some(1), ..IdleQuery::default() }),
            StudyKind::Cluster => StudyQuery::Cluster(BatchQuery {
                selected: Some(1),
                attempt: Some(0),
                range: Some((5, 9)),
                ..BatchQuery::default()
            }),
            StudyKind::Workflow => {
                StudyQuery::Workflow(WorkflowQuery { selected: Some(1), search: Some((0, None)), curves: Some(0) })
            }
        };
        let mut page = Page::new();
        let early = page.carry_out(Command::Edit(1, Box::new(study.clone()), query));
        assert_eq!((early.failures.len(), early.changes), (1, 0), "nothing is open yet");
        assert!(page.carry_out(Command::Open(2, Work::Study(Box::new(study.clone()), query))).is_finished);
        page.copy.expect_outcome(&study);
        with_revenue += page.snapshots.len();
        // Something else of the same plan changes nothing in it.
        let told = page.carry_out(Command::Query(3, Query::Study(query)));
        assert_eq!((told.changes, told.is_finished), (0, true), "{}", key);
        with_moments += page.snapshots.iter().filter(|snapshot| matches!(snapshot, StudySnapshot::Idle(_))).count();
        let edited = match study.clone() {
            Study::Slots(mut slots) => {
                slots.workload = slots.workload.with_edit(0, None);
                Study::Slots(slots)
            }
            Study::Idle(mut idle) => {
                idle.workload = idle.workload.with_edit(0, None);
                Study::Idle(idle)
            }
            Study::Cluster(mut cluster) => {
                cluster.workload = cluster.workload.with_edit(0, None);
                Study::Cluster(cluster)
            }
            Study::Workflow(workflow) => Study::Workflow(workflow_with(&workflow, WorkflowEdit::RemoveTask(1)).expect("a task")),
        };
        let changed = page.carry_out(Command::Edit(4, Box::new(edited.clone().without_list()), query));
        assert!(changed.is_finished && changed.changes > 0);
        page.copy.expect_outcome(&edited);
        // Where requests are queries, an edit is told as a whole plan.
        let makes_offers = study.slots().is_some_and(|slots| slots.policy.planner.is_elastic());
        assert!(page.copy.whole <= 1 + usize::from(makes_offers), "{}: the whole plan travels once", key);
        // Whoever lost the plan opens it again; what is forgotten has to be.
        page.carry_out(Command::Cancel(WorkKind::Study(study.kind())));
        assert_eq!(page.carry_out(Command::Edit(5, Box::new(edited.without_list()), query)).failures.len(), 1);
    }
    assert!(with_revenue > 0 && with_moments > 0);
}

#[test]
fn studies_of_two_systems_are_worked_on_beside_each_other() {
    let find =
        |kind| EXAMPLES.iter().map(|example| example.open().scenario.study).find(|study: &Study| study.kind() == kind).unwrap();
    let (slots, idle) = (find(StudyKind::Slots), find(StudyKind::Idle));
    let mut page = Page::new();
    let query = |study: &Study| StudyQuery::nothing(study.kind());
    page.dispatcher.receive(Command::Open(1, Work::Study(Box::new(slots.clone()), query(&slots))));
    page.dispatcher.receive(Command::Open(2, Work::Study(Box::new(idle.clone()), query(&idle))));
    while page.dispatcher.work_until(page.dispatcher.now() + 3.0) {}
    for reply in page.replies.take() {
        if let Reply::Update(_, Update::Study(update)) = reply {
            page.copy.take(update);
        }
    }
    page.copy.expect_outcome(&slots);
    page.copy.expect_outcome(&idle);
}
