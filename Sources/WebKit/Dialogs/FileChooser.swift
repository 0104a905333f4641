import CWebKitGTK

/// A page's request for files, answered once. A second answer is misuse, as on iOS; a request that is dropped is cancelled.
@MainActor
final class FileChooser {
    private let handle: OpaquePointer
    private var isAnswered = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if !isAnswered { cwk_file_chooser_answer(handle, nil, 0) } }

    var allowsSeveral: Bool { cwk_file_chooser_allows_several(handle) }

    /// Hands the files over; nil or none cancels.
    func answer(_ files: [URL]?) {
        guard !isAnswered else {
            WKException.raise(
                .internalInconsistencyException, "Completion handler of an open panel was called more than once")
            return
        }
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
            uiDelegate.webView(self, runOpenPanelWith: parameters, initiatedByFrame: shownFrame(found.source)) {
                chooser.answer($0)
            }
        }
    }
}
