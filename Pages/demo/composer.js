// A new note: its words, and a picture to draw on.

import { drawScene, pictureOf, scenes } from './scenes.js';

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('sketch'));
const form = /** @type {HTMLFormElement} */ (document.getElementById('composer'));
const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
let current = /** @type {import('./scenes.js').Scene} */ (scenes[2]);

/** @param {import('./scenes.js').Scene} scene */
const choose = (scene) => {
    current = scene;
    drawScene(canvas, scene);
    for (const button of document.querySelectorAll('#scenes button')) {
        button.setAttribute('aria-pressed', String(button.textContent === scene.name));
    }
};

/** @param {PointerEvent} event */
const placeOf = (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return /** @type {[number, number]} */ ([
        ((event.clientX - left) / width) * canvas.width, ((event.clientY - top) / height) * canvas.height,
    ]);
};

const draw = () => {
    canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        const strokeStyle = current.name === 'night' ? '#f4efd8' : '#14302f';
        Object.assign(context, { lineWidth: 5, lineCap: 'round', lineJoin: 'round', strokeStyle });
        context.beginPath();
        context.moveTo(...placeOf(event));
    });
    canvas.addEventListener('pointermove', (event) => {
        if (!canvas.hasPointerCapture(event.pointerId)) return;
        context.lineTo(...placeOf(event));
        context.stroke();
    });
};

/**
 * Sets the form up.
 * @param {(note: import('./notes.js').Note) => Promise<void>} keep
 */
export const startComposer = (keep) => {
    for (const scene of scenes) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = scene.name;
        button.addEventListener('click', () => choose(scene));
        document.getElementById('scenes')?.append(button);
    }
    choose(current);
    draw();
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const data = new FormData(form);
        const [title, text] = [String(data.get('title')).trim(), String(data.get('text')).trim()];
        if (!title) return;
        await keep({ title, text, when: new Date(), picture: await pictureOf(canvas) });
        form.reset();
        choose(current);
    });
};
