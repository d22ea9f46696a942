// A plain canvas: one fillRect for every bar on screen, the bars of a colour together.

const draw = async (chart, bars) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [chart.clientWidth, chart.clientHeight];
    chart.append(canvas);
    const context = canvas.getContext('2d', {alpha: false});
    const row = canvas.height / bars.nodes;
    const ofColour = COLOURS.map((_, colour) => Uint32Array.from({length: Math.ceil((bars.count - colour) / COLOURS.length)}, (_, i) => i * COLOURS.length + colour));
    let view = {first: 0, slots: bars.horizon};
    let moved = {bar: -1, slots: 0};
    const paint = () => {
        const px = canvas.width / view.slots;
        const end = view.first + view.slots;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        COLOURS.forEach((colour, i) => {
            context.fillStyle = colour;
            for (const bar of ofColour[i]) {
                const by = bar === moved.bar ? moved.slots : 0;
                const [from, to] = [bars.start[bar] + by, bars.end[bar] + by];
                if (to <= view.first || from >= end) continue;
                context.fillRect((from - view.first) * px, bars.node[bar] * row, Math.max((to - from) * px, 0.5), Math.max(row - 1, 1));
            }
        });
    };
    return {
        show: next => { view = next; paint(); },
        move: (bar, slots) => { moved = {bar, slots}; paint(); },
    };
};
