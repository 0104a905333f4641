import CWebKitGTK

/// A document as the web-process extension sees it. Nothing of it comes from a script.
package struct EngineDocument: Sendable, Equatable {
    /// 128 random bits as text, which the scripts of the document's origin can know.
    package let id: String
    package let url: String
    /// The origin as it is written in an address: also that of an `about:blank` or `blob:` document.
    package let origin: String
    /// The id of the document in the parent frame or, in a main frame, of its opener; nil where that has none.
    package let creator: String?
    package let isMainFrame: Bool
    package let hasOpener: Bool
    /// WebKit's id of the document's frame, which stays when another document comes into the frame.
    package var frame: UInt64 = 0

    package init(id: String, url: String, origin: String, creator: String?, isMainFrame: Bool, hasOpener: Bool) {
        (self.id, self.url, self.origin, self.creator) = (id, url, origin, creator)
        (self.isMainFrame, self.hasOpener) = (isMainFrame, hasOpener)
    }

    init(_ document: CWKDocument) {
        let text = { (value: UnsafePointer<CChar>?) in value.map { String(cString: $0) } ?? "" }
        let creator = text(document.creator)
        self.init(
            id: text(document.id), url: text(document.url), origin: text(document.origin),
            creator: creator.isEmpty ? nil : creator, isMainFrame: document.is_main_frame,
            hasOpener: document.has_opener)
    }
}

/// A frame with a new document of any origin, as the library in the web process reports it. Nothing of it comes from a script.
package struct EngineFrame: Sendable {
    /// WebKit's id of the frame.
    package let id: UInt64
    package let isMainFrame: Bool
    /// The origin of the document as it is written in an address; "null" or empty for an opaque one.
    package let origin: String
}
