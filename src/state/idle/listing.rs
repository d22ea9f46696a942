//! Which requests to named servers a list shows.

use crate::engine::idle::{IdlePlan, NO_SERVER};
use crate::state::{IdleShown, Listing, ListingTab, RequestFacts, Search};

/// Request rows of a tab, ascending; `None` for all. Nothing is moved to make room on named servers, and there is no queue.
fn rows_of(plan: &IdlePlan, tab: ListingTab) -> Option<Vec<u32>> {
    match tab {
        ListingTab::All => None,
        ListingTab::Refused => Some(plan.decisions.refusals.iter().map(|refusal| refusal.job).collect()),
        ListingTab::Moved | ListingTab::Waited | ListingTab::Backfilled => Some(Vec::new()),
    }
}

/// How many requests a tab has.
pub fn idle_count(plan: &IdlePlan, tab: ListingTab) -> usize {
    rows_of(plan, tab).map_or(plan.arrivals.jobs(), |rows| rows.len())
}

/// What a search lets through.
pub fn idle_listing(shown: &IdleShown, search: &Search) -> Listing {
    let IdlePlan { arrivals, decisions, .. } = &*shown.plan;
    let facts = |row: usize| {
        let request = arrivals.row(row);
        RequestFacts {
            number: shown.name_of(arrivals.id[row]).number,
            class: None,
            nodes: 1,
            jobs: 1,
            duration: request.size,
            relax: (request.deadline - request.earliest_start).saturating_sub(request.size),
            accepted: u32::from(decisions.server.get(row).is_some_and(|server| *server != NO_SERVER)),
            is_moved: false,
        }
    };
    Listing::new(arrivals.jobs(), search, rows_of(&shown.plan, search.tab), facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::idle::IdleOutcome;
    use crate::state::Example;
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn words_and_tabs_find_what_the_plan_says() {
        let study = Example::find("eleven-servers").unwrap().open().scenario.study;
        let IdleOutcome { arrivals, decisions, .. } = study.idle().unwrap().run().unwrap();
        let plan = Rc::new(IdlePlan { arrivals: (*arrivals).clone(), decisions, ..IdlePlan::default() });
        let shown = IdleShown { plan: Rc::clone(&plan), snapshot: Rc::default(), study: Arc::new(study) };
        let jobs = plan.arrivals.jobs();
        let found = |tab: ListingTab, text: &str| -> Vec<usize> {
            let listing = idle_listing(&shown, &Search { tab, text: text.to_string() });
            (0..listing.len()).filter_map(|place| listing.row_at(place)).collect()
        };
        let by = |holds: &dyn Fn(usize) -> bool| -> Vec<usize> { (0..jobs).filter(|&row| holds(row)).collect() };
        let is_refused = |row: usize| plan.decisions.server[row] == NO_SERVER;
        assert!(found(ListingTab::Moved, "").is_empty() && jobs == 15);
        assert_eq!(found(ListingTab::All, "").len(), jobs);
        assert_eq!(found(ListingTab::Refused, ""), by(&is_refused));
        assert_eq!(found(ListingTab::All, "refused"), by(&is_refused));
        assert_eq!(found(ListingTab::All, "accepted"), by(&|row| !is_refused(row)));
        let relax = |row: usize| {
            let request = plan.arrivals.row(row);
            request.deadline - request.earliest_start - request.size
        };
        assert_eq!(found(ListingTab::All, "rigid"), by(&|row| relax(row) == 0));
        assert_eq!(found(ListingTab::All, "relax:1-"), by(&|row| relax(row) > 0));
        assert_eq!(found(ListingTab::Refused, "rigid -relax:0"), Vec::<usize>::new());
        assert_eq!(found(ListingTab::All, "duration:2-"), by(&|row| plan.arrivals.size[row] >= 2));
        assert_eq!(idle_count(&plan, ListingTab::Refused), by(&is_refused).len());
        // A word that means nothing leaves nothing out.
        let listing = idle_listing(&shown, &Search { text: "colour".to_string(), ..Search::default() });
        assert!(listing.problem.is_some() && listing.len() == jobs);
    }
}
