//! The page: the only module that knows Yew and the document.
//!
//! Components wire the model to views and compute nothing themselves; drawing is in `chart`, meaning in `state`, plans in the worker.

mod booking_limit_editor;
mod booking_limit_frame;
mod bracket;
mod canvas;
mod class_border;
mod dialog;
mod engine_client;
mod engine_event;
mod expected_revenue_plot;
mod experiment_form;
mod experiment_pool;
mod experiment_plot;
mod experiment_results;
mod experiment_view;
mod export;
mod fields;
mod files;
mod gantt;
mod generator_form;
mod geometry_comparison;
mod geometry_events;
mod geometry_planes;
mod geometry_stage;
mod geometry_tables;
mod geometry_view;
mod gesture;
mod header;
mod idle_adaptive;
mod idle_fields;
mod idle_inspector;
mod idle_lab;
mod idle_list;
mod idle_machine;
mod idle_workload;
mod inspector;
mod lemma_view;
mod littlewood_plot;
mod marks;
mod local_engine;
mod log_form;
mod market_editor;
mod market_form;
mod market_input;
mod market_methods;
mod money_plots;
mod money_report;
mod money_slots;
mod money_totals;
mod money_view;
mod notices;
mod plan_copy;
mod plan_panel;
mod plan_queue;
mod plane_over;
mod plane_shapes;
mod plane_tree;
mod plot;
mod plot_sheet;
mod profile_plot;
mod request_list;
mod request_pipeline;
mod rest;
mod revenue_view;
mod root;
mod servers_copy;
mod servers_gantt;
mod session;
mod share_dialog;
mod shortcuts;
mod storage;
mod table_twin;
mod theme;
mod time_axis;
mod title_field;
mod told;
mod url;
mod words;
mod worker_link;
mod workload_dialog;

/// Puts the page into the document; called once, by the page's `main`.
pub fn start() {
    notices::show_panics_to_the_user();
    let mount = web_sys::window().and_then(|window| window.document()).and_then(|document| document.get_element_by_id("app"));
    if let Some(element) = mount {
        yew::Renderer::<root::App>::with_root(element).render();
    }
}
