// A notebook app for every framework. The `native` object contains the differences between the frameworks.

/**
 * @typedef {{ text: string, picture?: string }} Note
 * @typedef {{
 *   load: () => Promise<Note[]>, save: (notes: Note[]) => Promise<void>, takePicture: () => Promise<string>,
 *   isOnline: () => Promise<boolean>, onOnline: (hear: (isOnline: boolean) => void) => void,
 *   onPause?: (hear: () => void) => void, confirm?: (text: string) => Promise<boolean>,
 * }} Native
 */

/** @param {string} name @returns {HTMLElement} */
const element = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

/**
 * Starts the app. The promise resolves when the app shows its list.
 * @param {Native} native
 */
export const startNotebook = async (native) => {
    document.body.innerHTML = `
        <header><h1>Notebook</h1><button id="back" hidden>Back</button></header>
        <p id="offline" hidden>Offline: notes are kept on this phone.</p>
        <main id="list">
            <form id="form"><input id="text" placeholder="A new note" /><button>Add</button><button id="camera" type="button">Picture</button></form>
            <ul id="notes"></ul>
        </main>
        <article id="note" hidden><p id="full"></p><button id="remove">Delete</button></article>`;
    /** @type {Note[]} */
    let notes = await native.load();
    let shown = -1;

    const draw = () => {
        element("notes").replaceChildren(...notes.map((note, index) => {
            const row = document.createElement("li");
            row.tabIndex = 0;
            if (note.picture) {
                const image = document.createElement("img");
                image.src = note.picture;
                row.append(image);
            }
            row.append(note.text);
            row.onclick = () => open(index);
            return row;
        }));
        element("list").hidden = shown >= 0;
        element("note").hidden = element("back").hidden = shown < 0;
        element("full").textContent = notes[shown]?.text ?? "";
    };
    /** @param {number} index */
    const open = (index) => {
        shown = index;
        history.pushState({ index }, "");
        draw();
    };
    /** @param {Note} note */
    const add = async (note) => {
        notes = [...notes, note];
        await native.save(notes);
        draw();
    };

    element("form").onsubmit = (event) => {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (element("text"));
        if (field.value) void add({ text: field.value });
        field.value = "";
    };
    element("camera").onclick = async () => {
        try {
            await add({ text: "A picture", picture: await native.takePicture() });
        } catch (error) {
            element("offline").textContent = String(/** @type {any} */ (error).message ?? error);
            element("offline").hidden = false;
        }
    };
    element("back").onclick = () => history.back();
    element("remove").onclick = async () => {
        if (native.confirm && !(await native.confirm("Delete this note?"))) return;
        notes = notes.filter((_, index) => index !== shown);
        await native.save(notes);
        history.back();
    };
    onpopstate = ({ state }) => {
        shown = state?.index ?? -1;
        draw();
    };
    /** @param {boolean} isOnline */
    const showOnline = (isOnline) => (element("offline").hidden = isOnline);
    showOnline(await native.isOnline());
    native.onOnline(showOnline);
    native.onPause?.(() => document.body.classList.add("paused"));
    draw();
    document.documentElement.dataset.ready = "true";
};
