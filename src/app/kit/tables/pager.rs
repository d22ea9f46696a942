//! Long tables page by page: which rows are shown, and the buttons to the pages before and after.

use crate::app::kit::text::format::grouped;
use std::ops::Range;
use yew::prelude::*;

/// The page of a table that is shown.
pub struct Pages {
    page: UseStateHandle<usize>,
    count: usize,
    rows: usize,
}

/// The pages of `count` rows, `rows` (at least 1) on each. A table that became shorter shows its last page.
#[hook]
pub fn use_pages(count: usize, rows: usize) -> Pages {
    Pages { page: use_state_eq(|| 0), count, rows }
}

impl Pages {
    fn last(&self) -> usize {
        self.count.div_ceil(self.rows).saturating_sub(1)
    }

    fn at(&self) -> usize {
        (*self.page).min(self.last())
    }

    /// The rows that are shown.
    pub fn shown(&self) -> Range<usize> {
        let first = self.at() * self.rows;
        first..(first + self.rows).min(self.count)
    }

    /// Whether there is more than one page.
    pub fn are_several(&self) -> bool {
        self.last() > 0
    }

    /// Shows the first page.
    pub fn to_first(&self) -> impl Fn() + use<> {
        let page = self.page.setter();
        move || page.set(0)
    }

    /// The buttons, and between them which rows of how many are shown; `what` stands before their numbers.
    pub fn bar(&self, what: &str) -> Html {
        let (at, Range { start, end }) = (self.at(), self.shown());
        let turn = |to: usize| {
            let page = self.page.setter();
            Callback::from(move |_: MouseEvent| page.set(to))
        };
        let [first, last, all] = [(start + 1).min(self.count), end, self.count].map(|row| grouped(row as u64));
        html! {
            <div class="line pager">
                <button type="button" disabled={at == 0} onclick={turn(at.saturating_sub(1))}>{ "Earlier" }</button>
                <span>{ format!("{what}{first}–{last} of {all}") }</span>
                <button type="button" disabled={at >= self.last()} onclick={turn(at + 1)}>{ "Later" }</button>
            </div>
        }
    }
}
