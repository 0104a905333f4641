// The page's part of Turbo's visits: the code of `@hotwired/turbo` that the native adapter uses. The suite's visits show pages below
// the heading of the page.

/** @typedef {{ action?: string, response?: { redirected: boolean } }} Options */

/** @type {any} */
let adapter;
// The contents of pages by address, which a visit with the action `restore` shows at once.
/** @type {Map<string, string>} */
const snapshots = new Map();

class Visit {
    identifier = crypto.randomUUID();
    isPageRefresh = false;
    /** @type {string | undefined} */
    #text;
    #isCanceled = false;
    /** @param {URL} location @param {string | null} restorationIdentifier @param {Options} options */
    constructor(location, restorationIdentifier, options) {
        this.location = location;
        this.action = options.action ?? "advance";
        this.restorationIdentifier = restorationIdentifier || crypto.randomUUID();
    }
    hasCachedSnapshot() { return this.action === "restore" && snapshots.has(this.location.href); }
    loadCachedSnapshot() { if (this.hasCachedSnapshot()) this.#show(snapshots.get(this.location.href) ?? ""); }
    changeHistory() {
        const state = { turbo: this.restorationIdentifier };
        if (this.action === "replace") history.replaceState(state, "", this.location);
        else history.pushState(state, "", this.location);
    }
    async issueRequest() {
        adapter.visitRequestStarted(this);
        try {
            const response = await fetch(this.location);
            this.#text = await response.text();
            if (this.#isCanceled) return;
            if (response.ok) adapter.visitRequestCompleted(this);
            else adapter.visitRequestFailedWithStatusCode(this, response.status);
        } catch {
            // Turbo's number for a failure of the network.
            adapter.visitRequestFailedWithStatusCode(this, 0);
        }
        adapter.visitRequestFinished(this);
    }
    loadResponse() {
        navigator.location = this.location;
        navigator.restorationIdentifier = this.restorationIdentifier;
        snapshots.set(this.location.href, this.#text ?? "");
        this.#show(this.#text ?? "");
        adapter.visitCompleted(this);
    }
    cancel() { this.#isCanceled = true; }
    /** @param {string} text */
    #show(text) {
        document.documentElement.dataset.visited = new DOMParser().parseFromString(text, "text/html").title;
        adapter.visitRendered(this);
    }
}

const navigator = {
    location: new URL(location.href),
    restorationIdentifier: crypto.randomUUID(),
    view: { scrollToAnchorFromLocation: (/** @type {URL} */ { hash }) => (document.documentElement.dataset.anchor = hash) },
    /** @param {URL} location @param {string} [action] */
    locationWithActionIsSamePage: (location, action) =>
        action !== "replace" && location.hash !== "" && location.href.split("#")[0] === navigator.location.href.split("#")[0],
    /** @param {string | URL} location @param {string | null} restorationIdentifier @param {Options} [options] */
    startVisit: (location, restorationIdentifier, options = {}) =>
        adapter.visitStarted(new Visit(new URL(location), restorationIdentifier, options)),
};

export const Turbo = {
    navigator,
    session: {
        clearCache: () => snapshots.clear(),
        view: { cacheSnapshot() {} },
    },
    /** @param {any} native */
    registerAdapter: (native) => (adapter = native),
    /** @param {string} location @param {Options} [options] */
    visit: (location, options = {}) => adapter.visitProposedToLocation(new URL(location, document.baseURI), options),
};

Object.assign(window, { Turbo });
document.dispatchEvent(new Event("turbo:load"));
