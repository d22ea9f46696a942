//! The worked examples of Castillo's chapters 3 and 4.

use super::Tick;
use super::request::IdleRequest;
use super::scenario::IdleScenario;
use super::servers::{Rate, ServerGroup, Servers};
use super::strategy::Strategy;
use super::workload::IdleWorkload;

/// A request: earliest start, size, deadline; all are submitted at 0.
type Row = (Tick, Tick, Tick);

fn rows(servers: Servers, strategy: Strategy, rows: &[Row]) -> IdleScenario {
    let request = |&(earliest_start, size, deadline): &Row| IdleRequest { submitted: 0, earliest_start, size, deadline };
    let workload = IdleWorkload::of_requests(rows.iter().map(request).collect());
    IdleScenario { strategy, ..IdleScenario::new(servers, workload) }
}

/// Figure 3.3: idle periods X = [10, 19), Y = [14, 20), Z = [14, 25) and V = [15, 23) on four servers, and the job with r = 17, l = 3, d = 20. The
/// requests before it leave just these.
pub fn figure_3_3() -> IdleScenario {
    let before = [(0, 10, 10), (19, 41, 60), (0, 14, 14), (20, 40, 60), (0, 14, 14), (25, 35, 60), (0, 15, 15), (23, 37, 60)];
    let all: Vec<Row> = before.into_iter().chain([(17, 3, 20)]).collect();
    rows(Servers::identical(4, 60, 3), Strategy::MinLip, &all)
}

/// A slow server is idle from 12 to 18. The last job would need eight ticks there: the period ends late enough and starts early enough, and
/// yet it is too short.
pub fn dual_deceives() -> IdleScenario {
    let group = |rate| ServerGroup { servers: 1, rate };
    let servers = Servers { groups: vec![group(Rate::ONE), group(Rate::new(1, 2))], look_ahead: 60, least_size: 1 };
    rows(servers, Strategy::FfHa, &[(0, 6, 12), (18, 8, 40), (0, 5, 5), (8, 4, 24)])
}
