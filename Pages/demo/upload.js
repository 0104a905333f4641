// A note with a picture, made into FormData as an app would, and what comes of it on the way.

/** @param {HTMLCanvasElement} canvas */
export const drawPicture = (canvas) => {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const { width, height } = canvas;
    const sky = context.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, '#f6c48b');
    sky.addColorStop(0.55, '#f3e3c3');
    sky.addColorStop(1, '#8fb7b3');
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#fff6e0';
    context.beginPath();
    context.arc(width * 0.7, height * 0.38, 14, 0, Math.PI * 2);
    context.fill();
    for (const [index, color] of ['#7aa39c', '#3f7f79', '#1f5a56'].entries()) {
        context.fillStyle = color;
        context.beginPath();
        context.moveTo(0, height);
        for (let x = 0; x <= width; x += 2) {
            context.lineTo(x, height * (0.58 + index * 0.13) + Math.sin(x / (26 - index * 6) + index * 2) * (9 - index * 2));
        }
        context.lineTo(width, height);
        context.fill();
    }
};

/** @param {BufferSource} bytes */
export const sha256 = async (bytes) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
        byte.toString(16).padStart(2, '0')
    ).join('');

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/**
 * Sends a form's entries over the bridge, files as base64, and rebuilds the form from the reply.
 * @param {(path: string, body: unknown) => Promise<any>} send
 * @param {FormData} form
 */
export const roundTrip = async (send, form) => {
    const entries = await Promise.all(
        Array.from(form, async ([name, value]) =>
            typeof value === 'string'
                ? { name, text: value }
                : { name, file: value.name, type: value.type, data: base64(new Uint8Array(await value.arrayBuffer())) }
        )
    );
    const returned = new FormData();
    for (const { name, text, file, type, data } of await send('/ping', entries)) {
        if (file === undefined) returned.append(name, text);
        else returned.append(name, new File([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))], file, { type }));
    }
    return returned;
};
