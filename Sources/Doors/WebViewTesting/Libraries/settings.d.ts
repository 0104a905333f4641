// The declarations that HookScript.swift puts in front of these files, for the type check; no code.

/** The run's settings for the test libraries. */
declare const hookSettings: {
    /** Only tests whose name, groups and all, fits this regular expression are to run. */
    grep?: string;
    /** Milliseconds that a test may take which chooses no limit of its own. */
    testTimeout?: number;
    /** Whether a test that is marked as the only one fails the page. */
    forbidOnly?: boolean;
    /** Whether an unhandled rejection is only printed. */
    allowUnhandledRejections?: boolean;
    /** Whether a trace wants the page at each failure. */
    moments?: boolean;
};

/** The header of the requests of a worker's hook. WorkerHookScript.swift declares the constant. */
declare const ownHeader: string;

/** The function of Trace/document.js, which is there with `hookSettings.moments` only. */
declare const documentMoment: () => Record<string, unknown>;
