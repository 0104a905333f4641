// The notebook's native half for frameworks without plugins. This half stores notes in memory and draws the picture.

let notes = [];
let answers = [];

const picture =
    "data:image/svg+xml," +
    encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='48'><circle cx='32' cy='24' r='20'/></svg>");

/** The commands by name. The page receives the errors that they throw. */
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
    // Sets the answers to the next dialogs, for tests.
    answer: (list) => {
        answers = list;
    },
};
