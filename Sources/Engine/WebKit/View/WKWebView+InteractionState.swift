import CWebKitGTK

extension WKWebView {
    /// The history as WebKit writes it.
    var sessionData: Data? {
        guard let handle else { return nil }
        var data: Data?
        withUnsafeMutablePointer(to: &data) {
            cwk_view_session(
                handle,
                { bytes, length, context in
                    guard let bytes else { return }
                    context?.assumingMemoryBound(to: Data?.self).pointee = Data(bytes: bytes, count: length)
                }, $0)
        }
        return data
    }

    /// Replaces the history, and loads its current page.
    func restore(_ data: Data) {
        guard let handle, !data.isEmpty else { return }
        let isRestored = data.withUnsafeBytes { cwk_view_restore_session(handle, $0.baseAddress, $0.count) }
        guard isRestored else { return }
        propertyChanges.notify(.history)
        guard let item = backForwardList.currentItem else { return }
        _ = navigation.request(URLRequest(url: item.loadedURL))
        _ = launching { cwk_view_history_go(handle, 0) }
    }
}
