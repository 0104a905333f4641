// @ts-check
// The timeline of a trace: a lane for each kind of entry. A click chooses the nearest entry, a drag a range of time.

/** @type {Record<string, [string, string]>}  The colours of lanes, in light and in dark. */
const laneColours = {
    tests: ["#08724b", "#5fd6a4"], page: ["#5c6679", "#98a2b3"], network: ["#0b63d1", "#6fb1ff"], bridge: ["#7a3fc0", "#c39bff"],
    native: ["#a3500b", "#ffb074"], console: ["#596270", "#aab3c2"], workers: ["#0a7684", "#5fd0de"],
};
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {Item} item */
const colourOf = (item) => {
    const index = dark.matches ? 1 : 0;
    if (item.state === "failed" || item.state === "error") return ["#b3122d", "#ff8b98"][index] ?? "";
    if (item.state === "warn") return ["#8a5a00", "#f0bf5d"][index] ?? "";
    return laneColours[item.lane]?.[index] ?? "";
};

const LABELS = 74, TOP = 20, LANE = 21;
const canvas = element("canvas");
/** @type {number | undefined} */
let pressed;
/** @type {number | undefined} */
let pointerTime;

/** @param {number} time */
const placeOf = (time) => LABELS + (time / model.duration) * (canvas.clientWidth - LABELS - 12);
/** @param {number} place */
const timeAt = (place) =>
    Math.max(0, Math.min(model.duration, ((place - LABELS) / (canvas.clientWidth - LABELS - 12)) * model.duration));

const drawTimeline = () => {
    const scale = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * scale;
    canvas.height = height * scale;
    /** @type {any} */
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const colour = (/** @type {string} */ light, /** @type {string} */ darkColour) => dark.matches ? darkColour : light;
    const quiet = colour("#5c6679", "#98a2b3"), line = colour("#e3e6ec", "#2a2f38");
    pen.font = `12px ${style.fontFamily}`;
    pen.textBaseline = "middle";
    // A round step with eight marks at most.
    const raw = model.duration / 8;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= raw) ?? 10);
    for (let time = 0; time <= model.duration; time += step) {
        pen.fillStyle = line;
        pen.fillRect(placeOf(time), TOP - 4, 1, height - TOP);
        pen.fillStyle = quiet;
        pen.fillText(timeText(time), placeOf(time) + 3, 9);
    }
    lanes.forEach((lane, index) => {
        pen.fillStyle = quiet;
        pen.fillText(lane, 12, TOP + index * LANE + LANE / 2);
    });
    if (view.range) {
        pen.fillStyle = colour("#0b63d11f", "#6fb1ff2b");
        pen.fillRect(placeOf(view.range[0]), TOP - 4, placeOf(view.range[1]) - placeOf(view.range[0]), height);
    }
    // Failures last, so that nothing covers them.
    const ordered = [...model.items].sort((first, second) => Number(isFailure(first)) - Number(isFailure(second)));
    for (const item of ordered) {
        const top = TOP + lanes.indexOf(item.lane) * LANE + 4;
        pen.globalAlpha = item === view.chosen || isWanted(item) ? 1 : 0.25;
        pen.fillStyle = colourOf(item);
        const size = Math.max(3, placeOf(item.end) - placeOf(item.time));
        pen.beginPath();
        pen.roundRect(placeOf(item.time), top, size, LANE - 8, Math.min(3, size / 2));
        pen.fill();
        if (item === view.chosen) {
            pen.strokeStyle = colour("#1c2230", "#e4e8ef");
            pen.lineWidth = 2;
            pen.stroke();
        }
    }
    pen.globalAlpha = 1;
};

/** @param {MouseEvent} event @returns {Item | undefined} */
const itemAt = ({ offsetX, offsetY }) => {
    const lane = lanes[Math.floor((offsetY - TOP) / LANE)];
    let best, least = 12;
    for (const item of model.items) {
        if (item.lane !== lane || !isWanted(item)) continue;
        const [start, end] = [placeOf(item.time), Math.max(placeOf(item.end), placeOf(item.time) + 3)];
        const distance = offsetX < start ? start - offsetX : offsetX > end ? offsetX - end : 0;
        if (distance < least || (distance === least && isFailure(item))) [best, least] = [item, distance];
    }
    return best;
};

canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    canvas.setPointerCapture(event.pointerId);
    pressed = event.offsetX;
});
canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const hint = element("hint");
    if (pressed !== undefined && Math.abs(event.offsetX - pressed) > 4) {
        const [start, end] = [timeAt(pressed), timeAt(event.offsetX)];
        view.range = start < end ? [start, end] : [end, start];
        hint.hidden = true;
        return drawTimeline();
    }
    const item = itemAt(event);
    hint.hidden = !item;
    if (!item) return;
    hint.textContent = `${timeText(item.time)}  ${oneLine(item.title)}  ${item.note}`;
    hint.style.left = `${Math.min(event.offsetX + 12, canvas.clientWidth * 0.6)}px`;
    hint.style.top = `${event.offsetY + 16}px`;
});
canvas.addEventListener("pointerleave", () => { element("hint").hidden = true; });
canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const isClick = pressed === undefined || Math.abs(event.offsetX - pressed) <= 4;
    pressed = undefined;
    if (!isClick) return showList();
    const item = itemAt(event);
    if (item) choose(item);
});
addEventListener("resize", drawTimeline);
dark.addEventListener("change", showList);

showList();
const first = model.items.find((item) => item.lane === "tests" && isFailure(item)) ?? model.items.find((item) => item.data.moment)
    ?? model.items[0];
if (first) choose(first);
