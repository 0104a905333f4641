// The declarations that the host puts before a dedicated worker's runtime, and the globals that windows do not have.

/** The id of the worker, which marks its requests. */
declare const workerID: string;
/** Whether the worker is inside a shared worker. */
declare const isShared: boolean;
/** Whether the page that made the worker is cross-origin isolated. */
declare const isIsolated: boolean;
/** Whether the runtime starts with the worker, for scripts that the host adds. */
declare const startsAtOnce: boolean;
/** The address of the worker's script after redirects; undefined where WebKit knows it. */
declare const scriptAddress: string | undefined;
declare const scope: any;
declare const runtime: () => void;
declare const WorkerGlobalScope: any;
declare const WorkerLocation: any;
declare const importScripts: (...urls: string[]) => void;

/** The most bytes of a body that go with a message. A longer body goes in pieces. */
declare const inlineLimit: number;

/** Whether bodies with Blobs and files are lost on their way to the host, as on iOS. */
declare const losesFiles: boolean;

/** Runs the scripts that the host adds to every realm, after the runtime and before the worker's script. */
declare const runRealmScripts: (tellHost: (text: string) => void) => void;

/** The APIs of an app on the home screen, and the first state of its permission for notifications. */
declare const webApp: { standalone?: boolean, push?: boolean, sync?: boolean, permission?: "granted" | "denied" | "prompt" };
