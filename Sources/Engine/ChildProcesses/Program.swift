import CPlatform
import Foundation

/// A program to start: its path, its arguments and environment, and its standard streams.
///
/// It gets a process group of its own, so that a terminal's Ctrl-C is for the process that started it. Signals have their default
/// effect, and no descriptor but the standard streams is inherited. Foundation's `Process` takes the end of a process's children
/// for the end of the process, and blocks its signals.
package struct Program: Sendable {
    /// The other end of a standard stream.
    package enum Stream: Sendable {
        /// The null device.
        case null
        /// The stream that this process has under the same number.
        case inherited
        /// The standard error of this process.
        case errors
        /// This process, over a pipe.
        case pipe
    }

    /// The path of the executable, which is looked for nowhere else.
    package var path: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// The environment; nil for the one of this process.
    package var environment: [String: String]?
    package var input: Stream
    package var output: Stream
    /// Whether the standard error is the standard output. Otherwise it is the standard error of this process.
    package var joinsErrors = false

    /// Describes a program. Its standard error is the one of this process, see ``joinsErrors``.
    package init(
        path: String, arguments: [String], environment: [String: String]? = nil, input: Stream = .null,
        output: Stream = .inherited
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.output = output
    }

    /// Starts the program as a process that may outlive this one. Any thread.
    ///
    /// - Throws: `POSIXError` when it cannot be started.
    package func start() throws(POSIXError) -> ChildProcess { try ChildProcess(self, signalAtEnd: 0) }

    /// Starts the program as a process that the kernel kills when this one ends, however it ends.
    ///
    /// On the main actor: the kernel kills the child with the thread that started it.
    ///
    /// - Throws: `POSIXError` when it cannot be started.
    @MainActor
    package func startTied() throws(POSIXError) -> ChildProcess { try ChildProcess(self, signalAtEnd: SIGKILL) }

    /// Starts the program with these descriptors as its standard input and output, and returns the process id.
    func launch(input: Int32, output: Int32, signalAtEnd: Int32) throws(POSIXError) -> pid_t {
        let result = Self.withStrings([path] + arguments) { arguments in
            Self.withStrings(environment?.map { "\($0)=\($1)" }) { environment in
                var program = CCPProgram(
                    arguments: arguments, environment: environment, input: input, output: output,
                    errors: joinsErrors ? output : STDERR_FILENO, extra: Int32(CCP_NONE), signal_at_end: signalAtEnd)
                return ccp_start(&program)
            }
        }
        guard result > 0 else { throw POSIXError(negated: result) }
        return result
    }

    private static func withStrings<Result>(
        _ strings: [String]?, _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
    ) -> Result {
        guard let strings else { return body(nil) }
        let pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

extension POSIXError {
    /// The error of a C function that returns `-errno`.
    init(negated result: Int32) { self.init(POSIXErrorCode(rawValue: -result) ?? .EIO) }
}
