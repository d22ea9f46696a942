//! Messages between page and engine come out as they went in: made at random with extreme numbers, and those of real work.

use bookahead::engine::experiment::{Found, Options, Sample};
use bookahead::engine::idle::adaptive::{Adaptability, Piece};
use bookahead::engine::idle::compare::{Comparison, Side};
use bookahead::engine::idle::experiment::Found as PointFound;
use bookahead::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead::engine::idle::geometry::{Taken, Tests};
use bookahead::engine::idle::metrics::{Bin, IdleMetrics, Lengths};
use bookahead::engine::idle::moment::Moment;
use bookahead::engine::idle::reference::{Order, Part, Step, StripName, Trace};
use bookahead::engine::idle::reference::{TreeNode, TreeSize};
use bookahead::engine::idle::servers::{Rate, ServerGroup, Servers};
use bookahead::engine::idle::{
    IdleArrivals, IdleDecisions, IdleEvent, IdleFigures, IdleObstacle, IdleRefusal, IdleRequest, IdleScenario, IdleSource,
    IdleWorkload, Period, Strategy, TreeName,
};
use bookahead::engine::run;
use bookahead::engine::slots::decisions::{Decisions, Move, Obstacle, Refusal};
use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::slots::nodes::NodeTable;
use bookahead::engine::slots::patch::{NodeChange, PlanPatch};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::regimes::Regime;
use bookahead::engine::slots::revenue::{
    Class, ClassFigures, ClassForecast, Demand, DemandSource, Market, Method, Nesting, Report, Update,
};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, scenario_of};
use bookahead::engine::slots::workload::{Arrivals, Generator, Range};
use bookahead::state::{EXAMPLES, MoneyPart, RunSeries};
use bookahead::worker::columns::{Column, Message, REQUEST_FIELDS, request_fields, request_of};
use bookahead::worker::dispatcher::Dispatcher;
use bookahead::worker::look_message::LookMessage;
use bookahead::worker::messages::{
    Command, LineList, LogMessage, PlanChange, PlanFigures, PlanMessage, Reply, ServersMessage, ShapeMessage, ShapedMessage,
    SourceMessage,
};
use bookahead::worker::plan_pieces::{PlanAssembly, plan_pieces};
use bookahead::worker::servers_plan::{ServersPlan, ServersUpdate};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
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
        Column::Requests(requests) => TakenColumn::U32(std::mem::take(requests).iter().flat_map(request_fields).collect()),
    }
}

fn put(column: Column<'_>, taken: TakenColumn) {
    match (column, taken) {
        (Column::Bytes(bytes), TakenColumn::Bytes(taken)) => *bytes = taken,
        (Column::U32(numbers), TakenColumn::U32(taken)) => *numbers = taken,
        (Column::U64(numbers), TakenColumn::U64(taken)) => *numbers = taken,
        (Column::F64(numbers), TakenColumn::F64(taken)) => *numbers = taken,
        (Column::Requests(requests), TakenColumn::U32(taken)) => {
            *requests = Arc::new(taken.as_chunks::<REQUEST_FIELDS>().0.iter().map(request_of).collect());
        }
        _ => panic!("a column comes back as one of another type"),
    }
}

/// A message as it arrives: its columns taken out, the rest encoded and decoded, the columns put back.
fn there_and_back<M: Message>(mut message: M) -> M {
    let columns: Vec<TakenColumn> = message.columns().into_iter().map(take).collect();
    let bytes = postcard::to_stdvec(&message).unwrap();
    let mut back: M = postcard::from_bytes(&bytes).unwrap();
    let places = back.columns();
    assert_eq!(places.len(), columns.len(), "the same columns before they are taken out and after");
    places.into_iter().zip(columns).for_each(|(place, column)| put(place, column));
    back
}

#[track_caller]
fn expect_same<M: Message + Clone + PartialEq + Debug>(message: M) -> M {
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
        request_of(&std::array::from_fn(|_| self.u32()))
    }

    fn requests(&mut self) -> Arc<Vec<Request>> {
        Arc::new(self.list(Self::request))
    }

    fn machine(&mut self) -> Machine {
        Machine { nodes: self.u32(), slot_seconds: self.u32() }
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
        }
    }

    fn strip(&mut self) -> StripName {
        let number = self.u32();
        self.one_of(&[StripName::Past, StripName::Strip(number), StripName::Open])
    }

    fn look(&mut self) -> LookMessage {
        LookMessage {
            selected: self.option(Self::u32),
            other: self.option(|maker| maker.one_of(&Strategy::ALL)),
            tree: self.option(|maker| TreeName { rate: maker.u32(), strip: maker.strip() }),
        }
    }

    fn command(&mut self) -> Command {
        match self.below(7) {
            0 | 1 => Command::Plan {
                rev: self.u32(),
                is_whole: self.bool(),
                visible: self.u32(),
                plan: Box::new(PlanMessage {
                    source: self.option(|maker| match maker.bool() {
                        true => SourceMessage::Requests(maker.requests()),
                        false => SourceMessage::Generator(maker.generator()),
                    }),
                    edits: self.list(|maker| (maker.u32(), maker.option(Self::request))),
                    machine: self.machine(),
                    policy: Policy { planner: self.one_of(&PlannerKind::ALL), shift: self.one_of(&ShiftRule::ALL) },
                    market: self.option(Self::market),
                    servers: self.option(|maker| ServersMessage {
                        scenario: maker.idle_scenario(),
                        is_list_known: maker.bool(),
                        look: maker.look(),
                    }),
                    with_money: self.bool(),
                }),
            },
            2 => Command::Look { rev: self.u32(), look: self.look() },
            3 => Command::ReadLog { file: self.list(|maker| maker.u32() as u8) },
            4 => Command::ShapeLog(ShapeMessage {
                machine_nodes: self.u32(),
                slot_seconds: self.u32(),
                book_ahead: self.u32(),
                relax_slots: self.u32(),
                relax_percent: self.u32(),
                clip: self.bool(),
            }),
            5 => Command::DropLog,
            _ => Command::Unit {
                experiment: self.text(),
                options: Options { runs: self.u32(), requests: self.u32(), seed: self.u64() },
                index: self.u32(),
            },
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
            let obstacle = match maker.below(3) {
                0 => Obstacle::ShortSlot {
                    slot: maker.u32(),
                    free: maker.u32(),
                    starts: maker.u32(),
                    candidates: maker.u32(),
                    begun: maker.u32(),
                },
                1 => Obstacle::NoNodeThroughout { best_start: maker.u32(), free: maker.u32(), scattered: maker.bool() },
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

    fn money(&mut self) -> MoneyPart {
        let figures = |maker: &mut Self| ClassFigures {
            jobs: maker.u32(),
            revenue: maker.u64(),
            missed: maker.u64(),
            ..ClassFigures::default()
        };
        let forecast = |maker: &mut Self| ClassForecast { confirmed: maker.f64(), lost: maker.f64(), demand: maker.demand() };
        let update = |maker: &mut Self| Update {
            slot: maker.u32(),
            job: maker.u32(),
            before: maker.numbers(),
            after: maker.numbers(),
            forecast: maker.list(forecast),
        };
        MoneyPart {
            regime: self.option(|maker| maker.one_of(&Regime::ALL)),
            report: Report { classes: self.list(figures), per_slot: self.list(Self::u64) },
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
        let step = |maker: &mut Self| Step {
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

    fn servers_update(&mut self) -> ServersUpdate {
        let refusal = |maker: &mut Self| {
            let (server, from, to, needed) = (maker.u32(), maker.u32(), maker.u32(), maker.u32());
            let obstacle = maker.one_of(&[
                IdleObstacle::TooSlow { fastest: needed },
                IdleObstacle::TooShort { server, from, to, needed },
                IdleObstacle::NothingIdle,
            ]);
            IdleRefusal { job: maker.u32(), obstacle }
        };
        let side = |maker: &mut Self| Side {
            strategy: maker.one_of(&Strategy::ALL),
            figures: maker.idle_figures(),
            bins: maker.list(|maker| Bin { arrived: maker.u32(), accepted: maker.u32() }),
        };
        let comparison = |maker: &mut Self| Comparison {
            requests: maker.u32(),
            parts_at: maker.option(Self::u32),
            differing: maker.u32(),
            only_first: maker.u32(),
            only_second: maker.u32(),
            sides: [side(maker), side(maker)],
            sizes: (maker.u32(), maker.u32()),
        };
        let piece = |maker: &mut Self| Piece { job: maker.u32(), server: maker.u32(), start: maker.u32(), end: maker.u32() };
        ServersUpdate {
            kept: self.u32(),
            arrivals: IdleArrivals {
                id: self.numbers(),
                submitted: self.numbers(),
                earliest_start: self.numbers(),
                size: self.numbers(),
                deadline: self.numbers(),
            },
            decisions: IdleDecisions { server: self.numbers(), start: self.numbers(), refusals: self.list(refusal) },
            pieces: self.list(piece),
            figures: self.idle_figures(),
            comparison: self.option(comparison),
            look: self.look(),
            happened: self.list(|maker| (maker.u32(), maker.text())),
            moment: self.option(Self::moment),
        }
    }

    fn lines(&mut self) -> LineList {
        LineList { first: self.list(|maker| (maker.u32(), maker.text())), total: self.u32() }
    }

    fn result<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Result<T, String> {
        if self.bool() { Ok(one(self)) } else { Err(self.text()) }
    }

    fn reply(&mut self) -> Reply {
        match self.below(13) {
            0 => Reply::Ready,
            1 => Reply::Progress { rev: self.u32(), decided: self.u32(), jobs: self.u32() },
            2 => {
                let decisions =
                    Decisions { start: self.numbers(), first_start: Vec::new(), moves: self.moves(), refusals: self.refusals() };
                let (outline, _) = plan_pieces(&Arrivals::default(), &decisions, &NodeTable::default());
                Reply::PlanOutline { rev: self.u32(), outline }
            }
            3 => Reply::PlanPiece { rev: self.u32(), numbers: self.numbers() },
            4 => Reply::Planned {
                rev: self.u32(),
                plan_number: self.u32(),
                change: self.option(|maker| Box::new(PlanChange { base: maker.u32(), patch: maker.patch() })),
                figures: self.option(|maker| PlanFigures {
                    metrics: Metrics {
                        requests: maker.u32(),
                        acceptance: maker.f64(),
                        busy_node_slots: maker.u64(),
                        mean_delay: maker.f64(),
                        ..Metrics::default()
                    },
                    jobs_planned: maker.u32(),
                }),
            },
            5 => Reply::Money { rev: self.u32(), part: Box::new(self.money()) },
            6 => Reply::Servers { rev: self.u32(), update: Box::new(self.servers_update()) },
            7 => Reply::Invalid { rev: self.u32(), message: self.text() },
            8 => Reply::LogProgress { read: self.u64(), total: self.u64(), jobs: self.u32() },
            9 => Reply::LogRead(self.result(|maker| LogMessage {
                computer: maker.option(Self::text),
                machine_nodes: maker.option(Self::u32),
                jobs: maker.u32(),
                problems: maker.lines(),
            })),
            10 => Reply::LogShaped(self.result(|maker| ShapedMessage {
                machine: maker.machine(),
                requests: maker.requests(),
                skipped: maker.lines(),
                oversize_skipped: maker.u32(),
                oversize_clipped: maker.u32(),
            })),
            11 => Reply::UnitShare(self.f64()),
            _ => Reply::UnitDone(
                self.u32(),
                self.result(|maker| match maker.bool() {
                    true => {
                        Found::Sample(Sample { measures: maker.list(Self::f64), series: maker.list(|maker| maker.list(Self::f64)) })
                    }
                    false => Found::Point(maker.list(|maker| PointFound { metrics: maker.idle_metrics(), effort: maker.f64() })),
                }),
            ),
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
    plan: (Arrivals, Decisions, NodeTable),
    servers: ServersPlan,
    money: Vec<MoneyPart>,
}

impl Page {
    fn new() -> Self {
        let (replies, time) = (Rc::<RefCell<Vec<Reply>>>::default(), Cell::new(0.0));
        let received = Rc::clone(&replies);
        let send = Box::new(move |reply| received.borrow_mut().push(expect_same(reply)));
        let clock = Box::new(move || time.replace(time.get() + 1.0));
        let dispatcher = Dispatcher::new(send, clock);
        Self { dispatcher, replies, plan: Default::default(), servers: ServersPlan::default(), money: Vec::new() }
    }

    /// Carries out a command in pieces of work; gives the number of whole plans and of changes that came.
    fn carry_out(&mut self, command: Command) -> (usize, usize) {
        self.dispatcher.receive(expect_same(command));
        while self.dispatcher.work_until(self.dispatcher.now() + 3.0) {}
        let (mut assembly, mut whole, mut changes) = (None, 0, 0);
        for reply in self.replies.take() {
            match reply {
                Reply::PlanOutline { outline, .. } => assembly = Some(PlanAssembly::new(outline)),
                Reply::PlanPiece { numbers, .. } => assembly.as_mut().unwrap().add(&numbers).unwrap(),
                Reply::Planned { change: None, .. } => {
                    self.plan = assembly.take().unwrap().finish();
                    whole += 1;
                }
                Reply::Planned { change: Some(change), .. } => {
                    let (arrivals, decisions, nodes) = &mut self.plan;
                    change.patch.apply(arrivals, decisions, nodes).unwrap();
                    changes += 1;
                }
                Reply::Servers { update, .. } => self.servers.take(*update).unwrap(),
                Reply::Money { part, .. } => self.money.push(*part),
                Reply::Progress { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        (whole, changes)
    }
}

#[test]
fn the_page_ends_with_the_plan_of_a_fresh_run() {
    let (mut with_money, mut with_servers) = (0, 0);
    for example in EXAMPLES {
        let mut scenario = example.slots().unwrap_or_else(|| scenario_of(1, Vec::new()));
        let servers = example.idle();
        let mut page = Page::new();
        for rev in 1..=2 {
            let plan = PlanMessage {
                source: (rev == 1).then(|| SourceMessage::from(&scenario.workload.source)),
                edits: scenario.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
                machine: scenario.machine,
                policy: scenario.policy,
                market: scenario.market.clone(),
                servers: servers.as_ref().map(|servers| ServersMessage::new(servers, None, LookMessage::default())),
                with_money: true,
            };
            let command = Command::Plan { rev, is_whole: rev == 1, visible: 0, plan: Box::new(plan) };
            let (whole, changes) = page.carry_out(command);
            assert_eq!((whole, changes > 0), ((rev == 1).into(), rev > 1), "{} at {rev}", example.key);
            let fresh = run(&scenario).unwrap();
            assert_eq!(page.plan, (fresh.arrivals, fresh.decisions, fresh.nodes), "{} at {rev}", example.key);
            with_money += page.money.len();
            with_servers += page.servers.arrivals.jobs();
            if !scenario.workload.source.is_empty() {
                scenario.workload = scenario.workload.with_edit(0, None);
            }
        }
    }
    assert!(with_money > 0 && with_servers > 0);
}
