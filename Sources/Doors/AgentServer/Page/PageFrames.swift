import Foundation
import HTTPMessages
import WebKit

/// The frames of a page, and the script that reads them in a content world of its own, which no page can see or change. Main actor only.
@MainActor
final class PageFrames: NSObject {
    private struct Range {
        let first: Int
        let last: Int
        weak var view: WKWebView?
        /// The frame; nil for the main one.
        let frame: WKFrameInfo?
        let document: Int
    }

    /// An element that a reference names.
    struct Element {
        let number: Int
        /// The frame that holds the element; nil for the main one.
        let frame: WKFrameInfo?
    }

    static let world = WKContentWorld.world(name: "SWWebView/agent")
    private static let messageHandlerName = "swwebviewAgent"
    private static let source = "(() => {\n'use strict';\n\(EmbeddedFiles.agent_manifest)\n})();\n"
    private static let mostFrames = 200
    private static let mostRanges = 10_000
    private static let deepest = 10

    private var known: [WKFrameInfo] = []
    private var ranges: [Range] = []
    private var latest = 0
    /// The number of documents that each window has had.
    private var documents: [ObjectIdentifier: Int] = [:]

    /// Adds the script to every frame of views with this content.
    func install(in content: WKUserContentController) {
        content.add(self, contentWorld: Self.world, name: Self.messageHandlerName)
        content.addUserScript(
            WKUserScript(source: Self.source, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: Self.world))
    }

    /// Forgets the frames of a window: another document takes their place.
    func forget(_ view: WKWebView) {
        known.removeAll { $0.webView === view || $0.webView == nil }
        documents[ObjectIdentifier(view), default: 0] += 1
    }

    // MARK: Commands

    /// Has a frame run a command of the script.
    ///
    /// - Throws: ``ToolError`` with the command's failure, and the errors of the view.
    func run(
        _ command: String, _ values: [JSONValue] = [], in view: WKWebView, frame: WKFrameInfo? = nil
    ) async throws -> JSONValue {
        let arguments = ["command": command, "values": String(decoding: JSONValue.array(values).data, as: UTF8.self)]
        let body = "return globalThis.agent ? await agent.run(command, JSON.parse(values)) : null"
        for isSecond in [false, true] {
            let answer = try await view.callAsyncJavaScript(
                body, arguments: arguments, in: frame, contentWorld: Self.world)
            if let text = answer as? String, let value = try? JSONValue(json: Data(text.utf8), deepest: 100) {
                if let failure = value["failure"]?.text { throw ToolError(failure) }
                return value["value"] ?? .null
            }
            // A document that WebKit makes itself does not get the script by itself.
            if !isSecond {
                _ = try? await view.evaluateJavaScript(Self.source, in: frame, contentWorld: Self.world)
            }
        }
        throw ToolError("The page has no document that can be read. Call navigate or reload.")
    }

    // MARK: Outline

    /// Returns the outline of the page, or of an element.
    ///
    /// - Throws: ``ToolError``, and the errors of the view.
    func outline(of view: WKWebView, below element: Element? = nil) async throws -> [String] {
        var others: [String: WKFrameInfo]?
        return try await outline(
            view, element?.frame, below: element?.number, indent: 0, depth: 0
        ) { [self] path in
            if others == nil { others = await paths(in: view) }
            return others?[path]
        }
    }

    private func outline(
        _ view: WKWebView, _ frame: WKFrameInfo?, below number: Int?, indent: Int, depth: Int,
        _ find: (String) async -> WKFrameInfo?
    ) async throws -> [String] {
        let first = latest + 1
        let value = try await run(
            "snapshot", [.integer(latest), number.map { .integer($0) } ?? .null], in: view, frame: frame)
        latest = max(latest, value["latest"]?.number ?? 0)
        if latest >= first {
            if ranges.count >= Self.mostRanges { ranges.removeFirst(Self.mostRanges / 10) }
            ranges.append(
                Range(
                    first: first, last: latest, view: view, frame: frame,
                    document: documents[ObjectIdentifier(view)] ?? 0))
        }
        var lines: [String] = []
        for line in value["lines"]?.elements ?? [] {
            let place = indent + (line["depth"]?.number ?? 0)
            lines.append(String(repeating: "  ", count: place) + "- " + (line["text"]?.text ?? ""))
            guard let path = line["path"]?.text, depth < Self.deepest, let inner = await find(path) else { continue }
            lines += (try? await outline(view, inner, below: nil, indent: place + 1, depth: depth + 1, find)) ?? []
        }
        if value["isCut"]?.flag == true { lines.append("- (the page has more elements than an outline lists)") }
        return lines
    }

    /// Returns the frames of a window by their paths.
    private func paths(in view: WKWebView) async -> [String: WKFrameInfo] {
        var found: [String: WKFrameInfo] = [:]
        for frame in known where frame.webView === view {
            do {
                if let path = try await run("path", in: view, frame: frame).text { found[path] = frame }
            } catch {
                known.removeAll { $0 === frame }
            }
        }
        return found
    }

    // MARK: References

    /// Returns the element that a reference such as `e12` names.
    ///
    /// - Throws: ``ToolError`` for an unknown or a stale one.
    func element(_ reference: String, in view: WKWebView) throws -> Element {
        guard let match = reference.wholeMatch(of: /\[?(?:ref=)?e(\d{1,15})\]?/), let number = Int(match.1) else {
            throw ToolError("“\(reference.prefix(40))” is no reference. One is such as e12, and comes from snapshot.")
        }
        guard let range = ranges.last(where: { $0.first <= number && number <= $0.last }) else {
            throw ToolError("There is no reference e\(number). Call snapshot, and use a reference that it lists.")
        }
        guard let owner = range.view, documents[ObjectIdentifier(owner)] ?? 0 == range.document else {
            throw ToolError("The reference e\(number) is stale: the page has navigated. Take a new snapshot.")
        }
        guard owner === view else {
            throw ToolError("The reference e\(number) is of another window. The tool windows goes there.")
        }
        return Element(number: number, frame: range.frame)
    }

    /// Returns where the corner of a frame's document is in the window, after scrolling the frame into view.
    func corner(of frame: WKFrameInfo?, in view: WKWebView) async throws -> CGPoint {
        guard let frame else { return .zero }
        var path = (try await run("path", in: view, frame: frame).text ?? "").split(separator: ".")
        let frames = await paths(in: view)
        var corner = CGPoint.zero
        while let last = path.popLast() {
            let parent = path.isEmpty ? nil : frames[path.joined(separator: ".")]
            guard let index = Int(last), path.isEmpty || parent != nil else {
                throw ToolError("The frame has left the page. Take a new snapshot.")
            }
            let place = try await run("corner", [.array([.integer(index)])], in: view, frame: parent)
            corner.x += place["x"]?.double ?? 0
            corner.y += place["y"]?.double ?? 0
        }
        return corner
    }

    /// Returns whether any frame of a window shows a text.
    func shows(_ text: String, in view: WKWebView) async -> Bool {
        if let shows = try? await run("shows", [.string(text)], in: view).flag, shows { return true }
        for frame in known where frame.webView === view {
            if let shows = try? await run("shows", [.string(text)], in: view, frame: frame).flag, shows { return true }
        }
        return false
    }
}

extension PageFrames: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard !message.frameInfo.isMainFrame else { return }
        if known.count >= Self.mostFrames { known.removeFirst() }
        known.append(message.frameInfo)
    }
}
