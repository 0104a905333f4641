import Foundation
import HTTPMessages
import SWWebView
import Simulator
import WebKit

/// Counts the Web APIs that one page uses, with its frames and workers on the bridge. Main actor only.
///
/// The script in the page names APIs by their place in the list. Its messages begin with a random token, because pages can post to
/// the same message handler.
@MainActor
final class PageAPIUses: NSObject {
    private static let handlerName = "swwebviewAPIs"
    /// The frames of the script itself that a stack begins with.
    private static let ownFrames = 3
    private static let names = WebAPI.all.flatMap(\.apis)

    private let token = "\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    private let options: FidelityOptions
    private var messages: Subscription?
    private var counts: [Int: Int] = [:]
    private var stacks: [Int: String] = [:]

    init(_ options: FidelityOptions) { self.options = options }

    /// Adds the script to the documents and workers of a configuration.
    func install(in configuration: WKWebViewConfiguration) {
        let script = "{\n\(body)\n}"
        configuration.realms.workerScripts.append(script)
        let content = configuration.userContentController
        content.add(self, name: Self.handlerName)
        let source = """
            (() => {
            "use strict";
            const handler = self.webkit?.messageHandlers?.\(Self.handlerName);
            if (!handler) return;
            const post = Function.prototype.call.bind(handler.postMessage);
            const tellHost = (text) => post(handler, text);
            \(script)
            })();
            """
        content.addUserScript(WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }

    /// Receives the reports of workers.
    func listen(to view: SWWebView) {
        messages = view.realmScriptMessages.add { [weak self] in self?.receive($0) }
    }

    private var body: String {
        """
        const apiNames = \(JSONText.text(Self.names)), usesToken = "\(token)";
        \(WebAPI.lookup)
        \(EmbeddedFiles.api_uses_js)
        """
    }

    private func receive(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == token[...] else { return }
        lines.removeFirst()
        if let first = lines.first, first.hasPrefix("!") {
            guard let index = Int(first.dropFirst()), Self.names.indices.contains(index) else { return }
            counts[index, default: 0] += 0
            if stacks[index] == nil { stacks[index] = lines.dropFirst(1 + Self.ownFrames).joined(separator: "\n") }
            return
        }
        for line in lines {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let index = Int(parts[0]), let count = Double(parts[1]),
                Self.names.indices.contains(index), count > 0, count < 1e15
            else { continue }
            counts[index, default: 0] += Int(count)
        }
    }

    /// The uses until now, in the order of the list.
    func uses(_ sources: PageSources?) -> [WebAPIUse] {
        counts.sorted { $0.key < $1.key }.map { index, count in
            let position = stacks[index].flatMap { SourcePosition(stack: $0) }
            // A realm that ends at once, or hangs, does not report the count.
            return WebAPIUse(
                api: Self.names[index], count: max(count, 1), position: position.map { sources?.located($0) ?? $0 })
        }
    }

    /// The failures of a page with these uses.
    func failures(of uses: [WebAPIUse]) -> [PageFailure] {
        uses.filter { options.forbidden.contains($0.api) }.compactMap { use in
            guard let api = WebAPI.all.first(where: { $0.apis.contains(use.api) }) else { return nil }
            return PageFailure(
                kind: .forbiddenAPI, message: FidelityText.sentence(use, api), position: use.position)
        }
    }
}

extension PageAPIUses: WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        if let text = message.body as? String { receive(text) }
    }
}
