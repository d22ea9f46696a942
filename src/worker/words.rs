//! Moments as rows of 32-bit numbers, to travel beside a message. Both sides are of the same build.

use crate::engine::idle::geometry::{Taken, Tests};
use crate::engine::idle::moment::{Moment, TreeNode, TreeSize};
use crate::engine::idle::shown::{Order, Part, Step, StripName, Trace};
use crate::engine::idle::{IdleRequest, Period, Strategy, TreeName};

/// The servers' plan is counted in 16 bits, so that what a period passes fits above its server.
const PASSED_SHIFT: u32 = 16;
const SERVER_MASK: u32 = 0xffff;

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
    for Step { rate, part, visited, path, marked, found } in &search.steps {
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

/// The inverse of [`moment_words`]; `None` if these are not the numbers of a moment, nothing left over.
pub fn moment_of(words: &[u32]) -> Option<Moment> {
    let mut words = Words(words);
    let w = &mut words;
    let row = w.one()?;
    let [submitted, earliest_start, size, deadline, strategy] = w.some()?;
    let request = IdleRequest { submitted, earliest_start, size, deadline };
    let strategy = strategy_of(strategy)?;
    let rows = w.list(|w| {
        let [start, server, end] = w.some()?;
        Some((Period { start, server: server & SERVER_MASK, end }, (server >> PASSED_SHIFT) as u8))
    })?;
    let (periods, passed) = rows.into_iter().unzip();
    let [all, long_enough, start_test, capacity_test, deceiving, feasible] = w.some()?;
    let tests = Tests { periods: all, long_enough, start_test, capacity_test, deceiving, feasible };
    let choices = w.list(|w| w.option(taken))?;
    let steps = w.list(step)?;
    let chosen = w.option(|w| Some((w.period()?, w.one()?, w.one()?)))?;
    let [steps_left_out, low, high] = w.some()?;
    let visited = u64::from(low) | u64::from(high) << 32;
    let trees = w.list(|w| Some(TreeSize { name: TreeName { rate: w.one()?, strip: w.strip()? }, periods: w.one()? }))?;
    let strips_by = match w.one()? {
        0 => None,
        1 => Some(Order::Start),
        _ => Some(Order::End),
    };
    let tree = w.list(tree_node)?;
    let search = Trace { steps, chosen };
    let is_whole = words.0.is_empty();
    is_whole.then_some(Moment {
        row,
        request,
        strategy,
        periods,
        passed,
        tests,
        choices,
        search,
        steps_left_out,
        visited,
        trees,
        strips_by,
        tree,
    })
}

fn taken(w: &mut Words) -> Option<Taken> {
    Some(Taken {
        strategy: strategy_of(w.one()?)?,
        period: w.period()?,
        start: w.one()?,
        end: w.one()?,
        leading: w.option(Words::period)?,
        trailing: w.option(Words::period)?,
    })
}

fn step(w: &mut Words) -> Option<Step> {
    Some(Step {
        rate: w.one()? as usize,
        part: w.part()?,
        visited: w.one()?,
        path: w.list(Words::one)?,
        marked: w.list(Words::one)?,
        found: w.option(Words::period)?,
    })
}

fn tree_node(w: &mut Words) -> Option<TreeNode> {
    let [id, parent, depth, leaves, median, latest_end, is_open] = w.some()?;
    let [last, longest, largest] = [w.period()?, w.period()?, w.period()?];
    Some(TreeNode { id, parent, depth, leaves, median, last, latest_end, longest, largest, is_open: is_open != 0 })
}

fn number_of(strategy: Strategy) -> u32 {
    Strategy::ALL.iter().position(|&other| other == strategy).unwrap_or(0) as u32
}

fn strategy_of(number: u32) -> Option<Strategy> {
    Strategy::ALL.get(number as usize).copied()
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

/// Numbers that are read from the front.
struct Words<'a>(&'a [u32]);

impl Words<'_> {
    fn one(&mut self) -> Option<u32> {
        self.some().map(|[word]| word)
    }

    fn some<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (words, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*words)
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let len = self.one()? as usize;
        // An item is at least one number.
        if len > self.0.len() {
            return None;
        }
        (0..len).map(|_| item(self)).collect()
    }

    fn option<T>(&mut self, item: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.one()? == 0 { Some(None) } else { item(self).map(Some) }
    }

    fn period(&mut self) -> Option<Period> {
        let [start, server, end] = self.some()?;
        Some(Period { start, server, end })
    }

    fn strip(&mut self) -> Option<StripName> {
        match self.some()? {
            [0, _] => Some(StripName::Past),
            [1, number] => Some(StripName::Strip(number)),
            [2, _] => Some(StripName::Open),
            _ => None,
        }
    }

    fn part(&mut self) -> Option<Part> {
        let kind = self.one()?;
        if kind == 9 {
            let [_, dual_visited] = self.some()?;
            return Some(Part::TwoLevel { dual_visited });
        }
        let strip = self.strip()?;
        Some(match kind {
            0 => Part::StripDelayed(strip),
            1 => Part::StripAtOnce(strip),
            2 => Part::Strip(strip),
            3 => Part::StripByDeadline(strip),
            4 => Part::StripBehind(strip),
            5 => Part::OpenEnded,
            6 => Part::List,
            7 => Part::CompletedBefore,
            8 => Part::CompletedAfter,
            _ => return None,
        })
    }
}
