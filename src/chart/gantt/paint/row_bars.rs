//! The bars of the physical layout by row, from left to right. Looked up once per plan and used by many pictures.

use super::frame::{Colours, Frame};
use super::scene::Scene;
use crate::gantt::bar::Bar;
use crate::gantt::layout::physical;
use crate::gantt::level_of_detail::style_key::StyleKey;
use crate::gantt::plan::view::Edition;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// The bars of some rows and slots.
#[derive(Clone, Debug, Default)]
pub struct RowBars {
    /// What they are the bars of; `None` if they are to serve for one picture only.
    of: Option<Source>,
    rows: Range<u32>,
    /// Per row where its bars begin, and where the last row's end.
    first: Vec<u32>,
    /// Per row the length of its longest bar in slots.
    longest: Vec<Slot>,
    /// First slot of every bar.
    start: Vec<Slot>,
    /// First slot after it.
    end: Vec<Slot>,
    style: Vec<StyleKey>,
    rest: Vec<Rest>,
}

/// What is asked of few bars only, or not at all where bars are as small as rows.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    /// The job (row in the arrivals).
    job: u32,
    /// Lowest row of the bar, in view or not.
    lowest: u16,
    /// Rows of the bar.
    rows: u16,
}

/// Bars of one row, from left to right.
#[derive(Clone, Copy, Debug)]
pub struct RowOfBars<'a> {
    /// First slot of every bar.
    pub start: &'a [Slot],
    /// First slot after it.
    pub end: &'a [Slot],
    /// What every bar looks like.
    pub style: &'a [StyleKey],
    rest: &'a [Rest],
    /// Length of the row's longest bar in slots, here or elsewhere.
    pub longest: Slot,
}

impl RowOfBars<'_> {
    /// All of bar `i`, on whichever rows.
    pub fn whole(&self, i: usize) -> Bar {
        let Rest { job, lowest, rows } = self.rest[i];
        Bar { job, start: self.start[i], end: self.end[i], row: lowest.into(), rows: rows.into() }
    }

    /// The job of bar `i` (row in the arrivals).
    pub fn job(&self, i: usize) -> u32 {
        self.rest[i].job
    }

    /// The rows of bar `i`.
    #[inline]
    pub fn rows(&self, i: usize) -> u32 {
        self.rest[i].rows.into()
    }

    /// The bars of at least so many slots, by their numbers.
    pub fn at_least(&self, slots: Slot, found: &mut Vec<u32>) {
        // Every number is written and only those that count are kept: no branch to guess wrong.
        found.resize(self.start.len(), 0);
        let mut count = 0;
        for (i, (start, end)) in self.start.iter().zip(self.end).enumerate() {
            found[count] = i as u32;
            count += usize::from(end - start >= slots);
        }
        found.truncate(count);
    }
}

/// What bars were looked up in.
#[derive(Clone, Debug)]
struct Source {
    edition: Edition,
    slots: Range<Slot>,
    colours: ColourKey,
}

/// What decides which tint is whose.
#[derive(Clone, Debug, PartialEq)]
pub enum ColourKey {
    /// The request's number.
    Request,
    /// The limits of the classes.
    Classes(Vec<Option<Slot>>),
    /// The marks of a comparison.
    Marks(Edition),
}

impl ColourKey {
    /// Of a frame.
    pub fn of(frame: &Frame) -> Self {
        match frame.colours {
            Colours::Request => Self::Request,
            Colours::Class(market) => Self::Classes(market.classes.iter().map(|class| class.book_ahead_max).collect()),
            Colours::Compared(marks) => Self::Marks(marks.edition().clone()),
        }
    }
}

impl RowBars {
    /// Looks up the bars of a picture, if those looked up last do not hold them: O(bars).
    pub fn follow(&mut self, scene: &Scene) {
        let (slots, colours) = (scene.slots_around(), ColourKey::of(scene.frame));
        let edition = scene.frame.view.edition();
        let same = self.of.as_ref().filter(|of| of.edition == *edition && of.colours == colours && self.rows == scene.rows);
        let is_same = same.is_some();
        if same.is_some_and(|of| of.slots.start <= slots.start && slots.end <= of.slots.end) {
            return;
        }
        // Who looks at more of a plan will look at still more.
        let wider = if is_same { (slots.end - slots.start) / 2 } else { 0 };
        let slots = slots.start.saturating_sub(wider)..slots.end.saturating_add(wider);
        self.look_up(scene, slots.clone());
        self.of = Some(Source { edition: edition.clone(), slots, colours });
    }

    /// Looks up the bars of one picture: O(bars).
    pub fn look_up_once(&mut self, scene: &Scene) {
        self.look_up(scene, scene.slots_around());
    }

    fn look_up(&mut self, scene: &Scene, slots: Range<Slot>) {
        let (view, rows) = (scene.frame.view, scene.rows.clone());
        (self.of, self.rows) = (None, rows.clone());
        let within = |row: u32, count: u32| row.max(rows.start) - rows.start..row.saturating_add(count).min(rows.end) - rows.start;
        // Counted and then put into their places; the first two entries are of no row yet.
        self.first.clear();
        self.first.resize(rows.len() + 2, 0);
        physical::for_each_bar(view, slots.clone(), rows.clone(), &mut |bar| {
            within(bar.row, bar.rows).for_each(|row| self.first[row as usize + 2] += 1);
        });
        let mut sum = 0;
        self.first.iter_mut().for_each(|first| (sum, *first) = (sum + *first, sum + *first));
        let sum = sum as usize;
        self.longest.clear();
        self.longest.resize(rows.len(), 0);
        // Every place is written below.
        self.start.resize(sum, 0);
        self.end.resize(sum, 0);
        self.style.resize(sum, StyleKey::default());
        self.rest.resize(sum, Rest::default());
        physical::for_each_bar(view, slots, rows.clone(), &mut |bar| {
            // There are fewer nodes than 65,536.
            let rest = Rest { job: bar.job, lowest: bar.row as u16, rows: bar.rows as u16 };
            let style = StyleKey::new(bar.end - bar.start, scene.tint_of(bar.job));
            for row in within(bar.row, bar.rows) {
                let longest = &mut self.longest[row as usize];
                *longest = (*longest).max(bar.end - bar.start);
                let next = &mut self.first[row as usize + 1];
                let i = *next as usize;
                (self.start[i], self.end[i], self.style[i], self.rest[i]) = (bar.start, bar.end, style, rest);
                *next += 1;
            }
        });
    }

    /// The bars of a row that reach into some slots, from left to right.
    pub fn of_row(&self, row: u32, slots: &Range<Slot>) -> RowOfBars<'_> {
        let line = row.wrapping_sub(self.rows.start) as usize;
        let (from, to) = match self.first.get(line..line.saturating_add(2)) {
            Some(&[from, to]) => (from as usize, to as usize),
            _ => (0, 0),
        };
        // Bars of a row do not overlap: they end in the order they start in.
        let begin = from + self.end[from..to].partition_point(|&end| end <= slots.start);
        let end = from + self.start[from..to].partition_point(|&start| start < slots.end);
        let bars = begin..end.max(begin);
        RowOfBars {
            start: &self.start[bars.clone()],
            end: &self.end[bars.clone()],
            style: &self.style[bars.clone()],
            rest: &self.rest[bars],
            longest: self.longest.get(line).copied().unwrap_or(0),
        }
    }
}
