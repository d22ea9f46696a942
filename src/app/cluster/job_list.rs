//! The left column for a cluster: the jobs in order of arrival, or those that are searched for.

use super::commands::CLUSTER;
use crate::app::kit::text::format::counted;
use crate::app::shell::commands::study::{Study, step_of};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::list::{ListParts, ListedPlan, RowActions, RowLook, RowText, count_in_order, request_list, two_lines};
use crate::engine::batch::decisions::How;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::explain::step::BatchStep;
use crate::engine::batch::job::NEVER;
use crate::engine::batch::metrics::wait;
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::state::{ClusterShown, ListingTab as Tab, cluster_count, cluster_listing};
use std::rc::Rc;
use yew::prelude::*;

/// Words that can be chosen for the search: serial and parallel jobs, those that start at once and those that wait.
const WORDS: [&str; 4] = ["nodes:1", "nodes:2-", "relax:0", "relax:1-"];
/// What else can be typed.
const HINT: &str = "A job must match all words that are chosen; relax is the wait in seconds. You can also type: 12 for jobs whose number begins with 12, \
                    nodes:64- for wide jobs, duration:1-3600 for run times in seconds. Enter goes to the first job found.";

/// The jobs of a plan, and how many have arrived if it is stepped through.
#[derive(Clone, PartialEq)]
struct ListedJobs {
    shown: Rc<ClusterShown>,
    step: Option<u32>,
}

impl ListedPlan for ListedJobs {
    fn study(&self) -> Study {
        &CLUSTER
    }

    fn id_at(&self, row: usize) -> Option<RequestId> {
        self.shown.plan.jobs.id.get(row).copied()
    }

    fn row_of(&self, id: RequestId) -> Option<usize> {
        self.shown.plan.jobs.row_of(id)
    }

    fn row_named(&self, name: &str) -> Option<usize> {
        self.shown.plan.jobs.row_called(name.trim().parse::<u32>().ok()?)
    }

    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html {
        rows.into_iter().map(|look| list_row(self, look, actions)).collect()
    }
}

/// A job and how it fared.
fn list_row(ListedJobs { shown, step }: &ListedJobs, look: RowLook, actions: &RowActions) -> Html {
    let row = look.row;
    let (jobs, decisions) = (&shown.plan.jobs, &shown.plan.decisions);
    let has_arrived = step.is_none_or(|step| row < step as usize);
    let has_start = step.is_none_or(|step| BatchStep::after(step, jobs, decisions).is_some_and(|step| step.has_start(row)));
    let id = jobs.id[row];
    let waited = wait(jobs, decisions, row);
    let fate = match decisions.start[row] {
        _ if !has_arrived => "later".to_string(),
        _ if decisions.is_refused(row) => "refused".to_string(),
        NEVER => "waits".to_string(),
        _ if !has_start => "waits, has no start yet".to_string(),
        _ if decisions.how(row) == How::Overbooked => format!("no room: {} of its nodes", decisions.extra[row]),
        _ if decisions.how(row) == How::TookOffer => {
            let asked = decisions.offered(row).map(|offered| (offered.asked_nodes, lasting(offered.asked_seconds().into())));
            let (nodes, seconds) = asked.unwrap_or_default();
            format!("takes an offer, asked for {} for {seconds}", counted(nodes.into(), "node", "nodes"))
        }
        _ if waited == 0 => "starts at once".to_string(),
        _ => format!("waits {}", lasting(waited)),
    };
    let went_ahead = has_start && decisions.how(row) == How::Backfilled;
    let name = shown.study.cluster().and_then(|cluster| cluster.names.as_ref()?.words(jobs, row));
    let name = name.map(|name| html! { <span class="called">{ name }{ " · " }</span> });
    let asked = format!("{} · {} estimated", counted(jobs.nodes[row].into(), "node", "nodes"), lasting(jobs.estimate[row].into()));
    let class = classes!("job-row", (!has_arrived).then_some("undecided"), (has_arrived && waited > 0).then_some("waited"));
    let fate = html! { <>{ fate }if went_ahead { <span class="ahead">{ " · went ahead" }</span> }</> };
    let asked = html! { <>{ name }{ asked }</> };
    two_lines(look, actions, RowText { id, is_only_row: true, name: jobs.number(row).to_string(), fate, asked, class })
}

/// The list.
#[component]
pub fn JobList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let shown = lab.engine_state.plans.cluster.clone();
    let plan_key = shown.as_ref().map(|shown| Rc::as_ptr(&shown.plan));
    let tabs = use_memo(plan_key, |_| {
        let counted = |tab| (tab, shown.as_ref().map_or(0, |shown| cluster_count(&shown.plan, tab)));
        let tabs = [Tab::All, Tab::Waited, Tab::Backfilled, Tab::Refused].map(counted);
        // Most clusters refuse nobody.
        tabs.into_iter().filter(|(tab, count)| *tab != Tab::Refused || *count > 0).collect::<Vec<_>>()
    });
    let listing = use_memo((plan_key, lab.model().search(StudyKind::Cluster)), |(_, search)| {
        shown.as_ref().map(|shown| cluster_listing(shown, search)).unwrap_or_default()
    });
    let count = count_in_order(shown.as_ref().map(|shown| shown.plan.jobs.len()));
    let parts = ListParts {
        class: Some("cluster-jobs"),
        heading: "Jobs",
        count,
        new: ("new-job", "New job", "New job (N)"),
        or: None,
        study: &CLUSTER,
        plan: shown.map(|shown| ListedJobs { shown, step: step_of(&lab, &CLUSTER) }),
        listing,
        tabs: tabs.to_vec(),
        words: WORDS.map(str::to_string).to_vec(),
        names: &[],
        placeholder: None,
        hint: HINT,
    };
    request_list(&lab, &newest, parts)
}
