import Foundation
import SWWebView
import Simulator
import URLInterception
import WebKit

/// The trace of one run of a page: its tests, its console, the messages of its bridge, its network, the calls of its native
/// half, the states of its workers, and the page at each failure. Main actor only.
@MainActor
final class PageTrace {
    private let options: TraceOptions
    private let file: TraceFile
    private let network: TraceNetwork
    let moments: PageMoments
    private var subscriptions: [Subscription] = []
    /// The longest text of one message, in characters.
    private static let longestText = 64 << 10

    private struct Header: Encodable {
        var format = "swwebview trace"
        var version = 1
        var page: String
        var attempt: Int
        var date: String
        var width: Double
        var height: Double
    }

    /// Begins a trace.
    ///
    /// - Throws: `CocoaError` or `POSIXError` for a file that cannot be written.
    init(
        of page: String, attempt: Int, options: TraceOptions, size: CGSize, since start: ContinuousClock.Instant
    ) throws {
        self.options = options
        file = try TraceFile(options.file(of: page, attempt: attempt), below: options.folder, since: start)
        network = TraceNetwork(file)
        moments = PageMoments(file)
        let date = Date().formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon))
        file.write(
            .header,
            Header(page: page, attempt: attempt, date: date, width: Double(size.width), height: Double(size.height)))
    }

    // MARK: Observing

    /// Observes a view and its native half. Call this method before the first load.
    func observe(_ view: SWWebView, _ native: NativeHalf) {
        moments.view = view
        view.loader.observers.append(network)
        observe(view)
        let file = file
        subscriptions += [
            view.serviceWorkerMessages.add { Self.note($0, in: file) },
            view.serviceWorkerStates.add { worker in
                file.write(
                    .worker,
                    WorkerState(
                        id: worker.id, script: worker.script.absoluteString, state: worker.state,
                        failure: worker.failure))
            },
            native.records.add { record in
                let line = record.line(time: file.now, redacting: [])
                file.write(.native, Self.bounded(line))
            },
        ]
    }

    /// Observes the bridge of a view, which can be a window that the page opened.
    func observe(_ view: SWWebView) {
        subscriptions.append(view.bridgeMessages.add { [file] in Self.note($0, in: file) })
    }

    private static func note(_ message: BridgeMessage, in file: TraceFile) {
        file.write(
            .bridge,
            Bridge(
                direction: message.direction, realm: message.realm, event: message.event, text: bounded(message.text)))
    }

    /// Stops observing, and releases the view.
    private func release() {
        subscriptions = []
        moments.view = nil
    }

    private struct WorkerState: Encodable {
        var id: String
        var script: String
        var state: String
        var failure: String?
    }

    private struct Bridge: Encodable {
        var direction: BridgeMessage.Direction
        var realm: String?
        var event: String?
        var text: String
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count <= longestText ? text : text.prefix(longestText) + "…"
    }

    // MARK: Entries

    private struct Began: Encodable { var name: [String] }

    /// Writes an event of the page's tests.
    func note(_ event: RunEvent) {
        switch event {
        case .testStarted(_, let name): file.write(.began, Began(name: name))
        case .testFinished(_, var test):
            // The console has entries of its own.
            test.console = []
            file.write(.test, test)
        case .console(_, let line):
            file.write(.console, ConsoleLine(level: line.level, text: Self.bounded(line.text)))
        case .runStarted, .pageStarted, .pageRetried, .pageFinished, .runFinished: break
        }
    }

    /// Writes an event of the page's load, as a sentence.
    func note(_ event: PageEvent) {
        switch event {
        case .loadFinished: file.write(.page, "The load event is over")
        case .dialog(let function, let message): file.write(.page, "The page called \(function)(“\(message)”)")
        case .processTerminated: file.write(.page, "The web process ended")
        case .navigatedAway(let url): file.write(.page, "The page went to \(url)")
        case .timedOut, .testTimedOut: file.write(.page, "The time is over")
        default: break
        }
    }

    // MARK: End

    private struct End: Encodable {
        var isPassed: Bool
        var passed: Int
        var failed: Int
        var duration: Double
        var dropped: Int
    }

    /// Ends the trace.
    ///
    /// - Returns: the path of the file; nil where it is not kept.
    func finish(_ result: PageRunResult) async -> String? {
        await moments.finish()
        // A page that hangs, or has gone, shows nothing more.
        let isShown = [.planFulfilled, .bailedOut, .harnessCompleted].contains(result.completion)
        if isShown, !result.passed || options.mode != .retainOnFailure { await moments.take(["end"], isEnd: true) }
        release()
        network.finish()
        for failure in result.failures { file.write(.failure, at: result.duration * 1000, failure) }
        file.write(
            .end, at: result.duration * 1000,
            End(
                isPassed: result.passed, passed: result.tests.count { $0.status == .passed },
                failed: result.failures.count + result.tests.count { $0.status.isFailure },
                duration: result.duration, dropped: file.dropped))
        let isKept = options.mode != .retainOnFailure || !result.passed
        file.finish(isKept: isKept)
        return isKept ? file.url.relativePath : nil
    }
}
