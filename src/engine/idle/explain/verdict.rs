//! The decision on a request to named servers, in words: the server and why its idle period was chosen, or why the request was refused.

use crate::core::time_names::TimeNames;
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::{count, list};
use crate::idle::clock::{amount, ticks};
use crate::idle::geometry::{Leftover, Taken, Tests};
use crate::idle::moment::Moment;
use crate::idle::{IdleDecisions, IdleObstacle, IdleRefusal, IdleRequest, Rate, Servers, Strategy, Tick};

/// What became of the request of a moment: `decisions` are those of the run the moment was taken from.
pub fn idle_verdict(servers: &Servers, moment: &Moment, decisions: &IdleDecisions, time: TimeNames) -> Verdict {
    let row = moment.row as usize;
    if row >= decisions.server.len() {
        return Verdict { headline: "Not decided yet".to_string(), sentences: Vec::new(), tone: Tone::Partly };
    }
    match (decisions.refusal(row), moment.taken()) {
        (Some(refusal), _) => refused(moment, refusal, time),
        (None, Some(taken)) => accepted(servers, moment, &taken, time),
        (None, None) => {
            // Reservations that adapt: others moved for it.
            let (server, start) = (decisions.server[row], decisions.start[row]);
            let sentences = vec![format!("It starts at {}; others made room for it.", time.at(start))];
            Verdict { headline: format!("Accepted on server {server}"), sentences, tone: Tone::Good }
        }
    }
}

fn accepted(servers: &Servers, moment: &Moment, taken: &Taken, time: TimeNames) -> Verdict {
    let IdleRequest { earliest_start, size, .. } = moment.request;
    let delay = match taken.start - earliest_start {
        0 => "its earliest start".to_string(),
        delay => format!("{} after its earliest start", ticks(delay.into(), time)),
    };
    let mut sentences =
        vec![format!("It starts at {}, {delay}, and ends at {}.", time.at(taken.start), time.at_after(taken.start, taken.end))];
    let rate = rate_of(servers, taken.period.server);
    if rate.compare(Rate::ONE).is_ne() {
        let Rate { numerator, denominator } = rate;
        sentences.push(format!(
            "The server's rate is {numerator}/{denominator}: a job of size {} takes it {}.",
            amount(size.into(), time),
            ticks((taken.end - taken.start).into(), time)
        ));
    }
    let feasible = moment.tests.feasible;
    if feasible == 1 {
        sentences.push("Of all idle periods only this one is feasible.".to_string());
    } else {
        sentences.push(format!("{} idle periods are feasible; {}.", capital_count(feasible), why(moment, taken, time)));
    }
    sentences.push(left_over(servers, taken, time));
    sentences.extend(others(moment, taken));
    Verdict { headline: format!("Accepted on server {}", taken.period.server), sentences, tone: Tone::Good }
}

fn rate_of(servers: &Servers, server: u32) -> Rate {
    let mut first = 0;
    for group in &servers.groups {
        first += group.servers;
        if server < first {
            return group.rate;
        }
    }
    Rate::ONE
}

fn capital_count(n: u32) -> String {
    crate::core::words::capital(&count(n as usize))
}

/// The strategy's rule, and what it comes to here.
fn why(moment: &Moment, taken: &Taken, time: TimeNames) -> String {
    let name = taken.strategy.title();
    let (first, end) = (taken.period.start, taken.period.end);
    let open = taken.period.is_open();
    let before = taken.start - first;
    let (start, ticks) = (time.at(first), |n: Tick| ticks(n.into(), time));
    let after = |to: Tick| if open { "it has no end".to_string() } else { ticks(to) };
    match taken.strategy {
        Strategy::MinLip if before == 0 => {
            format!("{name} wants the least idle time before the job: this period starts at {start} with it and leaves none")
        }
        Strategy::MinLip => format!("{name} wants the least idle time before the job: here {}", ticks(before)),
        Strategy::MinTip if open => {
            format!("{name} wants the least idle time after the job: every feasible period is open-ended, and this one starts last")
        }
        Strategy::MinTip => format!("{name} wants the least idle time after the job: here {}", ticks(end - taken.end)),
        Strategy::BestFit if open => {
            format!("{name} wants the least time left over: every feasible period is open-ended, and this one starts last")
        }
        Strategy::BestFit => {
            format!(
                "{name} wants the least time left over, before and after the job together: here {}",
                ticks(before + (end - taken.end))
            )
        }
        Strategy::FirstFitIdle | Strategy::FfHu => format!("{name} takes the period that starts first, at {start}"),
        Strategy::MaxLip => format!("{name} wants the most idle time before the job: here {}", ticks(before)),
        Strategy::MaxTip => format!("{name} wants the most idle time after the job: here {}", after(end - taken.end)),
        Strategy::Lact if first <= moment.request.earliest_start => {
            format!("{name} ignores gaps and takes the server that completes last before the earliest start, at {start}")
        }
        Strategy::Lact => format!(
            "{name} ignores gaps and takes the server that completes first, at {start}: none does before the earliest start"
        ),
        Strategy::FfHa => {
            format!("{name} looks at the slowest servers that have one, and takes the period that starts first, at {start}")
        }
        Strategy::FfHaPlusFirst => {
            format!(
                "{name} looks at the slowest servers that have one, and takes the period that its walk through the trees meets first"
            )
        }
        Strategy::FfHaPlus | Strategy::FfHaPlusLast => {
            let place = if taken.strategy == Strategy::FfHaPlus { "first" } else { "last" };
            let size = if open {
                format!("of those without an end the one that starts {place}")
            } else {
                format!("{} long", ticks(end - first))
            };
            format!("{name} looks at the slowest servers that have one, and takes the period of the largest capacity: {size}")
        }
    }
}

fn left_over(servers: &Servers, taken: &Taken, time: TimeNames) -> String {
    let least = rate_of(servers, taken.period.server).duration(servers.least_size);
    let before = taken.left_before().in_words(least, time);
    let after = match taken.left_after() {
        Leftover::Open => "the server stays free".to_string(),
        after => after.in_words(least, time),
    };
    format!("Before the job it leaves {before}; after it {after}.")
}

/// Which strategies would do something else.
fn others(moment: &Moment, taken: &Taken) -> Option<String> {
    let names = |does: &dyn Fn(&Option<Taken>) -> bool| -> Vec<String> {
        let pairs = Strategy::ALL.into_iter().zip(&moment.choices);
        pairs.filter(|(_, choice)| does(choice)).map(|(strategy, _)| strategy.title().to_string()).collect()
    };
    let same = |other: &Taken| other.period == taken.period;
    let groups = [
        ("elsewhere by", names(&|choice| choice.is_some_and(|other| !same(&other)))),
        ("earlier in the same period by", names(&|choice| choice.is_some_and(|other| same(&other) && other.start < taken.start))),
        ("later in the same period by", names(&|choice| choice.is_some_and(|other| same(&other) && other.start > taken.start))),
        ("refused by", names(&|choice| choice.is_none())),
    ];
    let told: Vec<String> =
        groups.iter().filter(|(_, names)| !names.is_empty()).map(|(what, names)| format!("{what} {}", list(names))).collect();
    (!told.is_empty()).then(|| crate::core::words::capital(&format!("{}.", told.join("; "))))
}

fn refused(moment: &Moment, refusal: &IdleRefusal, time: TimeNames) -> Verdict {
    let mut sentences = vec![crate::core::words::capital(&format!("{}.", idle_reason(&moment.request, refusal, time)))];
    if !matches!(refusal.obstacle, IdleObstacle::TooSlow { .. }) {
        sentences.extend(tests(&moment.tests));
    }
    sentences.extend(Strategy::ALL.into_iter().zip(&moment.choices).find_map(|(strategy, choice)| {
        let Taken { period, start, .. } = (*choice)?;
        Some(format!("{} would have put it on server {} at {}.", strategy.title(), period.server, time.at(start)))
    }));
    Verdict { headline: "Refused".to_string(), sentences, tone: Tone::Refused }
}

fn tests(tests: &Tests) -> Option<String> {
    let Tests { periods, long_enough, start_test, capacity_test, deceiving, feasible } = *tests;
    if periods == 0 || feasible > 0 {
        return None;
    }
    let is = |n: u32| if n == 1 { "is" } else { "are" };
    let verb = |n: u32, verb: &str| if n == 1 { format!("{verb}s") } else { verb.to_string() };
    let mut text = format!(
        "Of {} idle period{} {} {} long enough, {} {} early enough and {} {} late enough; none does all of it.",
        count(periods as usize),
        if periods == 1 { "" } else { "s" },
        count(long_enough as usize),
        is(long_enough),
        count(start_test as usize),
        verb(start_test, "start"),
        count(capacity_test as usize),
        verb(capacity_test, "end"),
    );
    if deceiving > 0 {
        text.push_str(&format!(
            " {} {} and {} late enough, but {} too short because the job could start only after its earliest start: the dual plane alone would take {}.",
            capital_count(deceiving),
            if deceiving == 1 { "starts early" } else { "start early" },
            verb(deceiving, "end"),
            is(deceiving),
            if deceiving == 1 { "it" } else { "them" }
        ));
    }
    Some(text)
}

/// What stood in the way of a refused request, as a part of a sentence.
pub fn idle_reason(request: &IdleRequest, refusal: &IdleRefusal, time: TimeNames) -> String {
    let IdleRequest { earliest_start, deadline, .. } = *request;
    let between = format!("between {} and {}", time.at(earliest_start), time.at_after(earliest_start, deadline));
    match refusal.obstacle {
        IdleObstacle::TooSlow { fastest } => format!(
            "{between} lie {}, but the fastest server takes {}",
            ticks((deadline - earliest_start).into(), time),
            amount(fastest.into(), time)
        ),
        IdleObstacle::TooShort { server, from, to, needed } => {
            let has = to.saturating_sub(from);
            format!(
                "no server is idle for long enough {between}; server {server} comes nearest, idle from {} to {}: {} of {}, {} short",
                time.at(from),
                time.at_after(from, to),
                ticks(has.into(), time),
                amount(needed.into(), time),
                ticks(u64::from(needed.saturating_sub(has)), time)
            )
        }
        IdleObstacle::NothingIdle => {
            format!("no server that could run it in time is idle {between}")
        }
    }
}
