//! The queue of planning commands: which scenario waits, which engine plans it, and what that engine already holds.

use super::local_engine::{NODES_MAX, REQUESTS_MAX};
use super::plan_copy::PlanCopy;
use super::servers_copy::ServersCopy;
use super::worker_link::now;
use crate::engine::idle::IdleScenario;
use crate::engine::slots::request::Slot;
use crate::engine::slots::scenario::{Machine, Policy};
use crate::engine::slots::workload::Source;
use crate::state::Workspace;
use crate::worker::messages::{Command, PlanMessage, SourceMessage};
use std::rc::Rc;
use std::sync::Arc;

/// A plan under way for longer than this is dropped when a newer scenario waits; until then it is finished and shown. In milliseconds.
const PATIENCE_MS: f64 = 300.0;

/// Where the two engines are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EngineLocation {
    /// The one in the page.
    Page,
    /// The worker.
    Worker,
}

/// What the time for a plan depends on most.
type Bulk = (Source, Machine, Policy, Option<Arc<IdleScenario>>);

fn bulk_of(workspace: &Workspace) -> Bulk {
    (workspace.slots.workload.source.clone(), workspace.slots.machine, workspace.slots.policy, workspace.idle.clone())
}

/// Commands for plans, and the copy of the plan that the replies make.
pub struct PlanQueue {
    /// The newest plan.
    pub copy: PlanCopy,
    /// The newest plan of the servers, and what is to be seen of it.
    pub servers: ServersCopy,
    /// Where the last command went; the copy is of that engine's plan.
    location: EngineLocation,
    /// The requests that engine was sent last.
    source: Option<Source>,
    /// What the page does not plan by itself any more.
    too_much: Option<Bulk>,
    rev: u32,
    /// Commands without a reply, oldest first; only the last is still worked on.
    asked: Vec<Asked>,
    waiting: Option<Rc<Workspace>>,
    newest: Option<Rc<Workspace>>,
    /// First slot after what is on screen.
    visible: Slot,
    /// Whether the money is wanted as well.
    with_money: bool,
    /// The command answered last.
    answered: u32,
}

struct Asked {
    rev: u32,
    at: f64,
    workspace: Rc<Workspace>,
}

impl Default for PlanQueue {
    fn default() -> Self {
        Self {
            copy: PlanCopy::default(),
            servers: ServersCopy::default(),
            location: EngineLocation::Page,
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

impl PlanQueue {
    /// A scenario that is to be planned instead of any before; `visible` is the first slot after what is on screen. With `with_money` the money is
    /// asked for as well.
    pub fn put(&mut self, workspace: Rc<Workspace>, visible: Slot, with_money: bool) {
        (self.visible, self.with_money) = (visible, with_money);
        self.newest = Some(Rc::clone(&workspace));
        self.waiting = Some(workspace);
    }

    /// Whether a scenario is the newest.
    pub fn is_newest(&self, workspace: &Rc<Workspace>) -> bool {
        self.newest.as_ref().is_some_and(|newest| Rc::ptr_eq(newest, workspace))
    }

    /// Whether a reply to command `rev` is still wanted.
    pub fn is_open(&self, rev: u32) -> bool {
        self.asked.iter().any(|asked| asked.rev == rev)
    }

    /// Whether command `rev` is the one that is worked on.
    pub fn is_current(&self, rev: u32) -> bool {
        self.asked.last().is_some_and(|asked| asked.rev == rev)
    }

    /// Whether command `rev` was answered last: what else is said about it still counts.
    pub fn is_answered_last(&self, rev: u32) -> bool {
        self.answered == rev
    }

    /// Whether an engine owes a reply.
    pub fn waits_for(&self, location: EngineLocation) -> bool {
        self.location == location && !self.asked.is_empty()
    }

    /// The scenario of an open command.
    pub fn workspace_of(&self, rev: u32) -> Option<Rc<Workspace>> {
        self.asked.iter().find(|asked| asked.rev == rev).map(|asked| Rc::clone(&asked.workspace))
    }

    /// Command `rev` is answered, and with it those before; with `is_half` its servers are still to come.
    pub fn close(&mut self, rev: u32, is_half: bool) {
        self.answered = rev;
        self.asked.retain(|asked| asked.rev > rev || is_half && asked.rev == rev);
    }

    /// The engine refused command `rev` and kept the requests it had.
    pub fn refuse(&mut self, rev: u32) {
        self.close(rev, false);
        self.source = None;
        self.servers.forget();
    }

    /// Where the waiting scenario is to be planned, or the servers are to be looked at; `None` if nothing waits, or the worker has not finished.
    pub fn next_location(&self) -> Option<EngineLocation> {
        let is_busy =
            self.location == EngineLocation::Worker && self.asked.last().is_some_and(|asked| now() - asked.at < PATIENCE_MS);
        let Some(workspace) = self.waiting.as_deref() else {
            return (self.servers.has_look_waiting() && !is_busy).then_some(self.location);
        };
        let servers =
            workspace.idle.as_ref().map_or(0, |servers| servers.workload.source.len() as usize + servers.workload.edits.0.len());
        let is_small =
            workspace.slots.workload.source.len() as usize + workspace.slots.workload.edits.0.len() + servers <= REQUESTS_MAX;
        // The exact optimum of a large machine takes too long for a frame.
        let is_small = is_small && (!self.with_money || workspace.slots.machine.nodes <= NODES_MAX);
        let is_too_much = || self.too_much.as_ref().is_some_and(|bulk| *bulk == bulk_of(workspace));
        if is_small && !is_too_much() {
            return Some(EngineLocation::Page);
        }
        (!is_busy).then_some(EngineLocation::Worker)
    }

    /// What waits as a command to an engine, with its number.
    pub fn next(&mut self, location: EngineLocation) -> Option<(u32, Command)> {
        let Some(workspace) = self.waiting.take() else {
            let (workspace, look) = (self.newest.clone()?, self.servers.take_look()?);
            self.rev += 1;
            self.asked.push(Asked { rev: self.rev, at: now(), workspace });
            return Some((self.rev, Command::Look { rev: self.rev, look }));
        };
        if location != self.location {
            // What the one knows of requests and plan the other does not.
            self.location = location;
            self.forget();
        }
        self.rev += 1;
        let source = &workspace.slots.workload.source;
        let is_known = self.source.as_ref() == Some(source);
        let plan = PlanMessage {
            source: (!is_known).then(|| SourceMessage::from(source)),
            edits: workspace.slots.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
            machine: workspace.slots.machine,
            policy: workspace.slots.policy,
            market: workspace.slots.market.clone(),
            servers: self.servers.message(workspace.idle.as_ref()),
            with_money: self.with_money,
        };
        self.source = Some(source.clone());
        let rev = self.rev;
        self.asked.push(Asked { rev, at: now(), workspace });
        let is_whole = !self.copy.can_be_patched();
        Some((rev, Command::Plan { rev, is_whole, visible: self.visible, plan: Box::new(plan) }))
    }

    /// Command `rev` takes the page too long: it, and all like it, are for the worker.
    pub fn leave_to_worker(&mut self, rev: u32) {
        if let Some(workspace) = self.workspace_of(rev) {
            self.too_much = Some(bulk_of(&workspace));
            self.waiting = Some(workspace);
        }
    }

    /// An engine is lost, and what it knew; everything is asked again unless it is `given_up`. What the page failed at is for the worker.
    pub fn lost(&mut self, location: EngineLocation, given_up: bool) {
        if location == EngineLocation::Page {
            self.too_much = self.newest.as_deref().map(bulk_of);
        }
        if self.location == location {
            // It stood over the money, if over anything: the plan alone is asked for again, until something changes.
            self.with_money &= !self.asked.is_empty();
            self.forget();
            self.waiting = if given_up { None } else { self.newest.clone() };
        }
    }

    /// What is here and what the engine sends do not belong together: everything is asked for again.
    pub fn start_over(&mut self) {
        self.forget();
        self.waiting = self.newest.clone();
    }

    /// Nothing the engine knows counts any more; what is on screen stays until something else comes.
    fn forget(&mut self) {
        self.asked.clear();
        self.source = None;
        self.copy.start_over();
        self.servers.forget();
    }
}
