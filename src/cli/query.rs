//! `bookahead query`: what a plan in slots has to offer in an interval.

use super::files::{Failure, print, read_scenario};
use super::trace::write_words;
use bookahead::engine::Study;
use bookahead::engine::core::time_names::{TimeNames, TimeUnit};
use bookahead::engine::slots::elastic::{
    Answer, Asked, Choice, ElasticQuery, OfferOrder, PricedOffer, left_in_words, packing_at_work, packing_listing, right_in_words,
};
use bookahead::engine::slots::offers;
use bookahead::formats::studies::slots::write_offers;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// The scenario is planned by its own policy. Then the plan is asked for offers: stretches in which nodes are free all the time.
#[derive(Args)]
pub struct QueryArgs {
    /// Scenario file (JSON) with a plan in slots, or - for standard input
    scenario: PathBuf,
    /// First slot of the interval
    #[arg(long, value_name = "SLOT")]
    from: u32,
    /// First slot after the interval
    #[arg(long, value_name = "SLOT")]
    to: u32,
    /// Slots that are wanted; any number if it is left out
    #[arg(long, value_name = "SLOTS")]
    duration: Option<u32>,
    /// Nodes that are wanted; any number if it is left out
    #[arg(long, value_name = "NODES")]
    nodes: Option<u32>,
    /// How the machine lists its offers
    #[arg(long, value_name = "most|found|earliest|cheapest|fullest", default_value = "most", value_parser = order)]
    order: OfferOrder,
    /// Who chooses one of the offers; first takes the first on the list
    #[arg(long, value_name = "paper|cheapest|earliest|largest|weighted|first", default_value = "paper", value_parser = choice)]
    choose: Choice,
    /// Print the steps of strip packing instead (Algorithm 1)
    #[arg(long, conflicts_with = "json")]
    steps: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn choice(name: &str) -> Result<Choice, String> {
    Choice::from_name(name).ok_or_else(|| format!("must be one of {}", Choice::ALL.map(Choice::name).join(", ")))
}

/// An order of offers by its name.
pub fn order(name: &str) -> Result<OfferOrder, String> {
    OfferOrder::from_name(name).ok_or_else(|| format!("must be one of {}", OfferOrder::ALL.map(OfferOrder::name).join(", ")))
}

/// "1 node", "2 nodes".
fn counted_figures(n: u32, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Runs the command.
pub fn run(args: &QueryArgs) -> Result<(), Failure> {
    let content = read_scenario(&args.scenario)?;
    // A file of two studies has its plan in slots first.
    let Study::Slots(scenario) = content.scenario.study else {
        return Err(Failure::at(&args.scenario, "a query needs a scenario with a plan in slots"));
    };
    let query = ElasticQuery { from: args.from, to: args.to, duration: args.duration, nodes: args.nodes };
    let asked = Asked { query, choice: args.choose, order: args.order, with_steps: args.steps, most: u32::MAX };
    let answer = offers(&scenario, asked).map_err(|error| Failure::at(&args.scenario, error))?;
    let time = scenario.machine.time_names(TimeUnit::Slots);
    if args.steps {
        let trail =
            answer.trail.as_ref().ok_or_else(|| Failure::at(&args.scenario, "the interval has too many runs to tell each step"))?;
        return print(|out| write_words(out, &packing_listing(), &packing_at_work(trail, usize::MAX, time)));
    }
    print(|out| if args.json { write_offers(out, &answer, time) } else { write(out, &answer, time) })
}

/// The offers as a table, and why each begins and ends where it does.
fn write(out: &mut impl Write, answer: &Answer, time: TimeNames) -> io::Result<()> {
    let ElasticQuery { from, to, duration, nodes } = answer.asked.query;
    let slots = duration.map_or_else(|| "any number of slots".to_string(), |slots| counted_figures(slots, "slot"));
    let nodes = nodes.map_or_else(|| "any number of nodes".to_string(), |nodes| counted_figures(nodes, "node"));
    writeln!(out, "{slots} on {nodes} in slots {from} to {}\n", to - 1)?;
    if answer.offers.is_empty() {
        writeln!(out, "no offer: at most {} free in one slot", counted_figures(answer.most_free, "node"))?;
        return Ok(());
    }
    let head = ["offer", "start", "end", "slots", "nodes", "price", "booked", "for"];
    writeln!(
        out,
        "{:<7}{:>9}{:>9}{:>9}{:>7}{:>14}  {:<20}{:>14}",
        head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]
    )?;
    for (place, told) in answer.offers.iter().enumerate() {
        let PricedOffer { offer, price, booking, is_dominated, .. } = told;
        let mark = match (offer.is_solution, is_dominated) {
            (true, _) => "  solution",
            (false, true) => "  dominated",
            (false, false) => "",
        };
        let booked = format!("{}–{} on {}", booking.start, booking.end - 1, booking.nodes);
        writeln!(
            out,
            "{:<7}{:>9}{:>9}{:>9}{:>7}{price:>14.2}  {booked:<20}{:>14.2}{mark}",
            place + 1,
            offer.start,
            offer.end,
            offer.slots(),
            offer.nodes,
            booking.price
        )?;
        writeln!(out, "       {}; {}", left_in_words(offer, time), right_in_words(offer, time))?;
    }
    let who = answer.asked.choice.words();
    match answer.chosen {
        Some(chosen) => writeln!(out, "\n{who}: takes offer {}", chosen + 1),
        None => writeln!(out, "\n{who}: takes none, all are less than half of what is asked for"),
    }
}
