// The page that shows a view, and its controls.

import { Surface } from "./surface.js";
import { Log } from "./log.js";
import { Phone } from "./phone.js";
import { connect, send } from "./socket.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

const log = new Log();
const phone = new Phone(send);
const surface = new Surface(element("surface"), element("bezel"), element("stage"), send);
/** @type {any} */
let state = {};

/** @param {string[]} names */
const showDevices = (names) => {
    const list = element("device");
    list.replaceChildren(new Option("None", ""), ...names.map((name) => new Option(name)));
    list.value = state.device ?? "";
};

/** @param {any} next */
const showState = (next) => {
    state = next;
    document.title = `${state.title || state.url || "Page"} · Preview`;
    if (document.activeElement !== element("address")) element("address").value = state.url;
    element("back").disabled = !state.canGoBack;
    element("forward").disabled = !state.canGoForward;
    element("reload").setAttribute("aria-busy", state.isLoading);
    for (const name of ["dark", "offline"]) {
        const isOn = name === "dark" ? state.isDark : state.isOffline;
        element(name).setAttribute("aria-pressed", isOn);
    }
    element("device").value = state.device ?? "";
    const [top, right, bottom, left] = state.safeArea;
    const facts = [
        state.device, `${state.width} × ${state.height}`, `${state.scale}x`,
        top || right || bottom || left ? `safe area ${state.safeArea.join(" ")}` : null,
        state.isOffline ? "offline" : null, state.watchesFiles ? "watching files" : null,
    ];
    element("facts").textContent = facts.filter(Boolean).join("  ·  ");
    surface.setDevice(state);
    phone.show(state);
};

// MARK: Controls

for (const name of ["back", "forward", "reload", "rotate"]) {
    element(name).addEventListener("click", () => send({ type: name }));
}
element("dark").addEventListener("click", () => send({ type: state.isDark ? "light" : "dark" }));
element("offline").addEventListener("click", () => send({ type: state.isOffline ? "online" : "offline" }));
element("device").addEventListener("change", () => {
    send({ type: "device", name: element("device").value || null });
    element("surface").focus();
});
element("location").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    send({ type: "open", text: element("address").value });
    element("surface").focus();
});

// MARK: Questions of the page

/** @type {any} */
let question = null;
/** @type {number | null} */
let chosen = null;
const dialog = element("question");

/** @param {any} next */
const showQuestion = (next) => {
    question = null;
    if (dialog.open) dialog.close("");
    question = next;
    if (!next) return;
    chosen = null;
    const isMenu = next.kind === "menu";
    element("question-text").textContent = isMenu ? "Choose" : next.message;
    element("question-input").hidden = next.kind !== "prompt";
    element("question-input").value = next.defaultText ?? "";
    element("question-cancel").hidden = next.kind === "alert";
    element("question-ok").hidden = isMenu;
    element("question-items").replaceChildren(...next.items.map((/** @type {any} */ item, /** @type {number} */ index) => {
        const button = document.createElement("button");
        button.value = "ok";
        button.textContent = item.label;
        button.disabled = !item.isEnabled || item.isGroup;
        if (item.isSelected) button.setAttribute("aria-current", "true");
        button.addEventListener("click", () => { chosen = index; });
        const line = document.createElement("li");
        line.className = item.isGroup ? "group" : "";
        line.append(button);
        return line;
    }));
    dialog.returnValue = "";
    dialog.showModal();
    (isMenu ? dialog.querySelector("[aria-current]") : next.kind === "prompt" ? element("question-input") : element("question-ok"))?.focus();
};
dialog.addEventListener("close", () => {
    if (!question) return;
    const isConfirmed = dialog.returnValue === "ok";
    const text = question.kind === "prompt" ? element("question-input").value : null;
    send({ type: "answer", answer: { id: question.id, isConfirmed, text, index: isConfirmed ? chosen : null } });
    question = null;
    element("surface").focus();
});

connect((frame) => surface.show(frame), (message) => {
    if (message.state) showState(message.state);
    if (message.devices) showDevices(message.devices);
    if (message.entries) {
        log.add(message.entries);
        send({ type: "entriesShown" });
    }
    if ("question" in message) showQuestion(message.question ?? null);
}, () => { element("facts").textContent = "The preview has ended. Start it again, and reload this page."; });
element("surface").focus();
