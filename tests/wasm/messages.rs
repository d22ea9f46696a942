//! Messages as page and worker exchange them: only a browser has the typed arrays they travel in.

use bookahead::engine::slots::patch::{NodeChange, PlanPatch};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::Report;
use bookahead::engine::slots::revenue::{RevenuePart, RunSeries};
use bookahead::engine::slots::scenario::scenario_of;
use bookahead::engine::slots::update::{PlanChange, SlotsSnapshot, SlotsUpdate};
use bookahead::engine::study::{StudySnapshot, StudyUpdate};
use bookahead::papers::experiment::{Sample, UnitResult};
use bookahead::worker::messages::{Command, LineList, Reply, ShapedMessage, Snapshot, Update, Work};
use bookahead::worker::transport::{seal, unseal};

const NUMBERS: [u32; 4] = [0, 1, u32::MAX - 1, u32::MAX];

/// A reply with every kind of column, empty ones among them.
fn replies() -> Vec<Reply> {
    let request = |n| Request { user: n, submitted: 1, earliest_start: 2, latest_start: u32::MAX, duration: 4, nodes: 5, jobs: 6 };
    let patch = |nodes| PlanPatch {
        edits: vec![(7, None), (u32::MAX, Some(request(8)))],
        jobs: 3..5,
        start: NUMBERS.to_vec(),
        first_start: Vec::new(),
        moves: Vec::new(),
        refusals: Vec::new(),
        moved: vec![(1, 2)],
        nodes,
        final_before: u32::MAX,
    };
    let planned = |nodes| {
        let change = PlanChange { base: 1, number: 2, patch: patch(nodes) };
        Reply::Update(1, Update::Study(StudyUpdate::Slots(SlotsUpdate::Visible(Box::new(change)))))
    };
    let run = RunSeries { used: vec![NUMBERS.to_vec(), Vec::new()], lost: vec![vec![3]], ..RunSeries::default() };
    let report = Report { classes: Vec::new(), per_slot: vec![0, 1 << 32, (1 << 53) + 1, u64::MAX], ..Report::default() };
    let series = vec![vec![0.1, -0.0, f64::MIN_POSITIVE, 16_777_217.0], Vec::new()];
    let shaped = ShapedMessage {
        study: Box::new(scenario_of(1, (0..20_000).map(request).collect()).into()),
        skipped: LineList::default(),
        oversize_skipped: 0,
        oversize_clipped: 0,
        notes: Vec::new(),
        summary: String::new(),
        words: Vec::new(),
    };
    let part = RevenuePart { regime: None, report, run: Some(run) };
    vec![
        Reply::Ready,
        planned(NodeChange::All(NUMBERS.to_vec())),
        planned(NodeChange::Some { jobs: vec![4], ids: NUMBERS.to_vec() }),
        Reply::Snapshot(1, Snapshot::Study(StudySnapshot::Slots(SlotsSnapshot::Revenue(Box::new(part))))),
        Reply::Update(1, Update::Unit(1, UnitResult::Sample(Sample { measures: vec![0.3], series }))),
        Reply::Snapshot(1, Snapshot::Log(shaped)),
    ]
}

/// Each comes out of typed arrays as it went in.
pub fn come_through() {
    for reply in replies() {
        let (sealed, transfer) = seal(reply.clone(), None);
        assert_eq!(sealed.length(), transfer.length(), "every array is handed over");
        let back: Reply = unseal(sealed.clone().into()).expect("it is a message");
        assert_eq!(format!("{back:?}"), format!("{reply:?}"));
        sealed.pop();
        assert!(unseal::<Reply>(sealed.into()).is_none(), "a column is missing");
    }
    let file = vec![0, 7, 255];
    let (sealed, _) = seal(Command::Open(3, Work::Log(Vec::new())), Some(file.as_slice().into()));
    assert_eq!(unseal(sealed.into()), Some(Command::Open(3, Work::Log(file))));
}
