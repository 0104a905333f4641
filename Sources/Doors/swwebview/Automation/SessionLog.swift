import Foundation
import HTTPMessages
import Logging
import SWWebView
import Simulator
import WebDriverServer
import WebKit

/// The messages of a session's pages, workers and bridge, kept until a client asks for them. Main actor only.
@MainActor
final class SessionLog: NSObject {
    /// The source of a message.
    enum Source: String {
        case console, error, worker, bridge, navigation, native
    }

    /// The most entries that are kept; the oldest go first.
    private static let mostEntries = 10_000

    private var entries: [JSONValue] = []
    private var dropped = 0

    override init() {
        super.init()
        LoggingSystem.bootstrap { label in
            let standard = StreamLogHandler.standardError(label: label)
            guard label.hasPrefix("swwebview.") else { return standard }
            // Clients ask for the output of pages' scripts; the driver's terminal does not show it.
            let isConsole = label == "swwebview.serviceworker.console"
            return MultiplexLogHandler(
                (isConsole ? [] : [standard]) + [WorkerLogHandler { [weak self] in self?.addWorkerLine($0, $1) }])
        }
    }

    /// Records the console of every frame of views with this content.
    func listen(in content: WKUserContentController) {
        ConsoleScript.install(in: content, self)
    }

    /// Records the messages of a view's bridge, until the subscription's end.
    func record(bridgeOf view: SWWebView) -> Subscription {
        view.bridgeMessages.add { [weak self, weak view] message in
            var more: [String: JSONValue] = ["direction": .string(message.direction.rawValue)]
            if let event = message.event { more["event"] = .string(event) }
            self?.add(.bridge, level: "debug", message.text, url: view?.url, more)
        }
    }

    /// Removes all entries, and returns them in the order in which they came.
    func drain() -> JSONValue {
        defer {
            entries = []
            dropped = 0
        }
        guard dropped > 0 else { return .array(entries) }
        let text = "\(dropped) older entries were dropped"
        return .array([Self.entry(.console, level: "warn", text, url: nil, ["dropped": .integer(dropped)])] + entries)
    }

    /// Removes the entries that a filter accepts, and gives them.
    func drain(where isWanted: (JSONValue) -> Bool) -> [JSONValue] {
        let wanted = entries.filter(isWanted)
        entries.removeAll(where: isWanted)
        return wanted
    }

    /// Adds a line.
    func add(
        _ source: Source, level: String, _ text: String, url: URL?, _ more: [String: JSONValue] = [:]
    ) {
        if entries.count >= Self.mostEntries {
            // A tenth at a time: removing one moves all others.
            entries.removeFirst(Self.mostEntries / 10)
            dropped += Self.mostEntries / 10
        }
        entries.append(Self.entry(source, level: level, text, url: url, more))
    }

    private static func entry(
        _ source: Source, level: String, _ text: String, url: URL?, _ more: [String: JSONValue]
    ) -> JSONValue {
        var members = more
        members["timestamp"] = .integer(Int(Date().timeIntervalSince1970 * 1000))
        members["source"] = .string(source.rawValue)
        members["level"] = .string(level)
        members["text"] = .string(text)
        if let url { members["url"] = .string(url.absoluteString) }
        return .object(members)
    }

    /// Adds a note of the native half.
    func add(_ note: NativeNote) {
        switch note {
        case .console(let level, let text): add(.native, level: level, text, url: nil)
        case .error(let error, let handler):
            add(.native, level: "error", error.description, url: nil, handler.map { ["handler": .string($0)] } ?? [:])
        case .unrecorded, .warning: add(.native, level: note.line.level, note.line.text, url: nil)
        }
    }

    private func addWorkerLine(_ level: Logger.Level, _ text: String) {
        let name =
            switch level {
            case .trace, .debug: "debug"
            case .info, .notice: "log"
            case .warning: "warn"
            case .error, .critical: "error"
            }
        add(.worker, level: name, text, url: nil)
    }
}

extension SessionLog: WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        let url = message.frameInfo.request.url ?? message.webView?.url
        // Pages can post any message; only messages of the script make lines.
        guard let text = message.body as? String, let event = try? PageEvent(message: text) else { return }
        switch event {
        case .console(let level, let text): add(.console, level: level.rawValue, text, url: url)
        case .uncaughtError(let message, let source, let line, let column, let stack):
            var more: [String: JSONValue] = [:]
            if let source { more["script"] = .string(source) }
            if let line { more["line"] = .integer(line) }
            if let column { more["column"] = .integer(column) }
            if let stack { more["stack"] = .string(stack) }
            add(.error, level: "error", message, url: url, more)
        default: break
        }
    }
}

/// Hands lines of workers' consoles on to the main actor, in order.
private struct WorkerLogHandler: LogHandler {
    let line: @MainActor @Sendable (Logger.Level, String) -> Void
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    init(line: @escaping @MainActor @Sendable (Logger.Level, String) -> Void) { self.line = line }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let (level, text) = (event.level, event.message.description)
        DispatchQueue.main.async { MainActor.assumeIsolated { line(level, text) } }
    }
}
