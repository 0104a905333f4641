public import Foundation
import HTTPMessages
import ProcessFiles

/// A browser's connection to the driver that it was started for. Any thread.
///
/// ```swift
/// let link = DriverLink.fromEnvironment()
/// link?.start(answer: { name, parameters in … }, ended: { exit(0) })
/// ```
public final class DriverLink: Sendable {
    /// The environment variable that tells the browser the path of the driver's socket.
    static let variable = "SWWEBVIEW_DRIVER_SOCKET"

    /// Answers a command with a value, on the main actor.
    public typealias Answer = @MainActor @Sendable (_ name: String, _ parameters: JSONValue) async throws -> JSONValue

    private let socket: FrameSocket
    private let path: String
    /// A serial queue writes whole messages, outside the main thread.
    private let writing = DispatchQueue(label: "swwebview.driver.replies")

    private init(_ socket: FrameSocket, path: String) {
        self.socket = socket
        self.path = path
    }

    /// Connects to the driver, if there is one.
    ///
    /// - Throws: ``WebDriverError`` when the driver has gone.
    public static func fromEnvironment() throws(WebDriverError) -> DriverLink? {
        guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
        guard let socket = FrameSocket(connectingTo: path) else {
            throw WebDriverError(.sessionNotCreated, "the driver that \(variable) names has gone")
        }
        return DriverLink(socket, path: path)
    }

    /// Says why there will be no browser.
    public func fail(_ reason: String) { socket.send(HostMessage(failure: reason)) }

    /// Says that a window was opened or closed.
    public func tell(windows count: Int) { writing.async { [socket] in socket.send(HostMessage(windows: count)) } }

    /// Says that there is a browser, and takes commands from now on, one at a time.
    ///
    /// - Parameters:
    ///   - waits: returns whether a command may wait for the effects of other commands. The link then receives other commands
    ///     in the meantime.
    ///   - ended: the closure that is called on the main actor after the driver's end. The process must end within `patience`.
    public func start(
        patience: TimeInterval = 3, waits: @escaping @Sendable (_ name: String) -> Bool = { _ in false },
        answer: @escaping Answer, ended: @escaping @MainActor @Sendable () -> Void
    ) {
        writing.async { [socket] in socket.send(HostMessage(process: getpid())) }
        Thread.detachNewThread { [socket, path, replies = writing] in
            while let command = socket.receive(HostCommand.self) {
                let work: @MainActor @Sendable () async throws -> JSONValue = {
                    try await answer(command.name, command.parameters)
                }
                if waits(command.name) {
                    Task { @MainActor in Self.send(await Self.reply(work), to: command, socket, replies) }
                } else {
                    Self.send(Self.wait(for: work), to: command, socket, replies)
                }
            }
            SessionFolder.remove(ofSocket: path)
            Task { @MainActor in ended() }
            // This sleep stays: a main thread that hangs causes no event, so that only a clock can end the process. The sleep
            // has its own thread, and ends with the process.
            Thread.sleep(forTimeInterval: patience)
            ProcessEnd.arrive()
            kill(getpid(), SIGKILL)
        }
    }

    private struct Reply: Sendable {
        var status: Int
        var body: JSONValue
    }

    private static func send(_ reply: Reply, to command: HostCommand, _ socket: FrameSocket, _ replies: DispatchQueue) {
        replies.async {
            let body = reply.body.data
            socket.send(HostMessage(reply: command.number, status: reply.status, length: body.count), body)
        }
    }

    @MainActor
    private static func reply(_ answer: @MainActor @Sendable () async throws -> JSONValue) async -> Reply {
        do {
            return Reply(status: 200, body: ["value": try await answer()])
        } catch {
            let error = error as? WebDriverError ?? WebDriverError(.unknownError, "\(error)")
            return Reply(status: error.code.status, body: error.body)
        }
    }

    /// Waits for the main actor, on a thread that is free to wait.
    private static func wait(for answer: @escaping @MainActor @Sendable () async throws -> JSONValue) -> Reply {
        let box = ReplyBox()
        Task { @MainActor in box.fill(await reply(answer)) }
        return box.wait()
    }

    private final class ReplyBox: @unchecked Sendable {  // `reply` is written before the signal, and read after it.
        private var reply = Reply(status: 500, body: nil)
        private let done = DispatchSemaphore(value: 0)

        func fill(_ reply: Reply) {
            self.reply = reply
            done.signal()
        }

        func wait() -> Reply {
            done.wait()
            return reply
        }
    }
}
