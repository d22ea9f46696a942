//! Which tasks a list shows.

use crate::engine::workflow::WorkflowOutcome;
use crate::state::{Listing, ListingTab, RequestFacts, Search, WorkflowShown};

/// Whether a task is in a tab. "Waited" are tasks that start after their latest start.
fn is_in(plan: &WorkflowOutcome, tab: ListingTab, row: usize) -> bool {
    match tab {
        ListingTab::All => true,
        ListingTab::Waited => plan.tasks.start[row] > plan.tasks.latest[row],
        ListingTab::Refused => !plan.is_reserved(row),
        ListingTab::Moved | ListingTab::Backfilled => false,
    }
}

/// How many tasks a tab has.
pub fn workflow_count(plan: &WorkflowOutcome, tab: ListingTab) -> usize {
    (0..plan.tasks.len()).filter(|&row| is_in(plan, tab, row)).count()
}

/// What a search lets through: `relax` is the slack.
pub fn workflow_listing(shown: &WorkflowShown, search: &Search) -> Listing {
    let plan = &*shown.plan;
    let short = |time: u64| time.min(u64::from(u32::MAX)) as u32;
    let facts = |row: usize| RequestFacts {
        number: row as u32,
        class: None,
        nodes: 1,
        jobs: 1,
        duration: short(plan.tasks.duration[row]),
        relax: short(plan.tasks.slack(row)),
        accepted: u32::from(plan.is_reserved(row)),
        is_moved: false,
    };
    let tasks = plan.tasks.len();
    let rows =
        (search.tab != ListingTab::All).then(|| (0..tasks as u32).filter(|&row| is_in(plan, search.tab, row as usize)).collect());
    Listing::new(tasks, search, rows, facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Example;
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn tabs_and_words_find_what_the_plan_says() {
        let study = Example::find("six-tasks").unwrap().open().scenario.study;
        let plan = study.workflow().unwrap().run().unwrap();
        let late = (0..6).filter(|&row| plan.tasks.start[row] > plan.tasks.latest[row]).count();
        let shown = WorkflowShown { plan: Rc::new(plan), snapshot: Rc::default(), study: Arc::new(study) };
        let found = |tab: ListingTab, text: &str| -> Vec<usize> {
            let listing = workflow_listing(&shown, &Search { tab, text: text.to_string() });
            (0..listing.len()).filter_map(|place| listing.row_at(place)).collect()
        };
        assert_eq!(found(ListingTab::All, "relax:0"), [0, 1, 3, 5], "the critical path");
        assert_eq!(found(ListingTab::All, "duration:2-3"), [2, 4, 5]);
        assert_eq!((found(ListingTab::Waited, "").len(), workflow_count(&shown.plan, ListingTab::Waited)), (late, late));
    }
}
