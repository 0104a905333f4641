import Foundation
import HTTPMessages

/// The frames of a page as its client knows them, with what WebKit does not report and the client waits for.
///
/// Playwright ends a navigation with `Page.frameNavigated` alone. So a navigation that fails, that gets no document or that stays in its
/// document is reported as one to the current document, after the reason.
@MainActor
final class FrameRecord {
    private struct Frame {
        var payload: [String: JSONValue]
        var contexts: [InspectorMessage] = []
    }

    /// The request of a document of the main frame that is not there yet.
    private struct Navigation {
        var request: String
        var loader: String
    }

    private var known: [String: Frame] = [:]
    /// The ids of frames, each after its parent's.
    private var order: [String] = []
    private var pending: Navigation?
    private var main: String? { order.first }
    /// The start of the expression that Playwright navigates with.
    private static let assignment = "window.location.href = "

    /// Whether an execution context is the main frame's.
    func isMain(_ context: Int) -> Bool {
        guard let main, let contexts = known[main]?.contexts else { return false }
        return contexts.contains { $0.parameters["context"]?["id"]?.number == context }
    }

    // MARK: Commands

    func sent(_ command: InspectorMessage) {
        // The frames are read anew with each resource tree.
        if command.method == "Page.getResourceTree" { (known, order, pending) = ([:], [], nil) }
    }

    /// Whether the reply to a command says something about frames.
    func reads(_ command: InspectorMessage) -> Bool {
        command.method == "Page.getResourceTree" || fragment(of: command) != nil
    }

    /// Returns the events that follow a reply.
    func replied(_ reply: InspectorMessage, to command: InspectorMessage) -> [InspectorMessage] {
        if let tree = reply.members["result"]?["frameTree"] {
            add(tree)
            return []
        }
        guard let url = fragment(of: command), let main, var payload = known[main]?.payload else { return [] }
        payload["url"] = .string(url)
        payload["loaderId"] = .string("fragment-\(UUID().uuidString)")
        known[main]?.payload = payload
        return arrival()
    }

    private func add(_ tree: JSONValue) {
        guard let frame = tree["frame"]?.members, let id = frame["id"]?.text else { return }
        if known[id] == nil { order.append(id) }
        known[id] = Frame(payload: frame, contexts: known[id]?.contexts ?? [])
        for child in tree["childFrames"]?.elements ?? [] { add(child) }
    }

    /// Returns the address that a command of Playwright's leads the main frame to, where only its fragment changes.
    private func fragment(of command: InspectorMessage) -> String? {
        guard command.method == "Runtime.evaluate", let text = command.parameters["expression"]?.text,
            text.hasPrefix(Self.assignment),
            let target = try? JSONValue(json: Data(text.dropFirst(Self.assignment.count).utf8)).text,
            let main, let current = known[main]?.payload["url"]?.text, let hash = target.firstIndex(of: "#"),
            target[..<hash] == current.prefix(while: { $0 != "#" })
        else { return nil }
        return target
    }

    // MARK: Events

    /// Returns an event with those that go before and after it.
    func received(_ event: InspectorMessage) -> [InspectorMessage] {
        let parameters = event.parameters
        switch event.method {
        case "Runtime.executionContextCreated":
            if let id = parameters["context"]?["frameId"]?.text { known[id]?.contexts.append(event) }
        case "Page.frameNavigated":
            guard let frame = parameters["frame"]?.members, let id = frame["id"]?.text else { break }
            if id == main, frame["loaderId"]?.text == pending?.loader { pending = nil }
            if frame["parentId"]?.text == nil { removeChildren() }
            if known[id] == nil { order.append(id) }
            known[id] = Frame(payload: frame)
        case "Page.frameDetached":
            guard let id = parameters["frameId"]?.text, id != main else { break }
            known[id] = nil
            order.removeAll { $0 == id }
        case "Network.requestWillBeSent":
            guard parameters["type"]?.text == "Document", let id = parameters["frameId"]?.text else { break }
            if id == main, let request = parameters["requestId"]?.text, let loader = parameters["loaderId"]?.text {
                pending = Navigation(request: request, loader: loader)
            }
            return attachment(of: id) + [event]
        case "Network.loadingFailed":
            return [event] + failure(of: parameters["requestId"]?.text)
        case "Network.responseReceived" where [204, 205].contains(parameters["response"]?["status"]?.number):
            return [event] + failure(of: parameters["requestId"]?.text)
        default: break
        }
        return [event]
    }

    /// Returns the event that reports a frame, before its first request: WebKit reports it with its document.
    private func attachment(of id: String) -> [InspectorMessage] {
        guard let main, known[id] == nil else { return [] }
        known[id] = Frame(payload: ["id": .string(id), "parentId": .string(main), "url": "", "loaderId": ""])
        order.append(id)
        return [InspectorMessage("Page.frameAttached", ["frameId": .string(id), "parentFrameId": .string(main)])]
    }

    private func removeChildren() {
        for id in order.dropFirst() { known[id] = nil }
        order = Array(order.prefix(1))
    }

    /// Returns the events of the current document after a navigation that has failed.
    private func failure(of request: String?) -> [InspectorMessage] {
        guard let pending, let main, request == pending.request else { return [] }
        self.pending = nil
        known[main]?.payload["loaderId"] = .string(pending.loader)
        return arrival()
    }

    /// Returns the events that lead a client to the current document of the main frame, with its frames, from any other.
    private func arrival() -> [InspectorMessage] {
        var events: [InspectorMessage] = []
        for id in order {
            guard let frame = known[id] else { continue }
            if id != main, let parent = frame.payload["parentId"] {
                events.append(
                    InspectorMessage("Page.frameAttached", ["frameId": .string(id), "parentFrameId": parent]))
            }
            events.append(InspectorMessage("Page.frameNavigated", ["frame": .object(frame.payload)]))
            events += frame.contexts
        }
        let now: JSONValue = ["timestamp": .number(ProcessInfo.processInfo.systemUptime)]
        return events + ["Page.domContentEventFired", "Page.loadEventFired"].map { InspectorMessage($0, now) }
    }
}
