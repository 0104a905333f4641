import Foundation
import HTTPMessages
public import LocalServer
public import WebKit
public import WebViewTesting

/// The tests of a suite in a browser: their states and results, and the live picture of the page that runs. Main actor only.
///
/// ```swift
/// let interface = TestInterface(watchesFiles: false)
/// interface.asked = { request in loop.ask(request) }
/// let server = try await interface.serve(at: LocalServerAddress(port: 0))
/// print("Open \(server.url)")
/// ```
@MainActor
public final class TestInterface {
    /// Receives the wishes of people.
    public var asked: @MainActor (TestRequest) -> Void = { _ in }
    private var board: TestBoard
    private var viewers: [Int: TestViewer] = [:]
    private var lastViewer = 0
    private lazy var live = LivePage { [weak self] in self.map { Array($0.viewers.values) } ?? [] }
    /// The files of results that viewers may see.
    private var files: Set<String> = []

    /// Makes an interface without pages.
    ///
    /// - Parameter watchesFiles: whether pages run again when a file changes, as the interface says.
    public init(watchesFiles: Bool) { board = TestBoard(watchesFiles: watchesFiles) }

    /// Serves the interface until the server's last reference goes.
    ///
    /// - Throws: `LocalServerError` when the server cannot listen there.
    public func serve(at address: LocalServerAddress) async throws(LocalServerError) -> LocalServer {
        try await LocalServer.start(at: address, handler: routes)
    }

    // MARK: Runs

    /// Lists the pages that there are now.
    public func list(_ pages: [PageReference]) { send(board.list(pages.map(\.displayName))) }

    /// Notes that a run of pages begins.
    ///
    /// - Parameter test: the one test that runs, as its groups and its own name; nil for all.
    public func begin(_ pages: [PageReference], test: [String]? = nil) {
        send(board.begin(pages.map(\.displayName), test: test))
    }

    /// Receives the next event of the run.
    public func receive(_ event: RunEvent) {
        if case .pageFinished(let result) = event {
            let pictures = result.tests.map(\.screenshot) + result.failures.map(\.screenshot)
            files.formUnion((pictures + [result.trace]).compactMap(\.self))
        }
        send(board.receive(event))
    }

    /// Shows the view of the page that runs; nil when its page has ended.
    public func show(_ view: WKWebView?) { live.show(view) }

    private func send(_ events: [TestBoard.Event]) {
        guard !events.isEmpty else { return }
        for viewer in viewers.values { viewer.send(events) { board.whole } }
    }

    // MARK: Viewers

    /// Serves one viewer, until it goes.
    func serve(_ socket: WebSocket) async {
        lastViewer += 1
        let (id, viewer) = (lastViewer, TestViewer(socket))
        viewers[id] = viewer
        viewer.send(board.whole) { board.whole }
        live.pump()
        for await message in socket.messages {
            // A message that is none is not answered: only scripts of the interface send any.
            guard case .text(let text) = message,
                let message = try? JSONText.decode(TestViewerMessage.self, from: Data(text.utf8))
            else { continue }
            switch message {
            case .request(let request): asked(request)
            case .runFailed: asked(.run(pages: board.unpassed))
            case .eventsTaken: viewer.eventsTaken { board.whole }
            case .frameShown:
                viewer.frameShown()
                live.pump()
            }
        }
        viewers[id] = nil
    }

    /// Returns the bytes of a picture or trace of a result; nil for any other file.
    func file(_ path: String) -> Data? { files.contains(path) ? FileManager.default.contents(atPath: path) : nil }

    /// Returns the viewer of a result's trace; nil for any other file.
    func trace(_ path: String) -> Data? {
        files.contains(path) ? try? TraceViewer.document(of: URL(fileURLWithPath: path)) : nil
    }
}

/// The reporter that brings the events of a run to an interface.
public struct TestInterfaceReporter: RunReporter {
    private let interface: TestInterface

    /// A reporter for an interface. Its runner is on the main actor.
    public init(_ interface: TestInterface) { self.interface = interface }

    /// Receives the next event.
    public mutating func receive(_ event: RunEvent) {
        MainActor.assumeIsolated { interface.receive(event) }
    }
}
