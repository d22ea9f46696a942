//! The page's model, actions and reducer: pure data in, data out.
