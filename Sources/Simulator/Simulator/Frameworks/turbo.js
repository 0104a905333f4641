// @ts-check
/* The adapter that Hotwire Native registers with a page's Turbo on iOS. Turbo's visits go to the app, which starts them. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    const turbo = () => page.Turbo;

    /** @param {string} name @param {Record<string, any>} [data] */
    const post = (name, data = {}) =>
        page.webkit.messageHandlers.turbo.postMessage({ name, data: { ...data, timestamp: Date.now() } });
    /** @param {string} name @param {Record<string, any>} data */
    const postAfterRepaint = (name, data) => {
        if (document.hidden) post(name, data);
        else requestAnimationFrame(() => requestAnimationFrame(() => post(name, data)));
    };

    // The visit that Turbo executes.
    /** @type {any} */
    let current;
    /** @param {(visit: any) => void} use @returns {(identifier: string) => void} */
    const ofCurrent = (use) => (identifier) => {
        if (current && current.identifier === identifier) use(current);
    };

    const adapter = {
        registerAdapter() {
            if (!turbo()) throw new Error("The page has no Turbo");
            turbo().registerAdapter(adapter);
            adapter.turboIsReady(true);
        },
        pageLoaded: () => postAfterRepaint("pageLoaded", { restorationIdentifier: turbo()?.navigator.restorationIdentifier ?? "" }),
        turboIsReady: (/** @type {boolean} */ isReady) => post("turboIsReady", { isReady }),
        pageLoadFailed: () => post("pageLoadFailed"),
        errorRaised: (/** @type {string} */ error) => post("errorRaised", { error }),

        // The functions that the app calls.
        /** @param {string} location @param {any} options @param {string | null} restorationIdentifier */
        visitLocationWithOptionsAndRestorationIdentifier(location, options, restorationIdentifier) {
            // A visit of the app to an anchor of this page loads the page again.
            const isSamePage = turbo().navigator.locationWithActionIsSamePage?.(new URL(location), options.action);
            turbo().navigator.startVisit(location, restorationIdentifier, isSamePage ? { action: "replace" } : options);
        },
        clearSnapshotCache: () => turbo()?.session.clearCache(),
        cacheSnapshot: () => turbo()?.session.view.cacheSnapshot(),
        issueRequestForVisitWithIdentifier: ofCurrent((visit) => visit.issueRequest()),
        changeHistoryForVisitWithIdentifier: ofCurrent((visit) => visit.changeHistory()),
        loadCachedSnapshotForVisitWithIdentifier: ofCurrent((visit) => visit.loadCachedSnapshot()),
        loadResponseForVisitWithIdentifier: ofCurrent((visit) => visit.loadResponse()),
        cancelVisitWithIdentifier: ofCurrent((visit) => visit.cancel()),

        // The functions that Turbo calls.
        /** @param {URL} location @param {any} options */
        visitProposedToLocation(location, options) {
            const { navigator } = turbo();
            const data = { location: String(location), options };
            if (navigator.locationWithActionIsSamePage?.(location, options?.action)) {
                post("visitProposalScrollingToAnchor", data);
                navigator.view.scrollToAnchorFromLocation(location);
            } else if (navigator.location?.href === location.href) {
                post("visitProposalRefreshingPage", data);
                adapter.visitLocationWithOptionsAndRestorationIdentifier(String(location), options, navigator.restorationIdentifier);
            } else {
                post("visitProposed", data);
            }
        },
        /** @param {any} visit */
        visitStarted(visit) {
            current = visit;
            const { identifier } = visit;
            post("visitStarted", { identifier, hasCachedSnapshot: Boolean(visit.hasCachedSnapshot()), isPageRefresh: visit.isPageRefresh || false });
            adapter.issueRequestForVisitWithIdentifier(identifier);
            adapter.changeHistoryForVisitWithIdentifier(identifier);
            adapter.loadCachedSnapshotForVisitWithIdentifier(identifier);
        },
        visitRequestStarted: (/** @type {any} */ { identifier }) => post("visitRequestStarted", { identifier }),
        visitRequestCompleted(/** @type {any} */ { identifier }) {
            post("visitRequestCompleted", { identifier });
            adapter.loadResponseForVisitWithIdentifier(identifier);
        },
        /** @param {any} visit @param {number} statusCode */
        visitRequestFailedWithStatusCode({ location, identifier }, statusCode) {
            const name = statusCode > 0 ? "visitRequestFailed" : "visitRequestFailedWithNonHttpStatusCode";
            post(name, { location: String(location), identifier, statusCode });
        },
        visitRequestFinished: (/** @type {any} */ { identifier }) => post("visitRequestFinished", { identifier }),
        visitRendered: (/** @type {any} */ { identifier }) => postAfterRepaint("visitRendered", { identifier }),
        visitCompleted: (/** @type {any} */ { identifier, restorationIdentifier }) => post("visitCompleted", { identifier, restorationIdentifier }),
        // Turbo 8 calls this function, and the app on iOS has none of its messages.
        visitFailed() {},
        formSubmissionStarted: (/** @type {any} */ { location }) => post("formSubmissionStarted", { location: String(location) }),
        formSubmissionFinished: (/** @type {any} */ { location }) => post("formSubmissionFinished", { location: String(location) }),
        pageInvalidated: () => post("pageInvalidated"),
        linkPrefetchingIsEnabledForLocation: () => false,
        log: (/** @type {string} */ message) => post("log", { message }),
    };

    addEventListener("error", ({ message, filename, lineno, colno }) => adapter.errorRaised(`${message} (${filename}:${lineno}:${colno})`));
    page.turboNative = adapter;

    let isSetUp = false;
    const setUp = () => {
        if (isSetUp) return;
        isSetUp = true;
        adapter.registerAdapter();
        adapter.pageLoaded();
    };
    if (turbo()) setUp();
    else document.addEventListener("turbo:load", setUp, { once: true });
})();
