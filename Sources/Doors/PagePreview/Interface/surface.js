// The view's picture, and what a person does to it.

import { drawFrame } from "./frames.js";

/** @param {MouseEvent | KeyboardEvent} event */
const modifiersOf = (event) =>
    (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);

export class Surface {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {HTMLElement} bezel  What is drawn around it.
     * @param {HTMLElement} stage  What it has to fit into.
     * @param {(message: object) => void} send
     */
    constructor(canvas, bezel, stage, send) {
        this.canvas = canvas;
        this.bezel = bezel;
        this.stage = stage;
        this.send = send;
        this.width = this.height = 1;
        this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
        /** @type {{ x: number, y: number, deltaX: number, deltaY: number, modifiers: number } | null} */
        this.wheel = null;
        /** @type {object | null} */
        this.motion = null;
        this.lastEscape = -Infinity;
        new ResizeObserver(() => this.fit()).observe(stage);
        this.listen();
    }

    /** @param {{ width: number, height: number, device: string | null }} state */
    setDevice({ width, height, device }) {
        this.width = width;
        this.height = height;
        this.bezel.className = device?.startsWith("iPhone") ? "phone" : device ? "tablet" : "";
        this.fit();
    }

    /** As large as there is room for, but not larger than it is. */
    fit() {
        const style = getComputedStyle(this.bezel);
        const room = this.stage.getBoundingClientRect();
        const across = room.width - 36 - parseFloat(style.paddingLeft) * 2;
        const down = room.height - 70 - parseFloat(style.paddingTop) * 2;
        const scale = Math.max(0.1, Math.min(1, across / this.width, down / this.height));
        this.canvas.style.width = `${Math.round(this.width * scale)}px`;
        this.canvas.style.height = `${Math.round(this.height * scale)}px`;
    }

    /**
     * Draws a frame, or a part of one.
     * @param {ArrayBuffer} data
     */
    async show(data) {
        await drawFrame(this.canvas, this.pen, data);
    }

    /** @param {MouseEvent} event */
    place(event) {
        const area = this.canvas.getBoundingClientRect();
        return {
            x: (event.clientX - area.left) / area.width * this.width,
            y: (event.clientY - area.top) / area.height * this.height,
        };
    }

    listen() {
        const { canvas } = this;
        /** @param {PointerEvent} event @param {string} action */
        const pointer = (event, action) => {
            // A mouse whose buttons overlap presses and releases the second one in a move.
            // Source: Pointer Events, "Chorded button interactions", https://www.w3.org/TR/pointerevents3/#chorded-button-interactions
            if (action === "move" && event.button >= 0) action = event.buttons & [1, 4, 2][event.button] ? "press" : "release";
            const isButton = action === "press" || action === "release";
            // A phone has no back and forward buttons of a mouse, so the view ignores them.
            if (isButton && event.button > 2) return;
            const message = {
                type: "pointer", action, ...this.place(event), ...isButton && { button: Math.max(event.button, 0) + 1 },
                held: event.buttons & 7, modifiers: modifiersOf(event),
            };
            if (action !== "move") {
                this.flush();
                return this.send(message);
            }
            // Once a frame: a mouse reports more moves than a frame can show.
            if (!this.motion) requestAnimationFrame(() => this.flush());
            this.motion = message;
        };
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            pointer(event, "press");
        });
        canvas.addEventListener("pointerup", (event) => pointer(event, "release"));
        canvas.addEventListener("pointermove", (event) => pointer(event, "move"));
        canvas.addEventListener("pointercancel", (event) => pointer(event, "release"));
        canvas.addEventListener("pointerleave", (event) => pointer(event, "leave"));
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            const unit = event.deltaMode === 1 ? 40 : event.deltaMode === 2 ? this.height : 1;
            const turned = this.wheel ?? { deltaX: 0, deltaY: 0 };
            if (!this.wheel) requestAnimationFrame(() => this.flush());
            this.wheel = {
                ...this.place(event), deltaX: turned.deltaX + event.deltaX * unit,
                deltaY: turned.deltaY + event.deltaY * unit, modifiers: modifiersOf(event),
            };
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => this.key(event, "press"));
        canvas.addEventListener("keyup", (event) => this.key(event, "release"));
        document.addEventListener("paste", (event) => {
            const text = event.clipboardData?.getData("text/plain");
            if (document.activeElement !== canvas || !text) return;
            event.preventDefault();
            this.send({ type: "text", text });
        });
    }

    /** Sends what waited for the next frame. */
    flush() {
        const { motion, wheel } = this;
        this.motion = this.wheel = null;
        if (motion) this.send(motion);
        if (wheel) this.send({ type: "scroll", ...wheel });
    }

    /** @param {KeyboardEvent} event @param {string} action */
    key(event, action) {
        const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
        if (isPaste || event.isComposing || event.key === "Dead") return;
        if (event.key === "Escape" && action === "press") {
            // A keyboard has to have a way out of the page.
            if (event.timeStamp - this.lastEscape < 600) return /** @type {HTMLElement} */ (document.getElementById("address")).focus();
            this.lastEscape = event.timeStamp;
        }
        event.preventDefault();
        this.send({ type: "key", action, key: event.key, modifiers: modifiersOf(event) });
    }
}
