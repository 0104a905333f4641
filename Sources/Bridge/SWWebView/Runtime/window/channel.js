// The frame's channel to the host, which the web-process extension provides. It brings all commands and events, unless the view's
// transport is script messages and event streams.

import { isBridged } from "../shared/origin.js";
import { deleteProperty } from "../shared/primordials.js";

/** @typedef {{post: (text: string, bytes?: ArrayBuffer) => boolean, ask: (text: string) => string | undefined, hear: (callback: (text: string, bytes?: Uint8Array) => void) => void}} ChannelEnds */

/**
 * The document's channel, also where the view's transport does without it.
 * @type {ChannelEnds | undefined}
 */
export let endsAtHand;
/** Whether a policy forbids the event stream, so that the channel stands in for it. */
let isStreamForbidden = false;
/** Takes the channel that the extension gave the document; undefined without one. @returns {ChannelEnds | undefined} */
const takeChannel = () => {
    const ends = /** @type {any} */ (self).___swwebviewChannel;
    deleteProperty(self, "___swwebviewChannel");
    endsAtHand = ends && { post: ends.post, ask: ends.ask, hear: ends.hear };
    return bridgeTransport === "events" && !isStreamForbidden ? undefined : endsAtHand;
};
export let channel = isBridged ? takeChannel() : undefined;
/** Takes the channel of the document that has taken the window over. */
export const renewChannel = () => { channel = takeChannel(); };

/**
 * The functions for the host's events, which channel_events.js sets.
 * @type {{listen: () => void, replaceStream: () => void}}
 */
export const channelEvents = { listen: () => {}, replaceStream: () => {} };
/** Has the host send the realm's events over the channel. */
export const listenOverChannel = () => channelEvents.listen();

/** Whether all commands and events go over the channel. */
export const usesChannel = () => channel !== undefined;

/** Has the channel stand in for the event stream. Returns false where there is no channel. */
export const useChannelInstead = () => {
    if (!endsAtHand) return false;
    isStreamForbidden = true;
    channel = endsAtHand;
    channelEvents.replaceStream();
    return true;
};

/** @param {string} text @param {ArrayBuffer} [bytes] @returns {boolean}  False where there is no channel. */
export const postOverChannel = (text, bytes) => channel?.post(text, bytes) ?? false;
