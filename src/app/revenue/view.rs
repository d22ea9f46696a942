//! The revenue panel: the market, the booking-limit editor, the methods side by side, and revenue over time.

use super::booking_limits::class_border::ClassBorder;
use super::booking_limits::editor::{EditorView, booking_limit_editor, levels_table};
use super::market::editor::use_market_editor;
use super::market::form::market_form;
use super::market::methods::MethodsTable;
use super::over_time::view::MoneyView;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, use_size};
use crate::app::shell::context::Lab;
use crate::app::shell::frame::dock::Dock;
use crate::app::shell::pointer::debounce::use_is_due;
use crate::engine::slots::revenue::{Market, MarketFigures, Method};
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, Drag, Edit, Gesture, ViewAction, market_change};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// How the picture is read, line by line.
pub const REVENUE_READING: &[&str] = &[
    "Classes of customers pay different prices and book at different times before their start; the most expensive class comes last.",
    "A booking limit is the most nodes a class may take; what is left is protected for those who pay more. Drag a limit to see what it earns.",
    "Over time, each curve is what one regime has earned; the areas between show nodes left empty and nodes sold too cheaply.",
];

/// What the view shows of the model.
#[derive(Clone, PartialEq)]
pub struct Seen {
    /// The market.
    pub market: Option<Market>,
    /// Nodes of the machine.
    pub nodes: u32,
    /// What it comes to, as an engine told last.
    figures: Option<Rc<MarketFigures>>,
    before_fixed: Method,
}

impl Seen {
    /// As it is now.
    pub fn of(lab: &Lab) -> Self {
        let model = lab.model();
        Self {
            market: model.market().cloned(),
            nodes: model.slots().machine.nodes,
            figures: lab.engine_state.plans.slots.market.clone(),
            before_fixed: model.method_before_fixed(),
        }
    }
}

/// Properties of [`RevenueView`].
#[derive(Properties)]
pub struct RevenueViewProps {
    /// The page's state, to change it.
    pub lab: Lab,
    /// What is shown of it. Nothing else counts: a new plan alone draws nothing anew.
    pub seen: Seen,
}

impl PartialEq for RevenueViewProps {
    fn eq(&self, other: &Self) -> bool {
        self.seen == other.seen
    }
}

/// Prices, limits and what they bring.
#[component]
pub fn RevenueView(RevenueViewProps { lab, seen }: &RevenueViewProps) -> Html {
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    let palette = use_theme().palette();
    let (editor, typed) = use_market_editor(lab);
    let held_top = lab.gesture.borrow().as_ref().and_then(Gesture::dragged).and_then(Drag::held_top);
    // Those of a market before, until the engine has told the newest.
    let figures = seen.figures.as_ref().filter(|_| seen.market.is_some());
    let border = use_memo(figures.cloned(), |figures| figures.as_ref().map(|figures| ClassBorder::of(figures)));
    let is_due = use_is_due(lab, "methods-beside");
    let has_table = use_state_eq(|| false);
    let on_table = {
        let has_table = has_table.clone();
        Callback::from(move |event: Event| has_table.set(event.target_unchecked_into::<Element>().has_attribute("open")))
    };
    let on_border = {
        let lab = lab.clone();
        Callback::from(move |border: u32| lab.act(Action::View(ViewAction::Border(border))))
    };
    html! {
        <section class="plan revenue" aria-label="Revenue">
            <div class="charts" ref={node}>
                if let (Some(border), Some(_)) = (&*border, figures) {
                    { booking_limit_editor(EditorView {
                        shown: border,
                        palette,
                        size: (width, if width < ONE_COLUMN_PX { 0.0 } else { height }),
                        typed: typed.as_ref(),
                        held_top,
                        before_fixed: seen.before_fixed,
                        editor: &editor,
                        on_border,
                    }) }
                    <MoneyView />
                } else {
                    <p class="hint">{ "Planning …" }</p>
                }
            </div>
            if let (Some(border), Some(figures)) = (&*border, figures) {
                <Dock names={vec![("market", "Market"), ("methods-beside", "Methods beside each other"), ("lab-table", "Levels")]}>
                    { market_form(&border.market, seen.nodes, &border.limits, palette, typed.as_ref(), seen.before_fixed, &editor) }
                    <MethodsTable figures={Rc::clone(figures)} {is_due} {editor} />
                    { levels_table(border, *has_table, on_table) }
                </Dock>
            }
        </section>
    }
}

/// What is said above the curves where the plan has no market: the example is another scenario, and the plan can get its classes.
pub fn plan_without_market(lab: &Lab) -> Html {
    let model = lab.model();
    let plan = Panel::Study(StudyKind::Slots);
    if model.workspace.home(Panel::Revenue) == plan || !model.workspace.has(StudyKind::Slots) {
        return Html::default();
    }
    let set_market = {
        let lab = lab.clone();
        move |_: MouseEvent| {
            let slots = lab.model().workspace.slots(plan);
            let change = market_change(slots, Some(Market::umar(slots.machine.nodes)));
            lab.act(Action::View(ViewAction::Panel(plan)));
            lab.act(Action::Edit(Edit::Set { change, merge: false }));
            lab.act(Action::View(ViewAction::Panel(Panel::Revenue)));
        }
    };
    html! {
        <section class="without-market">
            <p>{ format!("Your plan “{}” has no market, so this is an example.", model.workspace.title(plan)) }</p>
            <button type="button" id="set-market" onclick={set_market}
                title="A market sorts requests into classes by how long ahead they book">{ "Give the plan the paper’s classes" }</button>
        </section>
    }
}
