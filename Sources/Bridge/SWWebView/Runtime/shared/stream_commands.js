// The commands that wait for a realm's event stream.

import { rejectReplies } from "./replies.js";

/**
 * Commands that wait for the stream to open.
 * @type {((id: string) => void)[]}
 */
export const waiting = [];
/**
 * The parts of a long event that have come, joined; and the bytes of the next event.
 * @type {{parts: string, notice: import("./event_bytes.js").BytesNotice | undefined}}
 */
export const unfinished = { parts: "", notice: undefined };

/** Rejects every command without a reply: the host has no stream to reply on. */
export const rejectPending = () => {
    waiting.length = 0;
    rejectReplies("stream", "The frame's event stream has ended");
    unfinished.parts = "";
    unfinished.notice = undefined;
};

/**
 * Returns the pause before another try, in milliseconds.
 * @param {number} tries  The number of failed tries.
 */
export const pauseAfter = (tries) => tries < 5 ? 0 : Math.min(50 * 2 ** (tries - 5), 10000);
