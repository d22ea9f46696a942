//! Idle periods as geometry: the planes, the opened tree, the servers' Gantt chart.

pub mod dual_plane;
pub mod figures;
pub mod plane;
pub mod plane_marks;
pub mod search_part_names;
pub mod server_gantt;
pub mod servers_figure;
pub mod sizes_figure;
pub mod strip_tree;
pub mod time_marks;
pub mod time_plane;
pub mod tree_figure;
