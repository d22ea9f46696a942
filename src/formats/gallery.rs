//! The gallery as a report: one HTML page without scripts, and its table of verdicts as Markdown.

use crate::markup::escaped;
use crate::provenance::{Provenance, VERSION};
use bookahead_engine::core::statistics::Interval;
use bookahead_papers::experiment::{Card, Claim, Options, Results, Source, find, readings};
use std::io;

/// A figure of the report.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The figure.
    pub card: &'a Card,
    /// What its experiments found; those that were not run are missing.
    pub results: Vec<&'a Results>,
    /// Its pictures.
    pub pictures: Vec<Picture>,
    /// Names of files with its data, beside the page.
    pub data: Vec<String>,
}

/// A picture of the report.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Where it is: a name of a file beside the page, or a `data:` address.
    pub address: String,
    /// What it shows, in words.
    pub words: String,
}

impl Picture {
    /// A picture inside of the page.
    pub fn inline(svg: &str, words: String) -> Self {
        use base64::Engine;
        let text = base64::engine::general_purpose::STANDARD.encode(svg);
        Self { address: format!("data:image/svg+xml;base64,{text}"), words }
    }
}

/// Light and dark, on screen and on paper.
const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c2024; --quiet: #5a626b; --ground: #fff; --card: #fff; --edge: #d5dade; --held: #0b6b3a; --against: #a3261d; --open: #6a5200; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #aab2ba; --ground: #15181b; --card: #1d2125; --edge: #3a4148; --held: #6fd39b; --against: #ff9a8f; --open: #e6c65c; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1, h2, h3 { line-height: 1.25; } h2 { margin-top: 2.5rem; } h3 { margin: 0 0 .25rem; font-size: 1.05rem; }
a { color: inherit; } p { margin: .25rem 0; } .quiet { color: var(--quiet); font-size: .9rem; }
.cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; } article p, article ul { max-width: 60rem; }
article { border: 1px solid var(--edge); border-radius: 6px; padding: 1rem; background: var(--card); break-inside: avoid; overflow-wrap: anywhere; }
article img { display: block; width: 960px; height: auto; margin: .5rem 0; background: #fff; border-radius: 4px; }
ul { padding-left: 1.1rem; margin: .5rem 0; } .held b { color: var(--held); } .not-held b { color: var(--against); } .open b { color: var(--open); } .nothing-differs b { color: var(--quiet); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; } th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--edge); vertical-align: top; }
code { font-size: .85em; } @media print { article img { width: auto; max-width: 100%; } body { max-width: none; padding: 0; } .cards { display: block; } article { margin-bottom: 1rem; } }";

/// Most rows of the paper's figures that stand in a card; the file has all.
const ROWS_MAX: usize = 12;

/// Text whose names stand between back quotes, as HTML.
fn with_code(text: &str) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) };
    text.split('`').enumerate().map(part).collect()
}

/// A mean with its interval, as it stands beside a verdict.
fn with_interval(value: &Interval) -> String {
    match value.runs {
        0 => "–".to_string(),
        1 => with_minus(&rounded(value.mean, DECIMALS.0)),
        _ => {
            // As many that the interval is not 0: a verdict is not seen in 0.000 ± 0.000.
            let is_seen = |decimals: &usize| has_digit(&rounded(value.half, *decimals));
            let decimals = (DECIMALS.0..=DECIMALS.1).find(is_seen).unwrap_or(DECIMALS.0);
            with_minus(&format!("{} ± {}", rounded(value.mean, decimals), rounded(value.half, decimals)))
        }
    }
}

/// Least and most decimals of a number.
const DECIMALS: (usize, usize) = (3, 6);

/// A number with so many decimals; none is less than nothing.
fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if has_digit(&text) { text } else { text.replace('-', "") }
}

/// Whether a number in digits is not 0.
fn has_digit(text: &str) -> bool {
    text.contains(|digit: char| ('1'..='9').contains(&digit))
}

/// Numbers for people: with a minus sign instead of a hyphen.
fn with_minus(numbers: &str) -> String {
    numbers.replace('-', "−")
}

/// How large a run was; its seed is part of the provenance.
fn size(Options { runs, requests, .. }: Options, key: &str) -> String {
    let counted = find(key).map_or("requests", |listed| listed.paper.requests());
    format!("{runs} {} of {requests} {counted}", if runs == 1 { "run" } else { "runs" })
}

/// The verdicts of a card in words: "2 held, 1 not held".
pub fn verdicts(claims: &[&Claim]) -> String {
    let count = |words: &str| claims.iter().filter(|claim| claim.measured.runs > 0 && claim.verdict.words() == words).count();
    let parts: Vec<String> = ["held", "not held", "open", "nothing differs"]
        .into_iter()
        .filter_map(|words| Some(count(words)).filter(|count| *count > 0).map(|count| format!("{count} {words}")))
        .collect();
    parts.join(", ")
}

/// Writes the page.
///
/// # Errors
/// Those of `out`.
pub fn write_html(out: &mut impl io::Write, entries: &[Entry]) -> io::Result<()> {
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<title>Bookahead: every figure of five papers</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<h1>Every figure of five papers</h1>")?;
    writeln!(
        out,
        "<p>What the figures and tables show, computed again by Bookahead {VERSION}, and whether the papers’ claims held. In brackets: mean difference \
         per run ± 95 % interval. A claim held if the whole interval is above zero; it is open if zero lies within. Where a claim is about every level or \
         step, the least favourable difference is shown.</p>"
    )?;
    for source in Source::ALL {
        let of: Vec<&Entry> = entries.iter().filter(|entry| entry.card.source == source).collect();
        if of.is_empty() {
            continue;
        }
        writeln!(out, "<h2>{}: {}</h2>\n<div class=\"cards\">", source.words(), source.subject())?;
        for entry in of {
            write_card(out, entry)?;
        }
        writeln!(out, "</div>")?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn write_card(out: &mut impl io::Write, Entry { card, results, pictures, data }: &Entry) -> io::Result<()> {
    writeln!(out, "<article id=\"{}\">\n<h3>{} {}</h3>", card.key(), card.source.words(), card.name())?;
    writeln!(out, "<p>{}</p>", escaped(&card.caption))?;
    for Picture { address, words } in pictures {
        // At the size it is drawn for, so that its words are as large as those around; where the page is narrower it scrolls.
        writeln!(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", escaped(words))?;
        writeln!(out, "<img src=\"{}\" alt=\"{}\" width=\"960\" loading=\"lazy\"></div>", escaped(address), escaped(words))?;
    }
    match card.told() {
        Some(told) => writeln!(out, "<p>{}</p>", with_code(&told))?,
        None if results.is_empty() => writeln!(out, "<p class=\"quiet\">Not run.</p>")?,
        None => {}
    }
    for results in results {
        write_found(out, card, results)?;
    }
    if !data.is_empty() {
        let links: Vec<String> = data.iter().map(|name| format!("<a href=\"{0}\">{0}</a>", escaped(name))).collect();
        writeln!(out, "<p class=\"quiet\">Data: {}</p>", links.join(", "))?;
    }
    writeln!(out, "</article>")
}

/// What an experiment found about a card.
fn write_found(out: &mut impl io::Write, card: &Card, results: &Results) -> io::Result<()> {
    let claims = card.claims(results);
    if card.experiments().len() > 1 {
        writeln!(out, "<p><code>{}</code></p>", escaped(&results.key))?;
    }
    if !claims.is_empty() {
        writeln!(out, "<ul>")?;
        for claim in &claims {
            let verdict = if claim.measured.runs == 0 { "not yet" } else { claim.verdict.words() };
            let class = claim.verdict.words().replace(' ', "-");
            let (words, measured) = (escaped(&claim.words), with_interval(&claim.measured));
            writeln!(out, "<li class=\"{class}\"><b>{verdict}</b> {words} <span class=\"quiet\">({measured})</span></li>")?;
        }
        writeln!(out, "</ul>")?;
    }
    for reading in readings(claims.iter().copied()) {
        writeln!(out, "<p class=\"quiet\">Our reading: {}.</p>", escaped(reading))?;
    }
    if !results.beside.is_empty() && (card.is_table || card.experiments() == ["pujiyanta-11"]) {
        writeln!(out, "<div class=\"wide\"><table><thead><tr><th>What</th><th>Paper</th><th>Here</th></tr></thead><tbody>")?;
        for row in results.beside.iter().take(ROWS_MAX) {
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                escaped(&row.words),
                with_minus(&row.paper.to_string()),
                with_interval(&row.ours)
            )?;
        }
        writeln!(out, "</tbody></table></div>")?;
        if let Some(more) = results.beside.len().checked_sub(ROWS_MAX).filter(|more| *more > 0) {
            writeln!(out, "<p class=\"quiet\">{more} more rows in the data.</p>")?;
        }
    }
    let part = if results.progress.done < results.progress.units {
        format!("; {} of {} parts done", results.progress.done, results.progress.units)
    } else {
        String::new()
    };
    let Options { runs, requests, seed } = results.options;
    writeln!(
        out,
        "<p class=\"quiet\">{}{part}. {}. <code>bookahead experiment {} --runs {runs} --jobs {requests} --seed {seed}</code></p>",
        size(results.options, &results.key),
        escaped(&Provenance::of_experiment(results).words()),
        escaped(&results.key)
    )
}

/// Writes the table of figures and verdicts as Markdown.
///
/// # Errors
/// Those of `out`.
pub fn write_markdown(out: &mut impl io::Write, entries: &[Entry]) -> io::Result<()> {
    for source in Source::ALL {
        writeln!(
            out,
            "## {}: {}\n\n| figure | what it shows | claim | verdict | measured |\n|---|---|---|---|---|",
            source.words(),
            source.subject()
        )?;
        for Entry { card, results, .. } in entries.iter().filter(|entry| entry.card.source == source) {
            let cell = |text: &str| text.replace('|', "\\|");
            let head = format!("| {} | {} |", card.name(), cell(&card.caption));
            match card.told() {
                Some(told) => writeln!(out, "{head} {} | – | |", cell(&told))?,
                None if results.is_empty() => writeln!(out, "{head} | not run | |")?,
                None => {}
            }
            for results in results {
                let claims = card.claims(results);
                let of = if card.experiments().len() > 1 { format!(" (`{}`)", results.key) } else { String::new() };
                if claims.is_empty() {
                    writeln!(
                        out,
                        "{head} `{}`: {} | – | |",
                        results.key,
                        if results.beside.is_empty() { "no claim" } else { "the paper’s figures beside ours" }
                    )?;
                }
                for claim in claims {
                    let mark = if claim.reading.is_some() { "*" } else { "" };
                    let verdict = if claim.measured.runs == 0 { "not yet" } else { claim.verdict.words() };
                    writeln!(out, "{head} {}{of} | {verdict}{mark} | {} |", cell(&claim.words), with_interval(&claim.measured))?;
                }
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "\\* rests on a reading of ours, which stands beside the claim in the report.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_minus_sign() {
        let below = Interval { mean: -0.0012, half: 0.5, runs: 2 };
        assert_eq!(with_interval(&below), "−0.001 ± 0.500");
        assert_eq!(with_interval(&Interval { runs: 1, ..below }), "−0.001");
        assert_eq!(with_interval(&Interval { mean: -0.0002, half: 0.0, runs: 2 }), "0.000 ± 0.000");
        assert_eq!(with_interval(&Interval { mean: -0.0002, half: 0.000_03, runs: 2 }), "−0.00020 ± 0.00003");
        assert!(!size(Options { runs: 1, requests: 5, seed: 7 }, "umar-6.2").contains("seed"));
    }

    #[test]
    fn names_are_set_as_code() {
        assert_eq!(with_code("p > 1 (example `holes`)"), "p &gt; 1 (example <code>holes</code>)");
    }

    #[test]
    fn pictures_are_shown_as_large_as_they_are_drawn() {
        assert!(STYLE.contains("article img { display: block; width: 960px;"), "their text is of 11 px at this width");
    }
}
