// The declarations that HookScript.swift puts in front of these files, for the type check; no code.

/** The run's settings for the test libraries. */
declare const hookSettings: {
    /** Only tests whose name, groups and all, fits this regular expression are to run. */
    grep?: string;
    /** Milliseconds that a test may take which chooses no limit of its own. */
    testTimeout?: number;
    /** Whether the page fails when a test is marked as the only one to run. */
    forbidOnly?: boolean;
    /** Whether a rejection that nobody handles is only printed. */
    allowUnhandledRejections?: boolean;
};
