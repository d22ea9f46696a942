//! The papers' experiments: choose, run on all cores, watch, and hold the claims against what comes.

use super::experiment_plot::{number, picture, table, with_interval};
use super::experiment_pool::{Look, Pool};
use super::export::download;
use super::markup::{all, markup};
use super::notices::Notice;
use super::plot::use_size;
use super::revenue_view::named;
use super::session::Lab;
use super::theme::use_theme;
use super::words::grouped;
use crate::engine::ScenarioError;
use crate::engine::experiment::{ClaimVerdict, Listed, Options, Paper, Results, catalogue};
use crate::file;
use crate::state::{Action, ViewAction};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What is typed, and what is wrong with it.
#[derive(Clone, Default, PartialEq)]
struct Typed {
    runs: String,
    jobs: String,
    seed: String,
    /// At which field, and what.
    problem: Option<(String, String)>,
}

impl Typed {
    fn of(options: Options) -> Self {
        let Options { runs, requests, seed } = options;
        Self { runs: runs.to_string(), jobs: requests.to_string(), seed: seed.to_string(), problem: None }
    }

    fn options(&self) -> Result<Options, (String, String)> {
        let problem = |field: &str| (field.to_string(), "must be a whole number".to_string());
        Ok(Options {
            runs: self.runs.trim().parse().map_err(|_| problem("runs"))?,
            requests: self.jobs.trim().parse().map_err(|_| problem("jobs"))?,
            seed: self.seed.trim().parse().map_err(|_| problem("seed"))?,
        })
    }
}

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
    let typed = use_state_eq(|| Typed::of(shown.lecture));
    let look = use_state(|| None::<Look>);
    let pool = use_mut_ref(|| None::<Pool>);
    {
        // Another experiment begins with an empty sheet.
        let (typed, look, pool, lecture) = (typed.clone(), look.clone(), pool.clone(), shown.lecture);
        use_effect_with(*experiment, move |_| {
            pool.replace(None);
            look.set(None);
            typed.set(Typed::of(lecture));
        });
    }
    let on_change = {
        let (lab, typed) = (lab.clone(), typed.clone());
        Callback::from(move |event: Event| {
            let element: web_sys::Element = event.target_unchecked_into();
            if element.id() == "experiment" {
                let place = event.target_unchecked_into::<HtmlSelectElement>().selected_index().max(0);
                return lab.act(Action::View(ViewAction::Experiment(place as u32)));
            }
            let (mut next, text) = ((*typed).clone(), event.target_unchecked_into::<HtmlInputElement>().value());
            match element.id().as_str() {
                "experiment-runs" => next.runs = text,
                "experiment-jobs" => next.jobs = text,
                "experiment-seed" => next.seed = text,
                _ => return,
            }
            next.problem = next.options().err();
            typed.set(next);
        })
    };
    let on_click = {
        let (lab, typed, look, pool, shown) = (lab.clone(), typed.clone(), look.clone(), pool.clone(), shown.clone());
        Callback::from(move |event: MouseEvent| {
            let Some((_, what)) = named(&event, "data-do") else { return };
            match what.as_str() {
                "lecture" => typed.set(Typed::of(shown.lecture)),
                "full" => typed.set(Typed::of(shown.full)),
                "stop" => pool.borrow().iter().for_each(Pool::stop),
                "run" => {
                    let tell = {
                        let look = look.clone();
                        Callback::from(move |now: Look| look.set(Some(now)))
                    };
                    let started = typed.options().and_then(|options| Pool::start(&shown.key, options, tell).map_err(at_field));
                    match started {
                        Ok(started) => drop(pool.replace(Some(started))),
                        Err(problem) => typed.set(Typed { problem: Some(problem), ..(*typed).clone() }),
                    }
                }
                format => {
                    if let Some(Look { results, .. }) = &*look
                        && save(results, format).is_err()
                    {
                        lab.notices.add(Notice::problem("The browser refused to make the file."));
                    }
                }
            }
        })
    };
    let content =
        markup!(
            "$$$",
            form(&listed, *experiment, shown, &typed, look.as_ref()),
            look.as_ref().map(progress),
            look.as_ref().map(|look| {
                let panels =
                    look.results.panels.iter().enumerate().map(|(i, panel)| {
                        markup!("$$", picture(&look.results, panel, palette, width, i), table(&look.results, panel))
                    });
                markup!("$$$", claims(&look.results), all(panels), beside(&look.results))
            })
        );
    html! {
        <section class="plan experiments" aria-label="Experiments">
            <div class="charts" ref={node} onclick={on_click} onchange={on_change}>{ content }</div>
        </section>
    }
}

/// The field a problem belongs to, and what is allowed there.
fn at_field(error: ScenarioError) -> (String, String) {
    let ScenarioError { place, found, allowed } = error;
    let field = if place.as_str() == "runs" { "runs" } else { "jobs" };
    (field.to_string(), format!("{found} is not allowed; must be {allowed}"))
}

fn form(listed: &[Listed], chosen: u32, shown: &Listed, typed: &Typed, look: Option<&Look>) -> Html {
    let group = |paper: Paper| {
        let options = (0_u32..).zip(listed).filter(|(_, listed)| listed.paper == paper).map(|(place, listed)| {
            markup!("<option value=$ selected=$>$</option>", &listed.key, (place == chosen).then_some("selected"), &listed.title)
        });
        markup!("<optgroup label=$>$</optgroup>", paper.words(), all(options))
    };
    let field = |key: &str, label: &'static str, value: &str| {
        let problem = typed.problem.as_ref().filter(|(field, _)| field == key).map(|(_, what)| what.clone());
        let (id, described) = (format!("experiment-{key}"), format!("experiment-{key}-problem"));
        markup!(
            "<div class='field'><label for=$>$</label><input id=$ inputmode='numeric' autocomplete='off' value=$ aria-invalid=$ aria-describedby=$/><p class='problem' id=$>$</p></div>",
            &id,
            label,
            &id,
            value.to_string(),
            problem.is_some().then_some("true"),
            problem.is_some().then(|| described.clone()),
            &described,
            problem
        )
    };
    let decisions = typed.options().map_or(0, |options| {
        u64::from(options.runs) * u64::from(options.requests) * u64::from(shown.units_per_run) * u64::from(shown.plans)
    });
    let is_running = look.is_some_and(|look| look.is_running);
    markup!(
        "<div class='experiment-form'>
            <label class='choice' for='experiment'>Experiment</label><select id='experiment'>$$</select>
            <div class='sizes'>$$$
                <div class='segmented' role='group' aria-label='Size'><button type='button' data-do='lecture' aria-pressed=$>Lecture</button><button type='button' data-do='full' aria-pressed=$>Paper’s size</button></div>
                <button type='button' id='run-experiment' class='strong' data-do=$>$</button>
            </div>
            <p class='hint'>$ decisions, on all cores of this machine.$</p>
        </div>",
        group(Paper::Umar),
        group(Paper::Castillo),
        field("runs", "Runs", &typed.runs),
        field("jobs", "Requests each", &typed.jobs),
        field("seed", "First seed", &typed.seed),
        typed.options() == Ok(shown.lecture),
        typed.options() == Ok(shown.full),
        if is_running { "stop" } else { "run" },
        if is_running { "Stop" } else { "Run" },
        grouped(decisions),
        (decisions > 500_000_000).then_some(" At this size the command line is the better place.")
    )
}

fn progress(look: &Look) -> Html {
    let done = look.results.progress;
    let left = match look.seconds_left {
        Some(seconds) if seconds >= 90.0 => format!(", about {:.0} min left", seconds / 60.0),
        Some(seconds) => format!(", about {seconds:.0} s left"),
        None => String::new(),
    };
    let words = if look.is_running {
        format!("{:.0} %{left}", look.share * 100.0)
    } else if done.done < done.units {
        format!("Stopped: {} of {} parts done, which is what is shown.", done.done, done.units)
    } else {
        "Done.".to_string()
    };
    // Read aloud now and then only.
    let aloud = if look.is_running { format!("{:.0} % done", (look.share * 5.0).floor() * 20.0) } else { words.clone() };
    let deaths = (look.deaths > 0).then(|| format!(" {} workers stopped and were replaced.", look.deaths));
    markup!(
        "<div class='progress'>$<span id='experiment-state' aria-hidden='true'>$$</span><span class='spoken' role='status'>$</span>$
        <span class='group'><button type='button' data-do='csv'>CSV</button><button type='button' data-do='json'>JSON</button><button type='button' data-do='svg'>SVG</button></span></div>",
        html! { <progress id="experiment-progress" max="1" value={format!("{:.3}", look.share)} aria-label="Experiment" /> },
        words,
        deaths,
        aloud,
        look.problem.as_ref().map(|problem| markup!("<p class='problem' role='alert'>$</p>", problem))
    )
}

fn claims(results: &Results) -> Html {
    let rows = results.claims.iter().map(|claim| {
        let verdict = if claim.measured.runs == 0 { "not yet" } else { claim.verdict.words() };
        let class = match claim.verdict {
            ClaimVerdict::Held => "held",
            ClaimVerdict::NotHeld => "not-held",
            ClaimVerdict::Open => "open",
        };
        markup!("<li class=$><b>$</b> $ <span>($)</span></li>", class, verdict, &claim.words, with_interval(&claim.measured))
    });
    markup!(
        "<section class='claims'><h2>What the paper claims</h2><ul>$</ul><p class='hint'>In brackets by how much, run by run, with its 95 % interval: the claim held if all of it is above zero, open if zero is within.</p></section>",
        all(rows)
    )
}

fn beside(results: &Results) -> Html {
    let rows = results.beside.iter().map(|beside| {
        markup!(
            "<tr><th scope='row'>$</th><td>$</td><td>$</td></tr>",
            &beside.words,
            number(beside.paper),
            with_interval(&beside.ours)
        )
    });
    let figures = results
        .measures
        .iter()
        .map(|(measure, value)| markup!("<tr><th scope='row'>$</th><td/><td>$</td></tr>", &measure.words, with_interval(value)));
    if results.measures.is_empty() {
        return Html::default();
    }
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label='Figures'><table class='beside'><caption>The paper’s figures beside ours</caption><thead><tr><th scope='col'>What</th><th scope='col'>Paper</th><th scope='col'>Here</th></tr></thead><tbody>$$</tbody></table></div>",
        all(rows),
        all(figures)
    )
}

/// Hands the results out as a file.
fn save(results: &Results, format: &str) -> Result<(), wasm_bindgen::JsValue> {
    let name =
        format!("{}-{}x{}-seed{}.{format}", results.key, results.options.runs, results.options.requests, results.options.seed);
    let mut bytes = Vec::new();
    let mime = match format {
        // Writing into memory cannot fail.
        "csv" => {
            let _ = file::write_curves_csv(&mut bytes, results);
            "text/csv"
        }
        "json" => {
            let _ = file::write_results(&mut bytes, results);
            "application/json"
        }
        _ => {
            let document = web_sys::window().and_then(|window| window.document());
            let svg = document.and_then(|document| document.get_element_by_id("experiment-plot-0"));
            bytes = svg.map(|svg| svg.outer_html().into_bytes()).unwrap_or_default();
            "image/svg+xml"
        }
    };
    download(&name, mime, &String::from_utf8_lossy(&bytes))
}
