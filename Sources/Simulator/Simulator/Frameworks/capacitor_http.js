// @ts-check
/* Replaces `fetch` and `XMLHttpRequest`, as Capacitor does for the setting `CapacitorHttp.enabled`. */
(() => {
    "use strict";
    const page = /** @type {any} */ (window);
    const capacitor = page.Capacitor;
    const [webFetch, WebRequest] = [window.fetch, window.XMLHttpRequest];
    const own = WebRequest.prototype;
    page.CapacitorWebFetch = webFetch;
    page.CapacitorWebXMLHttpRequest = {
        abort: own.abort, constructor: own.constructor, fullObject: WebRequest, getAllResponseHeaders: own.getAllResponseHeaders,
        getResponseHeader: own.getResponseHeader, open: own.open, prototype: own, send: own.send, setRequestHeader: own.setRequestHeader,
    };
    const interceptor = "/_capacitor_http_interceptor_";
    /** The methods whose requests have no body. WebKit sends them to an address of the app, which the native half answers. */
    const bodyless = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

    /** @param {string} url */
    const isOwn = (url) => !/^https?:/.test(url) || url.includes(interceptor);
    /** @param {string} url */
    const proxied = (url) => (isOwn(url) ? url : `${capacitor.getServerUrl()}${interceptor}?u=${encodeURIComponent(url)}`);

    /** @param {Blob} blob @returns {Promise<string>} */
    const base64 = (blob) => new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(blob);
    });

    /** @param {FormData} form */
    const entriesOf = (form) => Promise.all([...form.entries()].map(async ([key, value]) =>
        typeof value === "string" ? { key, value, type: "string" }
            : { key, value: await base64(value), type: "base64File", contentType: value.type, fileName: value.name }));

    /** @param {any} body @param {string | null} [type] @returns {Promise<{ data: any, dataType: string, headers?: Record<string, string> }>} */
    const converted = async (body, type) => {
        if (body instanceof URLSearchParams) return { data: String(body), dataType: "text" };
        if (body instanceof FormData) return { data: await entriesOf(body), dataType: "formData" };
        if (body instanceof File) return { data: await base64(body), dataType: "file", headers: { "Content-Type": body.type } };
        if (!(body instanceof ReadableStream || body instanceof Uint8Array)) return { data: body, dataType: "json" };
        const text = await new Response(/** @type {any} */ (body)).text();
        const headers = { "Content-Type": type || "application/octet-stream" };
        if (type !== "application/json") return { data: text, dataType: "text", headers };
        try {
            return { data: JSON.parse(text), dataType: "json", headers };
        } catch {
            return { data: text, dataType: "json", headers };
        }
    };

    /** @param {Record<string, string>} headers */
    const isJSON = (headers) => headers["content-type"]?.startsWith("application/json");

    window.fetch = async (resource, options) => {
        const headers = new Headers(options?.headers);
        const isOwnForm = options?.body instanceof FormData && /multipart\/form-data(?!.*boundary)/.test(headers.get("content-type") ?? "");
        // WebKit adds the boundary.
        if (isOwnForm) headers.delete("content-type");
        if (isOwnForm) options = { ...options, headers };
        const request = new Request(resource, options);
        const isNativeHalf = request.url.startsWith(capacitor.getServerUrl() + interceptor);
        if (!isNativeHalf && request.url.startsWith(`${capacitor.getServerUrl()}/`)) return webFetch(resource, options);
        if (isNativeHalf || bodyless.has(request.method.toUpperCase())) {
            const address = new Request(proxied(request.url), request);
            const own = request.mode === "no-cors" ? new Request(address, { mode: "same-origin" }) : address;
            own.headers.set(ownHeader, "1");
            return webFetch(own);
        }
        const sent = Object.fromEntries(request.headers.entries());
        const { data, dataType, headers: made } = await converted(options?.body || request.body || undefined, sent["content-type"]);
        const answer = await capacitor.nativePromise("CapacitorHttp", "request", {
            url: request.url, method: request.method, data, dataType, headers: { ...made, ...sent },
        });
        const body = answer.status === 204 ? null : isJSON(answer.headers) ? JSON.stringify(answer.data) : answer.data;
        const response = new Response(body, { headers: answer.headers, status: answer.status });
        return Object.defineProperty(response, "url", { value: answer.url });
    };

    class NativeRequest extends WebRequest {
        // The request that the native half sends; undefined for a request that WebKit sends.
        /** @type {any} */
        #native;
        /** @type {Record<string, string>} */
        #received = {};

        /** @param {string} name @param {any} value */
        #define(name, value) { Object.defineProperty(this, name, { value, configurable: true, enumerable: true }); }
        /** @param {number} state */
        #become(state) {
            this.#define("readyState", state);
            this.dispatchEvent(new Event("readystatechange"));
        }
        /** @param {string} type @param {number} size */
        #finish(type, size) {
            this.dispatchEvent(new ProgressEvent("progress", { lengthComputable: size > 0, loaded: size, total: size }));
            this.#become(4);
            this.dispatchEvent(new ProgressEvent(type));
            this.dispatchEvent(new ProgressEvent("loadend"));
        }
        /** @param {string} method @param {string | URL} url @param {any[]} rest */
        open(method, url, ...rest) {
            const address = String(url);
            const verb = method.toUpperCase();
            if (isOwn(address) || bodyless.has(verb)) {
                this.#native = undefined;
                for (const name of ["readyState", "status", "responseURL", "responseText", "response"]) delete (/** @type {any} */ (this))[name];
                const target = proxied(address);
                /** @type {any} */ (own.open).call(this, method, target, ...rest);
                if (target.includes(interceptor)) own.setRequestHeader.call(this, ownHeader, "1");
                return;
            }
            this.#native = { url: address, method: verb, headers: {} };
            this.#received = {};
            this.#become(1);
        }
        /** @param {string} name @param {string} value */
        setRequestHeader(name, value) {
            if (this.#native) this.#native.headers[name] = value;
            else own.setRequestHeader.call(this, name, value);
        }
        /** @param {any} body */
        send(body) {
            const request = this.#native;
            if (!request) return own.send.call(this, body);
            this.dispatchEvent(new ProgressEvent("loadstart"));
            const type = new Headers(request.headers).get("content-type");
            void converted(body, type).then(async ({ data, dataType, headers }) => {
                if (body instanceof FormData && !type) request.headers["Content-Type"] = "multipart/form-data";
                const answer = await capacitor.nativePromise("CapacitorHttp", "request", {
                    ...request, data: data ?? undefined, dataType, headers: { ...headers, ...request.headers },
                });
                if (this.#native !== request) return;
                const text = typeof answer.data === "string" ? answer.data : JSON.stringify(answer.data);
                this.#received = answer.headers;
                this.#define("status", answer.status);
                this.#define("responseURL", answer.url);
                this.#define("responseText", text);
                this.#define("response", this.responseType === "" || this.responseType === "text" ? text : answer.data);
                this.#finish("load", text.length);
            }).catch(() => {
                if (this.#native !== request) return;
                this.#define("status", 0);
                this.#finish("error", 0);
            });
        }
        abort() {
            if (!this.#native) return own.abort.call(this);
            this.#native = undefined;
            this.#define("readyState", 0);
            this.dispatchEvent(new ProgressEvent("abort"));
            this.dispatchEvent(new ProgressEvent("loadend"));
        }
        getAllResponseHeaders() {
            if (!this.#native) return own.getAllResponseHeaders.call(this);
            return Object.entries(this.#received).map(([name, value]) => `${name}: ${value}\r\n`).join("");
        }
        /** @param {string} name */
        getResponseHeader(name) {
            return this.#native ? (this.#received[name.toLowerCase()] ?? null) : own.getResponseHeader.call(this, name);
        }
    }
    window.XMLHttpRequest = NativeRequest;
})();
