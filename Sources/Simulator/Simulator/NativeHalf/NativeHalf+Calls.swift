import WebKit

/// The calls of pages: messages to handlers, and calls of plugin methods through a framework's protocol.
extension NativeHalf {
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
    ///   - id: the page's identifier of the call, which a later call can contain; nil for none.
    ///   - reply: the closure that sends a reply to the page.
    ///   - method: the closure that calls the method and returns the value of the last reply. A method that replies repeatedly
    ///     returns nil, and calls its own `reply`.
    public func perform(
        _ name: String, id: String? = nil, arguments: NativeValue, frame: NativeFrame, in view: WKWebView?,
        reply: @escaping Reply,
        method: @escaping @MainActor (_ reply: @escaping Reply) async throws -> NativeValue?
    ) {
        let call = begin(name, id: id, world: nil, body: arguments, frame: frame)
        let send: Reply = { [weak self] outcome, isLast in
            self?.settle(call, outcome, isLast: isLast)
            reply(outcome, isLast)
        }
        // Begin immediately, so that calls begin in their order.
        Task.immediate { @MainActor in
            do {
                if let answer = try preparedAnswer(to: call) {
                    take(answer, send: send, in: view)
                } else if let value = try await method(send) {
                    send(.success(value), true)
                }
            } catch {
                if let error = error as? UnrecordedCall { hear(.unrecorded(error.reason.message)) }
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
            guard let answered = await self.outcome(of: call, in: message.webView) else { return await Self.never() }
            outcome = answered
            settle(call, outcome, isLast: true)
        } catch {
            hear(.error(error, handler: message.name))
            outcome = .failure(error)
        }
        switch outcome {
        case .success(let value): return (value.any, nil)
        case .failure(let error): return (nil, error.message)
        }
    }

    /// Waits for ever, so that the page's promise stays pending.
    private static func never() async -> (Any?, String?) { await withUnsafeContinuation { _ in } }

    /// Returns the answer to a message, and reports an error. Returns nil for a message that the recording never answers.
    private func outcome(of call: NativeCall, in view: WKWebView?) async -> NativeCall.Outcome? {
        do {
            if let answer = try preparedAnswer(to: call) {
                var outcome: NativeCall.Outcome?
                take(answer, send: { reply, _ in outcome = reply }, in: view)
                if case .failure(let error)? = outcome { hear(.error(error, handler: call.handler)) }
                return outcome
            }
            if let handler = handlers[call.handler] { return .success(try await handler(call.body, call.frame)) }
            guard let script, script.handlerNames.contains(call.handler) else {
                throw NativeCallError("There is no handler “\(call.handler)”")
            }
            return .success(
                try await script.handler(call.handler, body: call.body, frame: call.frame, tag: tag(for: view)))
        } catch let error as UnrecordedCall {
            hear(.unrecorded(error.reason.message))
            return .failure(error.reason)
        } catch {
            let error = Self.callError(error)
            hear(.error(error, handler: call.handler))
            return .failure(error)
        }
    }

    /// An answer that a test has set, or the recorded answer.
    private struct PreparedAnswer {
        /// The answer of a test, which replaces the recorded replies.
        var scripted: NativeCall.Outcome?
        var recorded: BridgeReplay.Answer?
    }

    /// The error of a call without a recorded answer.
    private struct UnrecordedCall: Error {
        var reason: NativeCallError
    }

    /// Returns the answer of a test or of the recording for a call; nil where no test has set an answer and no recording is
    /// replayed.
    private func preparedAnswer(to call: NativeCall) throws(UnrecordedCall) -> PreparedAnswer? {
        if var answers = scripted[call.handler], !answers.isEmpty {
            let answer = answers.removeFirst()
            scripted[call.handler] = answers
            // The recording has the call, too, unless the test has changed.
            return PreparedAnswer(
                scripted: answer, recorded: try? replay?.answer(call.handler, body: call.body, id: call.id))
        }
        guard let replay else { return nil }
        do throws(NativeCallError) {
            let answer = try replay.answer(call.handler, body: call.body, id: call.id)
            if let line = answer.unanswered, !answer.isOpen {
                hear(.warning("\(line) has no answer: the call \(call.handler) stays without an answer"))
            }
            return PreparedAnswer(recorded: answer)
        } catch {
            throw UnrecordedCall(reason: error)
        }
    }

    /// Sends the replies and events of an answer.
    private func take(_ answer: PreparedAnswer, send: @escaping Reply, in view: WKWebView?) {
        if let outcome = answer.scripted { send(outcome, true) }
        guard let recorded = answer.recorded else { return }
        for step in recorded.steps {
            switch step {
            case .reply(let reply, _): if answer.scripted == nil { send(reply.outcome, reply.isLast) }
            case .event: take([step], in: view)
            }
        }
        guard answer.scripted == nil, recorded.isOpen else { return }
        openCalls[recorded.place] = send
        for reply in earlyReplies.removeValue(forKey: recorded.place) ?? [] { send(reply.outcome, reply.isLast) }
    }

    /// Sends the events, and the replies to open calls, that follow a recorded command.
    func take(_ steps: [BridgeRecording.Step], in view: WKWebView?) {
        for step in steps {
            switch step {
            case .event(let event) where event.target == .frames: fire(event.name, detail: event.detail, in: view)
            case .event(let event):
                record(.event(event, direction: .toPage, frame: nil))
                for view in appViews { _ = view.bridge?.deliver(event, isReplayed: true) }
            case .reply(let reply, let place):
                guard let send = openCalls[place] else {
                    earlyReplies[place, default: []].append(reply)
                    continue
                }
                if reply.isLast { openCalls[place] = nil }
                send(reply.outcome, reply.isLast)
            }
        }
    }

    private func begin(
        _ name: String, id: String? = nil, world: String?, body: NativeValue, frame: NativeFrame
    ) -> NativeCall {
        let call = log.add(name, id: id, world: world, body: body, frame: frame)
        record(.call(call))
        return call
    }

    private func settle(_ call: NativeCall, _ outcome: NativeCall.Outcome, isLast: Bool) {
        log.settle(call.number, outcome)
        record(.reply(call: call.number, outcome, isLast: isLast))
    }

    /// Converts any error to an error of a call.
    static func callError(_ error: any Error) -> NativeCallError {
        if let error = error as? UnrecordedCall { return error.reason }
        return error as? NativeCallError ?? NativeCallError("\(error)")
    }
}

/// The files of the app that pages load.
extension NativeHalf {
    /// The largest content of a file in a recording, in bytes.
    package static let largestFile = 64 << 20

    /// Returns the recorded content of a file. The outer optional is nil where no recording is replayed.
    ///
    /// Reports a file that is not recorded.
    package func recordedFile(_ path: String) -> Data?? {
        guard let replay else { return nil }
        if let content = replay.file(path) { return content }
        hear(.unrecorded("No content is recorded for the file \(path)"))
        return .some(nil)
    }
}
