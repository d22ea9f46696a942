//! Which plans were asked for, where, and what the engine that was asked knows already.

use super::near_engine::{NODES_MAX, REQUESTS_MAX};
use super::plan_copy::PlanCopy;
use super::worker_link::now;
use crate::engine::Scenario;
use crate::engine::request::Slot;
use crate::engine::scenario::{Machine, Policy};
use crate::engine::workload::Source;
use crate::worker::body::{PlanBody, SourceBody};
use crate::worker::wire::{Ask, pack_requests};
use js_sys::Object;
use std::rc::Rc;

/// A plan under way for longer than this is dropped when a newer scenario waits; until then it is finished and shown. In milliseconds.
const PATIENCE_MS: f64 = 300.0;

/// The two engines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The one in the page.
    Page,
    /// The worker.
    Worker,
}

/// What the time for a plan depends on most.
type Bulk = (Source, Machine, Policy);

fn bulk_of(scenario: &Scenario) -> Bulk {
    (scenario.workload.source.clone(), scenario.machine, scenario.policy)
}

/// Questions for plans, and the copy of the plan that the answers make.
pub struct Questions {
    /// The plan as last told.
    pub copy: PlanCopy,
    /// Where the last question went; the copy is of that engine's plan.
    place: Place,
    /// The requests that engine was sent last.
    source: Option<Source>,
    /// What the page does not plan by itself any more.
    too_much: Option<Bulk>,
    rev: u32,
    /// Questions without an answer, oldest first; only the last is still worked on.
    asked: Vec<Asked>,
    waiting: Option<Rc<Scenario>>,
    newest: Option<Rc<Scenario>>,
    /// First slot after what is on screen.
    visible: Slot,
    /// Whether the money is wanted as well.
    with_money: bool,
    /// The question answered last.
    answered: u32,
}

struct Asked {
    rev: u32,
    at: f64,
    scenario: Rc<Scenario>,
}

impl Default for Questions {
    fn default() -> Self {
        Self {
            copy: PlanCopy::default(),
            place: Place::Page,
            source: None,
            too_much: None,
            rev: 0,
            asked: Vec::new(),
            waiting: None,
            newest: None,
            visible: Slot::MAX,
            with_money: false,
            answered: 0,
        }
    }
}

impl Questions {
    /// A scenario that is to be planned instead of any before; `visible` is the first slot after what is on screen. With `with_money` the money is
    /// asked for as well.
    pub fn put(&mut self, scenario: Rc<Scenario>, visible: Slot, with_money: bool) {
        (self.visible, self.with_money) = (visible, with_money);
        self.newest = Some(Rc::clone(&scenario));
        self.waiting = Some(scenario);
    }

    /// Whether a scenario is the newest.
    pub fn is_newest(&self, scenario: &Rc<Scenario>) -> bool {
        self.newest.as_ref().is_some_and(|newest| Rc::ptr_eq(newest, scenario))
    }

    /// Whether an answer to question `rev` is still wanted.
    pub fn is_open(&self, rev: u32) -> bool {
        self.asked.iter().any(|asked| asked.rev == rev)
    }

    /// Whether question `rev` is the one that is worked on.
    pub fn is_current(&self, rev: u32) -> bool {
        self.asked.last().is_some_and(|asked| asked.rev == rev)
    }

    /// Whether question `rev` was answered last: what else is said about it still counts.
    pub fn is_answered_last(&self, rev: u32) -> bool {
        self.answered == rev
    }

    /// Whether an engine owes an answer.
    pub fn waits_for(&self, place: Place) -> bool {
        self.place == place && !self.asked.is_empty()
    }

    /// The scenario of an open question.
    pub fn scenario_of(&self, rev: u32) -> Option<Rc<Scenario>> {
        self.asked.iter().find(|asked| asked.rev == rev).map(|asked| Rc::clone(&asked.scenario))
    }

    /// Question `rev` is answered, and with it those before.
    pub fn close(&mut self, rev: u32) {
        self.answered = rev;
        self.asked.retain(|asked| asked.rev > rev);
    }

    /// The engine refused question `rev` and kept the requests it had.
    pub fn refuse(&mut self, rev: u32) {
        self.close(rev);
        self.source = None;
    }

    /// Where the waiting scenario is to be planned; `None` if none waits, or the worker has not finished with one.
    pub fn next_place(&self) -> Option<Place> {
        let scenario = self.waiting.as_deref()?;
        let is_small = scenario.workload.source.len() as usize + scenario.workload.edits.0.len() <= REQUESTS_MAX;
        // The exact optimum of a large machine takes too long for a frame.
        let is_small = is_small && (!self.with_money || scenario.machine.nodes <= NODES_MAX);
        let is_too_much = || self.too_much.as_ref().is_some_and(|bulk| *bulk == bulk_of(scenario));
        if is_small && !is_too_much() {
            return Some(Place::Page);
        }
        let is_busy = self.place == Place::Worker && self.asked.last().is_some_and(|asked| now() - asked.at < PATIENCE_MS);
        (!is_busy).then_some(Place::Worker)
    }

    /// The waiting scenario as a question to an engine, its number first and what lies beside it last.
    pub fn next(&mut self, place: Place) -> Option<(u32, Ask, Option<Object>)> {
        let scenario = self.waiting.take()?;
        if place != self.place {
            // What the one knows of requests and plan the other does not.
            self.place = place;
            self.forget();
        }
        self.rev += 1;
        let source = &scenario.workload.source;
        let is_known = self.source.as_ref() == Some(source);
        let body = PlanBody {
            source: (!is_known).then(|| SourceBody::from(source)),
            edits: scenario.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
            machine: scenario.machine,
            policy: scenario.policy,
            market: scenario.market.clone(),
            with_money: self.with_money,
        };
        let requests = match &body.source {
            Some(SourceBody::Requests(requests)) => Some(pack_requests(requests).into()),
            _ => None,
        };
        self.source = Some(source.clone());
        let rev = self.rev;
        self.asked.push(Asked { rev, at: now(), scenario });
        Some((rev, Ask::Plan { rev, whole: !self.copy.can_be_patched(), visible: self.visible, body }, requests))
    }

    /// Question `rev` takes the page too long: it, and all like it, are for the worker.
    pub fn leave_to_worker(&mut self, rev: u32) {
        if let Some(scenario) = self.scenario_of(rev) {
            self.too_much = Some(bulk_of(&scenario));
            self.waiting = Some(scenario);
        }
    }

    /// An engine is lost, and what it knew; everything is asked again unless it is `given_up`. What the page failed at is for the worker.
    pub fn lost(&mut self, place: Place, given_up: bool) {
        if place == Place::Page {
            self.too_much = self.newest.as_deref().map(bulk_of);
        }
        if self.place == place {
            // It stood over the money, if over anything: the plan alone is asked for again, until something changes.
            self.with_money &= !self.asked.is_empty();
            self.forget();
            self.waiting = if given_up { None } else { self.newest.clone() };
        }
    }

    /// What is here and what the engine tells do not belong together: everything is asked for again.
    pub fn start_over(&mut self) {
        self.forget();
        self.waiting = self.newest.clone();
    }

    /// Nothing the engine knows counts any more; what is on screen stays until something else comes.
    fn forget(&mut self) {
        self.asked.clear();
        self.source = None;
        self.copy.start_over();
    }
}
