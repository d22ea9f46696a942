//! How changes by hand become another plan in slots, and what a drag in progress makes of it.

use super::by_type::slots_of;
use super::market_fit::fitted;
use crate::engine::Study;
use crate::engine::core::cost_map::{MapAsked, MapAxis};
use crate::engine::core::edits::RequestId;
use crate::engine::slots::bounds;
use crate::engine::slots::cost::{CostAsked, Measure, Wanted};
use crate::engine::slots::elastic::{Asked, OFFERS_LISTED, Tariff};
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::revenue::{Market, Method};
use crate::engine::slots::scenario::{Machine, Policy, SlotsScenario};
use crate::engine::slots::update::SlotsQuery;
use crate::engine::slots::workload::Workload;
use crate::engine::study::StudyKind;
use crate::formats::link::{CostView, OffersView, Panel};
use crate::state::{Change, Draft, Item, Model, Subject, Workspace};
use std::ops::Range;

/// Columns and rows of a map of costs, at most; and of plans with more requests, of which each cell takes longer.
const MAP_CELLS: (u32, u32) = (60, 32);
const MAP_CELLS_OF_MANY: (u32, u32) = (24, 12);
const MANY: u32 = 50_000;

/// The market as a part of a plan in slots.
const MARKET: Subject = Subject { kind: StudyKind::Slots, item: Item::Part("market") };

/// A request becomes another one, is added, or goes away (`None`).
pub fn request_change(slots: &SlotsScenario, id: RequestId, request: Option<Request>) -> Change {
    let workload = slots.workload.with_edit(id, request);
    let subject = Subject { kind: StudyKind::Slots, item: Item::Request(id) };
    Change { subject, study: Study::Slots(SlotsScenario { workload, ..slots.clone() }) }
}

/// The market becomes another one, or goes away (`None`).
pub fn market_change(slots: &SlotsScenario, market: Option<Market>) -> Change {
    Change { subject: MARKET, study: Study::Slots(SlotsScenario { market, ..slots.clone() }) }
}

/// The same requests on another machine; the market's limits follow the number of nodes.
pub fn with_machine(slots: &SlotsScenario, machine: Machine) -> Box<Study> {
    let market = slots.market.clone().map(|market| fitted(market, slots.machine.nodes, machine.nodes));
    Box::new(Study::Slots(SlotsScenario { machine, market, ..slots.clone() }))
}

/// Other requests on a machine that fits them.
pub fn with_workload(slots: &SlotsScenario, machine: Machine, workload: Workload) -> Box<Study> {
    let market = slots.market.clone().map(|market| fitted(market, slots.machine.nodes, machine.nodes));
    Box::new(Study::Slots(SlotsScenario { machine, workload, market, ..slots.clone() }))
}

/// Offers have other prices.
pub fn tariff_change(slots: &SlotsScenario, tariff: Tariff) -> Change {
    let subject = Subject { kind: StudyKind::Slots, item: Item::Part("tariff") };
    Change { subject, study: Study::Slots(SlotsScenario { tariff, ..slots.clone() }) }
}

/// The same plan under another planner or shift rule.
pub fn with_policy(slots: &SlotsScenario, policy: Policy) -> Box<Study> {
    Box::new(Study::Slots(SlotsScenario { policy, ..slots.clone() }))
}

impl Workspace {
    /// The plan in slots that a panel shows, or stands beside; one without requests if none is open.
    pub fn slots(&self, panel: Panel) -> &SlotsScenario {
        let shown = self.get(panel).filter(|study| study.slots().is_some());
        slots_of(shown.or_else(|| self.get(Panel::Study(StudyKind::Slots))).map(|study| &**study))
    }
}

impl Model {
    /// The plan in slots as last recorded.
    pub fn slots(&self) -> &SlotsScenario {
        self.workspace.slots(self.view.panel)
    }

    /// What is to be seen of the plan in slots beside it; `visible` are the slots on screen.
    pub fn slots_query(&self, visible: Range<Slot>) -> SlotsQuery {
        let with_revenue = self.view.panel == Panel::Revenue && self.market().is_some();
        let asked = |OffersView { query, choice, order, step }| Asked {
            query,
            choice,
            order,
            with_steps: step.is_some(),
            most: OFFERS_LISTED,
        };
        let offers = self.view.offers.map(asked);
        let (border, step, cost) = (with_revenue.then_some(self.view.border), self.view.step, self.slots_cost(&visible));
        SlotsQuery { visible: visible.end, with_revenue, border, step, offers, cost }
    }

    /// The request whose cost is looked at, no wider than the machine, and measured by money only where there is some. Steps show other plans than the whole one.
    pub fn cost_view(&self) -> Option<CostView> {
        let view = self.view.cost.filter(|_| self.view.step.is_none() && self.view.panel == Panel::Study(StudyKind::Slots))?;
        let slots = self.slots();
        let wanted = Wanted { nodes: view.wanted.nodes.min(slots.machine.nodes), ..view.wanted };
        let measure = if view.measure.is_money() && slots.market.is_none() { Measure::default() } else { view.measure };
        Some(CostView { wanted, measure, ..view })
    }

    /// The question about that request, with a map of the starts on screen.
    fn slots_cost(&self, visible: &Range<Slot>) -> Option<CostAsked> {
        let CostView { submitted, wanted, relax, measure, axis } = self.cost_view()?;
        let (from, to) = (visible.start.max(submitted), visible.end.min(bounds::SLOT.max - relax));
        let map = (from < to).then(|| {
            let most = match axis {
                MapAxis::Nodes => self.slots().machine.nodes,
                MapAxis::Length => ((to - from) / 2).clamp(1, bounds::DURATION.max),
            };
            let cells = if self.slots().workload.next_id() > MANY { MAP_CELLS_OF_MANY } else { MAP_CELLS };
            let (columns, rows) = ((to - from).min(cells.0), most.min(cells.1));
            let map = MapAsked { from, to, columns, rows, axis, most, near: None };
            MapAsked { near: Some(map.cell_like(wanted)), ..map }
        });
        Some(CostAsked { wanted, relax, submitted: Some(submitted), latest: None, measure, map })
    }

    /// A request as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted(&self, id: RequestId) -> Option<Request> {
        let of = Subject { kind: StudyKind::Slots, item: Item::Request(id) };
        let Draft { workspace, .. } = self.draft.as_ref().filter(|draft| draft.subject == of)?;
        *workspace.slots(self.view.panel).workload.edits.0.get(&id)?
    }

    /// The market as it is now, a drag in progress included.
    pub fn market(&self) -> Option<&Market> {
        self.effective().slots(self.view.panel).market.as_ref()
    }

    /// The method that found the limits before they were set by hand; the paper's if that was longer ago than can be undone.
    pub fn method_before_fixed(&self) -> Method {
        let methods = self.past().filter_map(|workspace| Some(workspace.slots(self.view.panel).market.as_ref()?.method));
        let classes = self.market().map_or(0, Market::count);
        let fits = |method: &Method| *method != Method::Fixed && (*method != Method::Littlewood || classes == 2);
        methods.into_iter().find(fits).unwrap_or_default()
    }
}
