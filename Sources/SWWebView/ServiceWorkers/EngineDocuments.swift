import ServiceWorkerContainer
import WebKit

/// What the web-process extension told of a view's documents, by their ids.
///
/// A document that has gone may come back from the back-forward cache, so its entry stays until there are too many.
struct EngineDocuments {
    /// How many are remembered, besides those that are shown.
    static let most = 2048

    private var documents: [String: EngineDocument] = [:]
    private var order: [String] = []

    subscript(id: String) -> EngineDocument? { documents[id] }

    /// A document has begun.
    ///
    /// - Parameter isShown: whether the document with an id is a frame's.
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
    /// Whose storage the document uses.
    var storageKey: StorageKey? { URL(string: origin).flatMap { StorageKey(of: $0) } }

    /// What it is to service workers.
    var frameType: Client.FrameType { isMainFrame ? hasOpener ? .auxiliary : .topLevel : .nested }
}
