// Detects the framework that shows the page, and loads the notebook's module for this framework.

/** The name of the framework, which is also the name of its folder. */
export const framework =
    "Capacitor" in window ? "capacitor"
    : "ReactNativeWebView" in window ? "react-native"
    : "flutter_inappwebview" in window ? "flutter"
    : location.protocol === "app:" ? "cordova"
    : "hotwire";

/** @param {string} address */
const loadScript = (address) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(script);
});

/** @returns {Promise<import("./app.js").Native>} */
export const loadNative = async () => {
    if (framework === "cordova") await loadScript("/cordova.js");
    return (await import(`../${framework}/native.js`)).native;
};
