//! Reservations with an earliest and a latest start beside a queue, as a user works with them: one is refused, its window widened, an offer taken.

use crate::harness::{Page, with_page};
use crate::lab::{example, shared};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::reservations::ReservationRule;
use bookahead::engine::slots::elastic::{Choice, OfferOrder};
use bookahead::formats::link::encode;
use serde_json::json;

fn held(page: &Page) -> Option<BatchScenario> {
    if let Study::Cluster(cluster) = shared(page)?.scenario.study { Some(cluster) } else { None }
}

fn choose(page: &Page, list: &str, value: &str) {
    let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1];
        list.dispatchEvent(new Event('change', {bubbles: true}));";
    page.js(script, &[json!(list), json!(value)]);
}

fn open_two(page: &Page) {
    open(page, &format!("#{}", encode(&example("two-reservations"))));
    page.wait_for_text("#cluster-verdict h3", "Refused");
}

/// The latest start of job 4 is typed.
fn latest(page: &Page, second: &str) {
    page.fill("#job-latest-start", second);
    page.key("Enter");
}

#[test]
fn a_refused_reservation_starts_when_its_window_is_wider() {
    with_page("cluster-windows", |page| {
        open_two(page);
        page.wait_for(
            "the words above the nodes",
            "document.querySelector('#cluster-gantt .bracket .caption')?.textContent === arguments[0]",
            &[json!("job 4: 6 nodes, may start from 50 s to 70 s: refused")],
        );
        page.screenshot("cluster-refused");
        latest(page, "100");
        page.wait_for_text("#cluster-verdict", "It starts at 100 s");
        page.wait_for_text("#cluster-verdict", "The latest start that it can use is 100 s.");
        page.wait_until("the link to hold the window", || {
            let jobs = held(page)?.workload.arrivals(8).ok()?;
            (jobs.latest_start[3] == 100).then_some(())
        });
        latest(page, "99");
        page.wait_for_text("#cluster-verdict h3", "Refused");
        page.assert_accessible("a refused reservation");
    });
}

#[test]
fn a_refused_reservation_takes_an_offer() {
    with_page("cluster-offers", |page| {
        open_two(page);
        choose(page, "#reservation-rule", "osp");
        page.wait_for_text("#cluster-verdict", "One offer was made to its user, which was taken: six nodes for 30 s.");
        page.wait_for_text("#cluster-offers tbody", "30 s on 6 nodes");
        page.wait_for_text(".cluster-jobs", "takes an offer, asked for 6 nodes for 1 min");
        choose(page, "#offer-choice", "earliest");
        choose(page, "#offer-order", "fullest");
        page.click("#offer-again");
        let policy =
            page.wait_until("the link to hold the rules", || Some(held(page)?.policy).filter(|policy| policy.offers.half_nodes));
        assert_eq!(
            (policy.reservations, policy.offers.choice, policy.offers.order),
            (ReservationRule::Osp, Choice::Earliest, OfferOrder::Fullest)
        );
        // Asked again for three nodes, there is room for all of its time from 50 on.
        page.wait_for_text("#cluster-verdict", "three nodes for 1 min");
        page.screenshot("cluster-offers");
        page.assert_accessible("offers to a reservation");
        choose(page, "#reservation-rule", "first-fit");
        page.wait_for_text("#cluster-verdict h3", "Refused");
        assert_eq!(page.count("#cluster-offers"), 0);
    });
}
