// Idle periods in the planes: the pointer hovers over them, or drags the selected request by a knob. One move in every animation frame, before
// the page's own callbacks, which is when browsers hand moves on. A move is done when the browser has painted a frame that shows it or a later
// one: where a worker plans, some moves are never shown by themselves.

const pointer = {bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1};
const afterPaint = (() => {
    const waiting = [];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()();
    return then => { waiting.push(then); channel.port2.postMessage(0); };
})();
const overOf = picture => document.querySelector(`[data-plane=${picture}]`);
const handleOf = (picture, what) => overOf(picture).querySelector(`[data-drag=${what}]`);
const fieldOf = {r: '#idle-earliest-start', l: '#idle-size', d: '#idle-deadline'};
const middle = element => {
    const box = element.getBoundingClientRect();
    return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
};
// How far the pointer is from where it was taken up, in px: there and back, never twice the same place in a row.
const away = (k, turn) => 10 + (k % (2 * turn) < turn ? k % (2 * turn) : 2 * turn - k % (2 * turn));

// `act(k)` moves the pointer and returns what tells that the move is shown; `isPaced` puts a move into every frame, else the next one waits until
// the last is shown.
const moves = async (count, isPaced, act) => {
    const done = [];
    let open = [];
    const frames = [];
    let last = null;
    let k = 0;
    await new Promise(resolve => {
        const frame = now => {
            if (last !== null && (k < count || open.length)) frames.push(now - last);
            last = now;
            if (k < count && (isPaced || open.length === 0)) {
                const move = {from: performance.now()};
                move.isShown = act(k++);
                open.push(move);
            }
            afterPaint(() => {
                const painted = performance.now();
                let newest = -1;
                open.forEach((move, at) => { if (move.isShown()) newest = at; });
                for (const move of open.splice(0, newest + 1)) done.push(painted - move.from);
                if (k >= count && open.length === 0) resolve();
            });
            if (k < count || open.length) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    return {painted: done, frames};
};

window.planes = {
    // Over the periods, to and fro. The page answers within the frame; how often other words stand below tells that it did.
    hover: async (picture, count, isPaced) => {
        const box = overOf(picture).getBoundingClientRect();
        const words = () => document.querySelector('#lit-words').textContent;
        let before = words();
        let changes = 0;
        const result = await moves(count, isPaced, k => {
            const at = {clientX: box.left + box.width * (0.2 + 0.5 * (k % 60) / 60), clientY: box.top + box.height * (0.35 + 0.3 * (k % 7) / 7)};
            overOf(picture).dispatchEvent(new PointerEvent('pointermove', {...pointer, buttons: 0, ...at}));
            return () => {
                changes += Number(words() !== before);
                before = words();
                return true;
            };
        });
        return {...result, changes};
    },
    // A number of the request by its knob, sideways or up and down; shown when the knob has the value of the inspector's field.
    drag: async (picture, what, isUpright, count, isPaced) => {
        const knob = handleOf(picture, what).querySelector('.knob');
        const from = middle(knob);
        // The earliest start to earlier ones, the deadline to later ones, the size upwards to larger ones, not so far that it ends there.
        const [way, turn] = what === 'd' ? [1, 30] : [-1, what === 'r' ? 30 : 14];
        const place = by => ({...pointer, ...from, [isUpright ? 'clientY' : 'clientX']: from[isUpright ? 'clientY' : 'clientX'] + way * by});
        const move = by => window.dispatchEvent(new PointerEvent('pointermove', place(by)));
        const field = document.querySelector(fieldOf[what]);
        const shown = () => handleOf(picture, what).getAttribute('aria-valuenow');
        knob.dispatchEvent(new PointerEvent('pointerdown', {...pointer, ...from}));
        move(8);
        await new Promise(resolve => {
            const look = () => (shown() === field.value ? resolve() : requestAnimationFrame(look));
            requestAnimationFrame(() => requestAnimationFrame(look));
        });
        const result = await moves(count, isPaced, k => {
            move(away(k, turn));
            let now = null;
            return () => {
                // The field follows within the frame.
                now ??= field.value;
                return shown() === now;
            };
        });
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
        window.dispatchEvent(new PointerEvent('pointerup', {...pointer, ...from}));
        return result;
    },
};
