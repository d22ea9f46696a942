//! What a chart of the nodes shows of a comparison.

use crate::app::cluster::gantt::drawn_plan::Drawn;
use crate::chart::cluster::gantt::NodeMark;
use std::rc::Rc;

/// A plan beside another one.
#[derive(Clone)]
pub struct ComparedNodes {
    /// What the chart is found by: "a", "b" or "overlay".
    pub side: &'static str,
    /// How its jobs differ.
    pub marks: Rc<Vec<NodeMark>>,
    /// The other plan and its marks, if that is outlined over this one.
    pub over: Option<(Rc<Drawn>, Rc<Vec<NodeMark>>)>,
    /// Whether it is a plan from before an edit, which cannot be changed any more.
    pub is_kept: bool,
}

impl PartialEq for ComparedNodes {
    fn eq(&self, other: &Self) -> bool {
        let of_over = |compared: &Self| compared.over.as_ref().map(|(drawn, _)| Rc::as_ptr(drawn));
        (self.side, self.is_kept) == (other.side, other.is_kept)
            && Rc::ptr_eq(&self.marks, &other.marks)
            && of_over(self) == of_over(other)
    }
}
