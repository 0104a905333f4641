// The bridge that SWWebView injects, used as a page uses it.

import { report } from "./measure.js";

// @ts-ignore: `SWWebView` exists only in an `SWWebView`.
await report(body => window.SWWebView.send("/ping", body));
