import WebKit

/// The events of one view: its frames, of which all but the main frame wait for them, and listeners of the application. Main
/// actor only.
@MainActor
final class NativeEvents {
    /// How many frames a view may have that wait, and how many messages wait for a frame.
    private static let most = 1000

    private struct Frame {
        var origin: String
        /// What the frame has not got yet, JSON texts.
        var messages: [String] = []
        var reply: (@MainActor (String) -> Void)?
    }

    private var frames: [String: Frame] = [:]
    private var names: [String] = []
    private var listeners: [String: [Int: AsyncStream<WebEvent>.Continuation]] = [:]
    private var listenerCount = 0
    private var works: [String: Task<Void, Never>] = [:]
    private weak var view: WKWebView?

    init(_ view: WKWebView) { self.view = view }

    isolated deinit {
        for work in works.values { work.cancel() }
        for listener in listeners.values.flatMap(\.values) { listener.finish() }
    }

    static func json(_ detail: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(detail), as: UTF8.self)
    }

    // MARK: To the page

    /// Dispatches an event whose detail is JSON text, in the frames of `origin` or in all.
    func dispatch(_ name: String, _ detail: String, to origin: String? = nil) {
        guard let text = try? Self.json(["event": name, "detail": detail, "origin": origin]) else { return }
        send(text, to: origin)
    }

    private func send(_ text: String, to origin: String? = nil) {
        if let list = try? Self.json("[\(text)]") {
            view?.evaluateJavaScript("window[Symbol.for('SWWebView.nativeEvents')]?.take(\(list))", in: nil, in: .page)
        }
        for (id, frame) in frames where origin == nil || frame.origin == origin {
            // A frame that never comes back for more is hung.
            if frame.messages.count >= Self.most { frames[id] = nil }
            frames[id]?.messages.append(text)
            deliver(to: id)
        }
    }

    private func deliver(to id: String) {
        guard let frame = frames[id], let reply = frame.reply, !frame.messages.isEmpty else { return }
        frames[id]?.messages = []
        frames[id]?.reply = nil
        reply("[\(frame.messages.joined(separator: ","))]")
    }

    /// A frame that is not the main frame has a new document: what is dispatched from now on is kept for it.
    func begin(_ id: String, of info: WKFrameInfo) {
        guard frames[id] == nil, frames.count < Self.most else { return }
        let origin = info.securityOrigin
        let port = origin.port == 0 ? "" : ":\(origin.port)"
        frames[id] = Frame(origin: "\(origin.protocol)://\(origin.host)\(port)")
    }

    /// A frame waits for events. One that is not known, or was given up, is refused when its reply is dropped.
    func wait(_ id: String, reply: @escaping @MainActor (String) -> Void) {
        frames[id]?.reply = reply
        deliver(to: id)
    }

    /// What a frame has to hear from its beginning on, a list as JSON text.
    var whatToHear: String { (try? Self.json(names.map { ["hear": $0] })) ?? "[]" }

    /// A frame shows another document.
    func gone(_ id: String) { frames[id] = nil }

    // MARK: From the page

    func listen(to name: String) -> AsyncStream<WebEvent> {
        let (stream, continuation) = AsyncStream<WebEvent>.makeStream()
        listenerCount += 1
        let number = listenerCount
        listeners[name, default: [:]][number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.listeners[name]?[number] = nil }
        }
        if !names.contains(name), let text = try? Self.json(["hear": name]) {
            names.append(name)
            send(text)
        }
        return stream
    }

    func receive(_ event: WebEvent) {
        for listener in (listeners[event.name] ?? [:]).sorted(by: { $0.key < $1.key }) { listener.value.yield(event) }
    }

    // MARK: Work that is answered later

    /// Keeps work until it is over; it is cancelled with the view.
    func keep(_ work: Task<Void, Never>, as id: String) { works[id] = work }

    func finished(_ id: String) { works[id] = nil }

    func cancel(_ id: String) { works.removeValue(forKey: id)?.cancel() }
}
