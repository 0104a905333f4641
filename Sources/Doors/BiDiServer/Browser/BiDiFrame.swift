import Foundation
import HTTPMessages

/// A frame of a page, which clients call a browsing context. Main actor only.
@MainActor
final class BiDiFrame {
    /// The client's id of the browsing context.
    let id: String
    /// WebKit's id; nil before WebKit has named the frame.
    var inspectorID: String?
    let parent: BiDiFrame?
    var children: [BiDiFrame] = []
    var url = "about:blank"
    /// The origin of the document, as scripts read it.
    var origin = "null"
    /// The navigation that has brought the document of a frame inside the page.
    var navigation: String?

    init(id: String = UUID().uuidString.lowercased(), inspectorID: String? = nil, parent: BiDiFrame? = nil) {
        (self.id, self.inspectorID, self.parent) = (id, inspectorID, parent)
    }

    /// Reads a frame of the inspector.
    func update(_ frame: JSONValue) {
        if let id = frame["id"]?.text { inspectorID = id }
        if let text = frame["url"]?.text, !text.isEmpty { url = text }
        let given = frame["securityOrigin"]?.text ?? ""
        origin = given.hasSuffix("://") || given.isEmpty ? "null" : given
    }

    /// The frame with all that it has, each before its children.
    var tree: [BiDiFrame] { [self] + children.flatMap(\.tree) }

    /// The indices that lead from the main frame here.
    var path: [Int] {
        guard let parent else { return [] }
        return parent.path + [index]
    }

    /// The frame's place among its siblings.
    var index: Int { parent?.children.firstIndex { $0 === self } ?? 0 }
}
