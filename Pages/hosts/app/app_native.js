// The native half of the notebook for frameworks without plugins: keeps notes in memory and draws the picture.

let notes = [];
let answers = [];

const picture =
    "data:image/svg+xml," +
    encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='48'><circle cx='32' cy='24' r='20'/></svg>");

/** The commands by name; an error that one throws reaches the page. */
export const commands = {
    load: () => notes,
    save: (list) => {
        notes = list;
    },
    takePicture: () => {
        if (answers.shift() === "cancel") throw new Error("The user took no picture");
        return picture;
    },
    confirm: () => answers.shift() !== "cancel",
    // For tests: the answers to the next dialogs.
    answer: (list) => {
        answers = list;
    },
};
