//! The engine's desk: questions in, pieces of work, answers out. The worker has one; the page has another for what is so small that it can
//! be done before the next frame.

use super::body::{PlannedBody, SourceBody};
use super::columns::{with_patch_columns, with_plan_columns};
use super::log::{LogDesk, LogStep};
use super::money::{MoneyStep, money_columns};
use super::server::{News, Server, Step};
use super::wire::{Ask, Reply, pack, pack_requests, unpack_requests};
use crate::engine::experiment::{Study, Unit};
use js_sys::{Object, Uint8Array, Uint32Array};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

/// Jobs decided between two looks at the clock.
const JOBS_PER_LOOK: usize = 256;
/// Jobs of an experiment decided between two looks at the clock.
const UNIT_JOBS_PER_LOOK: usize = 2048;
/// Lines of a log read between two looks at the clock.
const LINES_PER_LOOK: usize = 512;
/// Shortest time between two reports of progress, in milliseconds. The page takes a worker that is silent for long for dead.
const REPORT_MS: f64 = 100.0;

/// Where answers go, with what lies beside them.
pub type Send = Box<dyn Fn(Reply, Option<Object>)>;

/// Answers one kind of question after the other; the newest scenario wins.
pub struct Desk {
    send: Send,
    clock: Performance,
    last_report: f64,
    /// Number of the plan told last.
    plan_number: u32,
    server: Server,
    log: LogDesk,
    /// A unit of an experiment under way.
    unit: Option<(u32, Unit)>,
}

impl Desk {
    /// A desk without work.
    pub fn new(send: Send, clock: Performance) -> Self {
        Self { send, clock, last_report: 0.0, plan_number: 0, server: Server::default(), log: LogDesk::default(), unit: None }
    }

    /// Milliseconds, as [`Desk::work_until`] counts them.
    pub fn now(&self) -> f64 {
        self.clock.now()
    }

    fn send(&self, reply: Reply) {
        (self.send)(reply, None);
    }

    /// Takes a question; [`Desk::work_until`] answers it.
    pub fn receive(&mut self, ask: Ask, beside: JsValue) {
        match ask {
            Ask::Plan { rev, whole, visible, mut body } => {
                if let Some(SourceBody::Requests(list)) = &mut body.source {
                    *list = Arc::new(unpack_requests(&beside));
                }
                if let Err(error) = self.server.receive(rev, body, whole, visible) {
                    self.send(Reply::Invalid { rev, message: error.to_string() });
                }
            }
            Ask::ReadLog => self.log.open(beside.dyn_into::<Uint8Array>().map(|file| file.to_vec()).unwrap_or_default()),
            Ask::ShapeLog(body) => {
                let shaped = self.log.shape(body);
                let requests = shaped.as_ref().map(|shaped| pack_requests(&shaped.requests).into()).ok();
                (self.send)(Reply::LogShaped(shaped), requests);
            }
            Ask::DropLog => self.log = LogDesk::Empty,
            Ask::Unit { experiment, options, index } => {
                self.unit = None;
                match Study::new(&experiment, options).and_then(|study| study.unit(index)) {
                    Ok(unit) => self.unit = Some((index, unit)),
                    Err(error) => self.send(Reply::UnitDone(index, Err(error.to_string()))),
                }
            }
        }
    }

    /// Works until a point in time, the plan first, then its money, then the log, then an experiment; tells whether something is left.
    pub fn work_until(&mut self, end: f64) -> bool {
        self.plan_until(end) || self.count_until(end) || self.read_until(end) || self.measure_until(end)
    }

    /// Whether it is time for another report of progress.
    fn is_time_to_report(&mut self) -> bool {
        let now = self.now();
        let is_time = now - self.last_report >= REPORT_MS;
        if is_time {
            self.last_report = now;
        }
        is_time
    }

    /// Plans until a point in time; tells whether something is left.
    fn plan_until(&mut self, end: f64) -> bool {
        loop {
            match self.server.step(JOBS_PER_LOOK) {
                Step::Idle => return false,
                Step::Working { rev, decided, jobs } => {
                    if self.now() >= end {
                        if let Some((rev, news)) = self.server.glimpse() {
                            self.tell(rev, None, &news);
                        }
                        if self.is_time_to_report() {
                            self.send(Reply::Progress { rev, decided, jobs });
                        }
                        return true;
                    }
                }
                Step::Planned { rev, body, news } => self.tell(rev, Some(body), &news),
            }
        }
    }

    /// Works out the money of the plan until a point in time; tells whether something is left.
    fn count_until(&mut self, end: f64) -> bool {
        loop {
            match self.server.money_step(JOBS_PER_LOOK) {
                MoneyStep::Idle => return false,
                MoneyStep::Working => {}
                MoneyStep::Told(rev, part) => {
                    let (body, columns) = money_columns(&part);
                    (self.send)(Reply::Money { rev, body }, Some(pack(&columns.each_ref().map(Vec::as_slice)).into()));
                }
            }
            if self.now() >= end {
                return true;
            }
        }
    }

    /// Works on a unit of an experiment until a point in time; tells whether something is left.
    fn measure_until(&mut self, end: f64) -> bool {
        let Some((index, mut unit)) = self.unit.take() else { return false };
        loop {
            let found = match unit.advance(UNIT_JOBS_PER_LOOK) {
                Ok(false) if self.now() < end => continue,
                Ok(false) => {
                    if self.is_time_to_report() {
                        self.send(Reply::UnitShare(unit.share()));
                    }
                    self.unit = Some((index, unit));
                    return true;
                }
                Ok(true) => Ok(unit.into_found()),
                Err(error) => Err(error.to_string()),
            };
            self.send(Reply::UnitDone(index, found));
            return false;
        }
    }

    /// Sends a plan, or what changed in it.
    fn tell(&mut self, rev: u32, body: Option<PlannedBody>, news: &News) {
        let base = matches!(news, News::Patch(_)).then_some(self.plan_number);
        let patch = match (news, self.server.session()) {
            (News::Patch(patch), _) => Some(with_patch_columns(patch, |columns| pack(&columns)).into()),
            (News::Whole, Some(session)) => {
                with_plan_columns(session.arrivals(), session.decisions(), session.nodes(), |columns| {
                    for column in columns {
                        (self.send)(Reply::Column { rev }, Some(Uint32Array::from(column).into()));
                    }
                });
                None
            }
            (News::Whole, None) => return,
        };
        self.plan_number += 1;
        (self.send)(Reply::Planned { rev, plan_number: self.plan_number, base, body }, patch);
    }

    /// Reads a log until a point in time; tells whether something is left.
    fn read_until(&mut self, end: f64) -> bool {
        loop {
            match self.log.step(LINES_PER_LOOK) {
                LogStep::Idle => return false,
                LogStep::Reading(progress) => {
                    if self.now() >= end {
                        if self.is_time_to_report() {
                            let (read, total) = (progress.bytes_read as f64, progress.bytes_total as f64);
                            self.send(Reply::LogProgress { read, total, jobs: progress.jobs as u32 });
                        }
                        return true;
                    }
                }
                LogStep::Read(result) => self.send(Reply::LogRead(result)),
            }
        }
    }
}
