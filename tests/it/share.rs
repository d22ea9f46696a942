//! Links: round trips, lengths, and every way in which one can be bad.

use crate::samples::{GOLDEN_1A, order_search, overlap_rule, scenario};
use crate::support::{decode_one as decode, read_one as read, slots_mut, slots_of};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bookahead::engine::core::cost_map::MapAxis;
use bookahead::engine::idle::reference::StripName;
use bookahead::engine::idle::{self, TreeName};
use bookahead::engine::slots::cost::{self, Wanted};
use bookahead::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, Tariff, Weights};
use bookahead::engine::slots::order_search::OrderSearch;
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::replanning::Replan;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::workload::{Generator, Preset, Source, Workload};
use bookahead::engine::study::StudyKind;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::link::{
    AxisUnit, BarColours, ClusterView, CompareLayout, CostView, Geometry, LINK_CHARS_MAX, Layout, LinkError, OffersView, Panel,
    Plane, Shared, TimeWindow, View, WorkflowView, encode,
};
use bookahead::papers::experiment::Options;
use proptest::prelude::*;
use std::io::Write;

fn golden() -> Shared {
    Shared { scenario: read(GOLDEN_1A).expect("the worked example"), view: View::default() }
}

/// A link whose unpacked content is `bytes`.
fn link_of(bytes: &[u8]) -> String {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("memory");
    format!("v1.{}", URL_SAFE_NO_PAD.encode(encoder.finish().expect("memory")))
}

/// The unpacked content of a link.
fn content_of(link: &str) -> Vec<u8> {
    let deflated = URL_SAFE_NO_PAD.decode(&link[3..]).expect("a link");
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&deflated[..]), &mut bytes).expect("a link");
    bytes
}

#[track_caller]
fn out_of_range(shared: &Shared, message: &str) {
    let error = decode(&encode(shared)).expect_err("out of range");
    assert_eq!(error.to_string(), format!("the link holds something out of range: {message}"));
}

#[test]
fn an_old_link_still_opens() {
    // Made when version 1 was settled: it must open for as long as version 1 is read.
    let link = "v1.eNpFysENQGAQROHdGQ4yv6wStKAKdUi4CY0pUpbDfseXN6z3uR_XvGz9AxOKrEhqERonRcuOP3cmJ93hACkvgmdONH7zC7tsBPI";
    let mut expected = golden();
    expected.scenario.title = "Golden 1a".to_string();
    assert_eq!(decode(link), Ok(expected));
}

#[test]
fn a_link_is_taken_with_all_that_stands_before_it() {
    let fragment = encode(&golden());
    for link in
        [fragment.clone(), format!("#{fragment}"), format!("https://example.org/a/?b=c#{fragment}"), format!("  {fragment}\n")]
    {
        assert_eq!(decode(&link), Ok(golden()), "{link}");
    }
}

#[test]
fn links_are_short() {
    let class_room = encode(&golden()).len();
    assert!(class_room < 250, "the worked example takes {class_room} characters");
    let generator: Generator = Preset { mpi: true, rate: 3, flexible_percent: 75 }.generator(u64::MAX, 1_000_000);
    let mut million = golden();
    slots_mut(&mut million.scenario).workload = Workload::of_generator(generator);
    million.view.time = Some(TimeWindow { first: 123_456.789, slots: 1_234.567 });
    let million = encode(&million).len();
    assert!(million < 200, "a generated million takes {million} characters");
    println!("link lengths: golden 1a {class_room}, generated million {million}");
}

#[test]
fn the_selection_follows_the_edits_into_the_list() {
    let mut shared = golden();
    let workload = slots_of(&shared.scenario).workload.clone();
    let Source::Requests(given) = &workload.source else { panic!("a list") };
    let added = given[0];
    slots_mut(&mut shared.scenario).workload = workload.with_edit(2, None).with_edit(11, Some(added)).with_edit(12, Some(added));
    for (selected, expected) in [(0, Some(0)), (2, None), (3, Some(2)), (10, Some(9)), (11, Some(10)), (12, Some(11)), (99, None)] {
        shared.view.selected = Some(selected);
        assert_eq!(decode(&encode(&shared)).expect("a link").view.selected, expected, "of {selected}");
    }
}

#[test]
fn bad_links_say_what_is_wrong() {
    let link = encode(&golden());
    for (text, error) in [
        ("", LinkError::Empty),
        ("https://example.org/#", LinkError::Empty),
        ("hello", LinkError::NotALink),
        ("https://example.org/page.html", LinkError::NotALink),
        ("v0.abc", LinkError::NotALink),
        ("v1", LinkError::NotALink),
        ("v4.anything", LinkError::OtherVersion { version: "v4".to_string() }),
        ("v3.anything", LinkError::Damaged),
        ("v1.", LinkError::Damaged),
        ("v1.äöü", LinkError::Damaged),
        (&link[..link.len() - 1], LinkError::Damaged),
        (&link[..link.len() / 2], LinkError::Damaged),
        (&format!("{link}A"), LinkError::Damaged),
        (&format!("{link}AAAA"), LinkError::Damaged),
        (&format!("{link}."), LinkError::Damaged),
    ] {
        assert_eq!(decode(text), Err(error), "for {text}");
    }
    let message = decode("v4.x").expect_err("newer").to_string();
    assert!(message.contains("v4") && message.contains("newer"), "{message}");
}

#[test]
fn any_changed_character_is_noticed() {
    let link = encode(&golden());
    for i in 3..link.len() {
        let mut changed = link.clone().into_bytes();
        changed[i] = if changed[i] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).expect("ASCII");
        assert_eq!(decode(&changed), Err(LinkError::Damaged), "character {i}");
    }
}

#[test]
fn too_much_is_refused_before_it_is_unpacked() {
    assert_eq!(decode(&"v".repeat(LINK_CHARS_MAX + 1)), Err(LinkError::TooLong));
    let bomb = link_of(&vec![0; 70 << 20]);
    assert!(bomb.len() < 100_000);
    assert_eq!(decode(&bomb), Err(LinkError::UnpacksTooLong));
    // A list that claims to be longer than what follows, and one longer than any workload.
    assert_eq!(decode(&link_of(&[0, 5, 200, 1, 0, 255, 255, 255, 255, 15])), Err(LinkError::Damaged));
    let mut long = vec![0, 5, 172, 2, 0, 128, 173, 226, 4];
    long.resize(60 << 20, 0);
    assert_eq!(decode(&link_of(&long)), Err(LinkError::Damaged));
}

#[test]
fn what_follows_the_content_is_damage() {
    let mut bytes = content_of(&encode(&golden()));
    assert_eq!(decode(&link_of(&bytes)), Ok(golden()));
    bytes.push(0);
    assert_eq!(decode(&link_of(&bytes)), Err(LinkError::Damaged));
}

#[test]
fn a_whole_link_may_hold_numbers_out_of_range() {
    let mut shared = golden();
    slots_mut(&mut shared.scenario).machine.nodes = 0;
    out_of_range(&shared, "machine.nodes: 0 is not allowed; must be a whole number from 1 to 65535");
    let mut shared = golden();
    let Source::Requests(requests) = &mut slots_mut(&mut shared.scenario).workload.source else { panic!("a list") };
    let requests = std::sync::Arc::make_mut(requests);
    (requests[4].latest_start, requests[4].nodes) = (3, 6);
    out_of_range(&shared, "workload.requests[4].latest_start: 3 is not allowed; must be a whole number from 15 to 4000000");
    let mut shared = golden();
    let generator =
        Generator { arrivals_per_slot: f64::NAN, ..Preset { mpi: false, rate: 2, flexible_percent: 50 }.generator(1, 10) };
    slots_mut(&mut shared.scenario).workload = Workload::of_generator(generator);
    out_of_range(&shared, "workload.generator.arrivals_per_slot: NaN is not allowed; must be a number above 0, at most 1000");
    let mut shared = golden();
    shared.view.time = Some(TimeWindow { first: 0.0, slots: f64::INFINITY });
    out_of_range(&shared, "view.time.slots: inf is not allowed; must be a number from 0.001 to 100000000");
    shared.view.time = Some(TimeWindow { first: f64::NAN, slots: 1.0 });
    out_of_range(&shared, "view.time.first: NaN is not allowed; must be a number from -100000000 to 100000000");
    let mut shared = golden();
    shared.view.border = 7;
    out_of_range(&shared, "view.border: 7 is not allowed; must be below 7");
}

fn view() -> impl Strategy<Value = View> {
    let time = proptest::option::of((-1e6_f64..1e6, 0.01_f64..1e6).prop_map(|(first, slots)| TimeWindow { first, slots }));
    let layout = proptest::sample::select(&[Layout::Stacked, Layout::Logical, Layout::Physical][..]);
    let axis = proptest::sample::select(&[AxisUnit::Slots, AxisUnit::Clock][..]);
    let panel = proptest::sample::select(
        &[Panel::Study(StudyKind::Slots), Panel::Revenue, Panel::Experiments, Panel::Study(StudyKind::Idle)][..],
    );
    let colours = proptest::sample::select(&[BarColours::Fitting, BarColours::Request, BarColours::Class][..]);
    let strip = prop_oneof![Just(StripName::Past), any::<u32>().prop_map(StripName::Strip), Just(StripName::Open)];
    let tree = proptest::option::of((0_u32..64, strip).prop_map(|(rate, strip)| TreeName { rate, strip }));
    let other = proptest::option::of(proptest::sample::select(&idle::Strategy::ALL[..]));
    let plane = proptest::sample::select(&[Plane::Time, Plane::Dual][..]);
    let step = || proptest::option::weighted(0.3, 0_u32..1000);
    let geometry = (plane, time.clone(), step(), other, tree).prop_map(|(plane, time, step, other, tree)| Geometry {
        plane,
        time,
        selected: None,
        step,
        other,
        tree,
    });
    let planner = proptest::sample::select(&PlannerKind::ALL[..]);
    let shift = proptest::sample::select(&[ShiftRule::Hold, ShiftRule::Release][..]);
    let compared = proptest::option::weighted(
        0.3,
        (planner, shift, order_search(), overlap_rule()).prop_map(|(planner, shift, search, overlap)| Policy {
            planner,
            shift,
            search,
            overlap,
        }),
    );
    let options = (1_u32..=1000, 1_u32..=1_000_000, any::<u64>());
    let options = options.prop_map(|(runs, requests, seed)| Options { runs, requests, seed });
    let layouts = [CompareLayout::Stacked, CompareLayout::Overlaid, CompareLayout::OnlyA, CompareLayout::OnlyB];
    let compare_layout = proptest::option::weighted(0.3, proptest::sample::select(layouts.to_vec()));
    let newer = (step(), compared, compare_layout, proptest::option::weighted(0.3, options), asked());
    let view = |(
        time,
        layout,
        axis,
        panel,
        border,
        colours,
        experiment,
        geometry,
        (step, compared, compare_layout, options, (offers, cost)),
    )| {
        View {
            time,
            selected: None,
            step,
            compared,
            compare_layout,
            offers,
            cost,
            options,
            layout,
            axis,
            panel,
            border,
            colours,
            experiment,
            geometry,
            cluster: ClusterView::default(),
            workflow: WorkflowView::default(),
        }
    };
    (time, layout, axis, panel, 0_u32..7, colours, 0_u32..21, geometry, newer).prop_map(view)
}

/// Any query for offers, and any request whose cost is asked for; each, both or none.
fn asked() -> impl Strategy<Value = (Option<OffersView>, Option<CostView>)> {
    (proptest::option::weighted(0.3, offers()), proptest::option::weighted(0.3, cost()))
}

/// Any request that is legal on some machine.
fn cost() -> impl Strategy<Value = CostView> {
    let wanted =
        (0_u32..4_000_000, 1_u32..=1_000_000, 1_u32..=65_535).prop_map(|(start, slots, nodes)| Wanted { start, slots, nodes });
    let measure = proptest::sample::select(&cost::Measure::ALL[..]);
    let axis = proptest::sample::select(&[MapAxis::Nodes, MapAxis::Length][..]);
    (0_u32..=4_000_000, wanted, 0_u32..100_000, measure, axis).prop_map(|(submitted, wanted, relax, measure, axis)| CostView {
        submitted: submitted.min(wanted.start),
        wanted,
        relax: relax.min(4_000_000 - wanted.start),
        measure,
        axis,
    })
}

/// Any query that is legal on some machine.
fn offers() -> impl Strategy<Value = OffersView> {
    let weights = (0_u8..=100, 0_u8..=100, 0_u8..=100, 0_u8..=100);
    let weighted = weights.prop_map(|(early, long, wide, cheap)| Choice::Weighted(Weights { early, long, wide, cheap }));
    let choice = prop_oneof![proptest::sample::select(&Choice::ALL[..]), weighted];
    let wanted = (proptest::option::of(0_u32..1_000_000), proptest::option::of(1_u32..=65_535));
    let listed = (choice, proptest::sample::select(&OfferOrder::ALL[..]));
    (0_u32..=4_000_000, 1_u32..=1_000_000, wanted, listed, proptest::option::of(0_u32..2_000)).prop_map(
        |(from, slots, (duration, nodes), (choice, order), step)| OffersView {
            order,
            query: ElasticQuery { from, to: from + slots, duration: duration.map(|duration| 1 + duration % slots), nodes },
            choice,
            step,
        },
    )
}

/// Whether drawn starts do not lie anywhere in the look-ahead.
fn has_near_starts(scenario: &Scenario) -> bool {
    let Study::Idle(idle) = &scenario.study else { return false };
    matches!(idle.workload.source, idle::IdleSource::Pareto(pareto) if pareto.book_ahead != 1.0)
}

/// What a link holds of a view: with something newer than version 2 only what is seen of its own study, and what is common.
fn held(scenario: &Scenario, view: View) -> View {
    let has_options = view.options.is_some();
    let has_offers = view.offers.is_some() || view.cost.is_some();
    // Names of requests and the date of the first slot take version 3, too.
    let is_newer = match &scenario.study {
        Study::Slots(slots) => {
            let Policy { planner, search, overlap, .. } = slots.policy;
            slots.machine.start.is_some()
                || planner.is_elastic()
                || matches!(planner, PlannerKind::Replan(_))
                || search != OrderSearch::default()
                || planner.overlaps()
                || overlap != OverlapRule::default()
                || slots.tariff != Tariff::default()
        }
        Study::Idle(idle) => has_near_starts(scenario) || !idle.folded().workload.names.is_plain(),
        Study::Cluster(_) | Study::Workflow(_) => true,
    };
    match scenario.study.kind() {
        StudyKind::Slots
            if is_newer
                || has_options
                || has_offers
                || view.step.is_some()
                || view.compared.is_some()
                || view.compare_layout.is_some() =>
        {
            View { geometry: Geometry::default(), ..view }
        }
        StudyKind::Slots => View { geometry: Geometry { step: None, ..view.geometry }, ..view },
        StudyKind::Idle if !is_newer && !has_options && view.geometry.step.is_none() && view.compare_layout.is_none() => {
            View { step: None, compared: None, offers: None, cost: None, ..view }
        }
        StudyKind::Idle => {
            let View { panel, experiment, options, geometry, compare_layout, axis, .. } = view;
            // How time is counted goes with how two plans are shown, or with what came later.
            let axis = if compare_layout.is_some() || has_near_starts(scenario) { axis } else { AxisUnit::default() };
            View { panel, experiment, options, geometry, compare_layout, axis, ..View::default() }
        }
        StudyKind::Cluster => {
            let View { panel, experiment, cluster, .. } = view;
            View { panel, experiment, cluster, ..View::default() }
        }
        StudyKind::Workflow => {
            let View { panel, experiment, workflow, .. } = view;
            View { panel, experiment, workflow, ..View::default() }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_gives_back_what_it_was_made_of(scenario in scenario(), view in view()) {
        let shared = Shared { scenario: scenario.clone(), view };
        let link = encode(&shared);
        let expected = shared.scenario.folded();
        let back = decode(&link).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&back.scenario, &expected);
        // A link that asks for the panel of a plan in slots and carries none opens on the study that it carries.
        let asks_in_vain = view.panel == View::default().panel && !matches!(expected.study, Study::Slots(_));
        let panel = if asks_in_vain { View::first(&expected).panel } else { view.panel };
        prop_assert_eq!(back.view, View { panel, ..held(&scenario, view) });
        if !asks_in_vain {
            prop_assert_eq!(encode(&back), link);
        }
    }
}

#[test]
fn how_an_order_is_searched_for_needs_a_form_of_its_own_only_where_it_is_not_as_usual() {
    let mut scenario = read(GOLDEN_1A).expect("the worked example");
    slots_mut(&mut scenario).policy.planner = PlannerKind::Replan(Replan::Gelsar);
    let of = |search, compared| {
        let mut scenario = scenario.clone();
        slots_mut(&mut scenario).policy.search = search;
        let shared = Shared { scenario, view: View { compared, ..View::default() } };
        let link = encode(&shared);
        println!("{link}");
        assert_eq!(decode(&link).expect("what was written"), shared);
        link
    };
    let usual = OrderSearch::default();
    let genetic = Policy { planner: PlannerKind::Replan(Replan::Genetic), ..Policy::default() };
    let plain = of(usual, None);
    let other = of(OrderSearch { population: 12, generations: 9, seed: 77 }, None);
    let beside = of(usual, Some(Policy { search: OrderSearch { seed: 3, ..usual }, ..genetic }));
    assert_ne!(plain, other, "older builds go on reading the first one");
    assert_ne!(of(usual, Some(genetic)), beside);
    out_of_range(
        &{
            let mut scenario = scenario.clone();
            slots_mut(&mut scenario).policy.search.population = 1;
            Shared { scenario, view: View::default() }
        },
        "policy.search.population: 1 is not allowed; must be a whole number from 2 to 100",
    );
    let compared = Some(Policy { search: OrderSearch { generations: 101, ..usual }, ..genetic });
    out_of_range(
        &Shared { scenario, view: View { compared, ..View::default() } },
        "view.compared.search.generations: 101 is not allowed; must be a whole number from 0 to 100",
    );
}

#[test]
fn overlapping_reservations_need_a_form_of_their_own() {
    let mut scenario = read(GOLDEN_1A).expect("the worked example");
    slots_mut(&mut scenario).policy.planner = PlannerKind::Overlapping;
    let of = |overlap, compared| {
        let mut scenario = scenario.clone();
        slots_mut(&mut scenario).policy.overlap = overlap;
        let shared = Shared { scenario, view: View { compared, ..View::default() } };
        let link = encode(&shared);
        println!("{link}");
        assert_eq!(decode(&link).expect("what was written"), shared);
        link
    };
    let usual = OverlapRule::default();
    let plain = of(usual, None);
    assert_ne!(plain, of(OverlapRule { confidence: 90, free_share: 25, overestimate: 50, seed: 7, ..usual }, None));
    assert_ne!(plain, of(OverlapRule { trust: 60, ..usual }, None));
    assert_ne!(of(OverlapRule::rarp(60), None), of(OverlapRule { exact_users: 20, ..OverlapRule::rarp(60) }, None));
    let release = Policy { shift: ShiftRule::Release, planner: PlannerKind::Overlapping, ..Policy::default() };
    let compared = Some(Policy { overlap: OverlapRule { seed: 3, ..usual }, ..release });
    assert_ne!(of(usual, Some(release)), of(usual, compared));
    let compared = Some(Policy { overlap: OverlapRule { trust: 101, ..usual }, ..release });
    out_of_range(
        &Shared { scenario: scenario.clone(), view: View { compared, ..View::default() } },
        "view.compared.overlap.trust: 101 is not allowed; must be a whole number from 0 to 100",
    );
    let compared = Some(Policy { overlap: OverlapRule { overestimate: 1_001, ..usual }, ..release });
    out_of_range(
        &Shared { scenario, view: View { compared, ..View::default() } },
        "view.compared.overlap.overestimate: 1001 is not allowed; must be a whole number from 0 to 1000",
    );
}

#[test]
fn how_two_plans_are_shown_needs_a_form_of_its_own_only_where_it_was_chosen() {
    let scenario = read(GOLDEN_1A).expect("the worked example");
    let compared = Some(Policy { planner: PlannerKind::Rigid, shift: ShiftRule::Hold, ..Policy::default() });
    let plain = View { compared, ..View::default() };
    let of = |view| encode(&Shared { scenario: scenario.clone(), view });
    let forms: Vec<String> = [CompareLayout::Stacked, CompareLayout::Overlaid, CompareLayout::OnlyA, CompareLayout::OnlyB]
        .into_iter()
        .map(|layout| {
            let view = View { compare_layout: Some(layout), ..plain };
            let link = of(view);
            println!("{layout:?} {link}");
            assert_eq!(decode(&link).expect("what was written").view, view);
            link
        })
        .collect();
    assert!(forms.iter().all(|link| *link != of(plain)), "older builds go on reading the others");
}
