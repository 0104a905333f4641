import HTTPMessages
import WebKit

/// The events of one view: its frames, of which all but the main frame wait for them, and listeners of the application. Main
/// actor only.
@MainActor
final class NativeEvents {
    /// The most frames of a view that may wait, and the most messages that may wait for a frame.
    private static let most = 1000

    /// The most events that may wait for a listener of the application.
    private static let mostUnheard = 10_000

    /// The reasons why a page's message does nothing.
    enum Refusal: String, Error {
        case noMessage = "This is no message for the application's events"
        case knownFrame = "There is such a frame already"
        case tooManyFrames = "The view has too many frames that wait for events"
        case unknownFrame = "There is no such frame, or it was too long away"
        case unheard = "The application does not listen to events of this name"
        case tooMany = "The application does not keep up with events of this name"
        case unknownWork = "There is no such work, or it is over"
        case foreignWork = "This work is another origin's"
    }

    private struct Work {
        var task: Task<Void, Never>
        /// The origin that asked for it, where WebKit tells.
        var origin: String?
    }

    private struct Frame {
        var origin: String
        /// The JSON texts that the frame has not received yet.
        var messages: [String] = []
        var reply: (@MainActor (String) -> Void)?
    }

    private var frames: [String: Frame] = [:]
    private var names: [String] = []
    private var listeners: [String: [Int: AsyncStream<WebEvent>.Continuation]] = [:]
    private var listenerCount = 0
    private var works: [String: Work] = [:]
    private weak var view: WKWebView?

    init(_ view: WKWebView) { self.view = view }

    isolated deinit {
        for work in works.values { work.task.cancel() }
        for listener in listeners.values.flatMap(\.values) { listener.finish() }
    }

    static func json(_ detail: some Encodable) throws -> String {
        String(decoding: try JSONText.encode(detail, .isoDates), as: UTF8.self)
    }

    // MARK: To the page

    /// Dispatches an event whose detail is JSON text, in the frames of `origin` or in all.
    func dispatch(_ name: String, _ detail: String, to origin: String? = nil) {
        guard let name = try? Self.json(name), let place = try? Self.json(origin) else { return }
        send("{\"event\":\(name),\"detail\":\(detail),\"origin\":\(place)}", to: origin)
    }

    private func send(_ text: String, to origin: String? = nil) {
        if let list = try? Self.json("[\(text)]") {
            view?.evaluateJavaScript("window.___swwebviewEvents?.take(\(list))", in: nil, in: .page)
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

    /// Notes that a frame other than the main frame has a new document; events that are dispatched from now on are kept for it.
    func begin(_ id: String, of info: WKFrameInfo) throws(Refusal) {
        guard frames[id] == nil else { throw .knownFrame }
        guard frames.count < Self.most else { throw .tooManyFrames }
        frames[id] = Frame(origin: Self.origin(of: info))
    }

    private static func origin(of info: WKFrameInfo) -> String {
        let text = info.engineOrigin.text
        return text.isEmpty ? "://" : text
    }

    /// Notes that a frame waits for events.
    func wait(_ id: String, reply: @escaping @MainActor (String) -> Void) throws(Refusal) {
        guard frames[id] != nil else { throw .unknownFrame }
        frames[id]?.reply = reply
        deliver(to: id)
    }

    /// The events that a frame listens for from its beginning on, a list as JSON text.
    var whatToHear: String { (try? Self.json(names.map { ["hear": $0] })) ?? "[]" }

    /// Forgets a frame, which shows another document now.
    func gone(_ id: String) throws(Refusal) {
        guard frames.removeValue(forKey: id) != nil else { throw .unknownFrame }
    }

    // MARK: From the page

    func listen(to name: String) -> AsyncStream<WebEvent> {
        let (stream, continuation) = AsyncStream<WebEvent>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.mostUnheard))
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

    func receive(_ event: WebEvent) throws(Refusal) {
        guard let heard = listeners[event.name], !heard.isEmpty else { throw .unheard }
        var isDropped = false
        for listener in heard.sorted(by: { $0.key < $1.key }) {
            if case .dropped = listener.value.yield(event) { isDropped = true }
        }
        if isDropped { throw .tooMany }
    }

    // MARK: Work that is answered later

    /// Whether a page has asked for as much as may be under way.
    var isBusy: Bool { works.count >= Self.most }

    /// Keeps work until it is over; it is cancelled with the view.
    func keep(_ work: Task<Void, Never>, as id: String, of origin: String?) {
        works[id] = Work(task: work, origin: origin)
    }

    func finished(_ id: String) { works[id] = nil }

    func cancel(_ id: String, askedBy frame: WKFrameInfo) throws(Refusal) {
        guard let work = works[id] else { throw .unknownWork }
        // Of an origin without a name it is not known whose it is.
        guard work.origin == nil || work.origin == "null" || work.origin == Self.origin(of: frame) else {
            throw .foreignWork
        }
        works[id] = nil
        work.task.cancel()
    }
}
