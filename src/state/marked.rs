//! Several requests picked together. They belong to the page as it is used: neither undone nor part of a link.

use crate::engine::core::edits::RequestId;
use crate::engine::core::sorting::set_of;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Requests picked together, the selected one among them; none where one alone is selected.
#[derive(Clone, Debug, Default)]
pub struct Marked(Rc<BTreeSet<RequestId>>);

/// Compared in every frame, while the set is replaced, never changed.
impl PartialEq for Marked {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || (self.is_empty() && other.is_empty())
    }
}

impl FromIterator<RequestId> for Marked {
    /// One request alone is not picked together with others.
    fn from_iter<I: IntoIterator<Item = RequestId>>(ids: I) -> Self {
        let ids = set_of(ids);
        if ids.len() > 1 { Self(Rc::new(ids)) } else { Self::default() }
    }
}

impl Marked {
    /// Whether no requests are picked together.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a request is one of them.
    pub fn contains(&self, id: RequestId) -> bool {
        self.0.contains(&id)
    }

    /// Their numbers, ascending.
    pub fn ids(&self) -> impl Iterator<Item = RequestId> {
        self.0.iter().copied()
    }

    /// Picks one more, or one less if it is among them; gives the selected request as well, which is one that is left.
    pub fn toggled(&self, selected: Option<RequestId>, id: RequestId) -> (Option<RequestId>, Self) {
        let mut ids: BTreeSet<RequestId> = (*self.0).clone();
        if ids.is_empty() {
            ids.extend(selected);
        }
        let next = if ids.remove(&id) {
            selected.filter(|selected| *selected != id).or_else(|| ids.last().copied())
        } else {
            ids.insert(id);
            Some(id)
        };
        (next, ids.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_request_makes_several_and_leaving_one_makes_it_one_again() {
        let (selected, marked) = Marked::default().toggled(Some(3), 7);
        assert_eq!((selected, marked.ids().collect::<Vec<_>>()), (Some(7), vec![3, 7]));
        let (selected, marked) = marked.toggled(selected, 5);
        assert_eq!((selected, marked.len()), (Some(5), 3));
        let (selected, marked) = marked.toggled(selected, 5);
        assert_eq!((selected, marked.ids().collect::<Vec<_>>()), (Some(7), vec![3, 7]));
        let (selected, marked) = marked.toggled(selected, 3);
        assert_eq!((selected, marked.is_empty()), (Some(7), true), "one alone is not several");
        assert_eq!(marked.toggled(selected, 7), (None, Marked::default()));
        assert_eq!(Marked::default().toggled(None, 4), (Some(4), Marked::default()));
    }
}
