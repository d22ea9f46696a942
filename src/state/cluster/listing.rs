//! Which jobs of a cluster a list shows.

use crate::engine::batch::BatchPlan;
use crate::engine::batch::decisions::How;
use crate::engine::batch::metrics::wait;
use crate::state::{ClusterShown, Listing, ListingTab, RequestFacts, Search};

/// Whether a job is in a tab. None moves once it runs.
fn is_in(plan: &BatchPlan, tab: ListingTab, row: usize) -> bool {
    match tab {
        ListingTab::All => true,
        ListingTab::Waited => plan.decisions.is_decided(row) && wait(&plan.jobs, &plan.decisions, row) > 0,
        ListingTab::Backfilled => plan.decisions.how(row) == How::Backfilled,
        ListingTab::Refused => plan.decisions.is_refused(row),
        ListingTab::Moved => false,
    }
}

/// How many jobs a tab has.
pub fn cluster_count(plan: &BatchPlan, tab: ListingTab) -> usize {
    (0..plan.jobs.len()).filter(|&row| is_in(plan, tab, row)).count()
}

/// What a search lets through.
pub fn cluster_listing(shown: &ClusterShown, search: &Search) -> Listing {
    let plan = &*shown.plan;
    let jobs = &plan.jobs;
    let facts = |row: usize| RequestFacts {
        number: jobs.number(row),
        class: None,
        nodes: jobs.nodes[row],
        jobs: 1,
        duration: jobs.runtime[row],
        relax: wait(jobs, &plan.decisions, row).min(u64::from(u32::MAX)) as u32,
        accepted: u32::from(plan.decisions.is_decided(row)),
        is_moved: false,
    };
    let rows = (search.tab != ListingTab::All)
        .then(|| (0..jobs.len()).filter(|&row| is_in(plan, search.tab, row)).map(|row| row as u32).collect());
    Listing::new(jobs.len(), search, rows, facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Example;
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn tabs_and_words_find_what_the_plan_says() {
        let study = Example::find("backfilling").unwrap().open().scenario.study;
        let outcome = study.cluster().unwrap().run().unwrap();
        let plan = BatchPlan {
            jobs: (*outcome.jobs).clone(),
            decisions: outcome.decisions,
            nodes: outcome.nodes,
            metrics: outcome.metrics,
        };
        let shown = ClusterShown { plan: Rc::new(plan), snapshot: Rc::default(), study: Arc::new(study) };
        let found = |tab: ListingTab, text: &str| -> Vec<usize> {
            let listing = cluster_listing(&shown, &Search { tab, text: text.to_string() });
            (0..listing.len()).filter_map(|place| listing.row_at(place)).collect()
        };
        assert_eq!(found(ListingTab::All, ""), [0, 1, 2, 3]);
        assert_eq!(found(ListingTab::Waited, ""), [1, 2]);
        assert_eq!(found(ListingTab::Backfilled, ""), [3]);
        assert_eq!(found(ListingTab::All, "nodes:8-"), [1, 2]);
        assert_eq!(found(ListingTab::Waited, "nodes:10"), [2]);
        assert_eq!(found(ListingTab::All, "duration:25"), [3]);
        assert_eq!(found(ListingTab::All, "relax:0"), [0, 3]);
        assert_eq!(cluster_count(&shown.plan, ListingTab::Waited), 2);
    }
}
