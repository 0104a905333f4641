// Tests of Capacitor's plugins for the system's bars, for toasts and for sheets.

import { phone } from "../app/notebook_suite.js";

const { ActionSheet, Browser, Clipboard, Device, StatusBar, SystemBars, Toast } = /** @type {any} */ (window).Capacitor.Plugins;

const statusBar = async () => {
    const { visible, style } = await StatusBar.getInfo();
    return `${visible} ${style}`;
};

promise_test(async () => {
    await SystemBars.setStyle({ style: "dark" });
    await SystemBars.hide({ bar: "NavigationBar" });
    assert_equals(await statusBar(), "true DARK");
    await SystemBars.hide();
    assert_equals(await statusBar(), "false DARK");
    await SystemBars.show({ bar: "StatusBar", animation: "NONE" });
    await SystemBars.setStyle();
    await SystemBars.setAnimation({ animation: "FADE" });
    assert_equals(await statusBar(), "true DEFAULT");
}, "SystemBars changes the bars that a call names");

promise_test(async () => {
    await Toast.show({ text: "Saved", duration: "long" });
    for (const options of [{}, { text: 1 }, undefined]) {
        const error = await Toast.show(options).then(() => null, (/** @type {any} */ error) => error);
        assert_equals(error?.message, "text must be provided and must be a string.");
    }
}, "a toast needs a text");

promise_test(async () => {
    const options = [{ title: "Upload" }, { title: "Remove", style: "DESTRUCTIVE" }, { title: "Close", style: "CANCEL" }];
    const choose = async (/** @type {any} */ options) => {
        const { index, canceled } = await ActionSheet.showActions({ title: "Photo", options });
        return `${index} ${canceled}`;
    };
    await phone({ dialogs: ["accept", { accept: "Remove" }, { accept: "None" }, "cancel", "cancel"] });
    assert_equals(await choose(options), "0 false");
    assert_equals(await choose(options), "1 false");
    assert_equals(await choose(options), "-1 true");
    assert_equals(await choose(options), "2 true");
    assert_equals(await choose(options.slice(0, 2)), "-1 true");
    for (const malformed of [undefined, 1, [null, 1, {}]]) await choose(malformed);
}, "the phone's dialogs answer a sheet");

promise_test(async () => {
    const changed = new Promise((resolve) => StatusBar.addListener("statusBarVisibilityChanged", resolve));
    await StatusBar.setBackgroundColor({ color: "#ff8800" });
    await StatusBar.setStyle({ style: "dark" });
    await StatusBar.hide();
    const { visible, height, style, color, overlays } = await changed;
    assert_equals(`${visible} ${height} ${style} ${color} ${overlays}`, "false 0 DARK #FF8800 true");
    await StatusBar.show();
    assert_true((await StatusBar.getInfo()).height > 0);
    await StatusBar.setStyle({ style: "DEFAULT" });
    await StatusBar.removeAllListeners();
}, "StatusBar tells its listeners about changes");

promise_test(async () => {
    const loaded = new Promise((resolve) => Browser.addListener("browserPageLoaded", resolve));
    await Browser.open({ url: "https://site.example/" });
    await loaded;
    const hasBrowser = async () => (await (await fetch("/___testing___/native")).json()).phone.hasBrowser;
    assert_true(await hasBrowser());
    await Browser.close();
    assert_false(await hasBrowser());
    await Browser.removeAllListeners();
}, "Browser tells its listeners that its page has loaded");

promise_test(async () => {
    const error = await Clipboard.write({ image: "no picture" }).then(() => null, (/** @type {any} */ error) => error);
    assert_equals(error?.message, "Unable to encode image");
    assert_true((await Device.getInfo()).memUsed > 0);
}, "a picture for the clipboard must be a picture");
