// The native half of the suites in this folder, which Scripts/pages names with --native.

import { label } from "./lib/label.js";

export default {
    handlers: {
        echo: (body) => body,
        camera: async ({ quality }, { frame }) => {
            if (!frame.isMainFrame) throw new Error("Only the app itself takes pictures");
            return { file: label("photo"), quality, from: frame.origin };
        },
        late: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds, "late")),
        bug: () => null.member,
        loop: () => { while (true); },
        tell: (body, { fire }) => { fire("told", { heard: body }); },
    },
    plugins: { Camera: { getPhoto: async ({ quality }) => ({ webPath: "photo.jpg", quality }) } },
    events: { checkout: (detail, { fire, frame }) => fire("paid", { ...detail, from: frame.origin }) },
};
