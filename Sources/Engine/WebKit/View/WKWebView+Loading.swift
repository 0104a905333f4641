import CWebKitGTK

extension WKWebView {
    /// The URL as WebKit has it, also in a kind of view that overrides `url`.
    var loadedURL: URL? {
        if let load = navigation.simulated, load.stage != .handedOver { return load.request.url }
        return handle.flatMap { cwk_view_uri($0) }.flatMap { URL(address: String(cString: $0)) }
    }

    var loadedTitle: String? {
        navigation.hasLostPage ? nil : handle.flatMap { cwk_view_title($0) }.map { String(cString: $0) }
    }

    /// Loads a request. A file page may read the folder that contains it, unless `readAccess` names another.
    func startLoad(_ request: URLRequest, readAccess: URL? = nil) -> WKNavigation? {
        guard let handle, let url = request.url else { return nil }
        fileAccess.request(url, folder: readAccess)
        return launching {
            let navigation = navigation.request(request)
            load(request, from: url, as: navigation, into: handle)
            return navigation
        }
    }

    /// Loads an address that a page chose. ``ViewHooks/proposedNavigations`` has the load as a navigation of the page.
    ///
    /// WebKit does not check whether web content may show what an application loads.
    ///
    /// - Returns: nil for an address that web content may not show, such as that of a file.
    @discardableResult
    package func loadForPage(_ request: URLRequest) -> WKNavigation? {
        guard let scheme = request.url?.scheme?.lowercased(),
            NativeSchemes.ofPages.contains(scheme) || handler(ofScheme: scheme) != nil,
            let started = load(request)
        else { return nil }
        navigation.attributeRequestedToPage()
        return started
    }

    /// Makes the load of a navigation again, in another way. The delegate is not asked about it again.
    func repeatLoad(_ request: URLRequest, of repeated: WKNavigation, startsSilently: Bool) {
        guard let handle, let url = request.url else { return }
        navigation.repeatRequest(request, of: repeated, startsSilently: startsSilently)
        hardening.ofProcess.applied { load(request, from: url, as: repeated, into: handle) }
    }

    private func load(_ request: URLRequest, from url: URL, as navigation: WKNavigation, into handle: OpaquePointer) {
        var fields = request.allHTTPHeaderFields ?? [:]
        if hasHostComplete(request) {
            interceptNetwork()
            fields = request.engineHeaders(markedAs: navigation.loadMark)
        }
        let headers = fields.flatMap { [$0.key, $0.value] }
        CStrings.withCStrings(headers) { cwk_view_load(handle, url.absoluteString, $0, headers.count / 2) }
    }

    func startLoad(html: String, at baseURL: URL?) -> WKNavigation? {
        guard let handle else { return nil }
        if let baseURL { fileAccess.request(baseURL) }
        return launching(givenDocument: true) {
            let navigation = navigation.request(baseURL.map { URLRequest(url: $0) }, isOfGivenDocument: true)
            cwk_view_load_html(handle, html, baseURL?.absoluteString)
            return navigation
        }
    }

    /// Shows HTML in place of an address that could not be loaded: ``url`` is that address, and a reload tries it again.
    package func showErrorPage(_ html: String, for url: URL) {
        guard let handle else { return }
        _ = navigation.request(URLRequest(url: url), isOfGivenDocument: true)
        cwk_view_load_alternate_html(handle, html, url.absoluteString)
    }

    func startLoad(_ data: Data, mimeType: String, encoding: String, at baseURL: URL) -> WKNavigation? {
        guard let handle else { return nil }
        if data.isEmpty { return startLoad(html: "", at: baseURL) }
        if mimeType.lowercased() == Self.archiveType, let archive = WebArchive(file: data) { return startLoad(archive) }
        fileAccess.request(baseURL)
        return launching(givenDocument: true) {
            let navigation = navigation.request(URLRequest(url: baseURL), isOfGivenDocument: true)
            data.withUnsafeBytes {
                cwk_view_load_bytes(handle, $0.baseAddress, $0.count, mimeType, encoding, baseURL.absoluteString)
            }
            return navigation
        }
    }

    func startReload(bypassingCache: Bool) -> WKNavigation? {
        guard let handle else { return nil }
        return launching {
            let navigation = navigation.request(loadedURL.map { URLRequest(url: $0) })
            cwk_view_reload(handle, bypassingCache)
            return navigation
        }
    }

    func startHistoryLoad(by steps: Int) -> WKNavigation? {
        guard let handle, let item = backForwardList.item(at: steps) else { return nil }
        let navigation = navigation.request(URLRequest(url: item.loadedURL))
        return launching { cwk_view_history_go(handle, Int32(steps)) } ? navigation : nil
    }

    func startHistoryLoad(of item: WKBackForwardListItem) -> WKNavigation? {
        let list = backForwardList
        if let steps = list.forwardList.firstIndex(where: { $0 === item }) { return startHistoryLoad(by: steps + 1) }
        if let index = list.backList.firstIndex(where: { $0 === item }) {
            return startHistoryLoad(by: index - list.backList.count)
        }
        return nil
    }

    /// Ends the view's web process, also one that hangs; the delegate receives its termination.
    package func terminateWebProcess() {
        if let handle { cwk_view_terminate_process(handle) }
    }

    /// Returns the address of the document in the main frame when it has the answer to a request of a page.
    func mainDocumentURL(of request: URLRequest) -> URL? {
        let expected = [shownPage.allowedURL, navigation.phase == .provisional ? loadedURL : nil]
        let isForMainFrame =
            request.isForDocument
            && expected.contains { $0 != nil && $0?.textWithoutFragment == request.url?.textWithoutFragment }
        // Requests of a new document can come before WebKit's message that the document is shown.
        let url = isForMainFrame ? request.url : shownPage.arrivingURL ?? shownPage.committedURL
        return hooks.shownAddress.map { url.map($0) } ?? url
    }

    /// Completes the request of a scheme task that is the application's own load: WebKitGTK carries only the URL.
    func mergeLoadedRequest(into request: inout URLRequest) {
        guard request.isForDocument else { return }
        let url = request.url
        let load = navigation.takeMainRequest { _, loaded in loaded.url == url }
        if let load { request.complete(from: load.request) }
    }
}
