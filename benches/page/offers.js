// A box is drawn over the free nodes of a plan: the pointer is pressed in it and moves to and fro, one move in every animation frame, before the page's own
// callbacks, which is when browsers hand moves on; or the next one once the last is painted. A move is painted when the browser has painted the frame it
// falls into; that the offers are more or fewer tells that the page answered.

window.drawBox = async (count, isPaced) => {
    const picture = document.querySelector('#free-nodes');
    const box = picture.getBoundingClientRect();
    const pointer = {bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1};
    const at = (x, y) => ({...pointer, clientX: box.left + box.width * x, clientY: box.top + y});
    const send = (kind, place) => picture.dispatchEvent(new PointerEvent(kind, place));
    // How many offers there are: the best of them, which are drawn and listed first, may stay the same for many moves.
    const words = () => document.querySelector('#offers-summary').textContent;
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()();
    const afterPaint = () => new Promise(done => { waiting.push(done); channel.port2.postMessage(0); });
    const nextFrame = () => new Promise(requestAnimationFrame);
    const result = {painted: [], frames: [], answers: 0};
    let last = null;
    let before = words();
    send('pointerdown', at(0.3, 60));
    for (let k = 0; k < count; k++) {
        const now = await nextFrame();
        if (last !== null) result.frames.push(now - last);
        last = now;
        const from = performance.now();
        // Flat, so that what is wanted stays as it is; never twice the same place in a row.
        send('pointermove', at(0.45 + 0.004 * (k % 120 < 60 ? k % 60 : 60 - k % 60), 62));
        await afterPaint();
        result.painted.push(performance.now() - from);
        result.answers += Number(words() !== before);
        before = words();
        if (!isPaced) await new Promise(done => setTimeout(done));
    }
    send('pointerup', at(0.45, 62));
    return result;
};
