// Apache ECharts as its documentation advises for many shapes: a custom series over one flat typed array, no animation, no tooltip, clipping
// and filtering by the zoom's window, canvas renderer. Drawing is progressive from 10,000 shapes on; a frame counts as done when the chart
// says that it is finished.

const draw = async (chart, bars) => {
    await load('../peers/echarts.min.js');
    const picture = echarts.init(chart, null, {renderer: 'canvas', width: chart.clientWidth, height: chart.clientHeight, devicePixelRatio: 1});
    const finished = change => new Promise(done => {
        picture.on('finished', function once() { picture.off('finished', once); done(); });
        change();
    });
    const rows = new Float64Array(bars.count * 3);
    for (let bar = 0; bar < bars.count; bar++) rows.set([bars.start[bar], bars.end[bar], bars.node[bar]], bar * 3);
    const series = () => ({
        type: 'custom',
        data: rows,
        dimensions: ['start', 'end', 'node'],
        encode: {x: [0, 1], y: 2},
        clip: true,
        animation: false,
        silent: true,
        progressive: 5000,
        progressiveThreshold: 10000,
        renderItem: (params, api) => {
            const from = api.coord([api.value(0), api.value(2)]);
            const to = api.coord([api.value(1), api.value(2)]);
            const height = Math.max(api.size([0, 1])[1] - 1, 1);
            return {
                type: 'rect',
                shape: {x: from[0], y: from[1], width: Math.max(to[0] - from[0], 0.5), height},
                style: {fill: COLOURS[params.dataIndex % COLOURS.length]},
            };
        },
    });
    await finished(() => picture.setOption({
        animation: false,
        grid: {left: 0, right: 0, top: 0, bottom: 0},
        xAxis: {type: 'value', min: 0, max: bars.horizon, show: false},
        yAxis: {type: 'value', min: 0, max: bars.nodes, inverse: true, show: false},
        dataZoom: [{type: 'inside', xAxisIndex: 0, filterMode: 'weakFilter', throttle: 0, startValue: 0, endValue: bars.horizon * FIRST_VIEW}],
        series: [series()],
    }));
    return {
        show: view => finished(() => picture.dispatchAction({type: 'dataZoom', startValue: view.first, endValue: view.first + view.slots})),
        move: (bar, slots) => finished(() => {
            rows.set([bars.start[bar] + slots, bars.end[bar] + slots], bar * 3);
            picture.setOption({series: [series()]});
        }),
    };
};
