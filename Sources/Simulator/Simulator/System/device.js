// The device's properties that an app's pages and workers find, where WebKitGTK reports those of the machine it runs on.
// SimulatedDevice.swift puts the device's own description in place of the word DEVICE.

{
    const device = DEVICE;
    /** @param {object} prototype @param {string} name @param {unknown} value */
    const define = (prototype, name, value) => {
        const original = Object.getOwnPropertyDescriptor(prototype, name);
        const { get } = { get() { return value; } };
        Object.defineProperty(get, "name", { value: `get ${name}`, configurable: true });
        Object.defineProperty(prototype, name, { get, set: undefined, enumerable: original?.enumerable ?? true, configurable: true });
    };
    const { Navigator, WorkerNavigator, Screen, ScreenOrientation } = /** @type {any} */ (self);
    define((Navigator ?? WorkerNavigator).prototype, "platform", device.platform);
    if (Screen) {
        define(Navigator.prototype, "maxTouchPoints", 5);
        for (const name of ["width", "availWidth"]) define(Screen.prototype, name, device.width);
        for (const name of ["height", "availHeight"]) define(Screen.prototype, name, device.height);
        const isWide = device.width > device.height;
        if (ScreenOrientation) {
            define(ScreenOrientation.prototype, "type", isWide ? "landscape-primary" : "portrait-primary");
            define(ScreenOrientation.prototype, "angle", isWide ? 90 : 0);
        }
    }
}
