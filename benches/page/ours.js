// The same motions in the page itself, by the events a user's hand makes: the wheel pans and, with Ctrl, zooms; the pointer drags the
// selected request's bar in the lane, and the plan follows.

const over = () => document.querySelector('#gantt-physical svg.over');
const middle = element => {
    const box = element.getBoundingClientRect();
    return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
};
const wheel = change => over().dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true, ...middle(over()), ...change}));
const width = document.querySelector('#gantt-physical canvas').getBoundingClientRect().width;
window.motions = {
    // A tenth of the plan in sixty steps, as the others; what is on screen is nine tenths of it.
    pan: () => frames(() => { wheel({deltaX: width / 9 / 60}); }),
    zoom: () => frames(k => { wheel({ctrlKey: true, deltaY: (k < 30 ? -1 : 1) * Math.log(1.02) / 0.004}); }),
    drag: async () => {
        const handle = document.querySelector('#handle-whole');
        const from = middle(handle);
        const pointer = {bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1};
        handle.dispatchEvent(new PointerEvent('pointerdown', {...pointer, ...from}));
        const move = by => window.dispatchEvent(new PointerEvent('pointermove', {...pointer, ...from, clientX: from.clientX + by}));
        const times = await frames(k => { move(dragged(k) / 1000 * width); });
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
        window.dispatchEvent(new PointerEvent('pointerup', {...pointer, ...from}));
        return times;
    },
};
