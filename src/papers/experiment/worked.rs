//! The worked examples of the papers that cards show, by their names.

use super::{Card, ExampleChart, Shown};
use bookahead_engine::Scenario;
use bookahead_engine::batch::worked::figure_5_1;
use bookahead_engine::idle::worked::{figure_3_1, figure_3_2, figure_3_3, figure_4_1};
use bookahead_engine::slots::scenario::PlannerKind;
use bookahead_engine::slots::worked::{
    BEFORE_THE_QUERY, bandwidth, before_the_holes, eleven_requests, eleven_requests_mpi, five_reservations, holes, rows,
    ten_requests, ten_requests_mpi, two_slots, user_6,
};
use bookahead_engine::study::Study;
use bookahead_engine::workflow::worked::{nine_tasks, reserved_node, six_tasks, two_mappings};

/// A scenario that only cards of the gallery open, with the request that is selected at first.
pub fn worked(key: &str) -> Option<(Scenario, u32)> {
    let (title, study, selected): (&str, Study, u32) = match key {
        "umar-2.1" => ("Reserved bandwidth (Umar, Figure 2.1)", bandwidth().into(), 0),
        "umar-2.7" => ("Five reservations (Umar, Figure 2.7)", five_reservations().into(), 0),
        "umar-2.8" => ("User 6 is refused (Umar, Figure 2.8)", user_6().into(), 5),
        "umar-table-3.2" => ("Two slots of the lemma (Umar, Tables 3.2 and 3.3)", two_slots().into(), 5),
        "castillo-3.1" => ("An idle period that LACT does not see (Castillo, Figure 3.1)", figure_3_1().into(), 6),
        "castillo-3.2" => ("A job with a deadline on three servers (Castillo, Figure 3.2)", figure_3_2().into(), 8),
        "castillo-4.1" => ("Two servers of different speed (Castillo, Figure 4.1)", figure_4_1().into(), 6),
        "castillo-5.1" => ("Two of four servers at once (Castillo, Figure 5.1)", figure_5_1().into(), 8),
        "mondol-3.4" => ("What a node has reserved (Mondol, Figure 3.4)", reserved_node().into(), 0),
        "mondol-3.10" => ("The first mapping of six tasks (Mondol, 3.6.1)", two_mappings().into(), 5),
        "mondol-3.7" | "mondol-3.8" | "mondol-3.9" => ("The first mapping of six tasks (Mondol, 3.6.1)", two_mappings().into(), 1),
        "mondol-3.11" | "mondol-3.12" | "mondol-3.13" => {
            ("The second mapping of six tasks (Mondol, 3.6.2)", two_mappings().into(), 2)
        }
        _ => return None,
    };
    Some((Scenario::new(title, study), selected))
}

/// Which mapping of such a scenario is shown at first (by its place, from 0), and after how many steps; `None` of those that show their plan.
pub fn worked_mapping(key: &str) -> Option<(u32, u32)> {
    Some(match key {
        "mondol-3.7" => (0, 0),
        "mondol-3.8" => (0, 2),
        "mondol-3.9" => (0, 3),
        "mondol-3.10" => (0, 6),
        "mondol-3.11" => (1, 3),
        "mondol-3.12" => (1, 4),
        "mondol-3.13" => (1, 6),
        _ => return None,
    })
}

impl Card {
    /// The worked example that is on the card, as its picture shows it; `None` of other cards.
    pub fn example(&self) -> Option<Study> {
        let Shown::Example { key, chart, .. } = self.shown else { return None };
        let is_before = chart == ExampleChart::LogicalBefore;
        Some(match key {
            "eleven-requests" if is_before => ten_requests().into(),
            "eleven-requests" => eleven_requests().into(),
            "eleven-requests-mpi" if is_before => ten_requests_mpi().into(),
            "eleven-requests-mpi" => eleven_requests_mpi().into(),
            "holes" if is_before => before_the_holes().into(),
            "holes" => holes().into(),
            "offers" => rows(3, PlannerKind::Osp, BEFORE_THE_QUERY).into(),
            "figure-3-3" => figure_3_3().into(),
            "nine-tasks" => nine_tasks().into(),
            "six-tasks" => six_tasks().into(),
            _ => worked(key)?.0.study,
        })
    }
}
