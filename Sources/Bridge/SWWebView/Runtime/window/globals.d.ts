// The declarations that the host puts before a frame's runtime.

/** The schemes that the view has handlers for, in lower case, besides the bridge's. */
declare const pulledSchemes: Record<string, true>;

/** The first value of navigator.onLine. */
declare const isOnlineAtFirst: boolean;

/** Whether a document of the view may be cross-origin isolated. */
declare const asksIsolation: boolean;

/** Whether a document of the view may have another address than WebKit has. */
declare const asksAddress: boolean;

/** How the frame talks to the host. */
declare const bridgeTransport: "events" | "channel";

/** The most bytes of a body that go with a message. A longer body goes in pieces. */
declare const inlineLimit: number;

/** Whether bodies with Blobs and files are lost on their way to the host, as on iOS. */
declare const losesFiles: boolean;

/** The APIs of an app on the home screen, and the first state of its permission for notifications. */
declare const webApp: { standalone?: boolean, push?: boolean, sync?: boolean, permission?: "granted" | "denied" | "prompt" };
