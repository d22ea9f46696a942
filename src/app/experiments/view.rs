//! The experiments panel: choose an experiment, run it on all cores, watch it, and compare the results with the paper's claims.

use crate::app::experiments::form::{ExperimentForm, SizeField, Sizes, at_field};
use crate::app::experiments::plot::{picture, table};
use crate::app::experiments::pool::{Pool, RunStatus};
use crate::app::experiments::results::{FileFormat, claims, paper_values, progress, save};
use crate::app::kit::plot::use_size;
use crate::app::kit::theme::use_theme;
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::chart::Palette;
use crate::engine::experiment::{Options, Results, catalogue};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// Properties of [`ExperimentView`].
#[derive(Properties, PartialEq)]
pub struct ExperimentViewProps {
    /// The page's state.
    pub lab: Lab,
    /// Which experiment, by its place in the catalogue.
    pub experiment: u32,
}

/// The middle of the page when it is about the papers' experiments.
#[component]
pub fn ExperimentView(ExperimentViewProps { lab, experiment }: &ExperimentViewProps) -> Html {
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let palette = use_theme().palette();
    let listed = use_memo((), |()| catalogue());
    let shown = &listed[*experiment as usize % listed.len()];
    let sizes = use_state_eq(|| Sizes::of(shown.lecture));
    let look = use_state(|| None::<RunStatus>);
    let pool = use_mut_ref(|| None::<Pool>);
    {
        // Another experiment begins with an empty sheet.
        let (sizes, look, pool, lecture) = (sizes.clone(), look.clone(), pool.clone(), shown.lecture);
        use_effect_with(*experiment, move |_| {
            pool.replace(None);
            look.set(None);
            sizes.set(Sizes::of(lecture));
        });
    }
    let is_running = look.as_ref().is_some_and(|look| look.is_running);
    // The same from pass to pass, so that the form stays as it is while results come in.
    let on_choose = {
        let lab = lab.clone();
        use_callback((), move |place: u32, ()| lab.act(Action::View(ViewAction::Experiment(place))))
    };
    let on_text = {
        let sizes = sizes.clone();
        use_callback((), move |(field, text): (SizeField, String), ()| sizes.set(sizes.with(field, text)))
    };
    let on_options = use_callback(sizes.setter(), |options: Options, sizes| sizes.set(Sizes::of(options)));
    let on_run = {
        let (sizes, look) = (sizes.clone(), look.clone());
        use_callback((is_running, shown.key.clone(), sizes), move |_: MouseEvent, (is_running, key, sizes)| {
            if *is_running {
                return pool.borrow().iter().for_each(Pool::stop);
            }
            let tell = {
                let look = look.clone();
                Callback::from(move |now: RunStatus| look.set(Some(now)))
            };
            let started = sizes.options().and_then(|options| Pool::start(key, options, tell).map_err(at_field));
            match started {
                Ok(started) => drop(pool.replace(Some(started))),
                Err(problem) => sizes.set(sizes.refused(problem)),
            }
        })
    };
    let on_save = {
        let (lab, look) = (lab.clone(), look.clone());
        Callback::from(move |format: FileFormat| {
            if let Some(RunStatus { results, .. }) = &*look
                && save(results, format).is_err()
            {
                lab.notices.add(Notice::problem("The browser refused to make the file."));
            }
        })
    };
    html! {
        <section class="plan experiments" aria-label="Experiments">
            <div class="charts" ref={node}>
                <ExperimentForm chosen={*experiment} listed={&listed} sizes={(*sizes).clone()} {is_running} {on_choose} {on_text} {on_options} {on_run} />
                if let Some(look) = &*look {
                    { progress(look, &on_save) }
                    { found(&look.results, palette, width) }
                }
            </div>
        </section>
    }
}

/// Claims, pictures with their tables, figures.
fn found(results: &Results, palette: &Palette, width: f64) -> Html {
    let panels = results.panels.iter().enumerate().map(|(i, panel)| {
        html! { <>{ picture(results, panel, palette, width, i) }{ table(results, panel) }</> }
    });
    html! {
        <>
            { claims(results) }
            { panels.collect::<Html>() }
            { paper_values(results) }
        </>
    }
}
