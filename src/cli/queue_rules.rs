//! Options of commands on clusters: limits per user, the order of the queue, and how reservations are decided.

use bookahead::engine::batch::bounds;
use bookahead::engine::batch::limits::UserLimits;
use bookahead::engine::batch::priority::PriorityWeights;
use bookahead::engine::batch::reservations::{OfferRules, ReservationRule};
use bookahead::engine::batch::scheduler::BatchPolicy;
use bookahead::engine::core::bounds::Bound;
use bookahead::engine::core::offers::{Choice, OfferOrder};
use clap::Args;

/// What is said about the queue beside the scheduler.
#[derive(Args, Clone, Copy)]
pub struct QueueRules {
    /// Running jobs that each user may have at once
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, bounds::USER_JOBS))]
    user_jobs: Option<u32>,
    /// Nodes that the running jobs of each user may have together
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, bounds::USER_NODES))]
    user_nodes: Option<u32>,
    /// Order of the queue by weights, as age=1000,size=500,max_age=604800,favours=small; what is not named is as in files [default: the order of arrival]
    #[arg(long, value_name = "WEIGHTS", value_parser = weights)]
    priority: Option<PriorityWeights>,
    /// Which start a reservation with a latest start may get: first-fit, the first one that fits; rigid, the earliest one only; osp, the place of strip packing, or an offer of less
    #[arg(long, value_name = "RULE", value_parser = reservations)]
    reservations: Option<ReservationRule>,
    /// What is taken of offers under osp, as choice=paper,order=most,half_nodes=no; what is not named is as here
    #[arg(long, value_name = "RULES", value_parser = offers)]
    offers: Option<OfferRules>,
}

impl QueueRules {
    /// Whether any of them is given.
    pub fn is_given(&self) -> bool {
        self.user_jobs.is_some()
            || self.user_nodes.is_some()
            || self.priority.is_some()
            || self.reservations.is_some()
            || self.offers.is_some()
    }

    /// The limits that are given.
    pub fn limits(&self) -> UserLimits {
        UserLimits { jobs: self.user_jobs, nodes: self.user_nodes }
    }

    /// Puts what is given into a policy.
    pub fn apply(&self, policy: &mut BatchPolicy) {
        policy.limits.jobs = self.user_jobs.or(policy.limits.jobs);
        policy.limits.nodes = self.user_nodes.or(policy.limits.nodes);
        policy.priority = self.priority.or(policy.priority);
        policy.offers = self.offers.unwrap_or(policy.offers);
        policy.reservations = self.reservations.unwrap_or(policy.reservations);
    }
}

/// A rule of reservations by its name.
fn reservations(name: &str) -> Result<ReservationRule, String> {
    let names = || format!("must be one of {}", ReservationRule::ALL.map(ReservationRule::name).join(", "));
    ReservationRule::from_name(name).ok_or_else(names)
}

/// What is taken of offers.
fn offers(text: &str) -> Result<OfferRules, String> {
    let mut rules = OfferRules::default();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match (name, value) {
            ("choice", _) => {
                let found = Choice::PLAIN.into_iter().find(|choice| choice.name() == value);
                rules.choice =
                    found.ok_or_else(|| format!("choice must be one of {}", Choice::PLAIN.map(Choice::name).join(", ")))?;
            }
            ("order", _) => {
                let names = || format!("order must be one of {}", OfferOrder::ALL.map(OfferOrder::name).join(", "));
                rules.order = OfferOrder::from_name(value).ok_or_else(names)?;
            }
            ("half_nodes", "yes") => rules.half_nodes = true,
            ("half_nodes", "no") => rules.half_nodes = false,
            _ => return Err(format!("{part:?} is not allowed; must be choice=, order= or half_nodes= with yes or no behind it")),
        }
    }
    Ok(rules)
}

fn number(text: &str, bound: Bound) -> Result<u32, String> {
    text.parse().ok().filter(|number| bound.holds(*number)).ok_or_else(|| format!("must be {bound}"))
}

fn weights(text: &str) -> Result<PriorityWeights, String> {
    let mut weights = PriorityWeights::default();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match (name, value) {
            ("age", _) => weights.age = number(value, bounds::WEIGHT).map_err(|why| format!("age {why}"))?,
            ("size", _) => weights.size = number(value, bounds::WEIGHT).map_err(|why| format!("size {why}"))?,
            ("max_age", _) => weights.max_age = number(value, bounds::LENGTH).map_err(|why| format!("max_age {why}"))?,
            ("favours", "small") => weights.favours_small = true,
            ("favours", "large") => weights.favours_small = false,
            _ => {
                return Err(format!(
                    "{part:?} is not allowed; must be age=, size= or max_age= with a number behind it, or favours=small or favours=large"
                ));
            }
        }
    }
    Ok(weights)
}
