// Tests of the notebook in Cordova, and of the wire protocol of its services.

import { calls, notebookSuite, phone } from "../app/notebook_suite.js";
import { navigationSuite } from "../app/navigation_suite.js";
import { native } from "./native.js";
import "./files_suite.js";

notebookSuite(native);
navigationSuite(false, false);

const { cordova, device } = /** @type {any} */ (window);

/** @param {string} service @param {string} action @param {...any} args @returns {Promise<any>} */
const exec = (service, action, ...args) =>
    new Promise((resolve, reject) => cordova.exec(resolve, reject, service, action, args));

/** @param {Promise<any>} promise */
const errorOf = (promise) => promise.then(() => assert_unreached("no error"), (error) => error);

promise_test(async () => {
    assert_equals(location.origin, "app://localhost");
    assert_equals(cordova.platformId, "ios");
    assert_equals(device.platform, "iOS");
    assert_true(device.available && device.isVirtual);
}, "the page detects Cordova for iOS");

promise_test(async () => {
    await new Promise((resolve) => document.addEventListener("deviceready", resolve));
}, "a listener that is added after deviceready is called");

promise_test(async () => {
    assert_equals(await errorOf(exec("Nothing", "action")), "Invalid action");
    assert_equals(await errorOf(exec("NativeStorage", "getItem", "none")), 2);
    assert_equals(await errorOf(exec("NativeStorage", "getItem", "")), 3);
    assert_equals(await errorOf(exec("NativeStorage", "getInt", "")), "Reference was null");
}, "errors of services reach their callbacks");

promise_test(async () => {
    cordova.exec(null, null, "Vibration", "vibrate", [100]);
    await exec("Device", "getDeviceInfo");
    assert_true((await calls()).some(({ handler, body }) => handler === "Vibration.vibrate" && body[0] === 100));
}, "a call without callbacks reaches the service");

promise_test(async () => {
    await phone({ dialogs: ["cancel", { accept: "Ada" }] });
    assert_equals((await exec("Notification", "prompt", "Name?", "", ["OK", "Cancel"], "")).buttonIndex, 2);
    assert_equals((await exec("Notification", "prompt", "Name?", "", ["OK", "Cancel"], "")).input1, "Ada");
}, "a test sets the answers of dialogs");

promise_test(async (t) => {
    t.add_cleanup(() => phone({ permissions: { location: "granted" } }));
    await phone({ location: { latitude: 1, longitude: 2 } });
    const places = /** @type {number[]} */ ([]);
    await new Promise((resolve, reject) => {
        cordova.exec((/** @type {any} */ place) => places.push(place.longitude) === 2 && resolve(0), reject, "Geolocation", "addWatch", ["w", false]);
        void phone({ location: { latitude: 1, longitude: 3 } });
    });
    await exec("Geolocation", "clearWatch", "w");
    assert_array_equals(places, [2, 3]);
    await phone({ permissions: { location: "denied" } });
    assert_equals((await errorOf(exec("Geolocation", "getLocation", false, 0))).code, 1);
}, "services report the phone's location and its permissions");

promise_test(async () => {
    const opened = new Promise((resolve) => (/** @type {any} */ (window).handleOpenURL = resolve));
    await phone({ open: "notes://note/1" });
    assert_equals(await opened, "notes://note/1");
}, "handleOpenURL receives a URL of the app");

promise_test(async () => {
    const { webkit } = /** @type {any} */ (window);
    for (const message of [null, 1, "x", {}, [], [1, 2, 3], ["');alert(1);('", "Device", "getDeviceInfo", []], ["x".repeat(200), "Device", "getDeviceInfo"],
        ["INVALID", "__proto__", "constructor", {}]]) {
        webkit.messageHandlers.cordova.postMessage(message);
    }
    assert_equals((await exec("Device", "getDeviceInfo")).platform, "iOS");
}, "malformed calls have no effect on later calls");

promise_test(async () => {
    await exec("NativeStorage", "putInt", "number", 5);
    await exec("NativeStorage", "putBoolean", "flag", true);
    assert_equals(await exec("NativeStorage", "getInt", "number"), 5);
    assert_equals(await exec("NativeStorage", "getDouble", "none"), 0);
    assert_true(await exec("NativeStorage", "getBoolean", "flag"));
    assert_false(await exec("NativeStorage", "getBoolean", "none"));
}, "NativeStorage keeps numbers and Boolean values");

promise_test(async () => {
    assert_true(await exec("StatusBar", "_ready"));
    await exec("StatusBar", "hide");
    assert_false(await exec("StatusBar", "_ready"));
    await exec("StatusBar", "show");
}, "the status bar tells whether it is visible");

promise_test(async () => {
    /** @type {any[]} */
    const events = [];
    await new Promise((resolve, reject) => {
        cordova.exec((/** @type {any} */ event) => {
            events.push(event);
            if (event.type === "loadstop") void exec("InAppBrowser", "close");
            if (event.type === "exit") resolve(0);
        }, reject, "InAppBrowser", "open", ["https://site.example/", "_blank", ""]);
    });
    assert_array_equals(events.map(({ type }) => type), ["loadstart", "loadstop", "exit"]);
    assert_equals(events[1].url, "https://site.example/");
    await new Promise((resolve, reject) => {
        cordova.exec((/** @type {any} */ event) => {
            if (event.type === "loadstop") void phone({ closeBrowser: true });
            if (event.type === "exit") resolve(0);
        }, reject, "InAppBrowser", "open", ["https://site.example/", "_blank", ""]);
    });
    assert_equals(await errorOf(exec("InAppBrowser", "injectScriptCode", "1", true)), "Invalid action");
}, "the browser's events come to the callback that opened it");

promise_test(async () => {
    /** @type {string[]} */
    const events = [];
    const active = new Promise((resolve) => document.addEventListener("active", () => resolve(events.push("active")), { once: true }));
    document.addEventListener("resume", () => events.push("resume"), { once: true });
    await phone({ isActive: false });
    await phone({ isActive: true });
    await active;
    assert_array_equals(events, ["resume", "active"]);
}, "active follows resume");

promise_test(async () => {
    const { Keyboard } = /** @type {any} */ (window);
    /** @type {any[]} */
    const heights = [];
    Keyboard.fireOnShowing = (/** @type {any} */ height) => heights.push(height);
    const shown = new Promise((resolve) => addEventListener("keyboardDidShow", resolve, { once: true }));
    await phone({ keyboard: 300 });
    assert_equals((await shown).keyboardHeight, 300);
    assert_array_equals(heights, [300]);
    assert_true(Keyboard.isVisible);
    const hidden = new Promise((resolve) => addEventListener("keyboardDidHide", resolve, { once: true }));
    await exec("CDVIonicKeyboard", "hide");
    await hidden;
    assert_false(Keyboard.isVisible);
}, "the functions of a keyboard plugin are called in place of events");
