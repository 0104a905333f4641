import Synchronization

/// Misuse of the API that raises an Objective-C exception on iOS, and so ends the application there.
///
/// Misuse ends the program here too, with the same cause in the message. A test can record it instead:
///
/// ```swift
/// let misuse = WKException.recording {
///     task.didFinish()  // before any response
/// }
/// #expect(misuse.map(\.name) == [.internalInconsistencyException])
/// ```
///
/// A recorded call returns without effect.
public struct WKException: Error, Hashable, Sendable {
    /// The name of an exception, with the text it has on iOS.
    public struct Name: RawRepresentable, Hashable, Sendable {
        /// The text of the name, for example `NSInvalidArgumentException`.
        public let rawValue: String

        /// Makes a name from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An argument that the call can't take.
        public static let invalidArgumentException = Name(rawValue: "NSInvalidArgumentException")
        /// A call that comes at the wrong time, such as a second answer.
        public static let internalInconsistencyException = Name(rawValue: "NSInternalInconsistencyException")
        /// A thing that is not in a collection, such as an observer that was not added.
        public static let rangeException = Name(rawValue: "NSRangeException")
        /// A key that key-value coding doesn't know.
        public static let undefinedKeyException = Name(rawValue: "NSUnknownKeyException")
    }

    /// The name of the exception on iOS.
    public let name: Name

    /// A description of the mistake.
    public let reason: String

    /// Makes an exception, for example to compare with a recorded one.
    public init(name: Name, reason: String) {
        self.name = name
        self.reason = reason
    }
}

extension WKException: CustomStringConvertible {
    /// The exception in one line.
    public var description: String { "\(name.rawValue): \(reason)" }
}

extension WKException {
    @TaskLocal private static var recorder: Recorder?
    private static let installedHandler = Mutex<(@Sendable (WKException) -> Void)?>(nil)

    /// A closure that receives misuse that no recording sees; nil, the default, ends the program.
    ///
    /// The handler belongs to the whole process, because a callback that WebKit makes later runs outside the recording task. It
    /// is called on the thread that made the mistake, and must not itself set the handler.
    public static var handler: (@Sendable (WKException) -> Void)? {
        get { installedHandler.withLock { $0 } }
        set { installedHandler.withLock { $0 = newValue } }
    }

    /// Runs `body` and returns the misuse that happened inside it, in order.
    public static func recording(_ body: () throws -> Void) rethrows -> [WKException] {
        let recorder = Recorder()
        try $recorder.withValue(recorder) { try body() }
        return recorder.exceptions
    }

    /// Runs `body` and returns the misuse that happened in it and in the tasks it started, in order.
    ///
    /// Callbacks that WebKit makes from its own loop run in no task; for those there is ``handler``.
    public static func recording(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows -> [WKException] {
        let recorder = Recorder()
        try await $recorder.withValue(recorder, operation: body, isolation: isolation)
        return recorder.exceptions
    }

    /// Reports misuse: to the recording task, else to ``handler``, else by ending the program.
    ///
    /// When it returns, the caller must return too, without effect.
    package static func raise(_ name: Name, _ reason: String) {
        let exception = WKException(name: name, reason: reason)
        if let recorder {
            recorder.append(exception)
        } else if let handler {
            handler(exception)
        } else {
            fatalError(
                """
                terminating because of an exception that ends an iOS application too, \
                '\(name.rawValue)', reason: '\(reason)'
                """)
        }
    }
}

/// The exceptions of one recording. A class, because tasks started inside it share it.
private final class Recorder: Sendable {
    private let recorded = Mutex<[WKException]>([])

    var exceptions: [WKException] { recorded.withLock { $0 } }

    func append(_ exception: WKException) {
        recorded.withLock { $0.append(exception) }
    }
}
