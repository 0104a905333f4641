/** The text that messages of flutter.js have. The native half sets this text. */
declare const secret: string;

/** The header of the app's own requests, without which the native half answers none. The native half sets it for capacitor_http.js. */
declare const ownHeader: string;
