import CWebKitGTK

/// A page's request for files, answered once. A request that is dropped is cancelled.
@MainActor
final class FileChooser {
    private let handle: OpaquePointer
    private var isAnswered = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if !isAnswered { cwk_file_chooser_answer(handle, nil, 0) } }

    var allowsSeveral: Bool { cwk_file_chooser_allows_several(handle) }

    /// Hands the files over; nil or none cancels.
    func answer(_ files: [URL]?) {
        guard !isAnswered else { return }
        isAnswered = true
        let paths = (files ?? []).map(\.path)
        CStrings.withCStrings(paths) { cwk_file_chooser_answer(handle, $0, paths.count) }
    }
}

extension WKWebView {
    func chooseFiles(_ chooser: FileChooser) {
        guard uiDelegate != nil else { return chooser.answer(nil) }
        findChoosingFrame { [weak self] found in
            guard let self, let uiDelegate else { return chooser.answer(nil) }
            let parameters = WKOpenPanelParameters(
                allowsMultipleSelection: chooser.allowsSeveral, allowsDirectories: found.isDirectory)
            let answer = CompletionHandler<[URL]?>(
                uiDelegate, "webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:", unanswered: nil
            ) { chooser.answer($0) }
            uiDelegate.webView(
                self, runOpenPanelWith: parameters, initiatedByFrame: shownFrame(found.source),
                completionHandler: answer.closure())
        }
    }
}
