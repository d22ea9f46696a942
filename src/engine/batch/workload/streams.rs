//! The random streams of drawn jobs: each draws from its own, so that another option changes nothing of the rest.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// The random streams, in the order that is part of the format.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Arrivals = 0,
    Nodes = 1,
    Time = 2,
    Estimate = 3,
    Ahead = 4,
}

/// The numbers of a stream.
pub(super) fn stream(seed: u64, stream: Stream) -> ChaCha12Rng {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    rng.set_stream(stream as u64);
    rng
}
