extension WKWebView {
    /// Finds text in the page, from the selection on, and selects the match. Apple API.
    ///
    /// Without a match nothing is selected afterwards, as on iOS. Searches of a view run one after the other, each with the
    /// configuration as it was at the call. The handler is called once: without a match for an empty string, and where the web
    /// process or the view ends before the search does. Unlike on iOS a selection in one view collapses the selection of another.
    public func find(
        _ string: String, configuration: WKFindConfiguration = .init(),
        completionHandler: @escaping @MainActor (WKFindResult) -> Void
    ) {
        // WebKitGTK takes the text as a C string.
        guard let handle, !string.isEmpty, !string.utf8.contains(0) else {
            return completionHandler(WKFindResult(matchFound: false))
        }
        searches.add(
            PageSearch(text: string, configuration: configuration, view: handle) {
                completionHandler(WKFindResult(matchFound: $0))
            })
    }

    /// Finds text in the page, from the selection on, and selects the match. Apple API, which never throws here.
    ///
    /// The result is that of ``find(_:configuration:completionHandler:)``.
    public func find(
        _ string: String, configuration: WKFindConfiguration = .init()
    ) async throws -> WKFindResult {
        await withCheckedContinuation { continuation in
            find(string, configuration: configuration) { continuation.resume(returning: $0) }
        }
    }
}
