import ServiceWorkers
import WebKit

/// The facts that the web-process extension reported about a view's documents, by document id.
///
/// A document that has gone may come back from the back-forward cache, so its entry stays until there are too many.
struct EngineDocuments {
    /// The most documents that are remembered, besides those that are shown.
    static let most = 2048

    private var documents: [String: EngineDocument] = [:]
    private var order: [String] = []

    subscript(id: String) -> EngineDocument? { documents[id] }

    /// Notes that a document has begun.
    ///
    /// - Parameter isShown: whether a frame shows the document with an id.
    mutating func note(_ document: EngineDocument, isShown: (String) -> Bool) {
        if documents.updateValue(document, forKey: document.id) == nil { order.append(document.id) }
        guard order.count > 2 * Self.most else { return }
        let old = order.prefix(Self.most)
        let kept = old.filter(isShown)
        for id in old where !isShown(id) { documents[id] = nil }
        order.replaceSubrange(..<Self.most, with: kept)
    }
}

extension EngineDocument {
    /// The storage key of the document.
    var storageKey: StorageKey? { URL(string: origin).flatMap { StorageKey(of: $0) } }

    /// The frame type of the document as a client.
    var frameType: Client.FrameType { isMainFrame ? hasOpener ? .auxiliary : .topLevel : .nested }
}
