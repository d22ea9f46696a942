//! The window of the overview: how dragging or nudging it changes the stretch of time that is visible.

use crate::formats::link::TimeWindow;

/// Fewest slots that are shown.
const LEAST_SLOTS: f64 = 2.0;

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowHandle {
    /// Its left edge.
    From,
    /// The window as a whole.
    Whole,
    /// Its right edge.
    To,
}

/// The window after a handle was moved by so many slots, held inside `from ..= to`.
pub fn moved_window(window: TimeWindow, handle: WindowHandle, by: f64, (from, to): (f64, f64)) -> TimeWindow {
    let by = if by.is_finite() { by } else { 0.0 };
    let slots = window.slots.clamp(LEAST_SLOTS.min(to - from), to - from);
    let first = window.first.clamp(from, to - slots);
    let end = first + slots;
    match handle {
        WindowHandle::Whole => TimeWindow { first: (first + by).clamp(from, to - slots), slots },
        WindowHandle::From => {
            let first = (first + by).clamp(from, (end - LEAST_SLOTS).max(from));
            TimeWindow { first, slots: end - first }
        }
        WindowHandle::To => TimeWindow { first, slots: (end + by).clamp((first + LEAST_SLOTS).min(to), to) - first },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_inside_the_plan_and_wide_enough() {
        let window = TimeWindow { first: 20.0, slots: 10.0 };
        let moved = |handle, by| {
            let TimeWindow { first, slots } = moved_window(window, handle, by, (0.0, 100.0));
            (first, first + slots)
        };
        assert_eq!(moved(WindowHandle::Whole, 5.0), (25.0, 35.0));
        assert_eq!(moved(WindowHandle::Whole, -50.0), (0.0, 10.0));
        assert_eq!(moved(WindowHandle::Whole, 500.0), (90.0, 100.0));
        assert_eq!(moved(WindowHandle::From, -5.0), (15.0, 30.0));
        assert_eq!(moved(WindowHandle::From, 50.0), (28.0, 30.0));
        assert_eq!(moved(WindowHandle::To, 7.0), (20.0, 37.0));
        assert_eq!(moved(WindowHandle::To, -70.0), (20.0, 22.0));
        assert_eq!(moved(WindowHandle::To, f64::NAN), (20.0, 30.0));
        // Zoomed out beyond the plan, it is the plan.
        let wide = TimeWindow { first: -30.0, slots: 400.0 };
        assert_eq!(moved_window(wide, WindowHandle::Whole, 3.0, (0.0, 100.0)), TimeWindow { first: 0.0, slots: 100.0 });
        assert_eq!(moved_window(window, WindowHandle::To, 1.0, (0.0, 1.0)).slots, 1.0);
    }
}
