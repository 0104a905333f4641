// Tests of Cordova's file plugin: its interface, its wire protocol, and malformed calls.

const page = /** @type {any} */ (window);
const { cordova } = page;

/** @param {string} action @param {...any} args @returns {Promise<any>} */
const file = (action, ...args) => new Promise((resolve, reject) => cordova.exec(resolve, reject, "File", action, args));

/** @param {any} receiver @param {string} method @param {...any} args @returns {Promise<any>} */
const call = (receiver, method, ...args) => new Promise((resolve, reject) => receiver[method](...args, resolve, reject));

/** @param {Promise<any>} promise */
const errorOf = (promise) => promise.then(() => assert_unreached("no error"), (error) => error?.code ?? error);

/** @param {any} entry @param {any} data @param {number} [position] */
const write = async (entry, data, position = 0) => {
    const writer = await call(entry, "createWriter");
    writer.seek(position);
    await new Promise((resolve, reject) => {
        Object.assign(writer, { onwriteend: resolve, onerror: () => reject(writer.error) });
        void writer.write(data);
    });
    return writer;
};

/** @param {any} entry */
const text = async (entry) => (await call(entry, "file")).text();

/** @type {any} */
let root;

promise_test(async () => {
    const system = await new Promise((resolve, reject) => page.requestFileSystem(page.PERSISTENT, 1000, resolve, reject));
    assert_equals(system.name, "persistent");
    root = system.root;
    assert_equals(root.toInternalURL(), "cdvfile://localhost/persistent/");
    assert_true(root.nativeURL.endsWith("/Documents/"));
    assert_equals(await errorOf(file("requestFileSystem", 99, 0)), 1);
    assert_equals(await errorOf(file("requestFileSystem", 1, 1e15)), 10);
    const names = (await file("requestAllFileSystems")).map((/** @type {any} */ { filesystemName }) => filesystemName);
    assert_array_equals(names.slice(0, 2), ["temporary", "persistent"]);
    assert_true(cordova.file.dataDirectory.endsWith("/Library/NoCloud/"));
}, "the file systems and folders of iOS exist");

promise_test(async () => {
    const folder = await call(root, "getDirectory", "a b", { create: true });
    const entry = await call(folder, "getFile", "ü.txt", { create: true, exclusive: true });
    assert_equals(entry.fullPath, "/a b/ü.txt");
    assert_equals((await write(entry, "one")).position, 3);
    await write(entry, new Blob([", two"]), 3);
    assert_equals(await text(entry), "one, two");
    await write(entry, new Uint8Array([0, 255, 10]).buffer);
    assert_array_equals([...new Uint8Array(await (await call(entry, "file")).arrayBuffer())], [0, 255, 10]);
    assert_equals(await file("readAsBinaryString", entry.toInternalURL(), 0, 2), "\0ÿ");
    assert_equals(await file("readAsDataURL", entry.toInternalURL(), 1, 3), `data:text/plain;base64,${btoa("ÿ\n")}`);
    assert_equals(await errorOf(file("readAsText", entry.toInternalURL(), "UTF-8", 0, 3)), 5);
    const { size, modificationTime } = await call(entry, "getMetadata");
    assert_equals(size, 3);
    assert_true(modificationTime instanceof Date && modificationTime.getFullYear() > 2000);
    assert_equals((await call(entry, "getParent")).fullPath, "/a b/");
    assert_equals((await call(root, "getParent")).fullPath, "/");
}, "files are written at a position, read and described");

promise_test(async () => {
    const entry = await call(root, "getFile", "cut.txt", { create: true });
    const writer = await write(entry, "0123456789");
    await new Promise((resolve) => {
        writer.onwriteend = resolve;
        writer.truncate(4);
    });
    assert_equals(`${writer.length} ${writer.position}`, "4 4");
    assert_equals(await text(entry), "0123");
    assert_equals(await file("truncate", entry.toInternalURL(), 6), 6);
    assert_equals((await text(entry)).length, 6);
    assert_equals(await errorOf(file("truncate", entry.toInternalURL(), 1e300)), 10);
    assert_equals(await errorOf(file("write", entry.toInternalURL(), "x", Number.MAX_SAFE_INTEGER)), 10);
}, "files are truncated, and no file becomes huge");

promise_test(async () => {
    for (const [path, options, code] of /** @type {[string, any, number][]} */ ([
        ["none", {}, 1], ["cut.txt", { create: true, exclusive: true }, 12], ["a b", {}, 11], ["a:b", { create: true }, 5],
        ["none/x", { create: true }, 3],
    ])) {
        assert_equals(await errorOf(call(root, "getFile", path, options)), code, path);
    }
    assert_equals(await errorOf(call(root, "getDirectory", "cut.txt", {})), 11);
}, "missing and existing files are errors with the plugin's numbers");

promise_test(async () => {
    const folder = await call(root, "getDirectory", "from", { create: true });
    const entry = await call(folder, "getFile", "x", { create: true });
    await write(entry, "x");
    const target = await call(root, "getDirectory", "to", { create: true });
    assert_equals((await call(entry, "copyTo", target, "y")).fullPath, "/to/y");
    assert_equals(await errorOf(call(entry, "copyTo", target, "y")), 12);
    assert_equals((await call(folder, "moveTo", target, null)).fullPath, "/to/from/");
    assert_equals(await errorOf(call(target, "copyTo", await call(target, "getDirectory", "from", {}), "z")), 9);
    assert_equals(await errorOf(call(entry, "remove")), 1);
    const entries = await call(target.createReader(), "readEntries");
    assert_array_equals(entries.map((/** @type {any} */ { name, isDirectory }) => `${name} ${isDirectory}`), ["from true", "y false"]);
    assert_equals(await errorOf(call(target, "remove")), 9);
    await call(target, "removeRecursively");
    assert_equals(await errorOf(call(root, "getDirectory", "to", {})), 1);
    assert_equals(await errorOf(call(root, "removeRecursively")), 6);
}, "entries are copied, moved, listed and removed");

/** @param {any} folder @returns {Promise<string[]>}  The paths below a folder, and the contents of files. */
const tree = async (folder) => {
    /** @type {string[]} */
    const found = [];
    for (const entry of await call(folder.createReader(), "readEntries")) {
        if (entry.isDirectory) found.push(entry.fullPath, ...await tree(entry));
        else found.push(`${entry.fullPath}=${await text(entry)}`);
    }
    return found;
};

promise_test(async () => {
    const folder = async (/** @type {any} */ parent, /** @type {string} */ name) => call(parent, "getDirectory", name, { create: true });
    const trunk = await folder(root, "tree"), outer = await folder(trunk, "outer"), inner = await folder(outer, "inner");
    const full = await folder(trunk, "full"), empty = await folder(trunk, "empty");
    for (const [parent, name] of [[inner, "deep"], [outer, "file"], [full, "kept"], [trunk, "file"]]) {
        await write(await call(parent, "getFile", name, { create: true }), `${name} of ${parent.fullPath}`);
    }
    const file = await call(trunk, "getFile", "file", {}), deep = await call(inner, "getFile", "deep", {});
    const before = await tree(trunk);
    for (const [entry, parent, name] of [
        [outer, inner, "outer"], [outer, outer, "new"], [outer, outer, "inner"], [outer, trunk, "outer"], [outer, trunk, "full"],
        [outer, trunk, "file"], [inner, trunk, "outer"], [deep, outer, "inner"], [file, trunk, "empty"], [file, trunk, "file"],
        [trunk, trunk, "tree"], [root, trunk, "documents"], [file, file, "x"],
    ]) {
        for (const method of ["moveTo", "copyTo"]) {
            const code = await errorOf(call(entry, method, parent, name));
            assert_in_array(code, [6, 9, 12, 1], `${method} ${entry.fullPath} to ${parent.fullPath}${name}`);
            assert_array_equals(await tree(trunk), before, `${method} ${entry.fullPath} to ${parent.fullPath}${name}`);
        }
    }
    assert_equals(await errorOf(call(outer, "copyTo", trunk, "empty")), 12);
    // iOS moves a folder to an empty one, and a file to a file.
    await call(outer, "moveTo", trunk, "empty");
    await call(file, "moveTo", full, "kept");
    assert_array_equals(await tree(trunk), [
        "/tree/empty/", "/tree/empty/file=file of /tree/outer/", "/tree/empty/inner/", "/tree/empty/inner/deep=deep of /tree/outer/inner/",
        "/tree/full/", "/tree/full/kept=file of /tree/",
    ]);
    assert_true(empty.isDirectory);
    await call(trunk, "removeRecursively");
}, "moves and copies that cannot be done change nothing");

promise_test(async () => {
    const entry = await call(root, "getFile", "page.txt", { create: true });
    await write(entry, "for the page");
    assert_true(entry.toURL().startsWith("app://localhost/_app_file_/var/mobile/"));
    assert_equals(await (await fetch(entry.toURL())).text(), "for the page");
    for (const url of [entry.nativeURL, entry.toInternalURL(), `${cordova.file.documentsDirectory}page.txt`]) {
        assert_equals((await new Promise((resolve, reject) => page.resolveLocalFileSystemURL(url, resolve, reject))).fullPath, "/page.txt", url);
    }
    const picture = await new Promise((resolve, reject) => page.navigator.camera.getPicture(resolve, reject, {}));
    const found = await new Promise((resolve, reject) => page.resolveLocalFileSystemURL(picture, resolve, reject));
    const image = new Image();
    image.src = found.toURL();
    await image.decode();
    assert_equals(image.naturalWidth, 64);
}, "the page loads files by their addresses");

promise_test(async () => {
    assert_equals((await call(root, "getFile", "../../../etc/passwd", { create: true }).catch((error) => error)).code, 3);
    assert_equals((await call(root, "getDirectory", "../../x", { create: true })).fullPath, "/x/");
    const entry = await call(root, "getFile", "safe", { create: true });
    for (const [url, codes] of /** @type {[any, number[]][]} */ ([
        ["cdvfile://localhost/persistent/../../../../etc/passwd", [1, 2]], ["cdvfile://localhost/root/etc/passwd", [1]],
        ["cdvfile://localhost/root", [1]], ["cdvfile://localhost/bundle/index.html", [1]], ["cdvfile://localhost/assets-library/x", [1]],
        ["cdvfile://localhost/persistent/%2e%2e/%2e%2e/%2e%2e/etc/passwd", [1, 2]], ["cdvfile://other/persistent/x", [5]],
        ["cdvfile://localhost/none/x", [5]], ["file:///etc/passwd", [1]], ["https://app.example/", [5]], ["", [5]], [null, [5]],
        [{ toString: 1 }, [5]], [[], [5]], ["cdvfile://localhost/persistent/a%00b", [1, 2]],
        [`cdvfile://localhost/persistent/${"x".repeat(5000)}`, [1, 9]],
    ])) {
        for (const action of ["resolveLocalFileSystemURI", "getFileMetadata", "readEntries", "readAsText", "remove", "getParent"]) {
            // The parent of a missing file can exist.
            if (action === "getParent") await file(action, url).catch(() => {});
            else assert_in_array(await errorOf(file(action, url, "UTF-8", 0, 10)), codes, `${action} ${JSON.stringify(url)}`);
        }
    }
    for (const name of ["../../../x", "..", "a/../../../../x", "/../x"]) {
        assert_in_array(await errorOf(call(entry, "copyTo", root, name)), [1, 2, 9, 12], name);
    }
    for (const path of ["/_app_file_/etc/passwd", "/_app_file_/var/mobile/%2e%2e/%2e%2e/etc/passwd"]) {
        assert_not_equals((await fetch(path)).status, 200, path);
    }
}, "no path leads out of the app's files");

promise_test(async () => {
    const url = (await call(root, "getFile", "odd", { create: true })).toInternalURL();
    await file("write", url, "content", 0);
    assert_equals(await errorOf(file("write", url, { CDVType: "ArrayBuffer", data: "€" }, 0)), "Invalid parameter type");
    for (const data of [null, 1, [], {}, true]) assert_equals(await errorOf(file("write", url, data, 0)), "Invalid parameter type");
    assert_equals(await file("readAsText", url, "UTF-8", -5, -1), "content");
    assert_equals(await file("readAsText", url, "utf-8", 3, 1e300), "tent");
    assert_equals(await file("readAsText", url, "UTF-8", "x", {}), "");
    assert_equals(await file("readAsText", url, "UTF-8", 5, 2), "");
    assert_equals(await errorOf(file("readAsText", url, 8, 0, 1)), 5);
    assert_equals(await errorOf(file("write", root.toInternalURL(), "x", 0)), 9);
    await file("getFile", root.toInternalURL(), 7, "options").then(() => assert_unreached(), () => {});
    for (const action of ["getFile", "getDirectory", "getParent", "copyTo", "moveTo", "remove", "write", "truncate", "setMetadata", "readAsArrayBuffer"]) {
        await file(action).then(() => assert_unreached(action), () => {});
    }
}, "arguments of other types are errors or have their default values");
