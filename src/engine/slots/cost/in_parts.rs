//! A plan in slots is asked what a request costs: the answer is computed in parts, once the plan is complete.

use super::pricing::Pricing;
use super::session::Costing;
use super::{CostAnswer, CostAsked, CostTold};
use crate::core::run::Answer;

/// Cells after which a map is told again, and beside that a part of those that were told: what is told is as long as the whole map.
const TOLD_EVERY: u32 = 32;
const TOLD_SHARE: u32 = 4;

/// The question, and the work on it.
#[derive(Debug, Default)]
pub(in crate::slots) struct CostInParts {
    asked: Option<CostAsked>,
    costing: Option<Costing>,
    /// Whether the work has to begin anew.
    is_due: bool,
    /// Cells that were told.
    told: u32,
}

impl CostInParts {
    /// The plan changes: what was asked is to be asked again.
    pub fn begin(&mut self) {
        (self.costing, self.is_due) = (None, self.asked.is_some());
    }

    /// Another question on the same plan, or none. What is known of a map stays, if it is of the same requests.
    pub fn ask(&mut self, asked: Option<CostAsked>) {
        if asked == self.asked {
            return;
        }
        let comes = |asked: &CostAsked| (asked.submitted, asked.relax);
        let is_alike = self.asked.as_ref().map(comes) == asked.as_ref().map(comes);
        self.asked = asked;
        match (&mut self.costing, asked) {
            (Some(costing), Some(asked)) if is_alike => {
                costing.ask(asked);
                self.told = computed(costing.answer());
            }
            _ => self.begin(),
        }
    }

    /// Goes on for about as long as so many decisions take, on the complete plan of this number: the answer so far, if there is something new in it. `pricing` begins
    /// with that plan; there is none for a plan that is as large as one may be.
    pub fn advance(&mut self, pricing: impl FnOnce(CostAsked) -> Option<Pricing>, plan: u32, decisions: usize) -> Answer<CostTold> {
        let Some(asked) = self.asked else { return Answer::Nothing };
        if std::mem::take(&mut self.is_due) {
            self.told = 0;
            self.costing = pricing(asked).map(|pricing| Costing::new(pricing, asked));
            if self.costing.is_none() {
                return Answer::Ready(CostTold { plan, asked, answer: None });
            }
        }
        let Some(costing) = self.costing.as_mut().filter(|costing| !costing.is_done()) else { return Answer::Nothing };
        let is_known = costing.answer().cost.is_some();
        costing.advance(decisions);
        let answer = costing.answer();
        let computed = computed(answer);
        let is_new = answer.cost.is_some() != is_known || computed >= self.told + self.told / TOLD_SHARE + TOLD_EVERY;
        if !is_new && !costing.is_done() {
            return Answer::Working;
        }
        self.told = computed;
        Answer::Ready(CostTold { plan, asked, answer: Some(answer.clone()) })
    }
}

/// Cells of the map that are computed.
fn computed(answer: &CostAnswer) -> u32 {
    answer.map.as_ref().map_or(0, |map| map.computed)
}
