//! The searches for a request in the structures of the papers, for `bookahead trace --searches`: what was looked into, in which order, at what cost.

use bookahead::chart::cluster::search_tree::{PartKind, SearchTree, search_words};
use bookahead::chart::planes::search_part_names::part_words;
use bookahead::engine::Study;
use bookahead::engine::batch::coalloc::session::Attempt;
use bookahead::engine::batch::coalloc::tree::QuantumTree;
use bookahead::engine::batch::run::SHOWN_NODES;
use bookahead::engine::core::error::ScenarioError;
use bookahead::engine::idle::moment::Moment;
use bookahead::lessons::lines::{attempts_for, search_of};
use serde_json::{Value, json};
use std::io::{self, Write};

/// What was searched for a request.
pub enum Searches {
    /// The strips, lists and trees of idle periods (Castillo, chapters 3 and 4).
    Periods(Box<Moment>),
    /// A try of co-allocation in the two-level tree of its quantum (Castillo 5.3), from 0, of so many.
    Tree { attempt: Box<Attempt>, tree: QuantumTree, at: usize, attempts: usize },
}

impl Searches {
    /// The searches for the request of a name, or the last one; `attempt` says which try of co-allocation, from 1.
    ///
    /// # Errors
    /// In words: there is no such request or try, or nothing that is searched in such a structure.
    pub fn of(study: &Study, request: Option<&str>, attempt: Option<u32>) -> Result<Self, String> {
        let wrong = |error: ScenarioError| error.to_string();
        let unknown = || format!("there is no request{}", request.map(|name| format!(" {name:?}")).unwrap_or_default());
        match study {
            Study::Idle(idle) => {
                let (_, moment) = search_of(idle, request).map_err(wrong)?.ok_or_else(unknown)?;
                Ok(Self::Periods(Box::new(moment)))
            }
            Study::Cluster(cluster) => {
                let asked = attempt.map(|attempt| attempt - 1);
                let (.., snapshot) = attempts_for(cluster, request, asked).map_err(wrong)?.ok_or_else(unknown)?;
                let attempts = snapshot.attempts.len();
                let Some(shown) = snapshot.tree else {
                    return Err(format!(
                        "trees are searched by co-allocation alone, and shown for machines of up to {SHOWN_NODES} nodes"
                    ));
                };
                let at = shown.attempt as usize;
                if asked.is_some_and(|asked| asked as usize != at) {
                    return Err(format!("--attempt must be 1 to {attempts}: there were no more tries for this request"));
                }
                let attempt = snapshot.attempts.get(at).cloned().ok_or_else(unknown)?;
                Ok(Self::Tree { attempt: Box::new(attempt), tree: QuantumTree::new(shown.periods), at, attempts })
            }
            _ => Err("--searches is for named servers and for co-allocation: plans of other studies are not searched in trees"
                .to_string()),
        }
    }

    /// A line for each step, or each part of the tree.
    pub fn write_words(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Periods(moment) => {
                writeln!(out, "\nThe search of {}: {} nodes and list entries read", moment.strategy.title(), moment.visited)?;
                for (step, number) in moment.search.steps.iter().zip(1..) {
                    let found = step.found.map_or_else(
                        || "nothing".to_string(),
                        |period| format!("server {}, period from {}", period.server, period.start),
                    );
                    writeln!(out, "{number:>4}  {:<56} {:>4} read   {found}", part_words(step.part), step.visited)?;
                }
                if moment.steps_left_out > 0 {
                    writeln!(out, "      {} more left out", moment.steps_left_out)?;
                }
            }
            Self::Tree { attempt, tree, at, attempts } => {
                let window = attempt.window;
                writeln!(
                    out,
                    "\nTry {} of {attempts}: {} nodes from {} s to {} s, two-level tree of quantum {}",
                    at + 1,
                    window.servers,
                    window.from,
                    window.to,
                    attempt.quantum
                )?;
                let parts = SearchTree::new(tree, attempt);
                for (at, part) in parts.boxes.iter().enumerate() {
                    writeln!(out, "  {}{}", "  ".repeat(part.depth as usize), parts.words(at, tree.periods(), attempt))?;
                }
                for words in search_words(attempt, tree.periods().len()) {
                    writeln!(out, "{words}")?;
                }
                writeln!(out, "{} nodes visited and periods retrieved", attempt.search.operations)?;
            }
        }
        Ok(())
    }

    /// The same as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Periods(moment) => {
                let steps = moment.search.steps.iter().map(|step| {
                    let found = step.found.map(|found| json!({ "server": found.server, "start": found.start, "end": found.end }));
                    json!({ "looked_into": part_words(step.part), "read": step.visited, "found": found })
                });
                json!({
                    "strategy": moment.strategy.name(),
                    "read": moment.visited,
                    "steps": steps.collect::<Vec<_>>(),
                    "left_out": moment.steps_left_out
                })
            }
            Self::Tree { attempt, tree, at, attempts } => {
                let periods = tree.periods();
                let parts = SearchTree::new(tree, attempt).boxes.into_iter().map(|part| {
                    let is_marked = part.kind == PartKind::Marked;
                    json!({
                        "depth": part.depth,
                        "periods": part.part.1 - part.part.0,
                        "latest_start": periods.get(part.part.0 as usize).map(|period| period.start),
                        "what": part.kind.word(),
                        "feasible": part.feasible.filter(|_| is_marked)
                    })
                });
                let (window, search) = (attempt.window, &attempt.search);
                json!({
                    "attempt": at + 1,
                    "attempts": attempts,
                    "quantum": attempt.quantum,
                    "window": { "from": window.from, "to": window.to, "nodes": window.servers },
                    "parts": parts.collect::<Vec<_>>(),
                    "candidates": search.candidates,
                    "feasible": search.feasible,
                    "taken": search.taken.iter().map(|period| period.server).collect::<Vec<_>>(),
                    "operations": search.operations
                })
            }
        }
    }
}
