import CChildProcess
import Foundation

/// A process of this one's, that cannot outlive it. Any thread.
final class ChildProcess: Sendable {
    private let watch: ProcessWatch

    /// Starts a program with an environment of its own. It writes where this process's errors go.
    ///
    /// On the main actor: the kernel ends the child with the thread that started it.
    ///
    /// - Throws: ``WebDriverError`` when there is no such program.
    @MainActor
    init(_ arguments: [String], environment: [String: String]) throws(WebDriverError) {
        var identifier: Int32 = 0
        let descriptor = Self.withStrings(arguments) { arguments in
            Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                ccp_start(arguments, environment, &identifier)
            }
        }
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(-descriptor))
            throw WebDriverError(.sessionNotCreated, "\(arguments[0]) cannot be started: \(reason)")
        }
        watch = ProcessWatch(descriptor: descriptor) { [identifier] in waitpid(identifier, nil, 0) }
    }

    /// Waits for the end.
    func ended() async { await watch.ended() }

    /// Whether it has ended already.
    var hasEnded: Bool { watch.hasEnded }

    /// Ends it. It gets no chance to object.
    func end() { watch.kill() }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
