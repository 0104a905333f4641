public import Foundation
import Synchronization
public import WebKit

/// A scheme task without a page: records a `WKURLSchemeHandler`'s answer to a request, and its mistakes. Main actor only, but for the
/// methods of `WKURLSchemeTask`: a call from another thread hops to the main thread and waits, as the calls on a view's tasks do.
///
/// ```swift
/// let exchange = try await handler.exchange(.get("sqlite://products"))
/// #expect(exchange.statusCode == 200)
/// ```
/// For an answer that never ends, such as an event stream, start a task yourself and read its ``pieces``.
@MainActor
public final class RecordingSchemeTask: NSObject, WKURLSchemeTask {
    /// The request for the handler.
    public nonisolated let request: URLRequest
    /// The head of the answer, the last one where there were several.
    public private(set) var response: URLResponse?
    /// The body of the answer, as far as it has come.
    public private(set) var data = Data()
    /// Why the answer failed.
    public private(set) var failure: (any Error)?
    /// The calls that would end an app on iOS, in Apple's words. Such a call changes nothing else.
    public private(set) var misuses: [String] = []
    /// The body piece by piece, as the handler gives it, to its end or to its failure. For one reader.
    public let pieces: AsyncThrowingStream<Data, any Error>

    private var state = SchemeTaskState()
    private let arriving: AsyncThrowingStream<Data, any Error>.Continuation
    private var handler: (any WKURLSchemeHandler)?
    private let view: WKWebView
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a task that no handler has received yet.
    public init(_ request: URLRequest) {
        self.request = request
        let configuration = WKWebViewConfiguration()
        configuration.hasPage = false
        view = WKWebView(frame: .zero, configuration: configuration)
        (pieces, arriving) = AsyncThrowingStream.makeStream(of: Data.self)
    }

    /// Asks a handler to answer.
    public func start(on handler: any WKURLSchemeHandler) {
        self.handler = handler
        handler.webView(view, start: self)
    }

    /// Tells the handler that the answer is no longer wanted; any later call on the task is misuse.
    public func stop() {
        guard state.stop() else { return }
        handler?.webView(view, stop: self)
        end(with: CancellationError())
    }

    /// Waits until the answer has ended, has failed, or was stopped.
    public func ended() async {
        if state.isCompleted || state.isStopped { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Records the head. Apple API.
    public nonisolated func didReceive(_ response: URLResponse) {
        MainThread.run { if permits(state.receiveResponse()) { self.response = response } }
    }

    /// Records a piece of the body. Apple API.
    public nonisolated func didReceive(_ data: Data) {
        MainThread.run {
            guard permits(state.receiveData()) else { return }
            self.data.append(data)
            arriving.yield(data)
        }
    }

    /// Records the end. Apple API.
    public nonisolated func didFinish() {
        MainThread.run { if permits(state.finish()) { end(with: nil) } }
    }

    /// Records a failure. Apple API.
    public nonisolated func didFailWithError(_ error: any Error) {
        MainThread.run {
            guard permits(state.fail()) else { return }
            failure = error
            end(with: error)
        }
    }

    private func permits(_ misuse: SchemeTaskState.Misuse?) -> Bool {
        if let misuse { misuses.append(misuse.reason) }
        return misuse == nil
    }

    private func end(with error: (any Error)?) {
        arriving.finish(throwing: error)
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
