// The bridge that SWWebView injects, used as a page uses it.

import { report } from "./measure.js";

// @ts-ignore: `SWWebView` is there in a view of ours only.
await report(body => window.SWWebView.send("/ping", body));
