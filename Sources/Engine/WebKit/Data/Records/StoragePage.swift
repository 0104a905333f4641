/// An empty page that takes the origins of a store's pages, to reach their storage. Its documents need no request. Main actor only.
@MainActor
final class StoragePage: NSObject, WKNavigationDelegate {
    private let webView: WKWebView
    private var loaded: CheckedContinuation<Void, any Error>?

    init(_ store: WKWebsiteDataStore) {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        webView.navigationDelegate = self
    }

    /// Returns the items of an origin's local storage as JSON: an array of pairs.
    func localStorage(of origin: String) async throws -> String {
        try await open(origin)
        let items = try await run(
            """
            const keys = Array.from({length: localStorage.length}, (_, index) => localStorage.key(index)).sort();
            return JSON.stringify(keys.map((key) => [key, localStorage.getItem(key)]));
            """)
        guard let items = items as? String else { throw failure(origin) }
        return items
    }

    /// Sets items of an origin's local storage, all of them or none where the text is no array of pairs of texts.
    func setLocalStorage(_ items: String, of origin: String) async throws {
        try await open(origin)
        // An answer of the storage's process comes after the items have reached it.
        let isDone = try await run(
            """
            const pairs = JSON.parse(items);
            const isText = (value) => typeof value === 'string';
            if (!Array.isArray(pairs)
                || !pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText))) return false;
            for (const [key, value] of pairs) localStorage.setItem(key, value);
            await indexedDB.databases();
            return true;
            """, ["items": items])
        guard isDone as? Bool == true else { throw failure(origin) }
    }

    /// Removes the local storage and the databases of an origin. A database that a page has open is removed when the page closes it.
    func clear(_ origin: String) async throws {
        try await open(origin)
        _ = try await run(
            """
            localStorage.clear();
            const names = (await indexedDB.databases()).map(({ name }) => name);
            await Promise.all(names.map((name) => new Promise((done) => {
                const request = indexedDB.deleteDatabase(name);
                request.onsuccess = request.onerror = request.onblocked = done;
            })));
            """)
    }

    private func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        do {
            return try await webView.callAsyncJavaScript(
                body, arguments: arguments, contentWorld: .defaultClient)
        } catch {
            let error = error as NSError
            let reason = error.userInfo[WKError.exceptionMessageKey] as? String ?? error.localizedDescription
            throw WebsiteDataArchive.error("The local storage of \(webView.url?.absoluteString ?? ""): \(reason)")
        }
    }

    private func open(_ origin: String) async throws {
        guard let url = URL(string: origin + "/"), StorageOrigin.origin(of: url) == origin else {
            throw failure(origin)
        }
        try await withCheckedThrowingContinuation { continuation in
            loaded = continuation
            webView.loadHTMLString("", baseURL: url)
        }
    }

    private func failure(_ origin: String) -> WKError {
        WebsiteDataArchive.error("The local storage of \(origin) can't be read or written")
    }

    private func end(_ result: Result<Void, any Error>) {
        loaded?.resume(with: result)
        loaded = nil
    }

    // MARK: WKNavigationDelegate

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { end(.success(())) }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        end(.failure(error))
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { end(.failure(error)) }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        end(.failure(WKError(.webContentProcessTerminated)))
    }
}
