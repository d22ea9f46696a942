//! All native tests of the crate as one binary.

// Tests of hostile input say how long they took, and stop what would take for ever.
#![allow(clippy::disallowed_types)]

mod support;
mod oracle;
mod goldens;
mod planners;
mod limits;
mod revenue;
mod revenue_checker;
mod market_file;
mod experiments;
mod messages;
mod properties;
mod replanning;
mod blockades;
mod steps;
mod border;
mod checker;
mod generator;
mod determinism;
mod papers;
mod same_bytes;
mod tidy;
mod imports;
mod systems;
mod chart;
mod painting;
mod tints;
mod samples;
mod scenario_file;
mod shards;
mod share;
mod pinned_links;
mod swf;
mod cli;
mod compare;
mod hostile;
mod study_runs;
mod takeaway;
mod slots_run;
mod idle_run;
mod idle_planning;
mod idle_structures;
mod idle_workloads;
mod idle_adaptive;
mod heavy;
mod servers;
mod servers_file;
mod servers_cli;
mod numbers;
mod batch_queues;
mod coallocation;
mod clusters;
mod clusters_cli;
mod cluster_page;
