import Foundation
import HTTPMessages
import SWWebView
import Simulator
import WebKit

/// The document and the picture of a page at single moments, for a trace. Main actor only.
///
/// At a failure, the hook in the page serialises the document at once and waits for the picture where the test library lets it.
@MainActor
final class PageMoments: NSObject, WKScriptMessageHandlerWithReply {
    static let messageHandlerName = "swwebviewMoment"
    private static let most = 30
    private static let largestPicture = 8 << 20
    private static let longestDocument = 2 << 20
    /// Seconds that a picture may take: a page in a tight loop gives none.
    private static let patience = 3.0

    weak var view: SWWebView?
    private let file: TraceFile
    private var count = 0
    /// The failures whose moments are taken.
    private var names: Set<[String]> = []
    private var underway: [Task<Void, Never>] = []

    private struct Message: Decodable {
        var name: [String]
        var html: String
        var url: String
        var width: Double
        var height: Double
        var scrollY: Double
    }

    private struct Moment: Encodable {
        var name: [String]
        var html: String?
        var url: String?
        /// The document's size and its scroll position, in CSS pixels.
        var width: Double?
        var height: Double?
        var scrollY: Double?
        /// The picture as a PNG file, in Base64.
        var picture: String?
        /// Milliseconds until the picture was taken, from the entry's time.
        var delay: Double?
    }

    init(_ file: TraceFile) { self.file = file }

    /// Has the hooks of a page report moments.
    func install(in content: WKUserContentController) {
        content.addScriptMessageHandler(self, contentWorld: .page, name: Self.messageHandlerName)
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        guard count < Self.most, message.frameInfo.isMainFrame, let text = message.body as? String,
            let document = try? JSONText.decode(Message.self, from: Data(text.utf8))
        else { return (nil, nil) }
        count += 1
        names.insert(document.name)
        let time = file.now
        let task = Task.immediate { await write(document.name, document, at: time) }
        underway.append(task)
        // The page can wait for the picture.
        await task.value
        return (nil, nil)
    }

    /// Takes a moment from outside of the page: for failures that no hook sees.
    ///
    /// - Parameter isEnd: whether the moment has a place of its own.
    func take(_ name: [String], isEnd: Bool = false) async {
        guard isEnd || count < Self.most else { return }
        count += 1
        let time = file.now
        guard let view else { return }
        let text = await withTimeLimit(seconds: Self.patience) {
            try? await view.callAsyncJavaScript(DocumentScript.body, contentWorld: .defaultClient) as? String
        }
        guard let text else { return file.write(.moment, at: time, Moment(name: name)) }
        let document = text.flatMap { try? JSONText.decode(Message.self, from: Data($0.utf8)) }
        await write(name, document, at: time)
    }

    /// Takes a moment without waiting for it, unless the hook of a library has taken it.
    func begin(_ name: [String]) {
        guard names.insert(name).inserted else { return }
        underway.append(Task.immediate { await take(name) })
    }

    /// Waits for the moments that were begun.
    func finish() async {
        for task in underway { await task.value }
    }

    private func write(_ name: [String], _ document: Message?, at time: Double) async {
        let picture = await picture()
        let isWhole = (document?.html.utf8.count ?? 0) <= Self.longestDocument
        file.write(
            .moment, at: time,
            Moment(
                name: name, html: isWhole ? document?.html : nil, url: document?.url, width: document?.width,
                height: document?.height, scrollY: document?.scrollY, picture: picture?.base64EncodedString(),
                delay: picture == nil ? nil : TraceFile.rounded(file.now - time)))
    }

    private func picture() async -> Data? {
        guard let view else { return nil }
        let data = await withTimeLimit(seconds: Self.patience) {
            try? await view.takeSnapshot(configuration: nil).pngData()
        }
        return data.flatMap { $0 }.flatMap { $0.count <= Self.largestPicture ? $0 : nil }
    }
}

/// The script that serialises a document.
enum DocumentScript {
    /// The declaration of the function `documentText`.
    static let source = EmbeddedFiles.document_js

    /// The body of a function that returns a moment's message without a name.
    static let body = """
        \(source)
        return JSON.stringify({ name: [], ...documentMoment() });
        """
}
