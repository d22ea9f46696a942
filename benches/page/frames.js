// Frame times: one step in every animation frame, and how long it takes from one frame to the next. The browser is started without a limit
// on its frame rate, so this is what a step costs, from script to screen, not what the screen waits for.

const nextFrame = () => new Promise(requestAnimationFrame);

const STEPS = 60;

// Sixty steps, or fewer once it is clear that they would take longer than `limitMs`. A step may return a promise of its picture being complete.
const frames = async (step, steps = STEPS, limitMs = 60000) => {
    await nextFrame();
    await nextFrame();
    const times = [];
    const began = performance.now();
    let last = began;
    for (let k = 0; k < steps && (k < 3 || (last - began) / k * steps < limitMs); k++) {
        await step(k);
        await nextFrame();
        const now = performance.now();
        times.push(now - last);
        last = now;
    }
    return times;
};

// The three motions, the same for all. `view` is what is on screen in slots; nine tenths of the plan at first.
const FIRST_VIEW = 0.9;
const panned = (horizon, k) => ({first: horizon * 0.1 * (k + 1) / 60, slots: horizon * FIRST_VIEW});
const zoomed = (horizon, k) => {
    // In for thirty steps by two per cent each about the middle, then out again.
    const slots = horizon * FIRST_VIEW / 1.02 ** (k < 30 ? k + 1 : 59 - k);
    return {first: (horizon * FIRST_VIEW - slots) / 2, slots};
};
// How far the bar is from where it was, in thousandths of what is on screen.
const dragged = k => (k < 30 ? k + 1 : 59 - k) * 5;

// A part of each motion, unmeasured; twice what may leave the picture elsewhere, there and back. Again and again, as browsers compile for speed
// only what was called often, on threads that want the same processors; who is slow has done enough of it in fewer rounds.
window.rehearse = async (rounds = 10, limitMs = 10000) => {
    const began = performance.now();
    for (let round = 0; round < rounds && performance.now() - began < limitMs; round++) {
        for (const motion of ['pan', 'pan', 'zoom', 'drag']) await window.motions[motion](STEPS / 2, 5000);
    }
};
