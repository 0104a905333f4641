import CWebKitGTK

/// The way from a data store that a page has used to one that the next page can use.
extension WKWebsiteDataStore {
    /// Removes all that WebKit keeps for sites: also the kinds of data without a name in ``allWebsiteDataTypes()``.
    ///
    /// - Returns: the number of sites that still have data; nil where WebKit reports a failure. Sites of custom schemes do not
    ///   count.
    package func wipe() async -> Int? {
        let context = preparedContext
        defer { withExtendedLifetime(context) {} }
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

    /// Whether the store's http(s) requests go through the host. It stays so.
    package var isIntercepted: Bool { networkInterception != nil }
}

extension WebKitEnvironment {
    /// Takes off the clipboard what a view of this process has put there.
    package static func clearClipboard() { cwk_clipboard_clear() }
}
