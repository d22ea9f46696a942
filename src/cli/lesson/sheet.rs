//! A lesson as a page for paper. Everything in it that somebody wrote is escaped.

use super::super::plan::draw;
use bookahead::chart::kit::drawing::Escaped;
use bookahead::chart::kit::figure::Origin;
use bookahead::engine::ScenarioError;
use bookahead::engine::core::algorithm::CodeLine;
use bookahead::lessons::check::{Met, solved};
use bookahead::lessons::lines::Lines;
use bookahead::lessons::model::{Ask, Language, Lesson, Task};
use bookahead::lessons::prose::{Block, Inline, Prose};
use bookahead::lessons::record::Given;
use bookahead::lessons::words;
use std::fmt::Write as _;
use std::sync::Arc;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}\
    h1,h2{line-height:1.2}svg{max-width:100%;height:auto;display:block;margin:1rem 0}.name,.by{color:#444}\
    .task{break-inside:avoid;margin:1.2rem 0}.question{font-weight:600}.choices{list-style:none;padding-left:0}.choices li::before{content:'\u{2610}  '}\
    .policy{font-size:.85rem;break-inside:avoid}.policy .now::marker{content:'\u{25b8} ' counter(list-item) '. '}.policy .now{font-weight:600}\
    .room{border-bottom:1px solid #888;height:2rem}.answers{break-before:page}\
    .code{display:flex;gap:1rem;align-items:center;margin:1rem 0;break-inside:avoid;font-size:.85rem;overflow-wrap:anywhere}.code svg{width:38mm;flex:none;margin:0}";

/// Words of the sheet itself.
struct Words {
    name: &'static str,
    answers: &'static str,
    bet: &'static str,
    on_screen: &'static str,
}

fn words_in(language: Language) -> Words {
    match language {
        Language::English => Words { name: "Name", answers: "Answers", bet: "Your bet", on_screen: "This lesson on a screen:" },
        Language::Indonesian => {
            Words { name: "Nama", answers: "Jawaban", bet: "Keputusan Anda", on_screen: "Pelajaran ini di layar:" }
        }
    }
}

/// The page. `code` is where the lesson can be taken on a screen, and that as a QR code.
///
/// # Errors
/// A scenario cannot be planned.
pub fn page(lesson: &Arc<Lesson>, code: Option<(&str, &str)>) -> Result<String, ScenarioError> {
    let met = solved(lesson)?;
    let words = words_in(lesson.head.language);
    let title = Escaped(&lesson.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<p class=\"by\">{}</p>\n<p class=\"name\">{}: ________________________</p>\n{}",
        lesson.head.language.key(),
        Escaped(&lesson.head.by),
        words.name,
        prose(&lesson.introduction)
    );
    if let Some((address, code)) = code {
        let _ = writeln!(
            out,
            "<figure class=\"code\">{code}<figcaption>{}<br>{}</figcaption></figure>",
            words.on_screen,
            Escaped(address)
        );
    }
    for (at, step) in lesson.steps.iter().enumerate() {
        // Writing to memory cannot fail.
        let _ = writeln!(out, "<h2>{}. {}</h2>", at + 1, Escaped(&step.heading));
        for met in met.iter().filter(|met| met.step == at) {
            let task = &step.tasks[met.task];
            out += &prose(&task.text);
            if met.task == 0 {
                out += &figure(met);
            }
            out += &met.lines.as_ref().map_or_else(String::new, policy);
            out += &question(task, &words);
        }
        out += &prose(&step.text);
    }
    let _ = writeln!(out, "<section class=\"answers\">\n<h2>{}</h2>\n<ol>", words.answers);
    for met in &met {
        let task = &lesson.steps[met.step].tasks[met.task];
        let feedback = met.feedback.as_ref().map_or_else(String::new, prose);
        let _ = writeln!(
            out,
            "<li value=\"{}\"><p>{}</p>{feedback}</li>",
            met.step + 1,
            Escaped(&answer(task, met, lesson.head.language))
        );
    }
    out += "</ol>\n</section>\n</body>\n</html>\n";
    Ok(out)
}

/// The chart of the plan as the task finds it.
fn figure(met: &Met) -> String {
    let chart = met.shown.view.layout == bookahead::formats::link::Layout::Physical;
    let drawn = draw(&met.plan, chart.then_some("physical")).or_else(|_| draw(&met.plan, None));
    let origin = Origin { title: met.shown.scenario.title.clone(), ..Origin::default() };
    drawn.map_or_else(|_| String::new(), |figure| figure.svg(&origin))
}

/// The lines of the policy; an arrow marks the one at work.
fn policy(lines: &Lines) -> String {
    let now = lines.so_far().last().map(|line| line.line);
    let line = |line: &CodeLine| {
        let class = if now == Some(line.id) { " class=\"now\"" } else { "" };
        format!("<li{class}><code>{}{}</code></li>\n", "\u{2003}".repeat(line.depth.into()), Escaped(&line.text))
    };
    let rows: String = lines.listing.lines.iter().map(line).collect();
    format!("<ol class=\"policy\" lang=\"en\">\n{rows}</ol>\n")
}

/// The question, and room for its answer.
fn question(task: &Task, words: &Words) -> String {
    let asked = match &task.ask {
        Ask::Do(_) => String::new(),
        Ask::Bet if task.question.is_empty() => format!("<p>{}:</p>", words.bet),
        _ => prose(&task.question),
    };
    let mut out = format!("<div class=\"task\">\n<div class=\"question\">{asked}</div>\n");
    if !task.choices.is_empty() {
        let lines: String = task.choices.iter().map(|choice| format!("<li>{}</li>\n", Escaped(&choice.text.plain()))).collect();
        let _ = write!(out, "<ul class=\"choices\">\n{lines}</ul>\n");
    }
    let room = match task.ask {
        Ask::Predict { .. } => 0,
        Ask::Explain => 5,
        _ => 1,
    };
    out += &"<div class=\"room\"></div>\n".repeat(room);
    out += "</div>\n";
    out
}

/// The right answer in words.
fn answer(task: &Task, met: &Met, language: Language) -> String {
    let line = |line: &usize| task.choices.get(*line).map_or_else(String::new, |choice| choice.text.plain());
    match &met.right {
        Some(Given::Choice(at)) => line(at),
        Some(Given::Thing(thing)) => words::of_thing(thing, language),
        Some(Given::Start(start)) => start.to_string(),
        Some(Given::Number(number)) => rounded(*number),
        Some(Given::Order(lines)) => lines.iter().map(line).collect::<Vec<_>>().join(", "),
        Some(Given::Scenario) => {
            task.solution.iter().map(|change| words::of_assignment(change, language)).collect::<Vec<_>>().join(", ")
        }
        Some(Given::Words(_)) | None => "\u{2013}".to_string(),
    }
}

/// A number as somebody reads it from paper.
fn rounded(number: f64) -> String {
    const PLACES: f64 = 1_000.0;
    ((number * PLACES).round() / PLACES).to_string()
}

fn prose(prose: &Prose) -> String {
    let block = |block: &Block| match block {
        Block::Paragraph(line) => format!("<p>{}</p>\n", inline(line)),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", inline(item))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
    };
    prose.0.iter().map(block).collect()
}

fn inline(line: &[Inline]) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Text(text) => Escaped(text).to_string(),
        Inline::Emphasis(inner) => format!("<em>{}</em>", inline(inner)),
        Inline::Code(code) => format!("<code>{}</code>", Escaped(code)),
        Inline::Link { to, text } => format!("<a href=\"{}\">{}</a>", Escaped(to), inline(text)),
    };
    line.iter().map(piece).collect()
}
