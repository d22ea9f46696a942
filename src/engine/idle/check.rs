//! The independent checker for named servers: verifies a finished run from its requests and decisions alone. It shares no code with the sessions:
//! rates are multiplied out here, and reservations are kept in a list for each server.

use crate::core::verification::Verification;
use crate::idle::adaptive::Piece;
use crate::idle::{Adapted, IdleArrivals, IdleDecisions, IdleEvent, IdleOutcome, IdleScenario, NO_SERVER, NO_START, Tick};
use std::collections::BTreeMap;
use std::fmt;

/// Something that a run on named servers does not keep to.
#[derive(Clone, Debug, PartialEq)]
pub enum IdleViolation {
    /// A column does not have a row for every request.
    Rows {
        /// Which.
        column: &'static str,
        /// Its length.
        rows: usize,
        /// Number of requests.
        requests: usize,
    },
    /// A request comes before the one above it.
    Order {
        /// Its row.
        row: usize,
    },
    /// A job has no such server.
    Server {
        /// The job.
        row: usize,
        /// What it names.
        server: u32,
    },
    /// A job stands outside its window.
    Window {
        /// The job.
        row: usize,
        /// Where it stands.
        start: Tick,
        /// Where it ends.
        end: u64,
    },
    /// Two jobs hold a server at once.
    Overlap {
        /// The later request.
        row: usize,
        /// The server.
        server: u32,
    },
    /// A job was refused although a server had room.
    Room {
        /// The job.
        row: usize,
        /// The server.
        server: u32,
        /// Where it could have started.
        start: Tick,
    },
    /// The list of refusals does not name the refused jobs in order.
    Refusals,
    /// A figure is wrong.
    Figure {
        /// Which.
        name: &'static str,
        /// What the run says.
        told: f64,
        /// What the decisions come to.
        counted: f64,
    },
}

impl fmt::Display for IdleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|row| format!("in row {row}")))
    }
}

impl IdleViolation {
    /// The violation in words, with requests called what people call them, by row.
    pub fn in_words(&self, request: impl Fn(usize) -> String) -> String {
        let request = |row: &usize| format!("request {}", request(*row));
        match self {
            Self::Rows { column, rows, requests } => format!("{column} has {rows} rows for {requests} requests"),
            Self::Order { row } => format!("{} comes before the one above it", request(row)),
            Self::Server { row, server } => format!("{} is on server {server}, which is not there or has no start", request(row)),
            Self::Window { row, start, end } => format!("{} holds {start} to {end}, outside its window", request(row)),
            Self::Overlap { row, server } => format!("{} meets another on server {server}", request(row)),
            Self::Room { row, server, start } => format!("{} is refused, yet server {server} has room at {start}", request(row)),
            Self::Refusals => "the refusals do not name the refused requests in order".to_string(),
            Self::Figure { name, told, counted } => format!("{name} is {told}, but the decisions come to {counted}"),
        }
    }
}

/// Servers looked at for refused jobs before the rest of the refusals is believed: half a second or so.
const LOOKS: usize = 20_000_000;

/// Reservations of every server: start to end.
type Table = Vec<BTreeMap<u64, u64>>;

/// Everything that is wrong with a finished run, at most one of a kind for each job.
///
/// ```
/// use bookahead_engine::idle::check::check_servers;
/// use bookahead_engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Servers};
///
/// let request = |earliest_start| IdleRequest { submitted: 0, earliest_start, size: 4, deadline: 20 };
/// let workload = IdleWorkload::of_requests(vec![request(2), request(0)]);
/// let scenario = IdleScenario::new(Servers::identical(1, 100, 1), workload);
/// let mut outcome = scenario.run()?;
/// assert_eq!(check_servers(&scenario, &outcome), []);
///
/// // The second job starts while the first holds the server.
/// outcome.decisions.start[1] = 4;
/// assert_eq!(check_servers(&scenario, &outcome)[0].to_string(), "request in row 1 meets another on server 0");
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
pub fn check_servers(scenario: &IdleScenario, outcome: &IdleOutcome) -> Vec<IdleViolation> {
    check_counting(scenario, outcome, &mut Verification::default())
}

/// The same in words, with what was looked at.
pub fn verify_servers(scenario: &IdleScenario, outcome: &IdleOutcome) -> Verification {
    let mut verification = Verification::default();
    let found = check_counting(scenario, outcome, &mut verification);
    let name =
        |row: usize| outcome.arrivals.id.get(row).map_or_else(|| row.to_string(), |&id| scenario.workload.name_of(id).to_string());
    verification.violations = found.iter().map(|violation| violation.in_words(name)).collect();
    verification
}

fn check_counting(scenario: &IdleScenario, outcome: &IdleOutcome, looked: &mut Verification) -> Vec<IdleViolation> {
    let (arrivals, decisions) = (&*outcome.arrivals, &outcome.decisions);
    let columns = [
        ("submitted", arrivals.submitted.len()),
        ("earliest start", arrivals.earliest_start.len()),
        ("size", arrivals.size.len()),
        ("deadline", arrivals.deadline.len()),
        ("server", decisions.server.len()),
        ("start", decisions.start.len()),
    ];
    let requests = arrivals.id.len();
    if let Some((column, rows)) = columns.into_iter().find(|(_, rows)| *rows != requests) {
        return vec![IdleViolation::Rows { column, rows, requests }];
    }
    let rates: Vec<(u64, u64)> = scenario
        .servers
        .groups
        .iter()
        .flat_map(|group| {
            let rate = (u64::from(group.rate.numerator), u64::from(group.rate.denominator));
            std::iter::repeat_n(rate, group.servers as usize)
        })
        .collect();
    let mut recount =
        Recount { arrivals, decisions, rates, uses_gaps: outcome.strategy.uses_gaps(), looks: 0, figures: 0, found: Vec::new() };
    let spans = match &outcome.adapted {
        None => recount.walk(),
        Some(adapted) => recount.pieces(scenario, adapted),
    };
    let refused = (0..requests).filter(|&row| decisions.server[row] == NO_SERVER);
    if !refused.eq(decisions.refusals.iter().map(|refusal| refusal.job as usize)) {
        recount.found.push(IdleViolation::Refusals);
    }
    recount.figures(outcome, scenario.servers.look_ahead, &spans);
    looked.looked(requests, ["request, against its window", "requests in the order of arrival, against their windows"]);
    looked.looked(spans.len(), ["stretch of time on a server", "stretches of time on servers, none over another"]);
    looked.looked(decisions.refusals.len(), ["refusal", "refusals"]);
    looked.looked(
        recount.looks.min(LOOKS),
        ["server searched for room that a refused request had", "servers searched for room that a refused request had"],
    );
    looked.looked(recount.figures, ["figure counted again", "figures counted again"]);
    recount.found
}

struct Recount<'a> {
    arrivals: &'a IdleArrivals,
    decisions: &'a IdleDecisions,
    rates: Vec<(u64, u64)>,
    uses_gaps: bool,
    looks: usize,
    /// Figures that were counted again.
    figures: usize,
    found: Vec<IdleViolation>,
}

impl Recount<'_> {
    /// How long a job holds a server, rounded up.
    fn lasts(&self, row: usize, server: usize) -> u64 {
        let (done, per) = self.rates[server];
        let work = u64::from(self.arrivals.size[row]) * per;
        work / done + u64::from(!work.is_multiple_of(done))
    }

    /// Every decision in order; gives the times in which servers are held.
    fn walk(&mut self) -> Vec<(u64, u64)> {
        let mut table: Table = vec![BTreeMap::new(); self.rates.len()];
        for row in 0..self.arrivals.id.len() {
            if row > 0 && self.arrivals.submitted[row] < self.arrivals.submitted[row - 1] {
                self.found.push(IdleViolation::Order { row });
            }
            let (server, start) = (self.decisions.server[row], self.decisions.start[row]);
            if (server == NO_SERVER) != (start == NO_START) || (server != NO_SERVER && server as usize >= self.rates.len()) {
                self.found.push(IdleViolation::Server { row, server });
            } else if server == NO_SERVER {
                self.refused(&table, row);
            } else {
                self.accepted(&mut table[server as usize], row, server, start);
            }
        }
        table.into_iter().flatten().collect()
    }

    /// The pieces of a run in which reservations adapt: one at a time on a server, a job that was not extended whole and inside its
    /// window, every job as long as it was asked for. Gives the times in which servers are held.
    fn pieces(&mut self, scenario: &IdleScenario, adapted: &Adapted) -> Vec<(u64, u64)> {
        let rows = self.arrivals.id.len();
        let mut held: Table = vec![BTreeMap::new(); self.rates.len()];
        let mut of_row: Vec<Vec<&Piece>> = vec![Vec::new(); rows];
        for piece in &adapted.pieces {
            let row = piece.job as usize;
            let Some(reserved) = held.get_mut(piece.server as usize) else {
                self.found.push(IdleViolation::Server { row, server: piece.server });
                continue;
            };
            let (from, to) = (u64::from(piece.start), u64::from(piece.end));
            let before = reserved.range(..to).next_back();
            if before.is_some_and(|(_, &end)| end > from) || from >= to {
                self.found.push(IdleViolation::Overlap { row, server: piece.server });
            }
            reserved.insert(from, to);
            if let Some(pieces) = of_row.get_mut(row) {
                pieces.push(piece);
            }
        }
        for (row, pieces) in of_row.iter().enumerate() {
            let (server, start) = (self.decisions.server[row], self.decisions.start[row]);
            let first = pieces.iter().min_by_key(|piece| piece.start).map(|piece| (piece.server, piece.start));
            if first.unwrap_or((NO_SERVER, NO_START)) != (server, start) {
                self.found.push(IdleViolation::Server { row, server });
                continue;
            }
            if let [piece] = pieces[..] {
                let id = self.arrivals.id[row];
                let is_extended =
                    scenario.events.iter().any(|event| matches!(event, IdleEvent::Extend { id: other, .. } if *other == id));
                let (lasts, holds) = (self.lasts(row, server as usize), u64::from(piece.end - piece.start));
                let outside = start < self.arrivals.earliest_start[row] || piece.end > self.arrivals.deadline[row];
                if holds < lasts || !is_extended && (outside || holds > lasts) {
                    self.found.push(IdleViolation::Window { row, start, end: u64::from(piece.end) });
                }
            }
        }
        held.into_iter().flatten().collect()
    }

    fn accepted(&mut self, reserved: &mut BTreeMap<u64, u64>, row: usize, server: u32, start: Tick) {
        let (from, to) = (u64::from(start), u64::from(start) + self.lasts(row, server as usize));
        if start < self.arrivals.earliest_start[row] || to > u64::from(self.arrivals.deadline[row]) {
            self.found.push(IdleViolation::Window { row, start, end: to });
        }
        let before = reserved.range(..to).next_back();
        if before.is_some_and(|(_, &end)| end > from) {
            self.found.push(IdleViolation::Overlap { row, server });
        }
        reserved.insert(from, to);
    }

    /// Whether any server had room for a refused job.
    fn refused(&mut self, table: &Table, row: usize) {
        self.looks += table.len();
        if self.looks > LOOKS {
            return;
        }
        let (ready, due) = (u64::from(self.arrivals.earliest_start[row]), u64::from(self.arrivals.deadline[row]));
        for (server, reserved) in table.iter().enumerate() {
            let lasts = self.lasts(row, server);
            // Where it could begin: when it is ready, or where something ends.
            let last_end = reserved.values().next_back().copied().unwrap_or(0);
            let running = reserved.range(..=ready).next_back().map_or(0, |(_, &end)| end);
            let mut begin = if self.uses_gaps { ready.max(running) } else { ready.max(last_end) };
            for (&from, &to) in reserved.range(begin..) {
                if begin + lasts <= from {
                    break;
                }
                begin = begin.max(to);
                if begin + lasts > due {
                    break;
                }
            }
            if begin + lasts <= due {
                self.found.push(IdleViolation::Room { row, server: server as u32, start: begin as Tick });
                return;
            }
        }
    }

    /// The figures, from the sums again.
    fn figures(&mut self, outcome: &IdleOutcome, look_ahead: Tick, spans: &[(u64, u64)]) {
        if self.found.iter().any(|violation| matches!(violation, IdleViolation::Server { .. })) {
            return;
        }
        let told = outcome.figures.metrics;
        let submitted = &self.arrivals.submitted;
        let (Some(&first), Some(&last)) = (submitted.first(), submitted.last()) else { return };
        let warm = u64::from(first) + u64::from(look_ahead);
        let from = if warm < u64::from(last) { warm } else { u64::from(first) };
        let last_end = spans.iter().map(|(_, end)| *end).max().unwrap_or(from);
        let to = if u64::from(last) > from { u64::from(last) } else { last_end };
        let busy: u64 = spans.iter().map(|(start, end)| (*end).min(to).saturating_sub((*start).max(from))).sum();
        let (mut jobs, mut lost, mut work, mut work_lost, mut delay) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
        for row in (0..submitted.len()).filter(|&row| u64::from(submitted[row]) >= from) {
            let size = u64::from(self.arrivals.size[row]);
            jobs += 1;
            work += size;
            if self.decisions.server[row] == NO_SERVER {
                lost += 1;
                work_lost += size;
            } else {
                delay += u64::from(self.decisions.start[row].saturating_sub(self.arrivals.earliest_start[row]));
            }
        }
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        let figures = [
            ("the number of measured jobs", f64::from(told.jobs), jobs as f64),
            ("the number of accepted jobs", f64::from(told.accepted), (jobs - lost) as f64),
            ("the loss rate", told.loss_rate, share(lost, jobs)),
            ("the work loss rate", told.work_loss_rate, share(work_lost, work)),
            ("the mean delay", told.mean_delay, share(delay, jobs - lost)),
            ("the utilisation", told.utilisation, share(busy, (to - from) * self.rates.len() as u64)),
        ];
        self.figures = figures.len();
        for (name, told, counted) in figures {
            // The same division of the same whole numbers.
            if told.to_bits() != counted.to_bits() {
                self.found.push(IdleViolation::Figure { name, told, counted });
            }
        }
    }
}
