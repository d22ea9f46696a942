//! Overlapping reservations in words.

use crate::core::time_names::TimeNames;
use crate::slots::overlap::{OverlapLook, WhyNot};
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::request::Request;
use crate::slots::scenario::Machine;

/// "31.2 %" of hundredths of a per cent.
fn percent(hundredths: u32) -> String {
    format!("{}.{} %", hundredths / 100, hundredths % 100 / 10)
}

/// What a look at a start came to, after "at 12": how many of its slots have nodes free, and how probable a violation is.
pub(super) fn look_in_words(look: &OverlapLook, request: &Request, rule: OverlapRule, machine: Machine, time: TimeNames) -> String {
    let OverlapLook { free_slots, slot, booked, chance, why_not, .. } = *look;
    let place = time.in_slot(slot);
    let of_machine = format!("{booked} of {} nodes", machine.nodes);
    match why_not {
        Some(WhyNot::Twice) => {
            format!("{of_machine} would be booked {place}, more than twice as many as there are or than a plan can count")
        }
        Some(WhyNot::FewFree) => format!(
            "{} of its {} slots {} enough nodes free by the estimates, and {} must (v* = {} %)",
            if free_slots == 0 { "none".to_string() } else { format!("only {free_slots}") },
            request.duration,
            if free_slots == 1 { "has" } else { "have" },
            rule.free_slots(request.duration),
            rule.free_share
        ),
        Some(WhyNot::Probable) => format!(
            "{of_machine} would be booked {place}, and the probability that more than {} are in use there, {}{}, is not below {} % (p* = {} %)",
            machine.nodes,
            percent(chance),
            if rule.trust > 0 { " without early ends of users of less trust" } else { "" },
            100 - rule.confidence,
            rule.confidence
        ),
        Some(WhyNot::TooMany) => {
            format!("so many reservations overlap {place} that the probability of a violation is not computed")
        }
        None => format!(
            "{of_machine} are booked {place}; the probability that more than {} are in use there is {}, below {} %",
            machine.nodes,
            percent(chance),
            100 - rule.confidence
        ),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn hundredths_are_written_as_tenths_of_a_per_cent() {
        assert_eq!([0, 4, 3_124, 10_000].map(super::percent), ["0.0 %", "0.0 %", "31.2 %", "100.0 %"]);
    }
}
