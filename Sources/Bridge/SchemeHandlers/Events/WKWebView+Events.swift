public import WebKit

/// Events between the application and its pages.
///
/// ```swift
/// try view.dispatchEvent("cartchange", detail: ["items": 3])
/// for await event in view.events(named: "checkout") { try buy(event.detail(as: Order.self)) }
/// ```
///
/// ```js
/// addEventListener("cartchange", ({ detail }) => badge.textContent = detail.items);
/// dispatchEvent(new CustomEvent("checkout", { detail: { items: [1, 2, 3] } }));
/// ```
extension WKWebView {
    /// Dispatches a `CustomEvent` on the windows of the page and of all its frames, also those of other origins.
    ///
    /// Frames get events in the order of the calls. What is loaded later does not get them. The detail is encoded as JSON, a
    /// date as text in ISO 8601.
    /// - Throws: `EncodingError`.
    public func dispatchEvent(_ name: String, detail: some Encodable) throws {
        try nativeEvents.dispatch(name, NativeEvents.json(detail))
    }

    /// Dispatches a `CustomEvent` whose detail is null.
    public func dispatchEvent(_ name: String) { nativeEvents.dispatch(name, "null") }

    /// Returns the later `CustomEvent`s of a name that scripts dispatch on the window of any frame, or that bubble up to it.
    ///
    /// Their details must be JSON; of others the page's console tells. Events that the application dispatched are not among
    /// them. The sequence ends with the view; dropping it, or cancelling its task, ends the listening.
    public func events(named name: String) -> AsyncStream<WebEvent> { nativeEvents.listen(to: name) }

    /// Prepares later documents, also those of frames, to send events from their beginning.
    package func prepareForEvents() { _ = nativeEvents }

    var nativeEvents: NativeEvents {
        let key = ObjectIdentifier(NativeEvents.self)
        if let known = attachments[key] as? NativeEvents { return known }
        let made = NativeEvents(self)
        attachments[key] = made
        NativeEventsHandler.install(in: configuration.userContentController, for: self)
        return made
    }
}
