//! The recount of revenue finds what is broken: a sound run with a market, broken in one way at a time.

use crate::support::in_words;
use bookahead::engine::slots::check::{Violation, check_with_market};
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::revenue::{Method, Nesting};
use bookahead::engine::{Outcome, SlotsScenario, run};
use bookahead::papers::slots::revenue::RevenueExperiment;

/// Umar's second parametric experiment, small, with limits renewed often.
fn sound(nesting: Nesting) -> (SlotsScenario, Outcome) {
    let mut scenario = RevenueExperiment::ALL[1].scenario(3, 600);
    let market = scenario.market.as_mut().expect("it has one");
    (market.update_every, market.nesting) = (50, nesting);
    let outcome = run(&scenario).expect("within bounds");
    (scenario, outcome)
}

fn recount(scenario: &SlotsScenario, outcome: &Outcome) -> Vec<Violation> {
    let Outcome { arrivals, decisions, nodes, revenue, .. } = outcome;
    let (market, revenue) = (scenario.market.as_ref().expect("a market"), revenue.as_ref().expect("a market"));
    check_with_market(arrivals, decisions, nodes, (scenario.machine, scenario.policy), (market, revenue))
}

/// The recount says `sentence`, perhaps among others.
#[track_caller]
fn assert_says(sentence: &str, change: impl Fn(&mut SlotsScenario, &mut Outcome)) {
    let (mut scenario, mut outcome) = sound(Nesting::Nested);
    change(&mut scenario, &mut outcome);
    let found = recount(&scenario, &outcome);
    assert!(found.iter().any(|violation| violation.to_string().contains(sentence)), "wanted: {sentence}\n{}", in_words(&found));
}

#[test]
fn sound_runs_are_sound() {
    for nesting in Nesting::ALL {
        let (scenario, outcome) = sound(nesting);
        assert_eq!(recount(&scenario, &outcome), []);
        let revenue = outcome.revenue.as_ref().expect("a market");
        assert!(revenue.updates.len() >= 3 && revenue.report.total().closed > 10, "{:?}", revenue.report.total());
    }
}

#[test]
fn wrong_money_is_found() {
    assert_says("the report tells", |_, outcome| outcome.revenue.as_mut().expect("a market").report.classes[1].revenue += 1);
    assert_says("the report tells", |_, outcome| outcome.revenue.as_mut().expect("a market").report.classes[2].closed -= 1);
    assert_says("the report tells", |_, outcome| outcome.revenue.as_mut().expect("a market").report.classes[0].missed += 7);
    assert_says("revenue by slot adds up to", |_, outcome| outcome.revenue.as_mut().expect("a market").report.per_slot[9] += 5);
    // Shifted from one slot to another, which no sum shows.
    assert_says("revenue by slot adds up to", |_, outcome| {
        let slots = &mut outcome.revenue.as_mut().expect("a market").report.per_slot;
        let from = slots.iter().position(|&revenue| revenue > 0).expect("something was sold");
        slots[from] -= 1;
        slots[from + 1] += 1;
    });
    assert_says("the report tells", |scenario, _| scenario.market.as_mut().expect("a market").classes[0].price += 1);
    assert_says("the report does not have one entry for each class", |_, outcome| {
        outcome.revenue.as_mut().expect("a market").report.classes.pop();
    });
}

#[test]
fn wrong_limits_and_forecasts_are_found() {
    let updates = |outcome: &mut Outcome, change: &dyn Fn(&mut Vec<bookahead::engine::slots::revenue::Update>)| {
        change(&mut outcome.revenue.as_mut().expect("a market").updates);
    };
    assert_says("the forecast of slot 100 tells", |_, o| updates(o, &|all| all[1].forecast[2].demand.mean += 0.01));
    assert_says("the forecast of slot 50 tells", |_, o| updates(o, &|all| all[0].forecast[0].demand.deviation *= 1.01));
    assert_says("the update of slot 100 does not follow", |_, o| updates(o, &|all| all[1].before[1] += 1));
    assert_says("the update of slot 50 does not follow", |_, o| updates(o, &|all| all.swap(0, 1)));
    assert_says("the update of slot 0 does not follow", |_, o| updates(o, &|all| all[0].slot = 0));
    assert_says("an update does not have one entry", |_, o| updates(o, &|all| all[0].after.truncate(2)));
    assert_says("[40, 3, 4] of slot 50 rise", |_, o| updates(o, &|all| all[0].after = vec![40, 3, 4]));
    assert_says("[41, 3, 2] of slot 50 rise or are above", |_, o| updates(o, &|all| all[0].after = vec![41, 3, 2]));
    assert_says("the booking limits at the end are not", |_, o| o.revenue.as_mut().expect("a market").limits[2] += 1);
    // Tighter limits than those that jobs were let in under.
    assert_says("was confirmed although", |_, o| updates(o, &|all| all[0].after = vec![40, 1, 0]));
    assert_says("was confirmed although", |scenario, _| scenario.market.as_mut().expect("a market").classes[2].limit = 2);
    // Wider limits than those that jobs were refused under.
    assert_says("was refused for a closed class, but it was open", |_, o| updates(o, &|all| all[0].after = vec![40, 40, 40]));
    assert_says("was refused for a closed class, but it was open", |scenario, _| {
        scenario.market.as_mut().expect("a market").method = Method::None;
    });
    assert_says("was refused for a closed class, but it was open", |scenario, _| {
        scenario.market.as_mut().expect("a market").classes[0].book_ahead_max = Some(2);
    });
}

#[test]
fn wrong_reasons_of_closed_classes_are_found() {
    type Change = fn(&mut Obstacle);
    let changes: [Change; 4] = [
        |obstacle| {
            if let Obstacle::ClassClosed { used, .. } = obstacle {
                *used += 1;
            }
        },
        |obstacle| {
            if let Obstacle::ClassClosed { limit, .. } = obstacle {
                *limit -= 1;
            }
        },
        |obstacle| {
            if let Obstacle::ClassClosed { partitioned, .. } = obstacle {
                *partitioned = true;
            }
        },
        |obstacle| {
            if let Obstacle::ClassClosed { class, limit_of, .. } = obstacle {
                (*class, *limit_of) = (*class + 1, *limit_of + 1);
            }
        },
    ];
    for change in changes {
        assert_says("was refused for a closed class, but it was open", |_, outcome| {
            let closed = outcome
                .decisions
                .refusals
                .iter_mut()
                .find(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { limit: 1.., .. }) && refusal.put_back == 0);
            change(&mut closed.expect("one was closed").obstacle);
        });
    }
    // A stretch that ends before it begins cannot be.
    assert_says("was refused for a reason that cannot be true for it", |_, outcome| {
        for refusal in &mut outcome.decisions.refusals {
            if let Obstacle::ClassClosed { first, last, .. } = &mut refusal.obstacle {
                *first = *last + 1;
            }
        }
    });
}
