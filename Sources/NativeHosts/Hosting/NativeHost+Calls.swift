import WebKit

/// The calls of pages: messages to handlers, and calls of plugin methods through a framework's protocol.
extension NativeHost {
    /// The latest ten thousand calls of pages, in their order.
    public var calls: [NativeCall] { log.calls }

    /// Waits for a call that no earlier wait has returned.
    ///
    /// - Parameter handler: The name of the handler, or of a plugin and its method, such as `Camera.getPhoto`; nil for any.
    /// - Returns: The call, which may have no answer yet; nil when the task is cancelled.
    public func nextCall(of handler: String? = nil) async -> NativeCall? { await log.next(handler) }

    /// Sets the answer to the next call of a handler or method, after all answers that are already set. Adds a missing handler.
    public func answerNext(_ handler: String, with answer: NativeCall.Outcome) {
        scripted[handler, default: []].append(answer)
    }

    /// A closure that sends a reply to a call. `isLast` is false where further replies can follow.
    public typealias Reply = @MainActor (_ outcome: NativeCall.Outcome, _ isLast: Bool) -> Void

    /// Performs a call of a plugin's method.
    ///
    /// The answer comes from ``answerNext(_:with:)``, or else from the recording, or else from the method.
    ///
    /// - Parameters:
    ///   - name: the plugin and the method, such as `Camera.getPhoto`.
    ///   - reply: the closure that sends a reply to the page.
    ///   - method: the closure that calls the method and returns the value of the last reply. A method that replies repeatedly
    ///     returns nil, and calls its own `reply`.
    public func perform(
        _ name: String, arguments: NativeValue, frame: NativeFrame, in view: WKWebView?, reply: @escaping Reply,
        method: @escaping @MainActor (_ reply: @escaping Reply) async throws -> NativeValue?
    ) {
        let call = begin(name, world: nil, body: arguments, frame: frame)
        let send: Reply = { [weak self] outcome, isLast in
            self?.settle(call, outcome, isLast: isLast)
            reply(outcome, isLast)
        }
        // Begin immediately, so that calls begin in their order.
        Task.immediate { @MainActor in
            do {
                if let replies = try preparedReplies(to: call, in: view) {
                    for reply in replies { send(reply.outcome, reply.isLast) }
                } else if let value = try await method(send) {
                    send(.success(value), true)
                }
            } catch {
                send(.failure(Self.callError(error)), true)
            }
        }
    }

    /// Handles a message to a handler, and returns the reply for WebKit.
    func receive(_ message: WKScriptMessage) async -> (Any?, String?) {
        let outcome: NativeCall.Outcome
        do throws(NativeCallError) {
            let call = begin(
                message.name, world: message.world.name, body: try NativeValue(message.body),
                frame: NativeFrame(message.frameInfo))
            outcome = await self.outcome(of: call, in: message.webView)
            settle(call, outcome, isLast: true)
        } catch {
            outcome = .failure(error)
        }
        switch outcome {
        case .success(let value): return (value.any, nil)
        case .failure(let error):
            hear(.error(error, handler: message.name))
            return (nil, error.message)
        }
    }

    private func outcome(of call: NativeCall, in view: WKWebView?) async -> NativeCall.Outcome {
        do {
            if let reply = try preparedReplies(to: call, in: view)?.last { return reply.outcome }
            if let handler = handlers[call.handler] { return .success(try await handler(call.body, call.frame)) }
            guard let script, script.handlerNames.contains(call.handler) else {
                throw NativeCallError("There is no handler “\(call.handler)”")
            }
            return .success(
                try await script.handler(call.handler, body: call.body, frame: call.frame, tag: tag(for: view)))
        } catch {
            return .failure(Self.callError(error))
        }
    }

    /// Returns the replies of a test or of the recording for a call; nil where no test has set an answer and no recording is
    /// replayed.
    private func preparedReplies(
        to call: NativeCall, in view: WKWebView?
    ) throws(NativeCallError) -> [BridgeRecording.Reply]? {
        if var answers = scripted[call.handler], !answers.isEmpty {
            let answer = answers.removeFirst()
            scripted[call.handler] = answers
            return [BridgeRecording.Reply(outcome: answer, isLast: true)]
        }
        guard let replay else { return nil }
        do throws(NativeCallError) {
            let answer = try replay.answer(call.handler, body: call.body)
            for event in answer.events { fire(event.name, detail: event.detail, in: view) }
            return answer.replies
        } catch {
            hear(.unrecorded(error.message))
            throw error
        }
    }

    private func begin(_ name: String, world: String?, body: NativeValue, frame: NativeFrame) -> NativeCall {
        let call = log.add(name, world: world, body: body, frame: frame)
        record(.call(call))
        return call
    }

    private func settle(_ call: NativeCall, _ outcome: NativeCall.Outcome, isLast: Bool) {
        log.settle(call.number, outcome)
        record(.reply(call: call.number, outcome, isLast: isLast))
    }

    /// Converts any error to an error of a call.
    static func callError(_ error: any Error) -> NativeCallError {
        error as? NativeCallError ?? NativeCallError("\(error)")
    }
}
