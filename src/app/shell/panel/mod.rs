//! Parts of the panels that are the same in all studies: the algorithm beside the steps, comparing, checking, saving a figure, forms, lines above the picture.

pub(crate) mod algorithm;
pub(crate) mod check_plan;
pub(crate) mod code_lines;
pub(crate) mod compare;
pub(crate) mod cost_map;
pub(crate) mod example_strip;
pub(crate) mod form_parts;
pub(crate) mod policy_menu;
pub(crate) mod preview_bar;
pub(crate) mod save_figure;
pub(crate) mod verdict_card;
pub(crate) mod verdict_line;
