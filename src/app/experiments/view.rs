//! The experiments panel: choose an experiment, run it on all cores, watch it, and compare the results with the paper's claims.

use super::forms::experiment::{ExperimentForm, SizeField, Sizes, at_field, is_for_the_page};
use super::results::before::BeforeRun;
use super::results::plot::{picture, table};
use super::results::quick_preview::QuickPreview;
use super::results::rows::rows;
use super::results::view::{FileFormat, claims, paper_values, progress, save};
use super::run::pool::RunStatus;
use super::stores::times::StoreTimes;
use super::stores::walk::StoreWalk;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::use_size;
use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{Lab, Newest, StartPart, use_newest};
use crate::app::shell::notices::Notice;
use crate::chart::Palette;
use crate::formats::provenance::Provenance;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{Options, Paper, Results, catalogue};
use crate::papers::slots::store::experiment::Axis;
use crate::state::{Action, ViewAction};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Properties of [`ExperimentView`].
#[derive(Properties, PartialEq)]
pub struct ExperimentViewProps {
    /// The page's state.
    pub lab: Lab,
    /// Which experiment, by its place in the catalogue.
    pub experiment: u32,
    /// The choice between one experiment and the gallery.
    pub choice: Html,
}

/// The middle of the page when it is about the papers' experiments.
#[component]
pub fn ExperimentView(ExperimentViewProps { lab, experiment, choice }: &ExperimentViewProps) -> Html {
    let node = use_node_ref();
    let newest = use_newest(lab);
    let (width, _) = use_size(node.clone());
    let palette = use_theme().palette();
    let listed = use_memo((), |()| catalogue());
    let shown = &listed[*experiment as usize % listed.len()];
    let wanted = lab.model().view.options;
    let sizes = use_state_eq(|| Sizes::of(wanted.unwrap_or(shown.lecture)));
    let look = use_state(|| lab.experiments.status(*experiment));
    let log = lab.experiments.log(shown);
    let is_on_drawn_jobs = log.is_none();
    // A log is taken as a whole.
    let usual = log.as_ref().map_or(shown.lecture, |log| shown.size_with(&log.input, shown.lecture));
    {
        let sizes = sizes.clone();
        // The list of jobs is long: it is told apart by where it is.
        let which = log.as_ref().map(|log| Arc::as_ptr(&log.input.jobs));
        use_effect_with(which, move |which| {
            if which.is_some() {
                sizes.set(Sizes::of(usual));
            }
        });
    }
    {
        let (store, look, redraw) = (lab.experiments.clone(), look.setter(), use_force_update());
        use_effect_with((), move |()| {
            store.listen(Some(Callback::from(move |status| look.set(Some(status)))));
            store.listen_to_log(Some(Callback::from(move |()| redraw.force_update())));
            move || {
                store.listen(None);
                store.listen_to_log(None);
            }
        });
    }
    {
        // Another experiment begins with an empty sheet, unless a link or an earlier look says at which size it was run.
        let (sizes, look, store) = (sizes.clone(), look.clone(), lab.experiments.clone());
        let (key, units, plans) = (shown.key.clone(), shown.units_per_run, shown.plans);
        use_effect_with((*experiment, wanted), move |(experiment, wanted)| {
            // A link tells the size of a run on drawn jobs; one on a log is here or nowhere.
            if wanted.is_none() && store.is_on_log(*experiment) {
                sizes.set(Sizes::of(store.options(*experiment).unwrap_or(usual)));
                return look.set(store.status(*experiment));
            }
            sizes.set(Sizes::of(wanted.unwrap_or(usual)));
            look.set(store.status(*experiment));
            match wanted {
                Some(options) if store.options(*experiment) == Some(*options) && !store.is_on_log(*experiment) => {}
                // A link may ask for hours of work: that begins by hand only.
                Some(options) if is_for_the_page(*options, units, plans) => {
                    if let Err(problem) = store.start(*experiment, &key, *options, None) {
                        sizes.set(sizes.refused(at_field(problem)));
                    }
                }
                _ => {
                    store.clear();
                    look.set(None);
                }
            }
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
        let (lab, sizes) = (lab.clone(), sizes.clone());
        let deps = (is_running, *experiment, shown.clone(), sizes);
        use_callback(deps, move |_: MouseEvent, (is_running, experiment, shown, sizes)| {
            if *is_running {
                return lab.experiments.stop();
            }
            let input = lab.experiments.log(shown).map(|log| log.input);
            // A link holds no log: it tells nothing of a run on one.
            let is_in_link = input.is_none();
            let start =
                |options| lab.experiments.start(*experiment, &shown.key, options, input).map(|()| options).map_err(at_field);
            match sizes.options().and_then(start) {
                Ok(options) => lab.act(Action::View(ViewAction::Options(is_in_link.then_some(options)))),
                Err(problem) => sizes.set(sizes.refused(problem)),
            }
        })
    };
    let on_open_log = {
        let lab = lab.clone();
        use_callback((), move |_: MouseEvent, ()| lab.start.set(Some(StartPart::Files)))
    };
    let on_drop_log = {
        let (lab, sizes) = (lab.clone(), sizes.setter());
        use_callback(shown.lecture, move |_: MouseEvent, lecture| {
            lab.experiments.drop_log();
            sizes.set(Sizes::of(*lecture));
        })
    };
    let on_estimates = {
        let lab = lab.clone();
        use_callback(shown.clone(), move |with_estimates: bool, shown| {
            if let Some(log) = lab.experiments.log(shown) {
                lab.experiments.give_log(log.name, ClusterInput { with_estimates, ..log.input }, shown);
            }
        })
    };
    let on_save = {
        let (lab, experiment) = (lab.clone(), *experiment);
        Callback::from(move |format: FileFormat| save_results(&lab, experiment, format))
    };
    use_offer(&lab.offers, (look.is_some(), *experiment, newest.clone()), |(is_there, experiment, lab)| {
        let (is_there, experiment) = (*is_there, *experiment);
        let entry = |format: FileFormat| {
            let lab = lab.clone();
            Offer::new(format!("Export: {}", format.words()), move || save_results(&lab.get(), experiment, format))
        };
        FileFormat::ALL.into_iter().filter(|_| is_there).map(entry).collect()
    });
    html! {
        <section class="plan experiments" aria-label="Experiments">
            <div class="charts" ref={node}>
                { choice.clone() }
                <ExperimentForm chosen={*experiment} listed={&listed} sizes={(*sizes).clone()} {log} {is_running} {on_choose} {on_text} {on_options}
                    {on_open_log} {on_drop_log} {on_estimates} {on_run} />
                if shown.paper == Paper::Stores {
                    <StoreWalk {width} lab={newest.clone()} />
                    if let Some(axis) = Axis::from_key(&shown.key) {
                        <StoreTimes {axis} {width} lab={newest.clone()} />
                    }
                }
                if look.is_none() {
                    if is_on_drawn_jobs {
                        <QuickPreview key={shown.key.clone()} lab={lab.clone()} shown={shown.clone()} />
                    }
                    <BeforeRun shown={shown.clone()} />
                }
                if let Some(look) = &*look {
                    { progress(look, &on_save) }
                    { found(&look.results, shown.paper.requests(), palette, width, &newest) }
                }
            </div>
        </section>
    }
}

/// Offers what an experiment has found so far as a file.
fn save_results(lab: &Lab, experiment: u32, format: FileFormat) {
    if let Some(RunStatus { results, .. }) = lab.experiments.status(experiment)
        && save(&results, format).is_err()
    {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}

/// Claims, pictures with their tables, figures.
fn found(results: &Rc<Results>, unit: &str, palette: &Palette, width: f64, lab: &Newest) -> Html {
    let tables = results.tables();
    let panels = results.panels.iter().enumerate().map(|(i, panel)| match tables.iter().find(|places| places.contains(&i)) {
        None => html! { <>{ picture(results, panel, palette, width, i, lab) }{ table(results, panel) }</> },
        Some(places) if places[0] == i => rows(results, places, palette, width, lab),
        Some(_) => Html::default(),
    });
    let Options { runs, requests, .. } = results.options;
    let size = format!("{runs} runs of {} {unit}. {}.", grouped(requests.into()), Provenance::of_experiment(results).words());
    html! {
        <>
            <p class="paper-only" id="experiment-size">{ size }</p>
            { claims(results) }
            { panels.collect::<Html>() }
            { paper_values(results) }
        </>
    }
}
