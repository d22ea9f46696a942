//! The page of an experiment: its figure, large; beside it how large it is run, the paper's claims with their verdicts, and the paper's numbers beside ours.

use super::forms::experiment::{ExperimentForm, SizeField, Sizes, at_field, is_for_the_page};
use super::results::before::BeforeRun;
use super::results::plot::{picture, table};
use super::results::quick_preview::{QuickPreview, nothing_yet};
use super::results::rows::rows;
use super::results::view::{FileFormat, claims, paper_values, progress, save};
use super::stores::times::StoreTimes;
use super::stores::walk::StoreWalk;
use crate::app::kit::browser::paper::use_is_on_paper;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, use_size};
use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{DialogKind, Lab, Newest, StartPart, use_newest};
use crate::app::shell::notices::Notice;
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::Palette;
use crate::formats::link::{Opened, View};
use crate::formats::provenance::Provenance;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{ExperimentInfo, Options, Paper, Results};
use crate::papers::slots::store::experiment::Axis;
use crate::state::{Action, ViewAction};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Height of a figure on paper and in one column, and the least of any, in CSS px.
const LOW_PX: f64 = 300.0;
/// What stands above and below a figure in its room: its caption and the summary of its table.
const WORDS_PX: f64 = 72.0;

/// Properties of [`ExperimentView`].
#[derive(Properties, PartialEq)]
pub struct ExperimentViewProps {
    /// The page's state.
    pub lab: Lab,
    /// Which experiment, by its place in the catalogue.
    pub experiment: u32,
    /// The same experiment.
    pub shown: ExperimentInfo,
    /// The way back to the gallery and to other experiments.
    pub tools: Html,
}

/// The page of an experiment.
#[component]
pub fn ExperimentView(ExperimentViewProps { lab, experiment, shown, tools }: &ExperimentViewProps) -> Html {
    let node = use_node_ref();
    let newest = use_newest(lab);
    let (width, height) = use_size(node.clone());
    let is_low = use_is_on_paper() || width < ONE_COLUMN_PX;
    let size = (width, if is_low { LOW_PX } else { (height - WORDS_PX).max(LOW_PX) });
    let palette = use_theme().palette();
    let wanted = lab.model().view.options;
    let sizes = use_state_eq(|| Sizes::of(wanted.unwrap_or(shown.lecture)));
    let look = use_state(|| lab.experiments.status(*experiment).or_else(|| lab.experiments.found(&shown.key)));
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
        // Another experiment begins with what it found before, unless a link or an earlier look says at which size it was run.
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
                    let found = store.found(&key);
                    if let Some(found) = &found {
                        sizes.set(Sizes::of(found.results.options));
                    }
                    look.set(found);
                }
            }
        });
    }
    let is_running = look.as_ref().is_some_and(|look| look.is_running);
    // The same from pass to pass, so that the form stays as it is while results come in.
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
        let (lab, look) = (lab.clone(), look.clone());
        Callback::from(move |format: FileFormat| look.iter().for_each(|look| save_results(&lab, &look.results, format)))
    };
    let results = look.as_ref().map(|look| ByAddress::from(Rc::clone(&look.results)));
    use_offer(&lab.offers, (results, newest.clone()), |(results, lab)| {
        let entry = |(format, results): (FileFormat, &ByAddress<Results>)| {
            let (lab, results) = (lab.clone(), results.clone());
            Offer::new(format!("Export: {}", format.words()), move || save_results(&lab.get(), &results, format))
        };
        FileFormat::ALL.into_iter().filter_map(|format| Some((format, results.as_ref()?))).map(entry).collect()
    });
    let on_scenario = {
        let shown = shown.clone();
        on_click(lab, move |lab| {
            // Every experiment of the catalogue has one.
            if let Ok(scenario) = shown.scenario() {
                let view = View::first(&scenario);
                lab.open(Opened { scenario, view, second: None });
            }
        })
    };
    html! {
        <section class="plan experiments" aria-label="Experiments">
            <div class="tools">{ tools.clone() }</div>
            <div class="experiment-page">
                <div class="charts" ref={node} tabindex="0" role="region" aria-label="Pictures">
                    if let Some(look) = &*look {
                        { pictures(&look.results, palette, size, &newest) }
                    } else if is_on_drawn_jobs {
                        <QuickPreview key={shown.key.clone()} lab={newest.clone()} shown={shown.clone()} {size} />
                    } else {
                        { nothing_yet() }
                    }
                    if shown.paper == Paper::Stores {
                        <StoreWalk {width} lab={newest.clone()} />
                        if let Some(axis) = Axis::from_key(&shown.key) {
                            <StoreTimes {axis} {width} lab={newest.clone()} />
                        }
                    }
                </div>
                <div class="experiment-side">
                    <h2 id="experiment" data-key={shown.key.clone()}>{ &shown.title }<span>{ shown.paper.words() }</span></h2>
                    <ExperimentForm shown={shown.clone()} sizes={(*sizes).clone()} {log} {is_running} {on_text} {on_options}
                        {on_open_log} {on_drop_log} {on_estimates} {on_run} />
                    if let Some(look) = &*look {
                        { progress(look, &on_save) }
                        { size_on_paper(&look.results, shown.paper.requests()) }
                        { claims(&look.results) }
                        { paper_values(&look.results) }
                    } else {
                        <BeforeRun shown={shown.clone()} />
                    }
                    <div class="group">
                        <button type="button" class="open-scenario" onclick={on_scenario}>{ "Open the scenario behind it" }</button>
                        <button type="button" onclick={on_click(lab, |lab| lab.dialog.set(Some(DialogKind::Share)))}>{ "Link to it…" }</button>
                    </div>
                </div>
            </div>
        </section>
    }
}

/// Offers what an experiment has found so far as a file.
fn save_results(lab: &Lab, results: &Results, format: FileFormat) {
    if save(results, format).is_err() {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}

/// Pictures with their tables.
fn pictures(results: &Rc<Results>, palette: &Palette, size: (f64, f64), lab: &Newest) -> Html {
    let tables = results.tables();
    let panels = results.panels.iter().enumerate().map(|(i, panel)| match tables.iter().find(|places| places.contains(&i)) {
        None => html! { <>{ picture(results, panel, palette, size, i, Some(lab)) }{ table(results, panel) }</> },
        Some(places) if places[0] == i => rows(results, places, palette, size.0, lab),
        Some(_) => Html::default(),
    });
    panels.collect()
}

/// What the form says on the screen.
fn size_on_paper(results: &Results, unit: &str) -> Html {
    let Options { runs, requests, .. } = results.options;
    let size = format!("{runs} runs of {} {unit}. {}.", grouped(requests.into()), Provenance::of_experiment(results).words());
    html! { <p class="paper-only" id="experiment-size">{ size }</p> }
}
