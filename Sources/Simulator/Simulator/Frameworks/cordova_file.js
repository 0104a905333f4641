// @ts-check
/* The interface of cordova-plugin-file, for pages without their own `cordova.js`. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    const { cordova } = page;

    /** @typedef {{ isDirectory: boolean, name: string, fullPath: string, filesystemName: string, nativeURL: string }} Description */

    class FileError {
        /** @param {number} code */
        constructor(code) { this.code = code; }
    }
    const codes = [
        "NOT_FOUND_ERR", "SECURITY_ERR", "ABORT_ERR", "NOT_READABLE_ERR", "ENCODING_ERR", "NO_MODIFICATION_ALLOWED_ERR",
        "INVALID_STATE_ERR", "SYNTAX_ERR", "INVALID_MODIFICATION_ERR", "QUOTA_EXCEEDED_ERR", "TYPE_MISMATCH_ERR", "PATH_EXISTS_ERR",
    ];
    codes.forEach((name, index) => Object.assign(FileError, { [name]: index + 1 }));

    /** @param {string} action @param {any[]} args @param {(value: any) => any} [use] @param {Function} [success] @param {Function} [fail] */
    const send = (action, args, use = (value) => value, success, fail) =>
        cordova.exec(
            (/** @type {any} */ value) => success?.(use(value)), (/** @type {any} */ code) => fail?.(new FileError(code)), "File", action, args);

    class FileSystem {
        /** @param {string} name */
        constructor(name) { this.name = name; }
        get root() { return new DirectoryEntry({ isDirectory: true, name: "", fullPath: "/", filesystemName: this.name, nativeURL: roots.get(this.name) ?? "" }); }
        toJSON() { return `<FileSystem: ${this.name}>`; }
    }
    // The addresses of the file systems' roots.
    /** @type {Map<string, string>} */
    const roots = new Map();

    class Entry {
        /** @param {Description} description */
        constructor({ isDirectory, name, fullPath, filesystemName, nativeURL }) {
            Object.assign(this, { isFile: !isDirectory, isDirectory });
            this.name = name;
            this.fullPath = fullPath;
            this.filesystem = new FileSystem(filesystemName);
            this.nativeURL = nativeURL;
        }
        toInternalURL() {
            return `cdvfile://localhost/${this.filesystem.name}${encodeURI(this.fullPath).replace(/[?#]/g, encodeURIComponent)}`;
        }
        toURL() { return page.WkWebView.convertFilePath(this.nativeURL); }
        /** @param {Function} [success] @param {Function} [fail] */
        getMetadata(success, fail) {
            const use = (/** @type {any} */ { size, lastModifiedDate }) => ({ size, modificationTime: new Date(lastModifiedDate) });
            send("getFileMetadata", [this.toInternalURL()], use, success, fail);
        }
        /** @param {Function} [success] @param {Function} [fail] @param {any} [metadata] */
        setMetadata(success, fail, metadata) { send("setMetadata", [this.toInternalURL(), metadata], undefined, success, fail); }
        /** @param {DirectoryEntry} parent @param {string} [name] @param {Function} [success] @param {Function} [fail] */
        copyTo(parent, name, success, fail) { send("copyTo", [this.toInternalURL(), parent.toInternalURL(), name || this.name], entry, success, fail); }
        /** @param {DirectoryEntry} parent @param {string} [name] @param {Function} [success] @param {Function} [fail] */
        moveTo(parent, name, success, fail) { send("moveTo", [this.toInternalURL(), parent.toInternalURL(), name || this.name], entry, success, fail); }
        /** @param {Function} [success] @param {Function} [fail] */
        remove(success, fail) { send("remove", [this.toInternalURL()], undefined, success, fail); }
        /** @param {Function} [success] @param {Function} [fail] */
        getParent(success, fail) { send("getParent", [this.toInternalURL()], entry, success, fail); }
    }

    class DirectoryEntry extends Entry {
        createReader() {
            let isRead = false;
            return {
                readEntries: (/** @type {Function} */ success, /** @type {Function} */ fail) => {
                    if (isRead) return success([]);
                    const use = (/** @type {Description[]} */ list) => {
                        isRead = true;
                        return list.map(entry);
                    };
                    send("readEntries", [this.toInternalURL()], use, success, fail);
                },
            };
        }
        /** @param {string} path @param {any} options @param {Function} [success] @param {Function} [fail] */
        getFile(path, options, success, fail) { send("getFile", [this.toInternalURL(), path, options], entry, success, fail); }
        /** @param {string} path @param {any} options @param {Function} [success] @param {Function} [fail] */
        getDirectory(path, options, success, fail) { send("getDirectory", [this.toInternalURL(), path, options], entry, success, fail); }
        /** @param {Function} [success] @param {Function} [fail] */
        removeRecursively(success, fail) { send("removeRecursively", [this.toInternalURL()], undefined, success, fail); }
    }

    class FileEntry extends Entry {
        // Reads the whole file, so that the page's own FileReader can read the result.
        /** @param {Function} success @param {Function} [fail] */
        file(success, fail) {
            const url = this.toInternalURL();
            send("getFileMetadata", [url], undefined, (/** @type {any} */ { name, type, lastModifiedDate, size }) => {
                const use = (/** @type {ArrayBuffer} */ bytes) =>
                    Object.assign(new File([bytes], name, { type, lastModified: lastModifiedDate }), { localURL: url });
                send("readAsArrayBuffer", [url, 0, size], use, success, fail);
            }, fail);
        }
        /** @param {Function} success @param {Function} [fail] */
        createWriter(success, fail) {
            const url = this.toInternalURL();
            send("getFileMetadata", [url], ({ size }) => new FileWriter(url, size), success, fail);
        }
    }

    class FileWriter {
        /** @param {string} url @param {number} length */
        constructor(url, length) {
            Object.assign(this, { localURL: url, error: null });
            this.url = url;
            this.length = length;
            this.position = 0;
            this.readyState = FileWriter.INIT;
        }
        static INIT = 0;
        static WRITING = 1;
        static DONE = 2;
        /** @param {string} type */
        #fire(type) { /** @type {any} */ (this)[`on${type}`]?.({ type, target: this, lengthComputable: false, loaded: 0, total: 0 }); }
        /** @param {string} action @param {any[]} args @param {(result: number) => void} use */
        #run(action, args, use) {
            if (this.readyState === FileWriter.WRITING) throw new FileError(/** @type {any} */ (FileError).INVALID_STATE_ERR);
            this.readyState = FileWriter.WRITING;
            this.#fire("writestart");
            const end = (/** @type {string} */ type) => {
                if (this.readyState === FileWriter.DONE) return;
                this.readyState = FileWriter.DONE;
                this.#fire(type);
                this.#fire("writeend");
            };
            send(action, args, undefined, (/** @type {number} */ result) => {
                if (this.readyState !== FileWriter.DONE) use(result);
                end("write");
            }, (/** @type {any} */ error) => {
                Object.assign(this, { error });
                end("error");
            });
        }
        /** @param {any} data a text, a Blob or an ArrayBuffer */
        async write(data) {
            const content = data instanceof Blob ? await data.arrayBuffer() : data;
            this.#run("write", [this.url, content, this.position, content instanceof ArrayBuffer], (count) => {
                this.position += count;
                this.length = this.position;
            });
        }
        /** @param {number} offset */
        seek(offset) {
            if (!offset && offset !== 0) return;
            this.position = offset < 0 ? Math.max(this.length + offset, 0) : Math.min(offset, this.length);
        }
        /** @param {number} size */
        truncate(size) {
            this.#run("truncate", [this.url, size], (length) => {
                this.length = length;
                this.position = Math.min(this.position, length);
            });
        }
        abort() {
            if (this.readyState !== FileWriter.WRITING) throw new FileError(/** @type {any} */ (FileError).INVALID_STATE_ERR);
            this.readyState = FileWriter.DONE;
            Object.assign(this, { error: new FileError(/** @type {any} */ (FileError).ABORT_ERR) });
            this.#fire("abort");
            this.#fire("writeend");
        }
    }

    /** @param {Description} description */
    const entry = (description) => (description.isDirectory ? new DirectoryEntry(description) : new FileEntry(description));

    Object.assign(page, {
        FileError, FileSystem, DirectoryEntry, FileEntry, FileWriter,
        LocalFileSystem: { TEMPORARY: 0, PERSISTENT: 1 }, TEMPORARY: 0, PERSISTENT: 1,
        /** @param {number} type @param {number} size @param {Function} [success] @param {Function} [fail] */
        requestFileSystem(type, size, success, fail) {
            send("requestFileSystem", [type, size], ({ name }) => new FileSystem(name), success, fail);
        },
        /** @param {string} url @param {Function} [success] @param {Function} [fail] */
        resolveLocalFileSystemURL(url, success, fail) { send("resolveLocalFileSystemURI", [url], entry, success, fail); },
    });
    page.resolveLocalFileSystemURI = page.resolveLocalFileSystemURL;

    cordova.file = {};
    /** @param {string} action @param {(value: any) => void} use @returns {Promise<void>} */
    const load = (action, use) =>
        new Promise((resolve) => send(action, [], use, () => resolve(), () => resolve()));
    cordova.require("cordova/starters").push(
        () => load("requestAllPaths", (paths) => Object.assign(cordova.file, paths)),
        () => load("requestAllFileSystems", (list) => {
            for (const { filesystemName, nativeURL } of list) roots.set(filesystemName, nativeURL);
        }));
})();
