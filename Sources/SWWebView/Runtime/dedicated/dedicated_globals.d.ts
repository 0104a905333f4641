// What the host puts before a dedicated worker's runtime, and what the worker has and a window has not.

declare const documentID: string;
declare const scope: any;
declare const runtime: () => void;
declare const WorkerLocation: any;
declare const importScripts: (...urls: string[]) => void;
