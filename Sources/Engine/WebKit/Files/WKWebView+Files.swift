import CWebKitGTK

extension WKWebView {
    func startLoad(file request: URLRequest, readAccess: URL) -> WKNavigation? {
        for url in [request.url, readAccess] where url?.isFileURL != true {
            let name = url?.absoluteString ?? "A request without a URL"
            WKException.raise(.invalidArgumentException, "\(name) is not a file URL")
            return nil
        }
        if let file = request.url, file.pathExtension.lowercased() == "webarchive",
            let data = try? Data(contentsOf: file),
            let archive = WebArchive(file: data)
        {
            return startLoad(archive)
        }
        return startLoad(request, readAccess: readAccess)
    }

    /// Announces the folder that a file page may read to the web process, before the policy decision.
    ///
    /// - Returns: Whether the navigation may continue; false where the process extension that limits file access is missing.
    func announceFolder(for question: PolicyQuestion) -> Bool {
        guard question.kind == CWK_POLICY_NAVIGATION, let handle,
            let url = cwk_policy_uri(question.handle).flatMap({ URL(address: String(cString: $0)) }), url.isFileURL
        else { return true }
        guard liveConfiguration.websiteDataStore.processExtension != nil else { return false }
        let type = Int(cwk_policy_navigation_type(question.handle))
        let repeats = [WKNavigationType.backForward.rawValue, WKNavigationType.reload.rawValue]
        let isRepeated = repeats.contains(type)
        let folder = fileAccess.folder(for: url, isRepeated: isRepeated, isFirst: shownPage.committedURL == nil)
        if let folder { cwk_view_announce_files(handle, url.absoluteString, folder.path) }
        return true
    }

    /// Fails a navigation to a file whose access cannot be limited to a folder.
    func refuseFile(_ question: PolicyQuestion) {
        let url = cwk_policy_uri(question.handle).flatMap { URL(address: String(cString: $0)) }
        let refused = navigation.requested?.navigation ?? WKNavigation()
        navigation.cancelRequested()
        question.answer(CWK_POLICY_IGNORE)
        actingNavigationDelegate?.webView(
            self, didFailProvisionalNavigation: refused, withError: NavigationFailures.unreadableFile(url))
    }
}
