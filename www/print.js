// The page draws itself anew for the paper when the browser is about to print (src/app/kit/browser/paper.rs), piece by piece with a timer of 0 ms between the
// pieces. Browsers take the page as it is after this event, before any timer. Until then such timers therefore run at the end of the current task.
{
    // What is not drawn by then is printed as it is.
    const LIMIT_MS = 2000;
    const own = { setTimeout, clearTimeout };
    // Width of the charts on paper, in CSS px.
    const PAPER_PX = 700;
    let waiting = null;

    // Where not even that is waited for, as when a script prints, pictures stay as wide as the window has them and are shrunk as they are.
    const shrink = () => {
        const widest = Math.max(PAPER_PX, ...[...document.querySelectorAll('.charts canvas')].map(canvas => parseFloat(canvas.style.width) || 0));
        document.documentElement.style.setProperty('--on-paper', PAPER_PX / widest);
    };

    addEventListener('beforeprint', () => {
        // Heard last of all, after the page's own.
        removeEventListener('beforeprint', shrink);
        addEventListener('beforeprint', shrink);
        if (waiting) return;
        waiting = new Map();
        const until = performance.now() + LIMIT_MS;
        let last = 0;
        window.setTimeout = (act, ms = 0, ...given) => {
            if (ms > 0 || performance.now() > until) return own.setTimeout.call(window, act, ms, ...given);
            // No timer of the browser's has such a number.
            const id = --last;
            waiting.set(id, act);
            queueMicrotask(() => {
                const isWanted = waiting?.delete(id);
                if (isWanted) act(...given);
            });
            return id;
        };
        window.clearTimeout = id => { if (!waiting?.delete(id)) own.clearTimeout.call(window, id); };
        own.setTimeout.call(window, () => {
            waiting = null;
            Object.assign(window, own);
        });
    }, true);
}
