import CWebKitGTK

/// The removal of a page's data, so that another page can use the data store.
extension WKWebsiteDataStore {
    /// Removes all data that WebKit keeps for sites, also the kinds of data without a name in ``allWebsiteDataTypes()``.
    ///
    /// - Returns: The number of sites that still have data, without sites of custom schemes; nil where WebKit reports a
    ///   failure.
    package func wipe() async -> Int? {
        let context = preparedContext
        defer { withExtendedLifetime(context) {} }
        await knownCookieMirror?.refresh()
        knownCookieMirror?.removeAll()
        if let storageFolder { PrivateFileSystems.removeFiles(in: storageFolder) }
        return await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
            cwk_context_wipe(
                context.handle,
                { isDone, sites, continuation in
                    ShimCallback.retained(continuation, Box<CheckedContinuation<Int?, Never>>.self) {
                        $0.value.resume(returning: isDone ? sites : nil)
                    }
                }, Unmanaged.passRetained(Box(continuation)).toOpaque())
        }
    }

    /// Whether the store's http(s) requests go through the host. The value never becomes false again.
    package var isIntercepted: Bool { networkInterception != nil }
}

extension WebKitEnvironment {
    /// Removes the content that a view of this process has put on the clipboard.
    package static func clearClipboard() { cwk_clipboard_clear() }
}
