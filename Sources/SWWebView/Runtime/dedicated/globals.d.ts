// The declarations that the host puts before a dedicated worker's runtime, and the globals that windows do not have.

declare const documentID: string;
/** Whether the worker is inside a shared worker. */
declare const isShared: boolean;
/** Whether the page that made the worker is cross-origin isolated. */
declare const isIsolated: boolean;
declare const scope: any;
declare const runtime: () => void;
declare const WorkerGlobalScope: any;
declare const WorkerLocation: any;
declare const importScripts: (...urls: string[]) => void;

/** The most bytes of a body that go with a message. A longer body goes in pieces. */
declare const inlineLimit: number;
