// Frames of a view's picture, as the host sends them.

/** The number of bytes of a frame's head: six 32-bit numbers, little-endian, which FrameHead.swift writes. */
const frameHeadSize = 24;

/** @param {ArrayBuffer} data  A head, and a PNG file with the part of the picture that has changed. */
const frameHead = (data) => {
    const view = new DataView(data);
    const number = (/** @type {number} */ index) => view.getUint32(4 * index, true);
    return { x: number(0), y: number(1), width: number(2), height: number(3), wholeWidth: number(4), wholeHeight: number(5) };
};

/**
 * Draws a frame, or a part of one, and counts it.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D} pen  The canvas's.
 * @param {ArrayBuffer} data
 */
export const drawFrame = async (canvas, pen, data) => {
    const { x, y, wholeWidth, wholeHeight } = frameHead(data);
    const image = await createImageBitmap(new Blob([new Uint8Array(data, frameHeadSize)], { type: "image/png" }));
    if (canvas.width !== wholeWidth || canvas.height !== wholeHeight) {
        canvas.width = wholeWidth;
        canvas.height = wholeHeight;
    }
    pen.drawImage(image, x, y);
    image.close();
    canvas.dataset.frames = String(Number(canvas.dataset.frames ?? 0) + 1);
};
