//! What methods and regimes of revenue management are called.

use crate::engine::slots::revenue::Method;
use crate::engine::slots::revenue::regimes::Regime;

/// A method's name for people.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::None => "No limits",
        Method::Fixed => "Fixed limits",
        Method::Littlewood => "Littlewood",
        Method::EmsrA => "EMSR-a",
        Method::EmsrB => "EMSR-b",
        Method::Optimal => "Optimum",
    }
}

/// A regime's name for people.
pub fn regime_name(regime: Regime) -> &'static str {
    regime.title()
}
