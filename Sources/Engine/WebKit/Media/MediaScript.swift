/// The scripts of ``PageMedia``.
enum MediaScript {
    /// A script that keeps account of a document's media, in the page's own world.
    ///
    /// The page sees only that `play` and `pause` of media elements, and `AudioContext`, are wrapped in proxies.
    static func source(secret: String, isSuspended: Bool) -> String {
        """
        (() => {
            "use strict";
            const { apply, construct, ownKeys } = Reflect, { WeakRef, Promise, HTMLMediaElement, performance } = window;
            // The clock of a debugger's client may be there before this script.
            if (!(performance instanceof EventTarget)) return;
            const media = HTMLMediaElement.prototype, play = media.play, pause = media.pause;
            const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
            const isPaused = getter(media, "paused"), query = Document.prototype.querySelectorAll;
            const isMedia = (value) => { try { apply(isPaused, value, []); return true; } catch { return false; } };
            const Context = window.AudioContext, context = Context && Object.getPrototypeOf(Context.prototype);
            const contextState = context && getter(context, "state");
            const { suspend, resume } = Context ? Context.prototype : {};
            let isSuspended = \(isSuspended), waiting = [], references = [];
            const remember = (object) => {
                references = references.filter((reference) => {
                    const known = reference.deref();
                    return known && known !== object;
                });
                references[references.length] = new WeakRef(object);
            };
            const all = () => {
                const found = new Set(apply(query, document, ["audio, video"]));
                for (const reference of references) {
                    const known = reference.deref();
                    if (known && (isMedia(known) || apply(contextState, known, []) !== "closed")) found.add(known);
                }
                return [...found];
            };
            const isPlaying = (object) =>
                isMedia(object) ? !apply(isPaused, object, []) : apply(contextState, object, []) === "running";
            const stop = (object) => apply(isMedia(object) ? pause : suspend, object, []);
            const start = (object) => apply(isMedia(object) ? play : resume, object, []);
            const drop = (object, settle) => {
                for (const entry of waiting) if (entry.object === object) settle(entry);
                waiting = waiting.filter((entry) => entry.object !== object);
            };
            const wrap = (target, begins) => new Proxy(target, {
                apply(target, object, values) {
                    if (begins && (isMedia(object) || object instanceof Context)) {
                        remember(object);
                        if (isSuspended)
                            return new Promise((resolve, reject) => (waiting[waiting.length] = { object, resolve, reject }));
                    } else if (isSuspended) {
                        drop(object, ({ reject, resolve }) =>
                            isMedia(object) ? reject?.(new DOMException("The operation was aborted.", "AbortError")) : resolve?.());
                    }
                    return apply(target, object, values);
                },
            });
            media.play = wrap(play, true);
            media.pause = wrap(pause, false);
            if (Context) {
                Context.prototype.resume = wrap(resume, true);
                Context.prototype.suspend = wrap(suspend, false);
                const wrapped = new Proxy(Context, {
                    construct(target, values, newTarget) {
                        const made = construct(target, values, newTarget);
                        remember(made);
                        if (isSuspended) {
                            waiting[waiting.length] = { object: made };
                            stop(made);
                        }
                        return made;
                    },
                });
                Context.prototype.constructor = window.AudioContext = wrapped;
            }
            addEventListener("play", ({ target }) => {
                if (!isMedia(target)) return;
                remember(target);
                if (!isSuspended) return;
                waiting[waiting.length] = { object: target };
                stop(target);
            }, true);
            const on = (name, run) => performance.addEventListener("\(secret)" + name, run);
            on("pause", () => all().filter(isPlaying).forEach(stop));
            on("suspend", () => {
                isSuspended = true;
                for (const object of all().filter(isPlaying)) {
                    waiting[waiting.length] = { object };
                    stop(object);
                }
            });
            on("resume", () => {
                isSuspended = false;
                const ended = waiting;
                waiting = [];
                for (const { object, resolve, reject } of ended) start(object)?.then(resolve, reject ?? (() => {}));
            });
            on("none", () => {});
            const { exitPictureInPicture } = Document.prototype;
            on("leave", () => { apply(exitPictureInPicture, document, []).catch(() => {}); });
            on("playing", (event) => { if (all().some(isPlaying)) event.preventDefault(); });
            on("any", (event) => { if (all().length) event.preventDefault(); });
        })();
        """
    }

    /// An expression that runs a command, and gives 2 where media play, 1 where there are media, and 0 otherwise.
    static func command(_ name: String, secret: String) -> String {
        """
        (async () => {
            const tell = (name) => !performance.dispatchEvent(new Event("\(secret)" + name, { cancelable: true }));
            tell("\(name)");
            return tell("playing") ? 2 : tell("any") ? 1 : 0;
        })()
        """
    }

    /// An expression that ends what fills the screen or floats above it.
    static func closing(secret: String) -> String {
        """
        (async () => {
            performance.dispatchEvent(new Event("\(secret)leave"));
            // The page leaves picture in picture in a task of its own.
            await new Promise((resolve) => setTimeout(resolve));
            if (document.webkitFullscreenElement) {
                const left = new Promise((resolve) =>
                    document.addEventListener("webkitfullscreenchange", resolve, { once: true }));
                document.webkitExitFullscreen();
                await left;
            }
        })()
        """
    }

    /// An expression with a promise that is fulfilled when an element fills the screen, or when none does.
    static func fullscreenArrival(isEntering: Bool) -> String {
        """
        new Promise((resolve) => {
            const arrived = () => !!document.webkitFullscreenElement === \(isEntering);
            if (arrived()) return resolve();
            document.addEventListener("webkitfullscreenchange", () => arrived() && resolve());
        })
        """
    }
}
