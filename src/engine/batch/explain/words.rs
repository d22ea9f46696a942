//! Lengths of time and jobs as running text has them.

use crate::batch::job::{Jobs, Time};

/// Jobs that are told one by one.
pub(super) const TOLD: usize = 5;

/// A length of time as running text has it: "45 s", "12 min", "3 h 5 min", "2 d 4 h".
pub fn lasting(seconds: Time) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    let both = |large: u64, name: &str, rest: u64, small: &str| {
        if rest == 0 { format!("{large} {name}") } else { format!("{large} {name} {rest} {small}") }
    };
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => both(minutes, "min", seconds % 60, "s"),
        3_600..86_400 => both(hours, "h", minutes % 60, "min"),
        _ => both(days, "d", hours % 24, "h"),
    }
}

/// "job 7", "jobs 7, 8 and 9", "jobs 1, 2, 3, 4, 5 and 12 more".
pub(super) fn named(jobs: &Jobs, rows: &[u32]) -> String {
    let mut names: Vec<String> = rows.iter().take(TOLD).map(|&row| jobs.number(row as usize).to_string()).collect();
    if rows.len() > TOLD {
        names.push(format!("{} more", rows.len() - TOLD));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { format!("job {last}") } else { format!("jobs {} and {last}", names.join(", ")) }
}
