//! The independent checker of plans. It shares no code with the planners.
