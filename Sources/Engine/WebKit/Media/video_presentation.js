/**
 * Defines picture in picture and the choice of a device to play on, which WebKit has on iOS and WebKitGTK lacks. There is no floating
 * window and no device: pages see the states and events of the window, and that no device is there.
 *
 * Sources: Picture-in-Picture, https://w3c.github.io/picture-in-picture/; Remote Playback API, https://w3c.github.io/remote-playback/;
 * WebKit, HTMLVideoElement.idl, HTMLMediaElement.idl, MediaElementSession.cpp (`wirelessVideoPlaybackDisabled`).
 * @param {{ pictureInPicture: boolean, airPlay: boolean }} allowed
 */
(function (allowed) {
    "use strict";
    if (!self.HTMLVideoElement || "webkitSupportsPresentationMode" in self.HTMLVideoElement.prototype) return;
    const { defineProperties, defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors, setPrototypeOf } = Object;
    const { apply } = Reflect, { DOMException, Event, EventTarget, Promise, setTimeout, WeakMap, HTMLMediaElement, HTMLVideoElement } = self;
    const media = HTMLMediaElement.prototype, video = HTMLVideoElement.prototype;
    const getter = (/** @type {object} */ prototype, /** @type {string} */ name) => getOwnPropertyDescriptor(prototype, name)?.get;
    const readyState = getter(media, "readyState"), videoTracks = getter(media, "videoTracks");
    const videoWidth = getter(video, "videoWidth"), videoHeight = getter(video, "videoHeight");
    const { getAttribute, hasAttribute, toggleAttribute } = Element.prototype, { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
    const fullscreen = getter(video, "webkitDisplayingFullscreen"), supportsFullscreen = getter(video, "webkitSupportsFullscreen");
    const { webkitEnterFullscreen, webkitExitFullscreen } = video;
    const activation = navigator.userActivation, isActive = activation && getter(UserActivation.prototype, "isActive");

    /** Throws for values that are no element of the kind. */
    const brand = (/** @type {any} */ element, /** @type {any} */ read = readyState) => apply(read, element, []);
    const isActivated = () => !activation || apply(isActive, activation, []);
    const failure = (/** @type {string} */ name, /** @type {string} */ text) => Promise.reject(new DOMException(text, name));
    const has = (/** @type {any} */ element, /** @type {string} */ name) => apply(hasAttribute, element, [name]);
    const later = (/** @type {() => void} */ run) => setTimeout(run, 0);

    const dispatch = (/** @type {any} */ target, /** @type {Event} */ event) => apply(dispatchEvent, target, [event]);

    /** Adds members, as an interface definition does. */
    const extend = (/** @type {object} */ prototype, /** @type {object} */ members) => defineProperties(prototype, getOwnPropertyDescriptors(members));

    /** Adds a property for the handler of an event. */
    const extendByHandler = (/** @type {object} */ prototype, /** @type {string} */ type) => {
        const handlers = new WeakMap();
        extend(prototype, {
            get [`on${type}`]() { return handlers.get(this) ?? null; },
            set [`on${type}`](handler) {
                const known = handlers.get(this);
                if (known) apply(removeEventListener, this, [type, known]);
                handlers.delete(this);
                if (typeof handler !== "function") return;
                handlers.set(this, handler);
                apply(addEventListener, this, [type, handler]);
            },
        });
    };

    /** Adds properties that are attributes without a value. */
    const extendByAttributes = (/** @type {object} */ prototype, /** @type {string[]} */ ...names) => {
        for (const name of names) {
            const attribute = name.toLowerCase();
            extend(prototype, {
                get [name]() { return has(this, attribute); },
                set [name](value) { apply(toggleAttribute, this, [attribute, Boolean(value)]); },
            });
        }
    };

    const publish = (/** @type {any} */ type) => defineProperty(self, type.name, { value: type, writable: true, configurable: true });

    // MARK: Picture in picture

    const sizes = new WeakMap(), windows = new WeakMap();
    class PictureInPictureWindow extends EventTarget {
        constructor() { throw new TypeError("Illegal constructor"); }
    }
    extend(PictureInPictureWindow.prototype, { get width() { return sizes.get(this).width; }, get height() { return sizes.get(this).height; } });
    extendByHandler(PictureInPictureWindow.prototype, "resize");
    class PictureInPictureEvent extends Event {
        constructor(/** @type {string} */ type, /** @type {any} */ init) {
            super(type, init);
            if (!(init?.pictureInPictureWindow instanceof PictureInPictureWindow)) throw new TypeError("Member PictureInPictureEventInit.pictureInPictureWindow is required");
            windows.set(this, init.pictureInPictureWindow);
        }
    }
    extend(PictureInPictureEvent.prototype, { get pictureInPictureWindow() { return windows.get(this); } });

    /** @type {{ video: HTMLVideoElement, window: PictureInPictureWindow } | null} */
    let shown = null;
    const tellOfMode = (/** @type {any} */ element) => dispatch(element, new Event("webkitpresentationmodechanged", { cancelable: true }));

    /** Ends picture in picture. */
    const leave = () => {
        if (!shown) return;
        const { video, window } = shown;
        shown = null;
        sizes.set(window, { width: 0, height: 0 });
        dispatch(video, new PictureInPictureEvent("leavepictureinpicture", { bubbles: true, pictureInPictureWindow: window }));
        tellOfMode(video);
    };

    /** Shows a video in picture in picture, in place of another. */
    const enter = (/** @type {HTMLVideoElement} */ element) => {
        leave();
        if (apply(fullscreen, element, [])) apply(webkitExitFullscreen, element, []);
        const window = setPrototypeOf(new EventTarget(), PictureInPictureWindow.prototype);
        // Half the page's width, in the video's proportions.
        const width = Math.round(innerWidth / 2), proportion = apply(videoHeight, element, []) / apply(videoWidth, element, []);
        sizes.set(window, { width, height: Math.round(width * (proportion || 9 / 16)) });
        shown = { video: element, window };
        dispatch(element, new PictureInPictureEvent("enterpictureinpicture", { bubbles: true, pictureInPictureWindow: window }));
        tellOfMode(element);
        return window;
    };

    extend(video, {
        requestPictureInPicture() {
            try { brand(this, videoWidth); } catch (error) { return Promise.reject(error); }
            if (!allowed.pictureInPicture) return failure("NotSupportedError", "Picture in picture is not allowed.");
            if (apply(readyState, this, []) === 0) return failure("InvalidStateError", "The video has not loaded its metadata.");
            if (videoTracks && apply(videoTracks, this, []).length === 0) return failure("InvalidStateError", "The video has no video track.");
            if (has(this, "disablepictureinpicture")) return failure("InvalidStateError", "The video has the attribute disablePictureInPicture.");
            if (shown?.video === this) return Promise.resolve(shown.window);
            if (!shown && !isActivated()) return failure("NotAllowedError", "Picture in picture needs the user's activation.");
            return new Promise((resolve) => later(() => resolve(shown?.video === this ? shown.window : enter(this))));
        },
        get webkitPresentationMode() {
            const isFullscreen = brand(this, fullscreen);
            return shown?.video === this ? "picture-in-picture" : isFullscreen ? "fullscreen" : "inline";
        },
        webkitSupportsPresentationMode(/** @type {string} */ mode) {
            brand(this, videoWidth);
            return mode === "inline" || (mode === "fullscreen" && apply(supportsFullscreen, this, []))
                || (mode === "picture-in-picture" && allowed.pictureInPicture);
        },
        webkitSetPresentationMode(/** @type {string} */ mode) {
            brand(this, videoWidth);
            if (mode === "picture-in-picture") {
                if (allowed.pictureInPicture && isActivated() && shown?.video !== this) later(() => enter(this));
            } else if (mode === "fullscreen") {
                if (shown?.video === this) leave();
                apply(webkitEnterFullscreen, this, []);
            } else if (mode === "inline") {
                if (shown?.video === this) later(leave);
                else if (apply(fullscreen, this, [])) apply(webkitExitFullscreen, this, []);
            } else {
                throw new TypeError(`“${mode}” is not a presentation mode`);
            }
        },
    });
    extendByAttributes(video, "autoPictureInPicture", "disablePictureInPicture");
    for (const type of ["enterpictureinpicture", "leavepictureinpicture", "webkitpresentationmodechanged"]) extendByHandler(video, type);
    extend(Document.prototype, {
        get pictureInPictureEnabled() { return allowed.pictureInPicture; },
        get pictureInPictureElement() { return shown?.video.isConnected && this === document ? shown.video : null; },
        exitPictureInPicture() {
            if (!shown || this !== document) return failure("InvalidStateError", "No video is in picture in picture.");
            return new Promise((resolve) => later(() => resolve(leave())));
        },
    });
    for (const name of ["webkitbeginfullscreen", "webkitendfullscreen"]) {
        apply(addEventListener, self, [name, (/** @type {Event} */ { target }) => { if (target instanceof HTMLVideoElement) tellOfMode(target); }, true]);
    }

    // MARK: Devices to play on

    const availabilities = new WeakMap();
    class WebKitPlaybackTargetAvailabilityEvent extends Event {
        constructor(/** @type {string} */ type, /** @type {any} */ init) {
            super(type, init);
            availabilities.set(this, String(init?.availability ?? ""));
        }
    }
    extend(WebKitPlaybackTargetAvailabilityEvent.prototype, { get availability() { return availabilities.get(this); } });

    const isDisabled = (/** @type {any} */ element) => {
        const old = apply(getAttribute, element, ["x-webkit-airplay"])?.toLowerCase();
        if (!allowed.airPlay || has(element, "webkitwirelessvideoplaybackdisabled") || old === "deny") return true;
        return old !== "allow" && has(element, "disableremoteplayback");
    };
    const AVAILABILITY = "webkitplaybacktargetavailabilitychanged";
    extend(media, {
        get webkitCurrentPlaybackTargetIsWireless() {
            brand(this);
            return false;
        },
        get webkitWirelessVideoPlaybackDisabled() {
            brand(this);
            return isDisabled(this);
        },
        set webkitWirelessVideoPlaybackDisabled(value) { apply(toggleAttribute, this, ["webkitwirelessvideoplaybackdisabled", Boolean(value)]); },
        webkitShowPlaybackTargetPicker() { brand(this); },
        addEventListener(/** @type {string} */ type, /** @type {any[]} */ ...rest) {
            apply(addEventListener, this, [type, ...rest]);
            // WebKit tells each new listener.
            if (type === AVAILABILITY) later(() => dispatch(this, new WebKitPlaybackTargetAvailabilityEvent(type, { cancelable: true, availability: "not-available" })));
        },
    });
    extendByHandler(media, "webkitcurrentplaybacktargetiswirelesschanged");

    const elements = new WeakMap(), remotes = new WeakMap();
    class RemotePlayback extends EventTarget {
        constructor() { throw new TypeError("Illegal constructor"); }
    }
    extend(RemotePlayback.prototype, {
        get state() { return elements.get(this) && "disconnected"; },
        watchAvailability(/** @type {(isAvailable: boolean) => void} */ callback) {
            const element = elements.get(this);
            if (has(element, "disableremoteplayback")) return failure("InvalidStateError", "Remote playback is disabled for the element.");
            if (isDisabled(element)) return failure("NotSupportedError", "Remote playback is not allowed.");
            later(() => callback(false));
            return Promise.resolve(1);
        },
        cancelWatchAvailability() { return Promise.resolve(); },
        prompt() {
            if (has(elements.get(this), "disableremoteplayback")) return failure("InvalidStateError", "Remote playback is disabled for the element.");
            if (!isActivated()) return failure("InvalidAccessError", "A choice of devices needs the user's activation.");
            return failure("NotFoundError", "There is no device to play on.");
        },
    });
    for (const type of ["connecting", "connect", "disconnect"]) extendByHandler(RemotePlayback.prototype, type);
    extend(media, {
        get remote() {
            brand(this);
            let remote = remotes.get(this);
            if (!remote) {
                remote = setPrototypeOf(new EventTarget(), RemotePlayback.prototype);
                remotes.set(this, remote);
                elements.set(remote, this);
            }
            return remote;
        },
    });
    extendByAttributes(media, "disableRemotePlayback");

    for (const type of [PictureInPictureWindow, PictureInPictureEvent, WebKitPlaybackTargetAvailabilityEvent, RemotePlayback]) publish(type);
})
