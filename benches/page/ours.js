// The same motions in the page itself, by the events a user's hand makes: the wheel pans and, with Ctrl, zooms; the pointer drags the
// selected request's bar in the lane, and the plan follows.

const over = () => document.querySelector('#gantt-physical svg.over');
const middle = element => {
    const box = element.getBoundingClientRect();
    return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
};
const wheel = (at, change) => over().dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true, ...at, ...change}));
const width = document.querySelector('#gantt-physical rect.ground').getBoundingClientRect().width;
// A step in every frame the screen shows, before the page's own callbacks, which is when browsers hand moves on; and how long it takes until
// the browser has painted that frame.
const paced = async step => {
    const result = {painted: [], between: []};
    const waiting = [];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()();
    const afterPaint = () => new Promise(done => { waiting.push(done); channel.port2.postMessage(0); });
    let last = null;
    for (let k = 0; k < STEPS; k++) {
        const now = await nextFrame();
        if (last !== null) result.between.push(now - last);
        last = now;
        const from = performance.now();
        step(k);
        await afterPaint();
        result.painted.push(performance.now() - from);
    }
    return result;
};
// The axis moves there, and the next time back.
let turn = 1;
const motionsBy = run => ({
    // A tenth of the plan in sixty steps, as the others; what is on screen is nine tenths of it.
    pan: (...how) => {
        const by = turn * width / 9 / 60;
        turn = -turn;
        // Looked up once: a hand knows where it is.
        const at = middle(over());
        return run(() => { wheel(at, {deltaX: by}); }, ...how);
    },
    zoom: (steps = STEPS, ...how) => {
        const at = middle(over());
        return run(k => { wheel(at, {ctrlKey: true, deltaY: (k < steps / 2 ? -1 : 1) * Math.log(1.02) / 0.004}); }, steps, ...how);
    },
    drag: async (...how) => {
        const handle = document.querySelector('#handle-whole');
        const from = middle(handle);
        const pointer = {bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1};
        handle.dispatchEvent(new PointerEvent('pointerdown', {...pointer, ...from}));
        const move = by => window.dispatchEvent(new PointerEvent('pointermove', {...pointer, ...from, clientX: from.clientX + by}));
        const times = await run(k => { move(dragged(k) / 1000 * width); }, ...how);
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
        window.dispatchEvent(new PointerEvent('pointerup', {...pointer, ...from}));
        return times;
    },
});
window.motions = motionsBy(frames);
window.pacedMotions = motionsBy(paced);
