// What the host puts before a dedicated worker's runtime, and what the worker has and a window has not.

declare const documentID: string;
/** Whether it is inside a shared worker. */
declare const isShared: boolean;
/** Whether the page that made it is cross-origin isolated. */
declare const isIsolated: boolean;
declare const scope: any;
declare const runtime: () => void;
declare const WorkerGlobalScope: any;
declare const WorkerLocation: any;
declare const importScripts: (...urls: string[]) => void;
