import CWebKitGTK

/// The scripts of ``MotionPermission``.
enum MotionScript {
    /// A script that passes a document's questions on, with the document's id.
    static func listener(secret: String, handler: String) -> String {
        """
        (() => {
            // Kept whole: the view forgets a document when its `moved` is collected.
            const sender = self.\(CWK_WINDOW_SENDER);
            delete self.\(CWK_WINDOW_SENDER);
            if (!sender) return;
            for (const kind of ["gesture", "silent"])
                performance.addEventListener("\(secret)" + kind, (event) => {
                    event.preventDefault();
                    webkit.messageHandlers.\(handler).postMessage(kind + " " + sender.id);
                });
        })();
        """
    }

    /// A script that defines the events' interfaces in secure contexts, as they are on iOS.
    ///
    /// Source: Device Orientation and Motion, https://www.w3.org/TR/orientation-event/#deviceorientation
    static func interfaces(secret: String) -> String {
        """
        (() => {
            "use strict";
            if (self.DeviceOrientationEvent || !isSecureContext) return;
            // The clock of a debugger's client may be there before this script.
            if (!(self.performance instanceof EventTarget)) return;
            const { performance, Promise, DOMException, Event, navigator } = self;
            let waiting = [];
            const settle = (outcome) => {
                const settled = waiting;
                waiting = [];
                for (const { resolve, reject } of settled) {
                    if (outcome !== "refused") resolve(outcome);
                    else reject(new DOMException(
                        "Requesting device orientation or motion access requires a user gesture to prompt", "NotAllowedError"));
                }
            };
            for (const outcome of ["granted", "denied", "refused"])
                performance.addEventListener("\(secret)" + outcome, () => settle(outcome));
            const ask = () => new Promise((resolve, reject) => {
                waiting.push({ resolve, reject });
                const kind = navigator.userActivation?.isActive === false ? "silent" : "gesture";
                if (performance.dispatchEvent(new Event("\(secret)" + kind, { cancelable: true }))) settle("denied");
            });
            const define = (name, members) => {
                const values = new WeakMap();
                const made = { [name]: class extends Event {
                    constructor(type, init = {}) {
                        super(type, init);
                        values.set(this, init);
                    }
                    static requestPermission() { return ask(); }
                } }[name];
                for (const member in members)
                    Object.defineProperty(made.prototype, member, {
                        get: { get() { return values.get(this)[member] ?? members[member]; } }.get,
                        enumerable: true, configurable: true,
                    });
                Object.defineProperty(self, name, { value: made, writable: true, configurable: true });
            };
            define("DeviceOrientationEvent", { alpha: null, beta: null, gamma: null, absolute: false });
            define("DeviceMotionEvent", {
                acceleration: null, accelerationIncludingGravity: null, rotationRate: null, interval: 0,
            });
        })();
        """
    }
}
