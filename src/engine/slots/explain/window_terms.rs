//! The papers' terms for the window of a request (Umar 3.1, Figure 3.1; Pujiyanta II.A, Figure 1), with its numbers.

use crate::core::time_names::TimeNames;
use crate::slots::request::{Request, Slot};

/// Earliest end t_ed and deadline t_d, each the first slot after the last; flexibility time t_f and its degree f; relax time t_r, which Pujiyanta calls the
/// notification interval t_n as well; and where a job of the request starts in slot `start`, the left hole t_r1 before it and the right hole t_r2 behind it.
pub fn window_terms(request: &Request, start: Option<Slot>, time: TimeNames) -> String {
    let Request { earliest_start, latest_start, duration, .. } = *request;
    let (ends, length) = (earliest_start + duration, |slots| time.short_length(slots));
    let window = request.deadline() - earliest_start;
    let degree = f64::from(window) / f64::from(duration);
    // While an edit is ahead of the plan, a job may stand outside of the window.
    let start = start.filter(|start| (earliest_start..=latest_start).contains(start));
    let holes = start.map_or_else(String::new, |start| {
        format!(": left hole t_r1 {}, right hole t_r2 {}", length(start - earliest_start), length(latest_start - start))
    });
    format!(
        "Earliest end t_ed {}, deadline t_d {}. Flexibility time t_f {}, its degree f = t_f ÷ t_e {degree:.2}. Relax time t_r = t_n {}{holes}.",
        time.at(ends),
        time.at_after(ends, request.deadline()),
        length(window),
        length(request.relax())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_by_hand() {
        let request = Request { user: 1, submitted: 2, earliest_start: 10, latest_start: 16, duration: 4, nodes: 1, jobs: 1 };
        let always = "Earliest end t_ed 14, deadline t_d 20. Flexibility time t_f 10 slots, its degree f = t_f ÷ t_e 2.50. Relax time t_r = t_n 6 slots";
        let told = |start| window_terms(&request, start, TimeNames::SLOTS);
        assert_eq!(told(None), format!("{always}."));
        assert_eq!(told(Some(12)), format!("{always}: left hole t_r1 2 slots, right hole t_r2 4 slots."));
        assert_eq!(told(Some(17)), told(None));
        let rigid = Request { latest_start: 10, ..request };
        assert_eq!(
            window_terms(&rigid, Some(10), TimeNames::SLOTS),
            "Earliest end t_ed 14, deadline t_d 14. Flexibility time t_f 4 slots, its degree f = t_f ÷ t_e 1.00. Relax time t_r = t_n 0 slots: \
             left hole t_r1 0 slots, right hole t_r2 0 slots."
        );
    }
}
