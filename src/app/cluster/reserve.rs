//! The range that is searched, and what is asked about a reservation in it.

use crate::app::shell::context::Lab;
use crate::formats::link::{ClusterView, ReserveView};
use crate::state::{Action, ViewAction};

/// Searches another range, or none.
pub fn set_range(lab: &Lab, range: Option<(u64, u64)>) {
    let cluster = ClusterView { range, ..lab.model().view.cluster };
    if cluster != lab.model().view.cluster {
        lab.act(Action::View(ViewAction::Cluster(cluster)));
    }
}

/// What is asked about a reservation.
pub fn reserve(lab: &Lab) -> ReserveView {
    let machine = lab.cluster().map_or(1, |cluster| cluster.nodes);
    let view = lab.model().reserve_view();
    ReserveView { nodes: view.nodes.min(machine), ..view }
}

/// Asks something else about a reservation.
pub fn set_reservation(lab: &Lab, view: ReserveView) {
    let cluster = ClusterView { reserve: Some(view), ..lab.model().view.cluster };
    lab.act(Action::View(ViewAction::Cluster(cluster)));
}

/// Moves the reservation to another place.
pub fn move_reservation(lab: &Lab, range: (u64, u64), view: ReserveView) {
    let cluster = ClusterView { range: Some(range), reserve: Some(view), ..lab.model().view.cluster };
    if cluster != lab.model().view.cluster {
        lab.act(Action::View(ViewAction::Cluster(cluster)));
    }
}
