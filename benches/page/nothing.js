// The floor: a page that draws nothing but one small square, so what is left is the browser's own cost of a frame.

const draw = async chart => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [chart.clientWidth, chart.clientHeight];
    chart.append(canvas);
    const context = canvas.getContext('2d', {alpha: false});
    let count = 0;
    const paint = () => {
        context.fillStyle = COLOURS[count++ % COLOURS.length];
        context.fillRect(0, 0, 8, 8);
    };
    return {show: paint, move: paint};
};
