// The page that shows the tests of a suite, and the live picture of the page that runs.

import { drawFrame } from "./frames.js";
import { connect, send } from "./socket.js";
import { showDetail } from "./test_detail.js";
import { Board, List } from "./test_list.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

const board = new Board();
const list = new List(element("list"), (row) => {
    showDetail(element("detail"), row);
    showControls();
});
const canvas = /** @type {HTMLCanvasElement} */ (element("surface"));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
let run = { isRunning: false, watchesFiles: false, summary: "" };

/** @param {any} event */
const take = (event) => {
    const chosen = list.current;
    const before = chosen && (chosen.failure ?? chosen.test?.result ?? chosen.page.result);
    board.take(event);
    if (event.run) run = event.run;
    if (event.page?.state === "running") element("page-name").textContent = event.page.name;
    list.rows = shownRows();
    const current = list.current;
    const after = current && (current.failure ?? current.test?.result ?? current.page.result);
    if (current && before !== after) showDetail(element("detail"), current);
    // The first failure of a run shows itself where nothing is chosen.
    if (!current && event.page?.state === "failed") {
        const failed = list.rows.find(({ page, test, failure }) => page.name === event.page.name && (failure || test?.status === "failed"));
        if (failed) list.choose(failed);
    }
};

const shownRows = () => board.rows(element("filter").value.toLowerCase(), element("only-failed").checked);

const show = () => {
    list.show(shownRows());
    showControls();
    const { isRunning, watchesFiles, summary } = run;
    const status = element("summary");
    status.textContent = isRunning ? "Running" : [summary, watchesFiles ? "watching files" : ""].filter(Boolean).join("  ·  ");
    status.className = isRunning || !summary ? "" : / 0 failed/.test(summary) ? "passed" : "failed";
    document.title = isRunning ? "… Tests" : !summary ? "Tests" : `${/ 0 failed/.test(summary) ? "✓" : "✗"} ${summary}`;
};

const showControls = () => {
    for (const name of ["run", "run-failed"]) element(name).disabled = run.isRunning || !board.pages.length;
    element("run-chosen").disabled = run.isRunning || !list.current;
    element("stop").disabled = !run.isRunning;
    const isFiltered = element("filter").value || element("only-failed").checked;
    element("run").textContent = isFiltered ? "Run shown" : "Run all";
};

// MARK: Controls

element("run").addEventListener("click", () => {
    const isFiltered = element("filter").value || element("only-failed").checked;
    const pages = [...new Set(shownRows().map(({ page }) => page.name))];
    send(isFiltered ? { type: "run", pages } : { type: "runAll" });
});
element("run-failed").addEventListener("click", () => send({ type: "runFailed" }));
element("run-chosen").addEventListener("click", () => {
    const row = list.current;
    if (!row) return;
    send(row.test ? { type: "runTest", page: row.page.name, name: row.test.name } : { type: "run", pages: [row.page.name] });
});
element("stop").addEventListener("click", () => send({ type: "stop" }));
element("filter").addEventListener("input", show);
element("only-failed").addEventListener("change", show);

connect((frame) => drawFrame(canvas, pen, frame), ({ events }) => {
    for (const event of events) take(event);
    show();
    send({ type: "eventsTaken" });
}, () => { element("summary").textContent = "The command has ended. Start it again, and reload this page."; });
element("list").focus();
