// What HookScript.swift puts in front of these files, for the type check; no code.

/** What the run wants of the test libraries. */
declare const hookSettings: {
    /** Only tests whose name, groups and all, fits this regular expression are to run. */
    grep?: string;
    /** Milliseconds that a test may take which chooses no limit of its own. */
    testTimeout?: number;
};
