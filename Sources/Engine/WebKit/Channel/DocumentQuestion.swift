/// A question of a script that waits for the answer. All but its text comes from the web-process extension.
package struct DocumentQuestion: Sendable, Equatable {
    /// The script's text.
    package let text: String
    /// The number of the document's page, see `WKWebView.pageNumber`.
    package let page: UInt64
    /// The id of the document.
    package let document: String
    /// The address of the document, or of the document that it has its address from, as a document of `about:srcdoc` does.
    package let url: String
    package let origin: String
    /// The origins of the documents around it, the nearest first.
    package let ancestors: [String]

    package init(text: String, page: UInt64, document: String, url: String, origin: String, ancestors: [String]) {
        (self.text, self.page, self.document, self.url) = (text, page, document, url)
        (self.origin, self.ancestors) = (origin, ancestors)
    }

    /// Reads the facts of the extension's: a line each for the page, the id, the address and the origin, and for each document around it. Nil where
    /// lines are missing.
    init?(_ text: UnsafeRawBufferPointer, facts: UnsafeRawBufferPointer) {
        let lines = String(decoding: facts, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, let page = UInt64(lines[0]) else { return nil }
        self.init(
            text: String(decoding: text, as: UTF8.self), page: page, document: String(lines[1]), url: String(lines[2]),
            origin: String(lines[3]), ancestors: lines.dropFirst(4).map(String.init))
    }
}

/// The answer to a script's question. Main actor only.
package typealias DocumentAnswering = @MainActor (DocumentQuestion, @escaping @MainActor (String) -> Void) -> Void
