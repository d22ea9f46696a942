//! What the box of a task says: name and duration, and below them its times. No text leaves its box or meets another one.

use super::times::{in_units, short_units};
use crate::kit::text::{cut_to_width, text_width};
use bookahead_engine::workflow::graph::Time;
use bookahead_engine::workflow::outcome::Tasks;
use std::ops::Range;

/// From the left and the right edge of a box to its texts, in CSS px.
pub const PAD_PX: f64 = 6.0;
/// Least way between name and duration.
const GAP_PX: f64 = 4.0;

/// How large a box and its texts are, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxSize {
    /// Width of a box.
    pub width: f64,
    /// Size of names.
    pub name_px: f64,
    /// Size of durations and times.
    pub time_px: f64,
}

/// The boxes of a graph.
#[derive(Clone, Copy, Debug)]
pub struct TaskBoxes<'a> {
    tasks: &'a Tasks,
    ticks: u32,
    size: BoxSize,
    /// Whether every box has room for earliest and latest start; otherwise all of them have the slack alone.
    has_starts: bool,
}

/// The texts of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxWords {
    /// The name, or how it begins.
    pub name: String,
    /// The duration.
    pub duration: String,
    /// The times below.
    pub times: String,
}

fn starts_words([earliest, latest, slack]: [Time; 3], ticks: u32) -> String {
    let [earliest, latest, slack] = [earliest, latest, slack].map(|time| in_units(time, ticks));
    format!("{earliest}–{latest} · {slack}")
}

impl<'a> TaskBoxes<'a> {
    /// The boxes of some tasks of a plan, with so many ticks in a unit of time.
    pub fn of(tasks: &'a Tasks, rows: Range<usize>, ticks: u32, size: BoxSize) -> Self {
        let most = |of: &dyn Fn(usize) -> Time| rows.clone().map(of).max().unwrap_or(0);
        let widest = [most(&|row| tasks.earliest[row]), most(&|row| tasks.latest[row]), most(&|row| tasks.slack(row))];
        let boxes = Self { tasks, ticks, size, has_starts: false };
        Self { has_starts: boxes.fits(&starts_words(widest, ticks)), ..boxes }
    }

    fn room(&self) -> f64 {
        self.size.width - 2.0 * PAD_PX
    }

    fn fits(&self, words: &str) -> bool {
        text_width(words, self.size.time_px) <= self.room()
    }

    /// The texts of a task.
    pub fn words(&self, row: usize, name: &str) -> BoxWords {
        let Self { tasks, ticks, size, .. } = *self;
        let exact = in_units(tasks.duration[row], ticks);
        let is_short = 2.0 * text_width(&exact, size.time_px) <= self.room();
        let duration = if is_short { exact } else { short_units(tasks.duration[row], ticks) };
        let slack = tasks.slack(row);
        let times = if self.has_starts {
            starts_words([tasks.earliest[row], tasks.latest[row], slack], ticks)
        } else {
            let (exact, short) = (in_units(slack, ticks), short_units(slack, ticks));
            let wanted = [format!("slack {exact}"), format!("slack {short}"), short];
            wanted.into_iter().find(|words| self.fits(words)).unwrap_or_default()
        };
        let room = self.room() - text_width(&duration, size.time_px) - GAP_PX;
        BoxWords { name: cut_to_width(name, room, size.name_px), duration, times }
    }

    /// How a box is read.
    pub fn explanation(&self) -> &'static str {
        if self.has_starts {
            "Each task has its duration, and below it EST–LST · slack."
        } else {
            "Each task has its duration, and below it its slack; the table of tasks has all times."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(duration: Time, earliest: Time, latest: Time) -> Tasks {
        Tasks { duration: vec![duration], earliest: vec![earliest], latest: vec![latest], ..Tasks::default() }
    }

    #[test]
    fn names_are_cut_and_times_are_the_longest_that_fit() {
        let said = |tasks: &Tasks, name: &str, ticks: u32, width: f64| {
            let size = BoxSize { width, name_px: 12.0, time_px: 11.0 };
            let words = TaskBoxes::of(tasks, 0..1, ticks, size).words(0, name);
            [words.name, words.duration, words.times]
        };
        let montage = one(1_339, 5_356, 5_910);
        assert_eq!(said(&montage, "mProjectPP_ID00000", 100, 96.0), ["mPro…", "13.39", "slack 5.54"]);
        assert_eq!(said(&one(12, 123, 145), "T12", 1, 96.0), ["T12", "12", "123–145 · 22"]);
        let long = one(123_456_789, 0, 98_765_432_100);
        assert_eq!(said(&long, "mAdd", 1, 96.0), ["mAdd", "123M", "slack 98.8G"]);
        assert_eq!(said(&long, "mAdd", 1, 54.0), ["", "123M", "98.8G"]);
    }

    #[test]
    fn no_text_is_wider_than_its_room() {
        let names = ["", "T0", "mProjectPP_ID00000", "WWWWWWWWWWWW", "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii", "任务名称很长很长很长"];
        let times = [0, 7, 1_234, 99_999, 12_345_678, 987_654_321_012, Time::MAX / 2];
        for (ticks, width) in [(1, 54.0), (100, 54.0), (1, 96.0), (100, 96.0), (1_000_000, 99.0)] {
            let size = BoxSize { width, name_px: 12.0, time_px: 11.0 };
            for (duration, latest) in times.iter().flat_map(|one| times.iter().map(move |other| (*one, *other))) {
                let tasks = one(duration, latest / 3, latest);
                let boxes = TaskBoxes::of(&tasks, 0..1, ticks, size);
                for name in names {
                    let words = boxes.words(0, name);
                    let [name, duration] = [(&words.name, 12.0), (&words.duration, 11.0)].map(|(text, px)| text_width(text, px));
                    assert!(
                        name + duration + GAP_PX <= boxes.room() || words.name.is_empty() && duration <= boxes.room(),
                        "{words:?}"
                    );
                    assert!(boxes.fits(&words.times), "{words:?}");
                }
            }
        }
    }
}
