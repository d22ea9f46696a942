// Put into the page before its own scripts: notes when things happen, changes nothing. Times are performance.now().
(() => {
    const bench = window.bench = {
        workerStarted: null, workerReady: null, planned: null, interactive: null,
        // The edit under way: when the pointer moved, when its plan came from the worker, when that was drawn, when the frame with it was done.
        edit: null,
        memory: {page: 0, worker: 0},
        longestTask: 0,
    };
    // What runs after the browser has painted the frame.
    const soon = new MessageChannel();
    const waiting = [];
    soon.port1.onmessage = () => waiting.shift()();
    const afterPaint = then => {
        const post = () => { waiting.push(then); soon.port2.postMessage(0); };
        // Within a frame's callbacks the paint comes next; else in the next frame.
        if (inFrame) post(); else ownFrame(post);
    };
    let inFrame = false;
    const ownFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = callback => ownFrame(time => { inFrame = true; try { callback(time); } finally { inFrame = false; } });

    const holdsBlock = (value, depth = 0) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer
        || (depth < 4 && value !== null && typeof value === 'object' && Object.values(value).some(part => holdsBlock(part, depth + 1)));
    const Own = window.Worker;
    window.Worker = class extends Own {
        constructor(...given) {
            super(...given);
            bench.workerStarted ??= performance.now();
            this.addEventListener('message', ({data}) => {
                bench.workerReady ??= performance.now();
                if (!holdsBlock(data)) return;
                bench.planned ??= performance.now();
                if (bench.edit) bench.edit.planned ??= performance.now();
            });
        }
    };
    for (const name of ['putImageData', 'drawImage']) {
        const own = CanvasRenderingContext2D.prototype[name];
        CanvasRenderingContext2D.prototype[name] = function (...given) {
            own.apply(this, given);
            const edit = bench.edit;
            if (!edit?.planned || edit.drawn) return;
            edit.drawn = performance.now();
            afterPaint(() => { edit.shown = performance.now(); });
        };
    }
    addEventListener('pointermove', () => { if (bench.armed) { bench.armed = false; bench.edit = {moved: performance.now()}; } }, true);
    // One edit: its times, relative to the pointer's move, once it is shown.
    bench.arm = () => { bench.armed = true; bench.edit = null; };
    bench.edited = () => bench.edit?.shown ? ['planned', 'drawn', 'shown'].map(key => bench.edit[key] - bench.edit.moved) : null;

    for (const name of ['instantiate', 'instantiateStreaming']) {
        const own = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await own.apply(WebAssembly, given);
            bench.exports = (made.instance ?? made).exports;
            return made;
        };
    }
    const line = new BroadcastChannel('bench');
    line.onmessage = ({data}) => { if (typeof data === 'number') bench.memory.worker = data; };
    bench.weigh = () => { bench.memory.page = bench.exports?.memory.buffer.byteLength ?? 0; line.postMessage('weigh'); };

    new PerformanceObserver(list => list.getEntries().forEach(task => { bench.longestTask = Math.max(bench.longestTask, task.duration); }))
        .observe({type: 'longtask', buffered: true});
    const watch = new MutationObserver(() => {
        if (bench.interactive !== null || !document.querySelector('#figure-accepted')) return;
        bench.interactive = 0;
        watch.disconnect();
        afterPaint(() => { bench.interactive = performance.now(); });
    });
    watch.observe(document, {childList: true, subtree: true});
})();
