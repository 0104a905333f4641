import Synchronization

/// A completion handler that a view gives to an application, which calls it once, on any thread.
///
/// `receive` runs on the main thread: at once for a call on that thread, else later. On iOS WebKit promises this only for policy decisions.
/// A second call is misuse, see ``WKException``, and has no effect. The release of a handler that was never called is misuse, too;
/// `receive` then gets the value of `unanswered`.
package final class CompletionHandler<Answer>: Sendable {
    /// A value that a thread hands over to another one, and uses no more.
    private struct Handover: @unchecked Sendable { let answer: Answer }

    /// The description of a second call.
    private let calledTwice: String
    /// The description of a release without a call; nil where that is no misuse.
    private let neverCalled: String?
    private let unanswered: Handover
    private let receiver: Mutex<(@MainActor (Answer) -> Void)?>

    /// Makes a handler for a method of a delegate.
    ///
    /// - Parameter selector: the method's name in Objective-C, which Apple's exceptions contain.
    package init(
        _ delegate: AnyObject, _ selector: String, unanswered: Answer, _ receive: @escaping @MainActor (Answer) -> Void
    ) {
        let subject = "Completion handler passed to -[\(String(reflecting: type(of: delegate))) \(selector)]"
        calledTwice = "\(subject) was called more than once"
        neverCalled = "\(subject) was not called"
        self.unanswered = Handover(answer: unanswered)
        receiver = Mutex(receive)
    }

    /// Makes a handler that an application may release without a call.
    init(calledTwice: String, unanswered: Answer, _ receive: @escaping @MainActor (Answer) -> Void) {
        self.calledTwice = calledTwice
        neverCalled = nil
        self.unanswered = Handover(answer: unanswered)
        receiver = Mutex(receive)
    }

    deinit {
        guard let receive = takeReceiver() else { return }
        MainThread.ensure { [unanswered] in receive(unanswered.answer) }
        if let neverCalled { WKException.raise(.internalInconsistencyException, neverCalled) }
    }

    /// Passes the answer on.
    package func call(_ answer: Answer) {
        guard let receive = takeReceiver() else {
            return WKException.raise(.internalInconsistencyException, calledTwice)
        }
        let handover = Handover(answer: answer)
        MainThread.ensure { receive(handover.answer) }
    }

    private func takeReceiver() -> (@MainActor (Answer) -> Void)? {
        receiver.withLock { receive in
            defer { receive = nil }
            return receive
        }
    }
}

// The closures for applications. A closure that is isolated to the main actor would trap on another thread, before its first statement.
extension CompletionHandler {
    /// Returns the closure for a method whose handler has one argument.
    package func closure() -> @MainActor (Answer) -> Void {
        let call: @Sendable (Answer) -> Void = { self.call($0) }
        return call
    }

    /// Returns the closure for a method whose handler has two arguments.
    package func closure<First, Second>() -> @MainActor (First, Second) -> Void where Answer == (First, Second) {
        let call: @Sendable (First, Second) -> Void = { self.call(($0, $1)) }
        return call
    }

    /// Returns the closure for a method whose handler has no arguments.
    package func closure() -> @MainActor () -> Void where Answer == Void {
        let call: @Sendable () -> Void = { self.call(()) }
        return call
    }
}
