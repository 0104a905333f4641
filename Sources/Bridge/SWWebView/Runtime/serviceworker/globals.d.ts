// The declarations that the host puts before the parts of a worker's prelude.

/** The facts that a worker's realm gets at its start. */
declare const workerBoot: {
    /** The number of this run, which marks the worker's requests. */
    run: number;
    scriptURL: string;
    type: "classic" | "module";
    /** The form in which the realm sees its own addresses. */
    addresses: "https" | "sw";
    /** Whether there was a network when the realm began. */
    isOnline?: boolean;
    /** Hosts, some with a port, whose http(s) addresses are loaded under sw, besides the worker's own. */
    hosts: string[];
    /** The name of the function that a module's text calls at its end. */
    marker: string;
    /** Snapshots of the worker and its registration. */
    worker: any;
    registration: any;
    webApp?: any;
};

declare const WorkerGlobalScope: any;

/** The id that marks the worker's requests: here the number of its run. */
declare const workerID: string;

/** The most bytes of a body that go with a message. A longer body goes in pieces. */
declare const inlineLimit: number;

/** Whether bodies with Blobs and files are lost on their way to the host, as on iOS. */
declare const losesFiles: boolean;

/** Runs the scripts that the host adds to every realm, after the runtime and before the worker's script. */
declare const runRealmScripts: (tellHost: (text: string) => void) => void;

/** The APIs of an app on the home screen, and the first state of its permission for notifications. */
declare const webApp: { standalone?: boolean, push?: boolean, sync?: boolean, permission?: "granted" | "denied" | "prompt" };
