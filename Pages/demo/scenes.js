// Landscapes for notes: drawn, so that the app needs no pictures to begin with.

/** @typedef {{ name: string, sky: string[], hills: string[], light: string, at: [number, number], size: number, stars: number }} Scene */

/** @type {Scene[]} */
export const scenes = [
    { name: 'dawn', sky: ['#f6c48b', '#f3e3c3', '#8fb7b3'], hills: ['#7aa39c', '#3f7f79', '#1f5a56'], light: '#fff6e0', at: [0.7, 0.4], size: 0.09, stars: 0 },
    { name: 'day', sky: ['#8ec5d6', '#cfe6e2', '#eaf1dd'], hills: ['#a9c78f', '#7dab6d', '#4d8257'], light: '#fffbe8', at: [0.24, 0.26], size: 0.1, stars: 0 },
    { name: 'dusk', sky: ['#5b4b7a', '#c46a5f', '#f2b177'], hills: ['#7a4f5f', '#54405a', '#332f45'], light: '#ffe1a8', at: [0.5, 0.55], size: 0.12, stars: 0 },
    { name: 'night', sky: ['#0f1c33', '#1e3550', '#3a5a6b'], hills: ['#27485a', '#1b3545', '#0f2330'], light: '#f4efd8', at: [0.22, 0.24], size: 0.075, stars: 48 },
];

/** @param {HTMLCanvasElement} canvas @param {Scene} scene */
export const drawScene = (canvas, scene) => {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const { width, height } = canvas;
    const sky = context.createLinearGradient(0, 0, 0, height * 0.9);
    scene.sky.forEach((color, index) => sky.addColorStop(index / (scene.sky.length - 1), color));
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    context.fillStyle = scene.light;
    for (let star = 0; star < scene.stars; star += 1) {
        context.globalAlpha = 0.35 + (star % 5) * 0.13;
        const [x, y] = [(star * 0.618) % 1, ((star * star * 0.377) % 1) * 0.6];
        context.fillRect(x * width, y * height, width / 210, width / 210);
    }
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(width * scene.at[0], height * scene.at[1], height * scene.size, 0, Math.PI * 2);
    context.fill();
    scene.hills.forEach((color, index) => {
        context.fillStyle = color;
        context.beginPath();
        context.moveTo(0, height);
        for (let x = 0; x <= width; x += 2) {
            const wave = Math.sin((x / width) * (11 + index * 6) + index * 2 + scene.at[0] * 9);
            context.lineTo(x, height * (0.6 + index * 0.13 + wave * (0.055 - index * 0.012)));
        }
        context.lineTo(width, height);
        context.fill();
    });
};

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const pictureOf = (canvas) =>
    new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png')
    );
