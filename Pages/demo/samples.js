// The notes that a new notebook contains.

import { drawScene, pictureOf, scenes } from './scenes.js';

/** A bird on a post, a tree, a barn with an owl: a few strokes each, as somebody would draw them. */
const strokes = [
    'M196 214v-46m0 0c-3-14 10-19 9-31 0-9-9-10-9-3 0 5 4 8 4 14m-4 20c8 2 21-1 28-13M205 134l16 3M186 214h22',
    'M128 214v-64m0 26c-13-4-19-13-21-25m21 15c11-4 17-12 19-25m-19 9c-8-3-12-9-13-18m13 18c6-3 10-8 11-17',
    'M288 214v-52l34-24 34 24v52m-52 0v-28h36v28M314 126c-3-10 3-15 9-15s11 5 8 15m-12-8h1m6 0h1',
];

const texts = [
    ['Heron at the weir', 'Stood in the spill until the sun was over the alders, took one roach, left downstream.', '2026-03-14T06:40', 'dawn'],
    ['Catkins on the alders', 'Open on the south bank only. The north bank needs another week, as last year.', '2026-03-13T11:05', 'day'],
    ['Owl, second night', 'Two calls from the barn roof, answered from the poplars. No wind at all.', '2026-03-12T21:15', 'night'],
];

/** @returns {Promise<import('./notes.js').Note[]>} */
export const sampleNotes = () =>
    Promise.all(
        texts.map(async ([title = '', text = '', when = '', name], index) => {
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [440, 308];
            const scene = scenes.find((scene) => scene.name === name);
            if (scene) drawScene(canvas, scene);
            const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
            Object.assign(context, { lineWidth: 3.6, lineCap: 'round', lineJoin: 'round', strokeStyle: name === 'night' ? '#f4efd8' : '#14302f' });
            context.setTransform(1.3, 0, 0, 1.3, -66, -22);
            context.stroke(new Path2D(strokes[index]));
            return { title, text, when: new Date(when), picture: await pictureOf(canvas) };
        })
    );
