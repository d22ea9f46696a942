//! The terms of the papers for the window of a request (Umar 3.1, Figure 3.1; Pujiyanta II.A, Figure 1), with its numbers.

use crate::core::time_names::TimeNames;
use crate::slots::request::{Request, Slot};

/// A term of a request's window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowTerm {
    /// As Umar writes it, then as Pujiyanta does, if that differs.
    pub symbol: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// A point in time, a length, or a ratio.
    pub value: String,
}

/// The terms of a window; with both holes where a job of the request starts in slot `start`. Ends are the first slots after the last.
pub fn window_terms(request: &Request, start: Option<Slot>, time: TimeNames) -> Vec<WindowTerm> {
    let Request { earliest_start, latest_start, duration, .. } = *request;
    let term = |symbol, meaning, value| WindowTerm { symbol, meaning, value };
    let window = request.deadline() - earliest_start;
    let mut terms = vec![
        term("t_es", "earliest start", time.at(earliest_start)),
        term("t_ls", "latest start", time.at(latest_start)),
        term("t_e", "duration", time.short_length(duration)),
        term("t_ed, t_edl", "earliest end, t_es + t_e", time.at(earliest_start + duration)),
        term("t_d, t_esl", "deadline, t_ls + t_e", time.at(request.deadline())),
        term("t_f", "flexibility time, t_d − t_es", time.short_length(window)),
        term("f", "degree of flexibility, t_f ÷ t_e", format!("{:.2}", f64::from(window) / f64::from(duration))),
        term("t_r, t_n", "relax time or notification interval, t_ls − t_es", time.short_length(request.relax())),
    ];
    // While an edit is ahead of the plan, a job may stand outside of the window.
    if let Some(start) = start.filter(|start| (earliest_start..=latest_start).contains(start)) {
        terms.extend([
            term("t_r1", "left hole, t_s − t_es", time.short_length(start - earliest_start)),
            term("t_r2", "right hole, t_ls − t_s", time.short_length(latest_start - start)),
        ]);
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_by_hand() {
        let request = Request { user: 1, submitted: 2, earliest_start: 10, latest_start: 16, duration: 4, nodes: 1, jobs: 1 };
        let values = |start| {
            let terms = window_terms(&request, start, TimeNames::SLOTS);
            terms.into_iter().map(|term| format!("{} {}", term.symbol, term.value)).collect::<Vec<_>>()
        };
        let always =
            ["t_es 10", "t_ls 16", "t_e 4 slots", "t_ed, t_edl 14", "t_d, t_esl 20", "t_f 10 slots", "f 2.50", "t_r, t_n 6 slots"];
        assert_eq!(values(None), always);
        assert_eq!(values(Some(12)), [&always[..], &["t_r1 2 slots", "t_r2 4 slots"]].concat());
        assert_eq!(values(Some(17)), always);
        // A rigid request: f = 1.
        let rigid = Request { latest_start: 10, ..request };
        let degree = window_terms(&rigid, Some(10), TimeNames::SLOTS).into_iter().find(|term| term.symbol == "f");
        assert_eq!(degree.map(|term| term.value).as_deref(), Some("1.00"));
    }
}
