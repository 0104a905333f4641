import CWebKitGTK

typealias ScriptCompletion = @MainActor (Result<Any?, any Error>) -> Void

extension WKWebView {
    /// Runs a script in a world of a frame. Apple API.
    ///
    /// - Parameter frame: the frame, as a script message names it; nil for the main frame. A frame that is gone, and one that
    ///   no message has named, fail with `WKError.javaScriptInvalidFrameTarget`. Unlike in the main frame, the script in
    ///   another frame does not count as a user's gesture.
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
        completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
    ) {
        evaluate(javaScript, in: frame, contentWorld) { result in
            // Apple's signature has an `Any` that can hold a nil.
            completionHandler?(result.map { JavaScriptValue.any($0) })
        }
    }

    /// Runs a script in a world of a frame, see the form with a handler; nil for a script without a value. Apple API.
    @discardableResult
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
    ) async throws -> sending Any? {
        try await awaitResult { evaluate(javaScript, in: frame, contentWorld, completion: $0) }
    }

    /// Runs `functionBody` as the body of an asynchronous function with `arguments` as its variables. Apple API.
    ///
    /// A promise that it returns is awaited. Arguments are text, numbers, Booleans, dates, null, arrays and dictionaries, and the
    /// handles and nodes of ``WKJSHandle`` and ``WKJSSerializedNode``. They are the function's parameters, in the order of their names.
    /// Unlike on iOS `this` is undefined in a body that begins with `'use strict'`.
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld, completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
    ) {
        call(functionBody, arguments, in: frame, contentWorld) { result in
            completionHandler?(result.map { JavaScriptValue.any($0) })
        }
    }

    /// Runs `functionBody` as the body of an asynchronous function and waits for its result. Apple API.
    @discardableResult
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> sending Any? {
        try await awaitResult { call(functionBody, arguments, in: frame, contentWorld, completion: $0) }
    }

    func awaitResult(_ start: (@escaping ScriptCompletion) -> Void) async throws -> sending Any? {
        let result: UncheckedResult = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: UncheckedResult(result: $0)) }
        }
        return try result.result.get()
    }

    private func evaluate(
        _ script: String, in frame: WKFrameInfo?, _ world: WKContentWorld, completion: @escaping ScriptCompletion
    ) {
        if refusesScripts { return refuseScript(completion) }
        runQuietly(script, in: frame, world, completion: prepare(world, in: frame, for: completion))
    }

    /// Runs a script of the view's own, or one that is prepared.
    func runQuietly(
        _ script: String, in frame: WKFrameInfo?, _ world: WKContentWorld, completion: @escaping ScriptCompletion
    ) {
        guard let frame, !frame.isMainFrame else { return evaluate(script, in: world, completion: completion) }
        run(script, in: frame, world, isCall: false, completion: completion)
    }

    /// Gives a configured world its abilities in a frame's document, before a script runs there.
    ///
    /// - Returns: the completion for the script, which finds the handles and nodes in its result.
    private func prepare(
        _ world: WKContentWorld, in frame: WKFrameInfo?, for completion: @escaping ScriptCompletion
    ) -> ScriptCompletion {
        guard let script = world.script else { return completion }
        runQuietly(script, in: frame, world) { _ in }
        let frame = frame ?? shownMainFrame
        return { [weak self] result in
            guard let self else { return completion(result) }
            completion(result.map { WorldValues(frame: frame, world: world, webView: self).resolved($0) })
        }
    }

    /// Runs a script in a frame other than the main one.
    private func run(
        _ script: String, in frame: WKFrameInfo, _ world: WKContentWorld, isCall: Bool,
        completion: @escaping ScriptCompletion
    ) {
        guard let id = frame.frameID, frame.webView === self, let handle else {
            DispatchQueue.main.async { completion(.failure(WKError(.javaScriptInvalidFrameTarget))) }
            return
        }
        let call = ScriptCall(self, completion, isCall: isCall)
        let sourceURL = isCall ? FunctionCall.sourceURL : frame.request.url?.absoluteString ?? "about:blank"
        let script = FrameScript(frame: id, world: world, source: script, sourceURL: sourceURL, isCall: isCall)
        script.run(in: handle) { call.end($0) }
    }

    func refuseScript(_ completion: @escaping ScriptCompletion) {
        DispatchQueue.main.async { completion(.failure(WKError(.javaScriptAppBoundDomain))) }
    }

    func evaluate(_ script: String, in world: WKContentWorld, completion: @escaping ScriptCompletion) {
        guard let handle else { return completion(.failure(WKError(.webViewInvalidated))) }
        let context = Unmanaged.passRetained(ScriptCall(self, completion)).toOpaque()
        var script = script
        script.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                cwk_view_evaluate(
                    handle, bytes.baseAddress, bytes.count, world.worldName, url?.absoluteString ?? "about:blank",
                    scriptReturned, context)
            }
        }
    }

    private func call(
        _ body: String, _ arguments: [String: Any], in frame: WKFrameInfo?, _ world: WKContentWorld,
        completion: @escaping ScriptCompletion
    ) {
        if refusesScripts { return refuseScript(completion) }
        guard let handle else { return completion(.failure(WKError(.webViewInvalidated))) }
        guard let function = FunctionCall(body, arguments) else {
            let error = WKError(
                .javaScriptExceptionOccurred, userInfo: [WKError.exceptionMessageKey: FunctionCall.unsupportedArgument])
            return DispatchQueue.main.async { completion(.failure(error)) }
        }
        let completion = prepare(world, in: frame, for: completion)
        if let frame, !frame.isMainFrame {
            return run(function.expression, in: frame, world, isCall: true, completion: completion)
        }
        let context = Unmanaged.passRetained(ScriptCall(self, completion, isCall: true)).toOpaque()
        var script = function.innerBody
        script.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                cwk_view_call_function(
                    handle, bytes.baseAddress, bytes.count, world.worldName, FunctionCall.sourceURL, scriptReturned,
                    context)
            }
        }
    }
}

/// A result on its way over a continuation. Made and read on the main actor, so its `Any` never leaves it.
private struct UncheckedResult: @unchecked Sendable {
    let result: Result<Any?, any Error>
}

/// A script under way.
@MainActor
private final class ScriptCall {
    private weak var webView: WKWebView?
    private let terminations: Int
    private let isCall: Bool
    private let completion: ScriptCompletion

    init(_ webView: WKWebView, _ completion: @escaping ScriptCompletion, isCall: Bool = false) {
        self.webView = webView
        self.isCall = isCall
        self.completion = completion
        terminations = webView.terminations
    }

    func succeed(_ value: OpaquePointer) {
        guard webView != nil else { return completion(.failure(WKError(.webViewInvalidated))) }
        completion(.success(JavaScriptValue.swiftValue(of: value)))
    }

    func fail(_ error: ShimError) {
        guard ScriptFailure.mayBeTermination(error) else { return conclude(error) }
        // WebKitGTK reports the end of the web process after the failures of the scripts in it.
        DispatchQueue.main.async { self.conclude(error) }
    }

    /// Ends a script of a frame other than the main one.
    func end(_ result: Result<Any?, FrameScript.Failure>) {
        guard case .failure(.noFrame) = result else { return conclude(result) }
        // WebKitGTK reports the end of the web process after the failures of the scripts in it.
        DispatchQueue.main.async { self.conclude(result) }
    }

    private func conclude(_ result: Result<Any?, FrameScript.Failure>) {
        guard let webView else { return completion(.failure(WKError(.webViewInvalidated))) }
        if webView.terminations != terminations { return completion(.failure(WKError(.webContentProcessTerminated))) }
        completion(result.mapError { $0.error(isCall: isCall) })
    }

    private func conclude(_ error: ShimError) {
        guard let webView else { return completion(.failure(WKError(.webViewInvalidated))) }
        let isTermination = ScriptFailure.mayBeTermination(error) && webView.terminations != terminations
        let failure = ScriptFailure.error(for: error, placesOfCall: isCall ? FunctionCall.innerBodyColumns : nil)
        completion(.failure(isTermination ? WKError(.webContentProcessTerminated) : failure))
    }
}

private let scriptReturned: CWKScriptFn = { value, error, context in
    let error = error.map { ShimError($0.pointee) }
    // The value lives for this call, which is on the main thread.
    nonisolated(unsafe) let value = value
    ShimCallback.retained(context, ScriptCall.self) {
        if let value { $0.succeed(value) } else if let error { $0.fail(error) }
    }
}
