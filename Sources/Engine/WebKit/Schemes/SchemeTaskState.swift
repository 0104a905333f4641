/// The state of a scheme task from request to completion, and the calls that it can take there.
///
/// Pure: the state neither sends anything nor raises. Each transition returns the ``Misuse`` that forbids it, and then changes
/// nothing.
package struct SchemeTaskState: Equatable, Sendable {
    /// A mistake in using a task.
    package enum Misuse: Equatable, Sendable, CaseIterable {
        case stopped
        case completed
        case dataAlreadySent
        case responseAlreadySent
        case noResponse
        case redirectPending

        /// The cause, as the exception on iOS puts it.
        package var reason: String {
            switch self {
            case .stopped: "This task has already been stopped"
            case .completed: "[WKURLSchemeTask taskDidCompleteWithError:] has already been called for this task"
            case .dataAlreadySent: "[WKURLSchemeTask taskDidReceiveData:] has already been called for this task"
            case .responseAlreadySent: "No redirects are allowed after the response"
            case .noResponse: "No response has been sent for this task"
            case .redirectPending: "This task is waiting for its redirection to be accepted"
            }
        }
    }

    package private(set) var isStopped = false
    package private(set) var isCompleted = false
    private(set) var hasSentData = false
    private(set) var hasSentResponse = false
    private(set) var isRedirecting = false

    /// Makes the state that every task begins with.
    package init() {}

    /// The head of the answer: any number of times before data.
    package mutating func receiveResponse() -> Misuse? {
        if let misuse = over ?? afterData ?? duringRedirect { return misuse }
        hasSentResponse = true
        return nil
    }

    /// A piece of the body: only after a response, so never while a redirection waits.
    package mutating func receiveData() -> Misuse? {
        if let misuse = over ?? beforeResponse { return misuse }
        hasSentData = true
        return nil
    }

    /// The end of the body: only after a response.
    package mutating func finish() -> Misuse? {
        if let misuse = over ?? beforeResponse { return misuse }
        isCompleted = true
        return nil
    }

    /// Failure: at any time before the end.
    package mutating func fail() -> Misuse? {
        if let misuse = over { return misuse }
        isCompleted = true
        isRedirecting = false
        return nil
    }

    /// A redirection: only before a response, one at a time.
    package mutating func redirect() -> Misuse? {
        if let misuse = over ?? afterData { return misuse }
        if hasSentResponse { return .responseAlreadySent }
        if let misuse = duringRedirect { return misuse }
        isRedirecting = true
        return nil
    }

    /// The redirection was accepted, and the task may go on.
    package mutating func redirectAccepted() {
        isRedirecting = false
    }

    /// Stops the task. Returns true when the handler has to be called: once, and never after completion.
    ///
    /// Call it before the handler's `stop`, so that a call from inside `stop` is misuse already.
    package mutating func stop() -> Bool {
        if isStopped || isCompleted { return false }
        isStopped = true
        return true
    }

    // The checks, in the order WebKit makes them.
    private var over: Misuse? { isStopped ? .stopped : isCompleted ? .completed : nil }
    private var afterData: Misuse? { hasSentData ? .dataAlreadySent : nil }
    private var beforeResponse: Misuse? { hasSentResponse ? nil : .noResponse }
    private var duringRedirect: Misuse? { isRedirecting ? .redirectPending : nil }
}
