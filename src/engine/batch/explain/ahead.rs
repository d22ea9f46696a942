//! When a job will start, why not earlier, and what a reservation costs, in words.

use super::words::{TOLD, lasting, named};
use crate::batch::cost::{Cost, CostAnswer, Measure, Reservation, ReservationCost};
use crate::batch::forecast::StartForecast;
use crate::batch::forecast::fits::Step;
use crate::batch::forecast::reason::WaitingReason;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::core::calendar::{Civil, ClockStart};
use crate::core::time_names::{TimeNames, TimeUnit};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::{capital, counted};

/// A moment: date and time where it is known when second 0 was, else seconds.
pub fn moment_words(start: Option<ClockStart>, at: Time) -> String {
    match start {
        Some(start) if at != NEVER => {
            let civil = Civil::of(start.local_seconds().saturating_add(i64::try_from(at).unwrap_or(i64::MAX)));
            format!("{} {}", civil.date(), civil.time())
        }
        _ => format!("{at} s"),
    }
}

/// A moment after another was named: without the date if it is on the same day.
fn moment_after(start: Option<ClockStart>, before: Time, at: Time) -> String {
    match (start, u32::try_from(before), u32::try_from(at)) {
        (Some(_), Ok(before), Ok(at)) => TimeNames { unit: TimeUnit::Clock, slot_seconds: 1, start }.at_after(before, at),
        _ => moment_words(start, at),
    }
}

/// Node-seconds as node-hours.
pub fn node_hours(node_seconds: u64) -> String {
    let tenths = node_seconds.saturating_add(180) / 360;
    match tenths {
        0 if node_seconds > 0 => "less than 0.1 node-hours".to_string(),
        10 => "1 node-hour".to_string(),
        _ if tenths.is_multiple_of(10) || tenths >= 1_000 => format!("{} node-hours", tenths / 10),
        _ => format!("{}.{} node-hours", tenths / 10, tenths % 10),
    }
}

/// When a job will start, and why not earlier.
pub fn when_verdict(jobs: &Jobs, start: Option<ClockStart>, forecast: &StartForecast) -> Verdict {
    let StartForecast { asked_at, point, .. } = *forecast;
    if point == NEVER {
        let sentences = vec!["It is a reservation without a start up to the latest one that it can use.".to_string()];
        return Verdict { headline: "Refused".to_string(), sentences, tone: Tone::Refused };
    }
    let at = |time: Time| moment_after(start, asked_at, time);
    let Some(reason) = &forecast.reason else {
        let sentences = vec![format!("It started at {}.", moment_words(start, point))];
        return Verdict { headline: "Has started".to_string(), sentences, tone: Tone::Good };
    };
    let wait = point.saturating_sub(asked_at);
    if wait == 0 {
        let needs = format!("{} for {}", counted(reason.needs as usize, "node"), lasting(reason.seconds));
        let free = format!("{} free for it", if reason.free == 1 { "1 is".to_string() } else { format!("{} are", reason.free) });
        let sentences = vec![format!("It needs {needs}; {free}."), fits_words(&forecast.fits, forecast.asked.within.into())];
        return Verdict { headline: "Starts now".to_string(), sentences, tone: Tone::Good };
    }
    let mut sentences = vec![format!(
        "If every job runs to its limit, it starts at {}, {} after {}.",
        at(point),
        lasting(wait),
        moment_words(start, asked_at)
    )];
    if let Some([early, middle, late]) = forecast.range() {
        let draws = forecast.draws.len();
        sentences.push(match early == late {
            true => format!("In at least eight tenths of {} of the run times it starts at {}.", counted(draws, "draw"), at(late)),
            false => format!(
                "In {} of the run times it starts by {} in a tenth of them, by {} in half, by {} in nine tenths.",
                counted(draws, "draw"),
                at(early),
                at(middle),
                at(late)
            ),
        });
    }
    sentences.extend(reason_words(jobs, &at, reason));
    sentences.push(fits_words(&forecast.fits, forecast.asked.within.into()));
    sentences.extend(later_words(forecast));
    Verdict { headline: format!("Starts in {}", lasting(wait)), sentences, tone: Tone::Partly }
}

/// What a range takes into account, and how far it is to be believed.
fn later_words(forecast: &StartForecast) -> Vec<String> {
    let measured = |share: &str| {
        format!(
            "So the range is too narrow: on three logs, {share} % of the starts lay from a tenth to nine tenths (experiment when-start)."
        )
    };
    let is_ranged = forecast.range().is_some();
    if forecast.days == 0 {
        let unseen = "Jobs that are submitted later are not drawn: they may go ahead of it where the scheduler lets them.";
        return std::iter::once(unseen.to_string()).chain(is_ranged.then(|| measured("46 to 62"))).collect();
    }
    let days = counted(forecast.days as usize, "day");
    let drawn =
        format!("Jobs that are submitted later are drawn, too: each day of them is one of the {days} before, from the log.");
    let believed = match forecast.calibrated {
        Some((_, earlier)) => format!(
            "The first and the last of these times are corrected by the errors of {} for jobs of the log: eight tenths of the starts should lie between them.",
            counted(earlier as usize, "forecast")
        ),
        None => measured("48 to 67"),
    };
    std::iter::once(drawn).chain(is_ranged.then_some(believed)).collect()
}

/// What a job waits for.
fn reason_words(jobs: &Jobs, at: &dyn Fn(Time) -> String, reason: &WaitingReason) -> Vec<String> {
    let WaitingReason { free, needs, seconds, .. } = *reason;
    let free_now = match free {
        0 => "none is".to_string(),
        1 => "one is".to_string(),
        _ => format!("{free} are"),
    };
    let wants = format!("It needs {} for {}; {free_now} free now", counted(needs as usize, "node"), lasting(seconds));
    let mut sentences = vec![match free >= needs {
        true => format!("{wants}, but they are kept for jobs ahead of it, or not free for long enough."),
        false => format!("{wants}."),
    }];
    if let Some(limit) = &reason.limit {
        sentences.push(format!("It waits for the limit of its user: until {}, {}.", at(limit.until), limit.words(true)));
    }
    if let (Some(last), false) = (reason.ends.last(), reason.ending.is_empty()) {
        let verb = if reason.ending.len() == 1 { "ends" } else { "end" };
        let what = named(jobs, &reason.ending).replacen("job", "Job", 1);
        let when = if reason.ending.len() == 1 { format!("at {}", at(*last)) } else { format!("the last one at {}", at(*last)) };
        sentences.push(format!("{what} {verb} before it can start, {when} by the limit."));
    }
    if !reason.ahead.is_empty() {
        let verb = if reason.ahead.len() == 1 { "starts" } else { "start" };
        sentences.push(format!("Ahead of it in the queue, {} {verb} before it.", named(jobs, &reason.ahead)));
    }
    if !reason.overtaking.is_empty() {
        let verb = if reason.overtaking.len() == 1 { "goes" } else { "go" };
        sentences.push(format!("Behind it in the queue, {} {verb} ahead of it.", named(jobs, &reason.overtaking)));
    }
    if !reason.reservations.is_empty() {
        let (noun, verb) = if reason.reservations.len() == 1 { ("reservation", "is") } else { ("reservations", "are") };
        let names = named(jobs, &reason.reservations).replacen("jobs ", "", 1).replacen("job ", "", 1);
        sentences.push(format!("Without the {noun} {names}, which {verb} in its way, it would find room earlier."));
    }
    if let Some(row) = reason.freed_by {
        sentences.push(format!("The end of job {} gives it the last nodes that it needs.", jobs.number(row as usize)));
    }
    sentences
}

/// What would start within a time.
fn fits_words(steps: &[Step], within: Time) -> String {
    let when = if within == 0 { "at once".to_string() } else { format!("within {}", lasting(within)) };
    if steps.is_empty() {
        return format!("No job that is submitted now instead of it, behind all that wait, would start {when}, however small.");
    }
    let step = |&(nodes, seconds): &Step| {
        let nodes = counted(nodes as usize, "node");
        if seconds == NEVER { format!("{nodes} for any time") } else { format!("{nodes} for {}", lasting(seconds)) }
    };
    // The first, the last, and some in between.
    let told: Vec<String> = match steps.len() {
        0..=TOLD => steps.iter().map(step).collect(),
        all => (0..TOLD).map(|i| step(&steps[i * (all - 1) / (TOLD - 1)])).collect(),
    };
    format!(
        "A job that is submitted now instead of it, behind all that wait, would start {when} with at most {}.",
        told.join(", or ")
    )
}

/// A reservation in a few words: "4 nodes for 2 h".
pub fn reservation_words(reservation: Reservation) -> String {
    format!("{} for {}", counted(reservation.nodes as usize, "node"), lasting(reservation.seconds.into()))
}

/// A cost by a measure: "12 h", "3 jobs", "40 node-hours".
pub fn measure_words(cost: &Cost, measure: Measure) -> String {
    measured(cost.by(measure), measure)
}

/// An amount of what is measured: seconds, node-seconds or jobs.
pub fn measured(amount: u64, measure: Measure) -> String {
    match measure {
        Measure::Wait => lasting(amount),
        Measure::NodeWait | Measure::Idle => node_hours(amount),
        Measure::Delayed => counted(amount as usize, "job"),
    }
}

/// What a reservation costs the others. `jobs` are those without it.
pub fn cost_verdict(jobs: &Jobs, start: Option<ClockStart>, priced: &ReservationCost) -> Verdict {
    let ReservationCost { reservation, announced, cost, .. } = priced;
    let at = |time: Time| moment_after(start, *announced, time);
    let late = cost.granted.saturating_sub(reservation.start);
    let granted = match late {
        0 => format!("is granted the start that it asks for, {}", at(cost.granted)),
        _ => format!("is granted {}, {} later than it asks for", at(cost.granted), lasting(late)),
    };
    let mut sentences = vec![format!(
        "Announced at {}, the reservation of {} {granted}.",
        moment_words(start, *announced),
        reservation_words(*reservation)
    )];
    let most = priced.by.iter().zip(&priced.delayed).max_by_key(|(by, row)| (**by, std::cmp::Reverse(**row)));
    if let Some((by, row)) = most {
        let (in_all, weighted, most) = (lasting(cost.wait), node_hours(cost.node_wait), lasting(*by));
        let row = jobs.number(*row as usize);
        sentences.push(format!("The delays add up to {in_all}, or {weighted} of waiting; the longest is {most}, of job {row}."));
    }
    if !priced.earlier.is_empty() {
        let verb = if priced.earlier.len() == 1 { "starts" } else { "start" };
        sentences.push(format!("{} {verb} earlier because of it.", capital(&counted(priced.earlier.len(), "job"))));
    }
    if !priced.refused.is_empty() {
        let verb = if priced.refused.len() == 1 { "is" } else { "are" };
        sentences.push(format!("{} {verb} refused because of it.", capital(&counted(priced.refused.len(), "reservation"))));
    }
    if cost.idle > 0 {
        sentences.push(format!("{} that jobs would have used before it are lost.", node_hours(cost.idle)));
    }
    if !priced.not_backfilled.is_empty() {
        let verb = if priced.not_backfilled.len() == 1 { "goes" } else { "go" };
        sentences.push(format!("{} no longer {verb} ahead of others.", capital(&counted(priced.not_backfilled.len(), "job"))));
    }
    let (headline, tone) = match cost.delayed {
        0 if !priced.refused.is_empty() => (format!("Has {} refused", counted(priced.refused.len(), "reservation")), Tone::Partly),
        0 => ("Delays nobody".to_string(), Tone::Good),
        delayed => (format!("Delays {}", counted(delayed as usize, "job")), Tone::Partly),
    };
    Verdict { headline, sentences, tone }
}

/// The cheapest of the starts that a reservation may have.
pub fn cheapest_words(start: Option<ClockStart>, answer: &CostAnswer) -> Option<String> {
    let (_, cost) = answer.cheapest?;
    let measure = answer.asked.measure;
    let (what, when) = (measure.title().to_lowercase(), moment_words(start, cost.granted));
    if answer.asked.latest.is_some_and(|latest| cost.granted > latest.into()) {
        return Some(format!("No start up to the latest one is to be had; the first one behind it is {when}."));
    }
    Some(format!("The cheapest of its starts is {when}: {what} {}.", measure_words(&cost, measure)))
}
