//! What a user does and sees: the built page in a real Chromium, driven with real pointer and key events.
//!
//! Skipped, with a word on standard error, unless BOOKAHEAD_DIST names a folder made by `trunk build --release`; `scripts/test` builds one
//! and sets it. With it set, a missing browser is an error; with CI=true, a skipped test is one too. Pictures are left in `target/screenshots`.

// Waiting for a browser needs a clock.
#![allow(clippy::disallowed_types)]
// Tables of cases name what each does to a request.
#![allow(clippy::type_complexity)]

// A box of tools; some lie unused until the test that needs them.
#[allow(dead_code)]
mod harness;
mod hands;
mod static_host;
mod page_loads;

mod lab;

mod access;
mod chart_texts;
mod class;
mod cluster;
mod cluster_study;
mod cluster_windows;
mod workflow;
mod workflow_compare;
mod workflow_forms;
mod workflow_graphs;
mod compare;
mod drag;
mod engine_death;
mod worker_ends;
mod experiments;
mod files;
mod find;
mod frame;
mod one_file;
mod takeaway;
mod first_view;
mod elastic;
mod embed;
mod embed_element;
mod emsr_b;
mod engines;
mod gallery;
mod geometry;
mod geometry_adapts;
mod geometry_clock;
mod geometry_recipe;
mod idle_compare;
mod js_module;
mod keep;
mod kept_focus;
mod kept_newest;
mod kept_page;
mod keyboard;
mod lemma;
mod lesson_lines;
mod lessons;
mod links;
mod load_failure;
mod looks;
mod million;
mod money;
mod monkey;
mod offline;
mod published;
mod market;
mod numbers;
mod same_number;
mod palette;
mod idle_list;
mod page_failure;
mod heavy_links;
mod packages;
mod paper;
mod picked;
mod pictures;
mod planners;
mod policy_menus;
mod readme_pictures;
mod real_log;
mod room;
mod slides;
mod same_bytes;
mod speed;
mod start_page;
mod steady;
mod widget;
mod workbenches;
mod write;
mod ahead;
mod algorithm;
mod steps;
mod stores;
mod slots_cost;
mod snapshot;
mod who_wins;
mod workloads;
