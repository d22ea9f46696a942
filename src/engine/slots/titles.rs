//! What planners and policies are called for people; files, links and the command line have their names.

use super::order_search::OrderSearch;
use super::overlap_rule::OverlapRule;
use super::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use super::scenario::{PlannerKind, Policy, ShiftRule};

impl PlannerKind {
    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rigid => "Rigid",
            Self::FirstFit => "First fit",
            Self::FirstFitPhysical => "First fit, physical",
            Self::FcfsEds => "FCFS-EDS",
            Self::FcfsLrh => "FCFS-LRH",
            Self::Osp => "OSP",
            Self::OspEds => "OSP-EDS",
            Self::Overlapping => "Overlapping",
            Self::Replan(replan) => replan.title(),
        }
    }
}

impl Replan {
    /// Its name for people.
    pub fn title(self) -> &'static str {
        use WaitShare::{Half, Quarter, ThreeQuarters, Whole};
        match self {
            Self::First(FirstOrder::Fifo) => "FIRST FIFO",
            Self::First(FirstOrder::MinSlack) => "FIRST min-slack",
            Self::First(FirstOrder::MinMin) => "FIRST min-min",
            Self::First(FirstOrder::MinMax) => "FIRST min-max",
            Self::First(FirstOrder::Sufferage) => "FIRST sufferage",
            Self::Netto(NettoOrder::Shuffle, Quarter) => "Netto shuffle 25 %",
            Self::Netto(NettoOrder::Shuffle, Half) => "Netto shuffle 50 %",
            Self::Netto(NettoOrder::Shuffle, ThreeQuarters) => "Netto shuffle 75 %",
            Self::Netto(NettoOrder::Shuffle, Whole) => "Netto shuffle",
            Self::Netto(NettoOrder::Fifo, Quarter) => "Netto FIFO 25 %",
            Self::Netto(NettoOrder::Fifo, Half) => "Netto FIFO 50 %",
            Self::Netto(NettoOrder::Fifo, ThreeQuarters) => "Netto FIFO 75 %",
            Self::Netto(NettoOrder::Fifo, Whole) => "Netto FIFO",
            Self::Netto(NettoOrder::BiggestFirst, Quarter) => "Netto BJF 25 %",
            Self::Netto(NettoOrder::BiggestFirst, Half) => "Netto BJF 50 %",
            Self::Netto(NettoOrder::BiggestFirst, ThreeQuarters) => "Netto BJF 75 %",
            Self::Netto(NettoOrder::BiggestFirst, Whole) => "Netto BJF",
            Self::Netto(NettoOrder::LeastFlexible, Quarter) => "Netto LFF 25 %",
            Self::Netto(NettoOrder::LeastFlexible, Half) => "Netto LFF 50 %",
            Self::Netto(NettoOrder::LeastFlexible, ThreeQuarters) => "Netto LFF 75 %",
            Self::Netto(NettoOrder::LeastFlexible, Whole) => "Netto LFF",
            Self::Netto(NettoOrder::EarliestDeadline, Quarter) => "Netto EDF 25 %",
            Self::Netto(NettoOrder::EarliestDeadline, Half) => "Netto EDF 50 %",
            Self::Netto(NettoOrder::EarliestDeadline, ThreeQuarters) => "Netto EDF 75 %",
            Self::Netto(NettoOrder::EarliestDeadline, Whole) => "Netto EDF",
            Self::Gelsar => "GELSAR",
            Self::Genetic => "Genetic",
        }
    }
}

impl Policy {
    /// Its name for people: the planner, and those of its options that matter and are not the usual ones.
    pub fn title(self) -> String {
        let planner = self.planner.title();
        if self.planner.searches() && self.search != OrderSearch::default() {
            let OrderSearch { population, generations, seed } = self.search;
            return format!("{planner} ({population} × {generations}, seed {seed})");
        }
        if self.planner.overlaps() && self.overlap != OverlapRule::default() {
            let OverlapRule { confidence, free_share, overestimate, trust, exact_users, seed } = self.overlap;
            let users = match (trust, exact_users) {
                (0, 0) => String::new(),
                _ => format!(", trust {trust} %, {exact_users} % exact"),
            };
            return format!("{planner} (p* {confidence} %, v* {free_share} %, +{overestimate} %{users}, seed {seed})");
        }
        match self.shift {
            _ if !self.planner.has_shift_rule() => planner.to_string(),
            ShiftRule::Hold => format!("{planner} (keeps place)"),
            ShiftRule::Release => format!("{planner} (gives place up)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_has_a_title_of_its_own_that_is_not_its_key() {
        let policies = Policy::all();
        let mut titles: Vec<String> = policies.iter().map(|policy| policy.title()).collect();
        assert!(policies.iter().zip(&titles).all(|(policy, title)| policy.name() != *title && !title.contains("hold")));
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), policies.len());
    }
}
