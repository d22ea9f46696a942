//! A plan in slots answers queries for offers (Sulistio).

use super::elastic::{Answer, Asked, FreeProfile, OfferSearch, Prices, Run, Tariff, ask, check_query};
use super::planner::Session;
use super::request::Slot;
use super::scenario::{PlannerKind, Policy, SlotsScenario};
use super::update::OffersAnswer;
use crate::core::error::{FieldPath, ScenarioError};

/// Answers queries on a plan; its free nodes are counted once, so that a box can be dragged over it.
#[derive(Debug, Default)]
pub(super) struct Offering {
    /// What is to be answered.
    due: Option<Asked>,
    profile: Option<FreeProfile>,
    search: OfferSearch,
    runs: Vec<Run>,
}

impl Offering {
    /// The plan changes: the free nodes are to be counted anew, and what was asked is to be asked again.
    pub fn begin(&mut self, asked: Option<Asked>) {
        (self.due, self.profile) = (asked, None);
    }

    /// Another question on the same plan.
    pub fn ask(&mut self, asked: Option<Asked>) {
        self.due = asked;
    }

    /// The answer that is due, of the plan with this number, which is complete.
    pub fn answer(&mut self, session: &Session, tariff: Tariff, plan: u32) -> Option<OffersAnswer> {
        let asked = self.due.take()?;
        let Self { profile, search, runs, .. } = self;
        let profile = profile.get_or_insert_with(|| FreeProfile::of(session.arrivals(), session.decisions(), session.machine()));
        let answer = answer(session, tariff, asked, profile, (search, runs)).map_err(|error| error.to_string());
        Some(OffersAnswer { plan, asked, answer })
    }
}

/// The offers of a complete plan.
///
/// # Errors
/// The query is not allowed; see [`check_query`] and [`asks_from`].
pub fn offers_of(session: &Session, tariff: Tariff, asked: Asked) -> Result<Answer, ScenarioError> {
    let profile = FreeProfile::of(session.arrivals(), session.decisions(), session.machine());
    answer(session, tariff, asked, &profile, (&mut OfferSearch::default(), &mut Vec::new()))
}

/// Plans a scenario by its own policy and finds the offers of a query in the plan.
///
/// Sulistio's Figure 1: of three nodes, 1, 1, 2, 2 and 3 are free in slots 11 to 15.
///
/// ```
/// use bookahead_engine::Request;
/// use bookahead_engine::slots::elastic::{Asked, Choice, ElasticQuery, OfferOrder};
/// use bookahead_engine::slots::offers;
/// use bookahead_engine::slots::scenario::scenario_of;
///
/// let rigid = |user, start, duration| {
///     Request { user, submitted: 0, earliest_start: start, latest_start: start, duration, nodes: 1, jobs: 1 }
/// };
/// let scenario = scenario_of(3, vec![rigid(1, 11, 2), rigid(2, 11, 4)]);
/// let query = ElasticQuery { from: 11, to: 16, duration: Some(2), nodes: Some(2) };
/// let answer = offers(&scenario, Asked { query, choice: Choice::PaperUser, order: OfferOrder::default(), with_steps: false, most: u32::MAX })?;
///
/// let best = answer.offers[0].offer;
/// assert_eq!((best.start, best.end, best.nodes, best.is_solution), (13, 15, 2, true));
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
///
/// # Errors
/// The scenario is out of bounds, or the query is not allowed.
pub fn offers(scenario: &SlotsScenario, asked: Asked) -> Result<Answer, ScenarioError> {
    scenario.check(&FieldPath::new(""))?;
    let market = scenario.market.clone().map(std::sync::Arc::new);
    let mut session = Session::for_market(scenario.machine, scenario.policy, market, scenario.workload.arrivals()?);
    session.finish();
    offers_of(&session, scenario.tariff, asked)
}

/// The first slot in which the interval of a query may begin, so that what is offered can be booked for certain.
///
/// A reservation is decided when it is submitted, after everyone who was there before. Where no job moves, everyone decided before stands where the whole
/// plan has them: what is free in it was free then. Where jobs move, or a market counts what was booked so far, only what is submitted last meets the
/// whole plan.
pub fn asks_from(session: &Session) -> Slot {
    first_asked(session.policy(), session.revenue().is_some(), last_submission(session))
}

/// The same for a policy, with or without a market, and the last submission.
pub fn first_asked(policy: Policy, has_market: bool, last_submission: Slot) -> Slot {
    if policy.planner.moves_jobs() || has_market { last_submission } else { 0 }
}

fn last_submission(session: &Session) -> Slot {
    session.arrivals().submitted.last().copied().unwrap_or(0)
}

fn answer(
    session: &Session,
    tariff: Tariff,
    asked: Asked,
    profile: &FreeProfile,
    scratch: (&mut OfferSearch, &mut Vec<Run>),
) -> Result<Answer, ScenarioError> {
    let place = FieldPath::new("query");
    let policy = session.policy();
    if policy.planner == PlannerKind::FirstFitPhysical {
        let allowed = "a planner that counts free nodes: this one needs the same nodes throughout";
        return Err(ScenarioError::new(FieldPath::new("policy.planner"), policy.planner.name(), allowed));
    }
    if matches!(policy.planner, PlannerKind::Replan(_)) {
        let allowed = "a planner that keeps what it can: this one plans anew for each request, and may refuse what has room";
        return Err(ScenarioError::new(FieldPath::new("policy.planner"), policy.planner.name(), allowed));
    }
    check_query(&asked.query, session.machine().nodes, &place)?;
    let first = asks_from(session);
    if asked.query.from < first {
        let why = if session.revenue().is_some() {
            "a market looks at what was booked before"
        } else {
            "this planner moves reservations"
        };
        let allowed =
            format!("{first} (the last submission) or later: {why}, so an offer is certain only for the request that comes last");
        return Err(ScenarioError::new(place.field("from"), asked.query.from, allowed));
    }
    let now = asked.query.from.min(last_submission(session));
    let market = session.revenue().map(|revenue| &**revenue.market());
    let prices = Prices { tariff, slot_seconds: session.machine().slot_seconds, market, now };
    Ok(ask(profile, prices, asked, scratch))
}
