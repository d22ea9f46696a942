//! A number of the policy that is typed, or dragged on a slider while the plan follows.

use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::range::RangeField;
use crate::app::shell::context::Lab;
use crate::engine::batch::scheduler::BatchPolicy;
use crate::engine::core::bounds::Bound;
use yew::prelude::*;

/// What a field says that has no number.
pub const NO_LIMIT: &str = "no limit";

/// A number of the policy.
pub struct PolicyOption<'a> {
    /// The page.
    pub lab: &'a Lab,
    /// The field's id; that of the slider ends in `-slider`.
    pub id: &'static str,
    /// What the number is.
    pub label: &'static str,
    /// The present value, with a drag in progress.
    pub value: u32,
    /// What is allowed.
    pub bound: Bound,
    /// The value in words, for the slider.
    pub words: String,
    /// What an arrow with Shift adds.
    pub coarse: u64,
    /// The number that stands for none, and what the field says then.
    pub none: Option<(u32, &'static str)>,
}

impl PolicyOption<'_> {
    /// The same number where its greatest value is no limit.
    pub fn or_no_limit(mut self) -> Self {
        self.none = Some((self.bound.max, NO_LIMIT));
        if self.value >= self.bound.max {
            (self.value, self.words) = (self.bound.max, NO_LIMIT.to_string());
        }
        self
    }

    /// The field and a slider.
    pub fn dragged(self, set: impl Fn(&mut BatchPolicy, u32) + Clone + 'static) -> Html {
        let (drafts, rests) = (self.lab.clone(), self.lab.clone());
        let on_move = {
            let set = set.clone();
            Callback::from(move |value: u32| {
                if let Some(mut policy) = drafts.cluster().map(|cluster| cluster.policy) {
                    set(&mut policy, value);
                    drafts.draft_policy(policy);
                }
            })
        };
        let on_rest = Callback::from(move |()| rests.let_go());
        let (id, label, value, bound, words) =
            (format!("{}-slider", self.id), self.label, self.value, self.bound, self.words.clone());
        html! {
            <span class="dragged-option">
                { self.typed(set) }
                <RangeField {id} {label} {value} {bound} {words} {on_move} {on_rest} />
            </span>
        }
    }

    /// The field alone.
    pub fn typed(self, set: impl Fn(&mut BatchPolicy, u32) + 'static) -> Html {
        let Self { id, label, value, bound, coarse, none, .. } = self;
        let lab = self.lab.clone();
        let onchange = Callback::from(move |value: u32| lab.change_cluster(|next| set(&mut next.policy, value)));
        html! { <NumberField<u32> {id} {label} {value} {bound} {onchange} {coarse} {none} /> }
    }
}
