/// The element that a person asks a context menu for. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKContextMenuElementInfo: NSObject {
    /// The address of the element's link; nil where it has none. Apple API.
    open private(set) var linkURL: URL?

    init(linkURL: URL?) {
        self.linkURL = linkURL
        super.init()
    }
}

/// The link that a person previews. Apple API, replaced by ``WKContextMenuElementInfo``. Main actor only.
@preconcurrency @MainActor
open class WKPreviewElementInfo: NSObject, NSCopying {
    /// The address of the link. Apple API.
    open private(set) var linkURL: URL?

    init(linkURL: URL?) {
        self.linkURL = linkURL
        super.init()
    }

    /// Returns the object itself, which is immutable. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An action of a preview. Apple API, replaced by `UIAction`. Main actor only.
@preconcurrency @MainActor
public protocol WKPreviewActionItem: NSObjectProtocol {
    /// The name of the action. Apple API.
    var identifier: String { get }
    /// The words for the user. Apple API.
    var title: String { get }
}

/// The name of the action that opens the link of a preview. Apple API.
public let WKPreviewActionItemIdentifierOpen = "WKElementActionTypeOpen"
