//! Plans that a worker writes or checks: made in small pieces, and yet what is made at once.

use crate::study_runs::cluster_sample;
use bookahead::engine::Study;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;
use bookahead::state::EXAMPLES;
use bookahead::worker::dispatcher::Dispatcher;
use bookahead::worker::messages::{Command, Reply, SILENCE_MS, Update, Work, WorkKind};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A dispatcher whose clock goes on by a millisecond with each look, and what it said.
fn dispatcher() -> (Dispatcher, Rc<RefCell<Vec<Reply>>>) {
    let (said, time) = (Rc::<RefCell<Vec<Reply>>>::default(), Cell::new(0.0));
    let hears = Rc::clone(&said);
    let clock = Box::new(move || time.replace(time.get() + 1.0));
    (Dispatcher::new(Box::new(move |reply| hears.borrow_mut().push(reply)), clock), said)
}

/// What a worker answers, and in how many pieces it worked.
fn answer(work: Work) -> (Update, usize) {
    let (mut dispatcher, said) = dispatcher();
    dispatcher.receive(Command::Open(7, work));
    let mut pieces = 1;
    while dispatcher.work_until(dispatcher.now() + 2.0) {
        pieces += 1;
    }
    let said = said.take();
    let warned = said.iter().position(|reply| matches!(reply, Reply::Busy(silence) if *silence > SILENCE_MS));
    assert!(warned.is_some_and(|at| at + 2 == said.len()), "what is done in one piece is announced: {} replies", said.len());
    match said.into_iter().next_back() {
        Some(Reply::Update(7, update)) => (update, pieces),
        other => panic!("{other:?}"),
    }
}

#[test]
fn they_are_what_is_made_at_once() {
    let examples = EXAMPLES.iter().map(|example| example.open().scenario.study).filter(|study| study.size() < 5_000);
    let clusters = [Scheduler::Easy, Scheduler::CoAllocation].map(cluster_sample);
    let mut pieces = 0;
    for study in examples.chain(clusters) {
        let planned = Planned::new(study.clone()).expect("an example");
        let (checked, of_check) = answer(Work::Check(Box::new(study.clone())));
        assert_eq!(checked, Update::Check(planned.verify()));
        pieces += of_check;
        for form in PlanFile::ALL {
            let mut expected = Vec::new();
            form.write(&mut expected, &planned).expect("it is memory");
            assert!(answer(Work::File(Box::new(study.clone()), form)).0 == Update::File(expected), "{form:?} of {study:?}");
        }
    }
    assert!(pieces > 1_000, "{pieces} pieces of work in all: nothing was made in pieces");
}

#[test]
fn one_that_cannot_be_planned_says_why() {
    let (mut dispatcher, said) = dispatcher();
    let mut study = EXAMPLES[0].open().scenario.study;
    let Study::Slots(slots) = &mut study else { panic!("the first example is in slots") };
    slots.machine.nodes = 0;
    let error = Planned::new(study.clone()).err().expect("a machine of no nodes").to_string();
    dispatcher.receive(Command::Open(3, Work::Check(Box::new(study))));
    assert!(!dispatcher.work_until(dispatcher.now() + 2.0));
    assert_eq!(said.take(), [Reply::Failed(3, WorkKind::File, error)]);
}
