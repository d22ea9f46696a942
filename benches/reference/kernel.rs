//! The reference kernel: a fixed piece of integer work that uses nothing of the project, so that "requests per kernel round" means the same
//! on every machine and at every commit.
//!
//! **It must never change**: with it all ratios of the past would lose their meaning. `FINGERPRINT` holds it in place.
//!
//! One round is one step of a toy reservation: draw a place and a length (xorshift64*), look for the first of up to 24 neighbouring windows
//! of a ring of 4,096 counters in which every counter is below a limit (branches and short scans), raise the counters there, and after every
//! sixteenth round lower the counters of an older window (writes). The data, 16 KiB, fits the first cache of any machine.

/// Counters of the ring.
const RING: usize = 4_096;
/// Longest window.
const LONGEST: usize = 48;
/// What no counter exceeds.
const LIMIT: u32 = 24;
/// Windows tried for one round.
const TRIES: usize = 24;

/// What a million rounds leave behind.
pub const FINGERPRINT: u64 = 4_218_664_790_146_350_517;

/// Does so many rounds and returns a fingerprint of the counters.
pub fn rounds(count: u32) -> u64 {
    let mut counters = vec![0_u32; RING + LONGEST];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut taken = 0_u64;
    for round in 0..count {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let drawn = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        let place = drawn as usize % RING;
        let length = 5 + (drawn >> 12) as usize % (LONGEST - 5);
        for step in 0..TRIES {
            let from = (place + step) % RING;
            let window = &mut counters[from..from + length];
            if window.iter().all(|&counter| counter < LIMIT) {
                window.iter_mut().for_each(|counter| *counter += 1);
                taken += 1;
                break;
            }
        }
        if round % 16 == 15 {
            let from = (place + RING / 2) % RING;
            counters[from..from + LONGEST].iter_mut().for_each(|counter| *counter = counter.saturating_sub(16));
        }
    }
    counters.iter().fold(taken, |print, &counter| (print ^ u64::from(counter)).wrapping_mul(0x0000_0100_0000_01b3))
}
