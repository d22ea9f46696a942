//! The form beside an experiment: whose jobs, which size, start and stop.

use crate::app::experiments::run::current::GivenLog;
use crate::app::kit::fields::text::TextInput;
use crate::app::kit::text::format::{counted, grouped};
use crate::engine::ScenarioError;
use crate::papers::experiment::{ExperimentInfo, Options, Paper};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// From so many decisions on, the form points to the command line.
const DECISIONS_MAX: u64 = 500_000_000;

/// Whether an experiment of this size is small enough to start by itself, with so many units to a run and so many plans to a unit.
pub fn is_for_the_page(options: Options, units_per_run: u32, plans: u32) -> bool {
    decisions(options, units_per_run, plans) <= DECISIONS_MAX
}

fn decisions(options: Options, units_per_run: u32, plans: u32) -> u64 {
    u64::from(options.runs) * u64::from(options.requests) * u64::from(units_per_run) * u64::from(plans)
}

/// A number that says how large the experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeField {
    /// Runs.
    Runs,
    /// Requests of each run.
    Requests,
    /// Seed of the first run.
    Seed,
}

impl SizeField {
    const ALL: [Self; 3] = [Self::Runs, Self::Requests, Self::Seed];

    fn id(self) -> &'static str {
        match self {
            Self::Runs => "experiment-runs",
            Self::Requests => "experiment-jobs",
            Self::Seed => "experiment-seed",
        }
    }

    fn label(self, paper: Paper) -> &'static str {
        match self {
            Self::Runs if paper == Paper::Mondol => "Applications",
            Self::Runs => "Runs",
            Self::Requests if paper == Paper::Mondol => "Tasks each",
            Self::Requests => "Requests each",
            Self::Seed => "First seed",
        }
    }
}

/// What is typed, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sizes {
    runs: String,
    requests: String,
    seed: String,
    /// The field that is refused, and why.
    problem: Option<(SizeField, String)>,
}

impl Sizes {
    /// These options as they would be typed.
    pub fn of(options: Options) -> Self {
        let Options { runs, requests, seed } = options;
        Self { runs: runs.to_string(), requests: requests.to_string(), seed: seed.to_string(), problem: None }
    }

    /// The options.
    ///
    /// # Errors
    /// The field in which there is no whole number.
    pub fn options(&self) -> Result<Options, (SizeField, String)> {
        let problem = |field: SizeField| (field, "must be a whole number".to_string());
        Ok(Options {
            runs: self.runs.trim().parse().map_err(|_| problem(SizeField::Runs))?,
            requests: self.requests.trim().parse().map_err(|_| problem(SizeField::Requests))?,
            seed: self.seed.trim().parse().map_err(|_| problem(SizeField::Seed))?,
        })
    }

    /// The same, refused for this reason.
    pub fn refused(&self, problem: (SizeField, String)) -> Self {
        Self { problem: Some(problem), ..self.clone() }
    }

    fn text(&self, field: SizeField) -> &str {
        match field {
            SizeField::Runs => &self.runs,
            SizeField::Requests => &self.requests,
            SizeField::Seed => &self.seed,
        }
    }

    /// The same with another text in a field.
    pub fn with(&self, field: SizeField, text: String) -> Self {
        let mut next = self.clone();
        match field {
            SizeField::Runs => next.runs = text,
            SizeField::Requests => next.requests = text,
            SizeField::Seed => next.seed = text,
        }
        next.problem = next.options().err();
        next
    }
}

/// The field that an error of the engine belongs to, and what is allowed there.
pub fn at_field(error: ScenarioError) -> (SizeField, String) {
    let ScenarioError { place, found, allowed } = error;
    let field = if place.as_str() == "runs" { SizeField::Runs } else { SizeField::Requests };
    (field, format!("{found} is not allowed; must be {allowed}"))
}

/// Properties of [`ExperimentForm`].
#[derive(Properties, PartialEq)]
pub struct ExperimentFormProps {
    /// The experiment.
    pub shown: ExperimentInfo,
    /// What is typed.
    pub sizes: Sizes,
    /// The log whose jobs take the place of drawn ones.
    pub log: Option<GivenLog>,
    /// Whether the experiment is running.
    pub is_running: bool,
    /// Something is typed into a field.
    pub on_text: Callback<(SizeField, String)>,
    /// A usual size is chosen.
    pub on_options: Callback<Options>,
    /// A log is to be chosen.
    pub on_open_log: Callback<MouseEvent>,
    /// Jobs are drawn again.
    pub on_drop_log: Callback<MouseEvent>,
    /// The estimates of the log are taken for l_r, or its run times.
    pub on_estimates: Callback<bool>,
    /// Start, or stop if it is running.
    pub on_run: Callback<MouseEvent>,
}

/// The form.
#[component]
pub fn ExperimentForm(props: &ExperimentFormProps) -> Html {
    let ExperimentFormProps { shown, sizes, log, is_running, on_text, on_options, on_run, .. } = props;
    let plans = if log.is_some() { shown.plans_on_log() } else { shown.plans };
    let decisions = sizes.options().map_or(0, |options| decisions(options, shown.units_per_run, plans));
    let advice = if decisions > DECISIONS_MAX { " At this size the command line is the better place." } else { "" };
    html! {
        <div class="stack experiment-form">
            if shown.log_use().is_some() {
                { jobs_of(props) }
            }
            <div class="fields sizes">
                { for SizeField::ALL.map(|field| size_field(sizes, field, field.label(shown.paper), on_text)) }
                <div class="segmented" role="group" aria-label="Size">
                    if let Some(log) = log {
                        { preset(sizes, shown.size_with(&log.input, shown.lecture), "Whole log", on_options) }
                    } else {
                        { preset(sizes, shown.lecture, "Lecture", on_options) }
                        { preset(sizes, shown.full, "Paper’s size", on_options) }
                    }
                </div>
                <button type="button" id="run-experiment" class="strong" onclick={on_run}>{ if *is_running { "Stop" } else { "Run" } }</button>
            </div>
            <p class="hint">{ format!("{} decisions, on all cores of this machine.{advice}", grouped(decisions)) }</p>
        </div>
    }
}

/// Whose jobs the experiment runs on: drawn ones, or those of a log.
fn jobs_of(props: &ExperimentFormProps) -> Html {
    let ExperimentFormProps { log, on_open_log, on_drop_log, on_estimates, .. } = props;
    let on_check = {
        let on_estimates = on_estimates.clone();
        move |event: Event| on_estimates.emit(event.target_unchecked_into::<HtmlInputElement>().checked())
    };
    let words = match log {
        Some(GivenLog { name, input, .. }) => {
            let jobs = counted(input.jobs.len() as u64, "job", "jobs");
            format!("Jobs of {name}: {jobs} on {}.", counted(input.nodes.into(), "node", "nodes"))
        }
        None => {
            "Jobs are drawn by a model. Those of a log can take their place: drop a file on the page, or choose one.".to_string()
        }
    };
    html! {
        <div class="buttons experiment-jobs">
            <p id="experiment-log" role="status">{ words }</p>
            <button type="button" id="choose-log" onclick={on_open_log}>{ if log.is_some() { "Another log…" } else { "A log…" } }</button>
            if let Some(log) = log {
                <button type="button" id="drop-log" onclick={on_drop_log}>{ "Drawn jobs" }</button>
                <label class="check">
                    <input type="checkbox" id="log-estimates" checked={log.input.with_estimates} onchange={on_check} />
                    { " Use the requested times of the log as durations (otherwise its run times)" }
                </label>
            }
        </div>
    }
}

fn size_field(sizes: &Sizes, field: SizeField, label: &'static str, on_text: &Callback<(SizeField, String)>) -> Html {
    let problem = sizes.problem.as_ref().filter(|(at, _)| *at == field).map(|(_, what)| what.clone());
    let on_text = on_text.clone();
    number_field(field.id(), label, sizes.text(field).to_string(), problem, move |text| on_text.emit((field, text)))
}

/// A number to be typed, with what is wrong with it.
pub fn number_field(
    id: &'static str,
    label: &'static str,
    value: String,
    problem: Option<String>,
    on_text: impl Fn(String) + 'static,
) -> Html {
    let on_text = Callback::from(on_text);
    let described = format!("{id}-problem");
    html! {
        <div class="field" key={id}>
            <label for={id}>{ label }</label>
            <TextInput {id} inputmode="numeric" {value} refusal={problem.is_some().then(|| described.clone())} on_take={on_text} />
            <p class="problem" id={described}>{ problem }</p>
        </div>
    }
}

/// A button for a usual size.
fn preset(sizes: &Sizes, options: Options, words: &'static str, on_options: &Callback<Options>) -> Html {
    let on_options = on_options.clone();
    html! {
        <button type="button" aria-pressed={(sizes.options() == Ok(options)).to_string()} onclick={move |_| on_options.emit(options)}>
            { words }
        </button>
    }
}
