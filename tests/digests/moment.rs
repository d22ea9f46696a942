//! Moments as rows of 32-bit numbers, for the digests.

use bookahead::engine::idle::geometry::Tests;
use bookahead::engine::idle::moment::Moment;
use bookahead::engine::idle::reference::{Order, Part, SearchStep, StripName};
use bookahead::engine::idle::reference::{TreeNode, TreeSize};
use bookahead::engine::idle::{IdleRequest, Period, Strategy};

/// The servers' plan is counted in 16 bits, so that what a period passes fits above its server.
const PASSED_SHIFT: u32 = 16;

/// A moment as numbers.
pub fn moment_words(moment: &Moment) -> Vec<u32> {
    let Moment { row, request, strategy, periods, passed, tests, choices, search, steps_left_out, visited, trees, strips_by, tree } =
        moment;
    let mut out = Vec::with_capacity(3 * periods.len() + 512);
    let IdleRequest { submitted, earliest_start, size, deadline } = *request;
    out.extend([*row, submitted, earliest_start, size, deadline, number_of(*strategy)]);
    out.push(periods.len() as u32);
    for (period, passed) in periods.iter().zip(passed) {
        out.extend([period.start, period.server | u32::from(*passed) << PASSED_SHIFT, period.end]);
    }
    let Tests { periods, long_enough, start_test, capacity_test, deceiving, feasible } = *tests;
    out.extend([periods, long_enough, start_test, capacity_test, deceiving, feasible]);
    out.push(choices.len() as u32);
    for choice in choices {
        put_option(&mut out, choice.as_ref(), |out, taken| {
            out.push(number_of(taken.strategy));
            put_period(out, &taken.period);
            out.extend([taken.start, taken.end]);
            put_option(out, taken.leading.as_ref(), put_period);
            put_option(out, taken.trailing.as_ref(), put_period);
        });
    }
    out.push(search.steps.len() as u32);
    for SearchStep { rate, part, visited, path, marked, found } in &search.steps {
        out.push(*rate as u32);
        out.extend(part_words(*part));
        out.push(*visited);
        for list in [path, marked] {
            out.push(list.len() as u32);
            out.extend(list);
        }
        put_option(&mut out, found.as_ref(), put_period);
    }
    put_option(&mut out, search.chosen.as_ref(), |out, (period, start, end)| {
        put_period(out, period);
        out.extend([*start, *end]);
    });
    out.extend([*steps_left_out, *visited as u32, (*visited >> 32) as u32]);
    out.push(trees.len() as u32);
    for TreeSize { name, periods } in trees {
        out.push(name.rate);
        out.extend(strip_words(name.strip));
        out.push(*periods);
    }
    out.push(strips_by.map_or(0, |order| if order == Order::Start { 1 } else { 2 }));
    out.push(tree.len() as u32);
    for TreeNode { id, parent, depth, leaves, median, last, latest_end, longest, largest, is_open } in tree {
        out.extend([*id, *parent, *depth, *leaves, *median, *latest_end, u32::from(*is_open)]);
        [last, longest, largest].into_iter().for_each(|period| put_period(&mut out, period));
    }
    out
}

fn number_of(strategy: Strategy) -> u32 {
    Strategy::ALL.iter().position(|&other| other == strategy).unwrap_or(0) as u32
}

fn put_period(out: &mut Vec<u32>, period: &Period) {
    out.extend([period.start, period.server, period.end]);
}

fn put_option<T>(out: &mut Vec<u32>, value: Option<&T>, put: impl FnOnce(&mut Vec<u32>, &T)) {
    out.push(u32::from(value.is_some()));
    if let Some(value) = value {
        put(out, value);
    }
}

fn strip_words(strip: StripName) -> [u32; 2] {
    match strip {
        StripName::Past => [0, 0],
        StripName::Strip(number) => [1, number],
        StripName::Open => [2, 0],
    }
}

fn part_words(part: Part) -> [u32; 3] {
    let with = |kind: u32, strip: StripName| {
        let [name, number] = strip_words(strip);
        [kind, name, number]
    };
    match part {
        Part::StripDelayed(strip) => with(0, strip),
        Part::StripAtOnce(strip) => with(1, strip),
        Part::Strip(strip) => with(2, strip),
        Part::StripByDeadline(strip) => with(3, strip),
        Part::StripBehind(strip) => with(4, strip),
        Part::OpenEnded => [5, 0, 0],
        Part::List => [6, 0, 0],
        Part::CompletedBefore => [7, 0, 0],
        Part::CompletedAfter => [8, 0, 0],
        Part::TwoLevel { dual_visited } => [9, 0, dual_visited],
    }
}
