import UIKitSubset

extension WKWebView {
    /// The object of ``findInteraction``.
    var pageFinder: UIFindInteraction? { attachments[ObjectIdentifier(UIFindInteraction.self)] as? UIFindInteraction }

    /// Adds the interaction that ``isFindInteractionEnabled`` asks for, or removes it.
    func applyFindInteraction() {
        if let pageFinder {
            guard !isFindInteractionEnabled else { return }
            removeInteraction(pageFinder)
            attachments[ObjectIdentifier(UIFindInteraction.self)] = nil
        } else if isFindInteractionEnabled {
            let finder = UIFindInteraction { [weak self] text, backwards in
                let configuration = WKFindConfiguration()
                configuration.backwards = backwards
                self?.find(text, configuration: configuration) { _ in }
            }
            attachments[ObjectIdentifier(UIFindInteraction.self)] = finder
            addInteraction(finder)
        }
    }

    /// Finds text in the page, starting at the selection, and selects the match. Apple API.
    ///
    /// A search without a match removes the selection, as on iOS. The searches of a view run one after the other. Each uses the
    /// configuration as it was at the call. The handler is called exactly once. It receives no match for an empty string, and
    /// when the web process or the view ends first. Unlike on iOS a selection in one view collapses the selection of another.
    public func find(
        _ string: String, configuration: WKFindConfiguration = .init(),
        completionHandler: @escaping @MainActor (WKFindResult) -> Void
    ) {
        // WebKitGTK takes a C string, so that the text must not contain a null character.
        guard let handle, !string.isEmpty, !string.utf8.contains(0) else {
            return completionHandler(WKFindResult(matchFound: false))
        }
        searches.add(
            PageSearch(text: string, configuration: configuration, view: handle) {
                completionHandler(WKFindResult(matchFound: $0))
            })
    }

    /// Finds text in the page, starting at the selection, and selects the match. Apple API, which never throws here.
    ///
    /// For details, see ``find(_:configuration:completionHandler:)``.
    public func find(
        _ string: String, configuration: WKFindConfiguration = .init()
    ) async throws -> WKFindResult {
        await withCheckedContinuation { continuation in
            find(string, configuration: configuration) { continuation.resume(returning: $0) }
        }
    }
}
