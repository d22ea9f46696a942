//! Small labels that never cover one another.

use crate::gantt::bar::Rect;

/// Places that are taken.
#[derive(Debug, Default)]
pub struct Labels {
    taken: Vec<Rect>,
}

impl Labels {
    /// Takes a place whatever is there.
    pub fn take(&mut self, place: Rect) {
        self.taken.push(place);
    }

    /// Takes the first of some places that is free and within an area.
    pub fn first_free(&mut self, places: impl IntoIterator<Item = Rect>, within: Rect) -> Option<Rect> {
        let is_in = |place: &Rect| {
            let Rect { x, y, width, height } = *place;
            x >= within.x && y >= within.y && x + width <= within.x + within.width && y + height <= within.y + within.height
        };
        let found = places.into_iter().find(|place| is_in(place) && !self.taken.iter().any(|other| meet(place, other)))?;
        self.take(found);
        Some(found)
    }
}

fn meet(one: &Rect, other: &Rect) -> bool {
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once_and_within_the_area() {
        let at = |x: f64| Rect { x, y: 0.0, width: 10.0, height: 10.0 };
        let within = Rect { x: 0.0, y: 0.0, width: 30.0, height: 10.0 };
        let mut labels = Labels::default();
        assert_eq!(labels.first_free([at(-1.0), at(5.0), at(8.0)], within), Some(at(5.0)));
        assert_eq!(labels.first_free([at(8.0), at(15.0)], within), Some(at(15.0)));
        assert_eq!(labels.first_free([at(21.0), at(24.0)], within), None);
    }
}
