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

/// Figure 3.1: Y = [5, 9) between two jobs of server 1 takes the job with r = 6, l = 2. LACT refuses it: the servers are at their ends at 11 and 10. The
/// thesis gives no numbers for its drawing.
pub fn figure_3_1() -> IdleScenario {
    let before = [(0, 1, 1), (0, 2, 2), (4, 3, 7), (3, 2, 5), (8, 2, 10), (9, 2, 11)];
    let all: Vec<Row> = before.into_iter().chain([(6, 2, 8)]).collect();
    rows(Servers::identical(2, 20, 1), Strategy::MinLip, &all)
}

/// Figure 3.2: of the idle periods of three servers, Y = [5, 10) and V = [4, 11) lie in R1 of the job with r = 6, l = 2, d = 12 and Z = [7, 9) in R2; X = [1, 3)
/// is none for it. Min-LIP takes Z. The thesis gives no numbers for its drawing.
pub fn figure_3_2() -> IdleScenario {
    let before = [(0, 1, 1), (0, 2, 2), (4, 3, 7), (3, 2, 5), (0, 4, 4), (9, 5, 14), (10, 2, 12), (11, 2, 13)];
    let all: Vec<Row> = before.into_iter().chain([(6, 2, 12)]).collect();
    rows(Servers::identical(3, 20, 1), Strategy::MinLip, &all)
}

/// Figures 4.1 and 4.3: a server of rate 1 with idle periods x = [1, 4), z = [6, 11) and y = [13, 16), one of rate 0.5 with w = [2, 12), and the job with
/// r = 3, l = 4, d = 14. z and w can take it; x is too short, and y passes the test of the dual plane and starts too late. The thesis gives no numbers for its
/// drawing.
pub fn figure_4_1() -> IdleScenario {
    let group = |rate| ServerGroup { servers: 1, rate };
    let servers = Servers { groups: vec![group(Rate::ONE), group(Rate::new(1, 2))], look_ahead: 30, least_size: 1 };
    let before = [(0, 1, 2), (12, 4, 20), (0, 1, 1), (4, 2, 6), (11, 2, 13), (16, 4, 20)];
    let all: Vec<Row> = before.into_iter().chain([(3, 4, 14)]).collect();
    rows(servers, Strategy::FfHa, &all)
}

/// A slow server is idle from 12 to 18. The last job would need eight ticks there: the period ends late enough and starts early enough, and
/// yet it is too short.
pub fn dual_deceives() -> IdleScenario {
    let group = |rate| ServerGroup { servers: 1, rate };
    let servers = Servers { groups: vec![group(Rate::ONE), group(Rate::new(1, 2))], look_ahead: 60, least_size: 1 };
    rows(servers, Strategy::FfHa, &[(0, 6, 12), (18, 8, 40), (0, 5, 5), (8, 4, 24)])
}
