// What the host puts before a frame's runtime.

/** The schemes that the view has handlers for, in lower case, besides the bridge's. */
declare const pulledSchemes: Record<string, true>;
