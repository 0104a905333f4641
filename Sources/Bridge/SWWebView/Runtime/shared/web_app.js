// The APIs of an app on the home screen, which pages of a WKWebView do not have.

import { exposeNotifications } from "./notifications.js";
import { exposePermissions, hearPermissions } from "./permissions.js";
import { exposePush } from "./push.js";
import { exposeSync } from "./sync.js";

/** @param {boolean} [isServiceWorker] */
export const exposeWebApp = (isServiceWorker = false) => {
    if (!webApp.push && !webApp.sync) return;
    if (webApp.push) {
        exposeNotifications(isServiceWorker);
        exposePush();
    }
    if (webApp.sync) exposeSync();
    exposePermissions();
    // A worker opens no stream for a change that it may never ask for.
    if (self.document || isServiceWorker) hearPermissions();
};
