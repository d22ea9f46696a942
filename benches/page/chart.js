// Our chart and its planner by themselves, without the page: painted in WebAssembly, put on the canvas as one image. A moved request is
// planned anew with all that follow from it; the others here only move a bar.

const draw = async (chart, bars) => {
    const {default: init, Picture} = await import('../wasm/tests.js');
    const {memory} = await init();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(chart.clientWidth), Math.round(chart.clientHeight)];
    chart.append(canvas);
    const context = canvas.getContext('2d', {alpha: false});
    const picture = new Picture(bars.nodes, Number(query.get('requests')), canvas.width, canvas.height);
    const put = () => {
        const pixels = new Uint8ClampedArray(memory.buffer, picture.pixels(), 4 * canvas.width * canvas.height);
        context.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
    };
    return {
        show: view => { picture.show(view.first, view.slots); put(); },
        move: (bar, slots) => { picture.carry(slots); put(); },
    };
};
