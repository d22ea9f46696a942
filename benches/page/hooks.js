// Put into the page before its own scripts: notes when things happen, changes nothing. Times are performance.now().
(() => {
    const bench = window.bench = {
        planned: null, interactive: null,
        // The edit under way: when the pointer moved, when news of its plan came, when they were drawn, when what is on screen of the plan
        // was painted, when all of it was.
        edit: null,
        memory: {page: 0, worker: 0},
        // Small plans need none.
        workers: 0,
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
            bench.workers += 1;
            this.addEventListener('message', ({data}) => {
                if (!holdsBlock(data)) return;
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
            afterPaint(() => { edit.painted = performance.now(); });
        };
    }
    addEventListener('pointermove', () => { if (bench.armed) { bench.armed = false; bench.edit = {moved: performance.now()}; } }, true);
    // The page's own marks, where it sets them, know best: a frame that draws the first news need not show all of the plan.
    const marks = {};
    new PerformanceObserver(list => list.getEntries().forEach(({name, startTime}) => {
        marks[name] = startTime;
        if (name === 'bookahead:drawn') bench.planned ??= startTime;
    })).observe({type: 'mark', buffered: true});
    const whole = edit => 'bookahead:painted' in marks ? (marks['bookahead:painted'] > edit.moved ? marks['bookahead:painted'] : null) : edit.painted;
    const visible = edit => marks['bookahead:visible'] > edit.moved ? marks['bookahead:visible'] : whole(edit);
    // One edit: its times, relative to the pointer's move, once all of the plan is painted.
    bench.arm = () => { bench.armed = true; bench.edit = null; };
    bench.edited = () => {
        const edit = bench.edit;
        if (!edit || !whole(edit)) return null;
        const drawn = marks['bookahead:drawn'] > edit.moved ? marks['bookahead:drawn'] : visible(edit);
        return [Math.min(edit.planned ?? drawn, drawn), visible(edit), whole(edit)].map(time => time - edit.moved);
    };

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
