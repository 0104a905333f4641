import Foundation
import HTTPMessages
import SWWebView
import WebKit

/// A client of a page, with the answers that the host gives in WebKit's place. Main actor only.
@MainActor
final class InspectorSession {
    private let page: InspectedPage
    private let view: SWWebView
    private let sendText: (String) -> Void
    private let ended: () -> Void
    private var gates: [String: EventGate<InspectorMessage>] = [:]
    private var told: Set<String> = []
    /// The domains of the protocol that the client has enabled, in their order.
    private var enabled: [String] = []
    private let frames = FrameRecord()
    private let network: NetworkRecord
    private let input: PlaywrightInput
    private let cookies: InspectorCookies
    private var isClosed = false

    /// - Parameters:
    ///   - send: the closure that sends a message to the client.
    ///   - ended: the closure that ends the connection.
    init(_ page: InspectedPage, _ view: SWWebView, send: @escaping (String) -> Void, ended: @escaping () -> Void) {
        (self.page, self.view, sendText, self.ended) = (page, view, send, ended)
        network = NetworkRecord(view)
        input = PlaywrightInput(view, frames)
        cookies = InspectorCookies(view.configuration.websiteDataStore.httpCookieStore)
    }

    func begin() {
        page.targetChanged = { [weak self] id, exists in self?.targetChanged(id, exists) }
        view.takeFocus()
        network.attach()
        for id in page.realms.keys { targetChanged(id, true) }
    }

    /// Ends the session. What the client has set for the page goes.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        page.targetChanged = nil
        network.detach()
        for realm in page.realms.values { reset(realm.channel) }
        ended()
    }

    /// Disables what the client has enabled. WebKit then resets what was set in those domains.
    private func reset(_ channel: InspectorChannel) {
        channel.relayed = nil
        for domain in enabled.reversed() { channel.send("\(domain).disable") }
    }

    // MARK: Targets

    private func targetChanged(_ id: String, _ exists: Bool) {
        guard exists, let realm = page.realms[id] else {
            if told.contains(id) { send(InspectorMessage("Target.targetDestroyed", ["targetId": .string(id)])) }
            return
        }
        // A target that is reported twice ends Playwright's process.
        guard told.insert(id).inserted else { return }
        gates[id] = EventGate()
        realm.channel.relayed = { [weak self] in self?.event($0, of: id) }
        network.emit = { [weak self] in self?.send($0.text, of: id) }
        network.synchronize = { [weak realm] in await realm?.channel.synchronize() }
        send(
            InspectorMessage(
                "Target.targetCreated",
                ["targetInfo": ["targetId": .string(id), "type": "page", "isProvisional": false, "isPaused": false]]))
    }

    private func send(_ message: InspectorMessage) { if !isClosed { sendText(message.text) } }

    /// Sends a message of a target.
    private func send(_ inner: String, of target: String) {
        guard !isClosed else { return }
        var text = ByteText("{\"method\":\"Target.dispatchMessageFromTarget\",\"params\":{\"targetId\":")
        text.append(string: target)
        text.append(",\"message\":")
        text.append(string: inner)
        text.append("}}")
        sendText(String(decoding: text.bytes, as: UTF8.self))
    }

    private func send(_ messages: [InspectorMessage], of target: String) {
        for message in messages { send(message.text, of: target) }
    }

    // MARK: Commands

    /// Receives a message of the client. One that is no command is dropped.
    func receive(_ text: String) {
        guard let message = InspectorMessage(Data(text.utf8)), let id = message.id else { return }
        guard message.method == "Target.sendMessageToTarget",
            let target = message.parameters["targetId"]?.text, let inner = message.parameters["message"]?.text
        else {
            // The page's targets are resumed by the host.
            return send(.reply(to: id))
        }
        guard let realm = page.realms[target], let command = InspectorMessage(Data(inner.utf8)), let own = command.id
        else { return send(.failure(of: id, "There is no target “\(target)”")) }
        send(.reply(to: id))
        perform(command, own, in: realm, target)
    }

    private func perform(_ command: InspectorMessage, _ id: Int, in realm: InspectedRealm, _ target: String) {
        if let steps = input.steps(of: command) {
            return input.perform(steps) { [weak self] result in self?.answer(.reply(to: id, result), of: target) }
        }
        if cookies.answers(command) {
            Task { [cookies] in answer(await cookies.reply(to: command, id), of: target) }
            return
        }
        if let reply = network.perform(command, id) { return answer(reply, of: target) }
        if command.method.hasSuffix(".enable") { enabled.append(String(command.method.dropLast(".enable".count))) }
        frames.sent(command)
        realm.channel.relay(command.members, id: id) { [weak self] in self?.replied($0, to: command, in: target) }
        if command.method == "Runtime.enable" {
            for event in gates[target]?.open() ?? [] { deliver(event, of: target) }
        }
    }

    /// Sends a reply of the host.
    private func answer(_ reply: InspectorMessage, of target: String) {
        gates[target]?.replied()
        send(reply.text, of: target)
    }

    private func replied(_ text: Data, to command: InspectorMessage, in target: String) {
        gates[target]?.replied()
        if frames.reads(command), let reply = InspectorMessage(text) {
            let more = frames.replied(reply, to: command)
            send(reply.text, of: target)
            return send(more, of: target)
        }
        send(String(decoding: text, as: UTF8.self), of: target)
    }

    // MARK: Events

    private func event(_ text: Data, of target: String) {
        guard let event = InspectorMessage(text) else { return }
        if gates[target]?.lets(event) ?? false { deliver(event, of: target) }
    }

    private func deliver(_ event: InspectorMessage, of target: String) {
        guard let event = network.received(event) else { return }
        send(frames.received(event), of: target)
    }
}
