//! The results of an experiment: progress, the paper's claims and their verdicts, the paper's figures beside ours, and export as a file.

use super::plot::{number, with_interval};
use crate::app::experiments::run::pool::RunStatus;
use crate::app::kit::browser::download::download;
use crate::app::kit::tables::table::{Column, Table, row};
use crate::formats::json;
use crate::papers::experiment::{self, Claim, ClaimVerdict, PaperValue, Results};
use yew::prelude::*;

/// What the results are saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// The curves as a table.
    Csv,
    /// Everything.
    Json,
}

impl FileFormat {
    /// Every form.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Json];

    /// What it is.
    pub fn words(self) -> &'static str {
        match self {
            Self::Csv => "Curves of the experiment (CSV)",
            Self::Json => "Results of the experiment (JSON)",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// How far the experiment is, and buttons for its files.
pub fn progress(look: &RunStatus, on_save: &Callback<FileFormat>) -> Html {
    let words = progress_words(look);
    // Read aloud now and then only.
    let aloud = if look.is_running { format!("{:.0} % done", (look.share * 5.0).floor() * 20.0) } else { words.clone() };
    let gap = if look.is_running { ". " } else { " " };
    let deaths = match look.deaths {
        0 => String::new(),
        1 => format!("{gap}A worker stopped; another one does its part again."),
        deaths => format!("{gap}{deaths} times a worker stopped; another one does its part again."),
    };
    let buttons = FileFormat::ALL.map(|format| {
        let on_save = on_save.clone();
        let name = format.extension().to_ascii_uppercase();
        html! { <button type="button" key={name.clone()} title={format.words()} onclick={move |_| on_save.emit(format)}>{ name }</button> }
    });
    html! {
        <div class="line progress">
            <progress id="experiment-progress" max="1" value={format!("{:.3}", look.share)} aria-label="Experiment" />
            <span id="experiment-state" aria-hidden="true">{ words }{ deaths }</span>
            <span class="spoken" role="status">{ aloud }</span>
            if let Some(problem) = &look.problem {
                <p class="problem" role="alert">{ problem }</p>
            }
            <span class="group">{ for buttons }</span>
        </div>
    }
}

fn progress_words(look: &RunStatus) -> String {
    let done = look.results.progress;
    let left = match look.seconds_left {
        Some(seconds) if seconds >= 90.0 => format!(", about {:.0} min left", seconds / 60.0),
        Some(seconds) => format!(", about {seconds:.0} s left"),
        None => String::new(),
    };
    if look.is_running {
        format!("{:.0} %{left}", look.share * 100.0)
    } else if done.done < done.units {
        format!("Stopped: {} of {} parts done, which is what is shown.", done.done, done.units)
    } else {
        "Done.".to_string()
    }
}

/// What the paper claims, each held against what was measured.
pub fn claims(results: &Results) -> Html {
    html! {
        <section class="claims">
            <h2>{ "What the paper claims" }</h2>
            <ul class="plain">{ for results.claims.iter().map(claim_item) }</ul>
            { for experiment::readings(&results.claims).into_iter().map(reading) }
            <p class="hint">{ "In brackets: mean difference per run ± 95 % interval. The claim held if the whole interval is above zero; it is open if zero lies within." }</p>
        </section>
    }
}

/// A reading of ours that verdicts rest on.
fn reading(words: &str) -> Html {
    html! { <p class="hint reading">{ format!("Our reading: {words}.") }</p> }
}

/// A claim with its verdict, as an item of a list.
fn claim_item(claim: &Claim) -> Html {
    let verdict = if claim.measured.runs == 0 { "not yet" } else { claim.verdict.words() };
    let class = match claim.verdict {
        ClaimVerdict::Held => "held",
        ClaimVerdict::NotHeld => "not-held",
        ClaimVerdict::Open => "open",
        ClaimVerdict::NothingDiffers => "nothing-differs",
    };
    let measured = (claim.measured.runs > 0).then(|| html! { <span>{ format!("({})", with_interval(&claim.measured)) }</span> });
    html! { <li {class}><b>{ verdict }</b>{ format!(" {} ", claim.words) }{ measured }</li> }
}

/// The paper's figures beside ours, then ours that the paper does not have.
pub fn paper_values(results: &Results) -> Html {
    if results.measures.is_empty() && results.beside.is_empty() {
        return Html::default();
    }
    let both =
        results.beside.iter().map(|PaperValue { words, paper, ours }| row(words.clone(), [number(*paper), with_interval(ours)]));
    if results.beside.is_empty() {
        let ours = results.measures.iter().map(|(measure, value)| row(measure.words.clone(), [with_interval(value)]));
        return html! {
            <Table label="Figures" class="paper-values" caption="Our figures; the paper gives no numbers" columns={Column::all(["What", "Here"])}>{ for ours }</Table>
        };
    }
    let ours = results.measures.iter().map(|(measure, value)| row(measure.words.clone(), ["–".to_string(), with_interval(value)]));
    html! {
        <Table label="Figures" class="paper-values" caption="The paper’s figures beside ours" columns={Column::all(["What", "Paper", "Here"])}>
            { for both.chain(ours) }
        </Table>
    }
}

/// Hands the results out as a file.
///
/// # Errors
/// If the browser refuses to make the file.
pub fn save(results: &Results, format: FileFormat) -> Result<(), wasm_bindgen::JsValue> {
    let name = format!(
        "{}-{}x{}-seed{}.{}",
        results.key,
        results.options.runs,
        results.options.requests,
        results.options.seed,
        format.extension()
    );
    let mut bytes = Vec::new();
    let mime = match format {
        // Writing into memory cannot fail.
        FileFormat::Csv => {
            let _ = json::write_curves_csv(&mut bytes, results);
            "text/csv"
        }
        FileFormat::Json => {
            let _ = json::write_results(&mut bytes, results);
            "application/json"
        }
    };
    download(&name, mime, &String::from_utf8_lossy(&bytes))
}
