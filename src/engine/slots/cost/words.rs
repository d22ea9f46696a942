//! What a request costs the others, in words.

use super::CostAnswer;
use super::price::{Changed, Cost, Measure, RequestCost, Wanted};
use crate::core::time_names::TimeNames;
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::{capital, counted};
use crate::slots::decisions::REFUSED;

/// Jobs that are told one by one.
const TOLD: usize = 5;

/// "3 jobs", "1 slot", in figures.
fn figures(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// A size in a few words: "2 slots on 1 node".
fn size((slots, nodes): (u32, u32)) -> String {
    format!("{} on {}", figures(slots.into(), "slot"), figures(nodes.into(), "node"))
}

/// The names of the measures for people.
pub fn measure_title(measure: Measure) -> &'static str {
    match measure {
        Measure::Slots => "Slots moved",
        Measure::Moved => "Jobs moved",
        Measure::Refused => "Refused instead",
        Measure::Lost => "Revenue lost",
        Measure::Displaced => "Expected revenue displaced",
    }
}

/// A value of a measure: "7 slots", "3 jobs", "240".
pub fn measured(value: i64, measure: Measure) -> String {
    match measure {
        Measure::Slots => figures(value.unsigned_abs(), "slot"),
        Measure::Moved | Measure::Refused => figures(value.unsigned_abs(), "job"),
        Measure::Lost | Measure::Displaced => value.to_string(),
    }
}

/// A cost by a measure.
pub fn measure_words(cost: &Cost, measure: Measure) -> String {
    match measure {
        Measure::Displaced if cost.displaced.is_none() => "not known".to_string(),
        _ => measured(cost.by(measure), measure),
    }
}

/// The sums of a cost in a few words: "accepted; two jobs moved by 7 slots".
pub fn cost_words(cost: &Cost) -> String {
    let told = |n: u32, what: &str| (n > 0).then(|| format!("{} {what}", counted(n as usize, "job")));
    let moved = told(cost.moved, &format!("moved by {}", figures(cost.moved_slots, "slot")));
    let effects: Vec<String> =
        [told(cost.refused, "refused instead"), moved, told(cost.resized, "resized"), told(cost.accepted, "accepted instead")]
            .into_iter()
            .flatten()
            .collect();
    match (cost.is_granted(), effects.is_empty()) {
        (false, true) => "refused".to_string(),
        (false, false) => format!("refused; {}", effects.join(", ")),
        (true, true) => "accepted; nobody moves".to_string(),
        (true, false) => format!("accepted; {}", effects.join(", ")),
    }
}

/// What became of a job of another request.
fn changed_words(job: &Changed, time: TimeNames) -> String {
    let (name, at) = (format!("Job {}.{}", job.user, job.number), |slot| time.at(slot));
    let resized =
        if job.before == job.after { String::new() } else { format!(", with {} instead of {}", size(job.after), size(job.before)) };
    match (job.from, job.to) {
        (from, REFUSED) => format!("{name}, which starts at {} without it, is refused.", at(from)),
        (REFUSED, to) => format!("{name}, which is refused without it, starts at {}.", at(to)),
        (from, to) if from == to => format!("{name} starts at {} as without it{resized}.", at(from)),
        (from, to) => format!("{name} starts at {} instead of {}{resized}.", at(to), at(from)),
    }
}

/// What a request costs the others. `with_market` says whether there is money to tell of.
pub fn cost_verdict(priced: &RequestCost, with_market: bool, time: TimeNames) -> Verdict {
    let RequestCost { request, cost, refused_because, changed } = priced;
    let wants = format!("The request for {} comes at {}", size((request.duration, request.nodes)), time.at(request.submitted));
    let window = match request.relax() {
        0 => format!("has to start at {}", time.at(request.earliest_start)),
        _ => format!("may start in {}", time.between(request.earliest_start, request.latest_start)),
    };
    let mut sentences = vec![format!("{wants} and {window}.")];
    match refused_because {
        Some(why) => sentences.push(format!("It is refused: {why}.")),
        None if (cost.slots, cost.nodes) != (request.duration, request.nodes) => {
            sentences.push(format!(
                "It takes a smaller offer: {} from {} on.",
                size((cost.slots, cost.nodes)),
                time.at(cost.granted)
            ));
        }
        None if request.relax() > 0 => sentences.push(format!("It starts at {}.", time.at(cost.granted))),
        None => {}
    }
    sentences.extend(changed.iter().take(TOLD).map(|job| changed_words(job, time)));
    if changed.len() > TOLD {
        let more = capital(&counted(changed.len() - TOLD, "other job"));
        sentences.push(format!("{more} changed as well."));
    }
    if with_market {
        sentences.extend(money_words(cost));
    }
    let is_harmless = cost.moved + cost.refused + cost.resized + cost.accepted == 0;
    let tone = match cost.is_granted() {
        false => Tone::Refused,
        true if is_harmless => Tone::Good,
        true => Tone::Partly,
    };
    Verdict { headline: capital(&cost_words(cost)), sentences, tone }
}

/// What it pays, what the others lose, and the bid price.
fn money_words(cost: &Cost) -> Vec<String> {
    let others = match cost.lost {
        0 => "the others bring as much as without it".to_string(),
        lost if lost > 0 => format!("the others bring {lost} less than without it"),
        gain => format!("the others bring {} more than without it", gain.unsigned_abs()),
    };
    let pays = if cost.is_granted() { format!("it pays {}; {others}.", cost.pays) } else { format!("{others}.") };
    let worth = cost.displaced.zip(cost.bid_price()).map(|(displaced, bid_price)| {
        // Sums of very small numbers may lie a rounding error below 0.
        let (displaced, bid_price) = (displaced.max(0.0), bid_price.max(0.0));
        format!("Kept for other requests, what it takes is expected to bring {displaced:.0}: the bid price is {bid_price:.1} for a node and slot.")
    });
    std::iter::once(capital(&pays)).chain(worth).collect()
}

/// The cheapest of the starts that a request may ask for.
pub fn cheapest_words(answer: &CostAnswer, time: TimeNames) -> Option<String> {
    let (Wanted { start, .. }, cost) = answer.cheapest.as_ref()?;
    answer.asked.latest?;
    if !cost.is_granted() {
        return Some("It is refused at each start that was tried.".to_string());
    }
    let measure = answer.asked.measure;
    let what = measure_title(measure).to_lowercase();
    Some(format!("The cheapest of its starts is {}: {what} {}.", time.at(*start), measure_words(cost, measure)))
}
