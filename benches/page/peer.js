// Bars of a plan drawn by someone else: peer.html?peer=NAME&bars=FILE&nodes=N&width=PX&height=PX. NAME.js defines `draw(chart, bars)`, which
// returns `show(view)` and `move(bar, slots)`; both may return a promise of the picture being complete.

const query = new URLSearchParams(location.search);
const chart = document.querySelector('#chart');
chart.style.width = `${query.get('width')}px`;
chart.style.height = `${query.get('height')}px`;

// The papers' twenty categories would be too many; eight colours that are easy to tell apart.
const COLOURS = ['#4e79a7', '#f28e2b', '#e15759', '#76b7b2', '#59a14f', '#edc948', '#b07aa1', '#9c755f'];

const load = source => new Promise((done, fail) => {
    const script = document.createElement('script');
    Object.assign(script, {src: source, onload: done, onerror: () => fail(new Error(`${source} is not there`))});
    document.head.append(script);
});
const loadStyle = source => new Promise(done => {
    const link = document.createElement('link');
    Object.assign(link, {rel: 'stylesheet', href: source, onload: done, onerror: done});
    document.head.append(link);
});

// Start, end (slots) and node of every bar, by start.
const fetchBars = async () => {
    const numbers = new Uint32Array(await (await fetch(query.get('bars'))).arrayBuffer());
    const count = numbers.length / 3;
    const column = i => numbers.subarray(i * count, (i + 1) * count);
    const bars = {count, start: column(0), end: column(1), node: column(2), nodes: Number(query.get('nodes')), horizon: 0};
    bars.horizon = bars.end.reduce((most, end) => Math.max(most, end), 0);
    return bars;
};

window.ready = (async () => {
    const bars = await fetchBars();
    await load(`${query.get('peer')}.js`);
    const began = performance.now();
    const picture = await draw(chart, bars);
    await picture.show({first: 0, slots: bars.horizon * FIRST_VIEW});
    await nextFrame();
    await nextFrame();
    const drawn = performance.now() - began;
    const bar = Math.floor(bars.count / 2);
    window.motions = {
        pan: (...how) => frames(k => picture.show(panned(bars.horizon, k)), ...how),
        zoom: (...how) => frames(k => picture.show(zoomed(bars.horizon, k)), ...how),
        drag: (...how) => frames(k => picture.move(bar, Math.round(dragged(k) / 1000 * bars.horizon * FIRST_VIEW)), ...how),
    };
    return drawn;
})();
