// The declarations that IOSVersion.swift puts before these files, for the type check; no code.

/** The names of the APIs to remove. */
declare const missing: string[];

/** Hosts whose http(s) pages keep WebKit's service workers. */
declare const appBound: string[];

/** The names that pages without service workers do not have. */
declare const serviceWorkers: string[];
