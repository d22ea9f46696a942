//! The messages of user, broker and providers about an application as a figure to take away: a sequence diagram.

use super::parties::{PROVIDERS_MAX, ends, party, phase, words};
use super::times::{in_units, unit_words};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, QUIET, RIGHT_PX, WIDTH_PX};
use crate::kit::svg::path;
use crate::kit::text::text_width;
use bookahead_engine::workflow::parties::{Message, MessageKind, NO_PROVIDER};

/// Most messages that are drawn, and most that are in the data.
const DRAWN_MAX: usize = 60;
const ROWS_MAX: usize = 100_000;
/// Distance of messages, and room for the parties' names above them, in CSS px.
const LINE_PX: f64 = 20.0;
const ABOVE_PX: f64 = 30.0;
/// Where the user stands, least distances of user and broker and of broker and first provider, and greatest distance of parties, in CSS px.
const USER_PX: f64 = 46.0;
const BROKER_PX: f64 = 66.0;
const FIRST_PX: f64 = 46.0;
const COLUMN_PX: f64 = 132.0;
/// Room right of the parties, for half a name and the phases.
const PHASES_PX: f64 = 110.0;
/// Names of parties, and what messages say.
const PARTY: Font = Font { px: 11.5, colour: INK.ink, is_strong: true };
const WORDS: Font = Font::new(11.5, INK.ink);
/// Length and half the width of an arrow's head.
const HEAD_PX: (f64, f64) = (8.0, 4.0);

/// Where parties stand.
struct Columns {
    step: f64,
    providers: u32,
}

impl Columns {
    fn of(providers: u32) -> Self {
        let room = WIDTH_PX - RIGHT_PX - PHASES_PX - USER_PX;
        let even = room / f64::from(providers + 1);
        // User and broker keep apart where the others come closer.
        let step = if even < BROKER_PX { (room - BROKER_PX - FIRST_PX) / f64::from(providers.max(2) - 1) } else { even };
        Self { step: step.min(COLUMN_PX), providers }
    }

    fn x(&self, party: u32) -> f64 {
        let broker = USER_PX + self.step.max(BROKER_PX);
        match party {
            0 => USER_PX,
            1 => broker,
            provider => broker + self.step.max(FIRST_PX) + f64::from(provider - 2) * self.step,
        }
    }

    /// Whether providers' names are cut to P and their number.
    fn is_narrow(&self) -> bool {
        let widest = text_width(&party(self.providers + 1), PARTY.px);
        self.providers > 0 && widest + 6.0 > self.step
    }

    fn name(&self, number: u32) -> String {
        if number > 1 && self.is_narrow() { format!("P{}", number - 1) } else { party(number) }
    }
}

/// The messages about an application, by its place; `providers` is how many there are in all.
pub fn parties_figure(messages: &[Message], application: u32, providers: u32, ticks: u32) -> Figure {
    let columns = Columns::of(providers.min(PROVIDERS_MAX));
    let own: Vec<&Message> = messages.iter().filter(|message| message.application == application).collect();
    let has_column = |message: &&&Message| message.provider == NO_PROVIDER || message.provider < columns.providers;
    let drawn: Vec<&Message> = own.iter().filter(has_column).take(DRAWN_MAX).copied().collect();
    let height = ABOVE_PX + (drawn.len() as f64 + 0.6) * LINE_PX;
    let y = |at: usize| ABOVE_PX + (at as f64 + 0.9) * LINE_PX;
    let mut drawing = Drawing::default();
    phases(&mut drawing, &drawn, y);
    for number in 0..columns.providers + 2 {
        let x = columns.x(number);
        drawing.line((x, ABOVE_PX - 8.0), (x, height), Pen::new(INK.ink_quiet, 1.0).dashed("4 4"));
        drawing.text((x, ABOVE_PX - 14.0), Anchor::Middle, PARTY, &columns.name(number));
    }
    for (at, message) in drawn.iter().enumerate() {
        arrow(&mut drawing, &columns, message, y(at), &words(message, ticks));
    }
    let mut notes = String::new();
    if columns.is_narrow() {
        notes += " P1, P2 and so on are the providers.";
    }
    if drawn.len() < own.len() {
        notes += &format!(" {} of {} messages are drawn", drawn.len(), own.len());
        notes += &if providers > columns.providers {
            format!(", of {} of {providers} providers; the data have all.", columns.providers)
        } else {
            "; the data have all.".to_string()
        };
    }
    Figure {
        key: "messages",
        title: format!("Messages about application {}", application + 1),
        explanation: format!(
            "First to last from top to bottom, each an arrow from who sends it to who gets it, in the phases named at the right; refusals \
             and what follows from them are bold.{notes}"
        ),
        height,
        drawing,
        data: data(&own, ticks),
    }
}

/// All messages.
fn data(own: &[&Message], ticks: u32) -> DataTable {
    let unit = unit_words(ticks);
    let mut data = DataTable::new(["number", "phase", "from", "to", "kind", "value", "value_is", "what"]);
    let row = |(at, message): (usize, &&Message)| {
        let (from, to) = ends(message);
        let counts = match message.kind {
            MessageKind::Query | MessageKind::Reply | MessageKind::Failure | MessageKind::Lost | MessageKind::Wait => unit,
            MessageKind::Response => "nodes",
            MessageKind::Search | MessageKind::Allow => "mappings",
            _ => "tasks",
        };
        let value = if counts == unit { in_units(message.value, ticks) } else { message.value.to_string() };
        let named = [phase(message.kind), message.kind.name(), counts].map(str::to_string);
        let [phase, kind, counts] = named;
        vec![(at + 1).to_string(), phase, party(from), party(to), kind, value, counts, words(message, ticks)]
    };
    data.rows = own.iter().take(ROWS_MAX).enumerate().map(row).collect();
    data
}

/// The names of the phases at the right, and a line where one begins.
fn phases(drawing: &mut Drawing, drawn: &[&Message], y: impl Fn(usize) -> f64) {
    let right = WIDTH_PX - RIGHT_PX;
    let mut before = "";
    for (at, message) in drawn.iter().enumerate() {
        let name = phase(message.kind);
        if name != before {
            let top = y(at) - 14.0;
            drawing.line((USER_PX, top), (right, top), Pen::new(INK.grid, 1.0));
            drawing.text((right, y(at)), Anchor::End, QUIET, name);
            before = name;
        }
    }
}

/// A message as an arrow with its words; one to itself bends back.
fn arrow(drawing: &mut Drawing, columns: &Columns, message: &Message, y: f64, words: &str) {
    let (from, to) = ends(message);
    let (from_x, to_x) = (columns.x(from), columns.x(to));
    let is_bad = matches!(message.kind, MessageKind::Refuse | MessageKind::Failure | MessageKind::Release | MessageKind::Lost);
    let (pen, font) = if is_bad {
        (Pen::new(INK.refused, 2.2), Font { colour: INK.refused, is_strong: true, ..WORDS })
    } else {
        (Pen::new(INK.ink_quiet, 1.4), WORDS)
    };
    let towards = if to > from { 1.0 } else { -1.0 };
    let tip = to_x - if from == to { 0.0 } else { towards * 2.0 };
    let head_from = if from == to { tip + HEAD_PX.0 } else { tip - towards * HEAD_PX.0 };
    let words_x = if from == to { from_x + 34.0 } else { from_x.min(to_x) + 8.0 };
    // Words lie over the lines of parties that they reach across, and arrows over the ground of words.
    let ground = Rect { x: words_x - 2.0, y: y - 14.0, width: text_width(words, WORDS.px) * 0.86 + 4.0, height: 12.0 };
    drawing.rect(ground, INK.background, None);
    if from == to {
        let bend = [(from_x, y - 9.0), (from_x + 26.0, y - 9.0), (from_x + 26.0, y), (head_from, y)];
        drawing.path(&path(&bend, false), pen);
    } else {
        drawing.line((from_x, y), (head_from, y), pen);
    }
    drawing.area(&path(&[(tip, y), (head_from, y - HEAD_PX.1), (head_from, y + HEAD_PX.1)], true), pen.colour, 1.0);
    drawing.text((words_x, y - 4.5), Anchor::Start, font, words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;

    /// A request to so many providers, one of which changes its mind.
    fn talk(providers: u32) -> Vec<Message> {
        let of = |kind, provider, value| Message { application: 0, round: 0, kind, provider, value };
        let all = |kind, value| (0..providers).map(move |provider| of(kind, provider, value));
        let mut messages = vec![of(MessageKind::Request, NO_PROVIDER, 12)];
        messages.extend(all(MessageKind::Query, 0).chain(all(MessageKind::Response, 4)));
        messages.push(of(MessageKind::Search, NO_PROVIDER, 250));
        messages.push(of(MessageKind::Reply, NO_PROVIDER, 1_234));
        messages.extend(all(MessageKind::Reserve, 3));
        messages.push(of(MessageKind::Refuse, providers.saturating_sub(1), 3));
        messages.push(of(MessageKind::Failure, NO_PROVIDER, 5_678));
        messages.extend(all(MessageKind::Failure, 5_678).take(1));
        messages.push(Message { application: 1, ..messages[0] });
        messages
    }

    #[test]
    fn every_message_is_in_the_data_and_as_many_as_there_is_room_for_are_drawn() {
        for providers in [1, 2, 3, 8, 24, 40] {
            let messages = talk(providers);
            let figure = parties_figure(&messages, 0, providers, 1);
            assert_eq!(figure.data.rows.len(), messages.len() - 1, "of the other application none");
            assert!(figure.data.rows.iter().all(|row| row.len() == figure.data.columns.len()));
            let shapes = figure.drawing.elements();
            let drawn = shapes.matches("<rect").count();
            assert!(drawn <= DRAWN_MAX && figure.height < 1_300.0, "{drawn} {}", figure.height);
            assert_eq!(drawn < messages.len() - 1, figure.explanation.contains("the data have all"), "{}", figure.explanation);
            let places = shapes.split(" x=\"").skip(1).chain(shapes.split(" x1=\"").skip(1));
            let places = places.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
            assert!(places.into_iter().all(|x| (0.0..=WIDTH_PX).contains(&x)), "{providers}");
            assert!(!figure.svg(&Origin::default()).contains("NaN"));
        }
    }

    #[test]
    fn names_of_parties_keep_apart() {
        for providers in 0..=PROVIDERS_MAX {
            let columns = Columns::of(providers);
            for number in 0..providers + 1 {
                let half = |number: u32| text_width(&columns.name(number), PARTY.px) / 2.0;
                let apart = columns.x(number + 1) - columns.x(number);
                assert!(apart >= half(number) + half(number + 1), "{providers} providers: {number}");
            }
            assert!(columns.x(providers + 1) <= WIDTH_PX - RIGHT_PX - 60.0, "{providers}");
        }
    }

    #[test]
    fn times_are_in_units_and_counts_are_not() {
        let figure = parties_figure(&talk(2), 0, 2, 100);
        let row = |kind: &str| figure.data.rows.iter().find(|row| row[4] == kind).unwrap();
        assert_eq!(row("reply")[5..], ["12.34", "seconds", "ends at 12.34"]);
        let told: Vec<&String> = figure.data.rows.iter().filter(|row| row[4] == "failure").map(|row| &row[3]).collect();
        assert_eq!(told, ["User", "Provider 1"]);
        assert_eq!(row("request")[1..], ["request", "User", "Broker", "request", "12", "tasks", "request: 12 tasks"]);
        assert!(parties_figure(&[], 0, 0, 1).data.rows.is_empty());
    }
}
