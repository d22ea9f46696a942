//! How a market follows the size of the machine.

use crate::engine::core::error::FieldPath;
use crate::engine::slots::revenue::{Market, Method};

/// The market on a machine of another size: a limit that reached the whole machine still does, none is above it, and the optimum gives way to
/// the paper's method where it would take too long.
pub fn fitted(mut market: Market, from: u32, to: u32) -> Market {
    for class in &mut market.classes {
        class.limit = if class.limit == from { to } else { class.limit.min(to) };
    }
    if market.method.check(market.count(), to, &FieldPath::new("market")).is_err() {
        market.method = Method::default();
    }
    market
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_machine() {
        let limits = |market: Market| market.classes.iter().map(|class| class.limit).collect::<Vec<_>>();
        assert_eq!(limits(fitted(Market::umar(40), 40, 100)), [100, 35, 30]);
        assert_eq!(limits(fitted(Market::umar(40), 40, 32)), [32, 32, 30]);
        let optimal = Market { method: Method::Optimal, ..Market::umar(40) };
        assert_eq!(fitted(optimal, 40, 20_000).method, Method::EmsrB);
    }
}
