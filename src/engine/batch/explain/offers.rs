//! What strip packing found for a reservation, or offered instead, in words.

use super::words::lasting;
use crate::batch::job::{Jobs, Time};
use crate::batch::offered::Offered;
use crate::batch::queue::offers::OfferList;
use crate::batch::scheduler::BatchPolicy;
use crate::core::offers::{Choice, Offer, OfferOrder};
use crate::core::words::counted;

/// A reservation that has the place of strip packing.
pub const PLACED: &str = "It is an advance reservation. Strip packing looks at the stretches of its time by their free nodes, the fewest first: around this one \
                          its nodes are free for its whole estimate.";

/// What offers must have to be taken.
const AT_LEAST: &str = "at least half of the time and of the nodes";

fn told(offered: &Offered) -> String {
    format!(
        "{} made to its user",
        if offered.offers == 1 {
            "One offer was".to_string()
        } else {
            format!("{} were", counted(offered.offers as usize, "offer"))
        }
    )
}

/// No offer was taken.
pub(super) fn none_taken(offered: &Offered) -> String {
    match offered.offers {
        0 => "Strip packing could offer nothing: at no time are so many nodes free.".to_string(),
        1 => "One offer was made to its user, which is too small: an offer must have at least half of the time and of the nodes."
            .to_string(),
        _ => format!("{}; none has {AT_LEAST}.", told(offered)),
    }
}

/// Which offer was taken of less than was asked for, and why.
pub(super) fn taken(jobs: &Jobs, policy: BatchPolicy, offered: &Offered) -> Vec<String> {
    let row = offered.row as usize;
    let (wanted, seconds) = (counted(offered.asked_nodes as usize, "node"), offered.asked_seconds());
    let (from, until) = (jobs.ready(row), Time::from(offered.asked_latest) + Time::from(seconds));
    let asked = format!(
        "It asks for {wanted} for {}, and nowhere from {from} s to {until} s are they free for so long.",
        lasting(seconds.into())
    );
    let of_those = format!("of those with {AT_LEAST}");
    let why = match policy.offers.choice {
        Choice::PaperUser => format!("the longest {of_those}"),
        Choice::Cheapest => format!("the cheapest {of_those}"),
        Choice::Earliest => format!("the earliest {of_those}"),
        Choice::Largest => format!("the largest {of_those}"),
        Choice::Weighted(_) | Choice::First => format!("the first on the list {of_those}"),
    };
    let booked = format!("{} for {}", counted(offered.nodes as usize, "node"), lasting(offered.seconds.into()));
    let which = if offered.offers == 1 {
        "which was taken".to_string()
    } else {
        format!("and number {} of the list was taken, {why}", offered.taken)
    };
    let taken = format!("{}, {which}: {booked}.", told(offered));
    let cut = offered.asked_runtime > offered.seconds;
    let cut = cut.then(|| format!("The job would run for {}; it ends with its booking.", lasting(offered.asked_runtime.into())));
    [asked, taken].into_iter().chain(cut).collect()
}

/// The offers of a list in words, one by one: from when until when, how many nodes, and which one was taken.
pub fn offers_in_words(list: &OfferList) -> Vec<String> {
    let line = |(place, offer): (usize, &Offer)| {
        let (start, end) = (list.from + Time::from(offer.start), list.from + Time::from(offer.end));
        let taken = list.taken.filter(|(taken, _)| *taken == place);
        let taken =
            taken.map(|(_, fit)| format!(", taken: {} for {}", counted(fit.nodes as usize, "node"), lasting(fit.slots.into())));
        format!("{}. {start} s to {end} s on {}{}", place + 1, counted(offer.nodes as usize, "node"), taken.unwrap_or_default())
    };
    list.offers.iter().enumerate().map(line).collect()
}

/// How the machine lists its offers, who takes one, and how often is asked, in words.
pub fn offer_rules_words(policy: BatchPolicy) -> String {
    let (choice, order) = (policy.offers.choice.words(), OfferOrder::title(policy.offers.order));
    let again = if policy.offers.half_nodes { ", who asks again for half of the nodes" } else { "" };
    format!("{order}; {choice}{again}")
}
