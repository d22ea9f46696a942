//! What the benches compare with. A package of its own, so that it is compiled for speed like the engine: in the benches' own package, which is compiled like the
//! page, each change of the page's options would change what the engine is compared with.

pub mod kernel;
pub mod naive;
