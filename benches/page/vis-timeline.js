// vis-timeline: a group for every node, a range item for every bar, no stacking, no animation. A slot is a minute.

const draw = async (chart, bars) => {
    await Promise.all([load('../peers/vis-timeline-graph2d.min.js'), loadStyle('../peers/vis-timeline-graph2d.min.css')]);
    const MINUTE = 60000;
    const item = (bar, by) => ({
        id: bar, group: bars.node[bar], type: 'range', content: '',
        start: (bars.start[bar] + by) * MINUTE, end: (bars.end[bar] + by) * MINUTE,
    });
    const items = new vis.DataSet(Array.from({length: bars.count}, (_, bar) => item(bar, 0)));
    const groups = new vis.DataSet(Array.from({length: bars.nodes}, (_, node) => ({id: node, content: ''})));
    const range = view => [view.first * MINUTE, (view.first + view.slots) * MINUTE];
    // Not yet what is shown first: a window that does not change is never told to be drawn.
    const [start, end] = range({first: 0, slots: bars.horizon});
    const changed = change => new Promise(done => { picture.on('changed', function once() { picture.off('changed', once); done(); }); change(); });
    const options = {
        start, end, stack: false, showCurrentTime: false, showMajorLabels: false, showMinorLabels: false, orientation: 'none', selectable: false,
        width: `${chart.clientWidth}px`, height: `${chart.clientHeight}px`, margin: {item: 0, axis: 0}, groupHeightMode: 'fixed', verticalScroll: false,
    };
    const style = document.createElement('style');
    style.textContent = `.vis-item { height: ${Math.max(chart.clientHeight / bars.nodes - 1, 1)}px; border-width: 0 } .vis-item .vis-item-content { padding: 0 } .vis-label .vis-inner { padding: 0 }`;
    document.head.append(style);
    let picture;
    await new Promise(done => {
        picture = new vis.Timeline(chart, items, groups, options);
        picture.on('changed', function once() { picture.off('changed', once); done(); });
    });
    return {
        show: view => changed(() => picture.setWindow(...range(view), {animation: false})),
        move: (bar, slots) => changed(() => items.update(item(bar, slots))),
    };
};
