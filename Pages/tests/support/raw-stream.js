// The bridge's protocol without its runtime: an event stream of one's own, and messages as they are posted.

/** @typedef {{ promiseIndex: number, response?: any, error?: { name: string, message: string } }} Reply */

class RawStream {
    /** @param {EventSource} source @param {string} id @param {Window} owner */
    constructor(source, id, owner) {
        this.source = source;
        this.id = id;
        this.owner = owner;
        /** @type {Reply[]} all that came and nobody took */
        this.replies = [];
        /** @type {Map<number, (reply: Reply) => void>} */
        this.waiting = new Map();
        source.addEventListener('promisereturn', (event) => {
            const reply = JSON.parse(/** @type {MessageEvent} */ (event).data);
            const resolve = this.waiting.get(reply.promiseIndex);
            this.waiting.delete(reply.promiseIndex);
            if (resolve) resolve(reply);
            else this.replies.push(reply);
        });
    }

    /**
     * @param {HarnessTest} t
     * @param {Window & typeof globalThis} [owner] the frame that opens it
     * @returns {Promise<RawStream>}
     */
    static open(t, owner = window) {
        const path = encodeURIComponent(owner.location.pathname);
        const source = new owner.EventSource(`/___events___?path=${path}`);
        t.add_cleanup(() => source.close());
        return new Promise((resolve, reject) => {
            source.addEventListener('eventstream', (event) => {
                const { id } = JSON.parse(/** @type {MessageEvent} */ (event).data);
                resolve(new RawStream(source, id, owner));
            });
            source.addEventListener('error', () => reject(new Error('the event stream did not open')));
        });
    }

    /**
     * Posts a message as it is.
     * @param {unknown} message
     */
    post(message) {
        this.owner.webkit.messageHandlers.SWWebView.postMessage(message);
    }

    /**
     * Posts a message, with this stream's id and the index unless it says otherwise, and waits for the reply to the index.
     * @param {number} promiseIndex
     * @param {Record<string, unknown>} message
     * @returns {Promise<Reply>}
     */
    ask(promiseIndex, message) {
        return new Promise((resolve) => {
            this.waiting.set(promiseIndex, resolve);
            this.post(JSON.stringify({ streamID: this.id, promiseIndex, ...message }));
        });
    }
}
