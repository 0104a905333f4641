import Foundation

/// The connection of a browser of WebDriver BiDi with its driver, which passes the messages of its client on. Any thread.
public final class BrowserLink: Sendable {
    /// The environment variable with the path of the driver's socket.
    static let variable = "SWWEBVIEW_BIDI_SOCKET"

    /// A message on a line of its own: the number of the bytes that follow.
    private struct Head: Codable { var length: Int }

    /// The other end's messages. The sequence ends with the connection.
    public let messages: AsyncStream<String>
    private let socket: FrameSocket
    private let writing = DispatchQueue(label: "swwebview.driver.bidi")

    init(_ socket: FrameSocket) {
        self.socket = socket
        let (messages, received) = AsyncStream.makeStream(of: String.self)
        self.messages = messages
        Thread.detachNewThread {
            while let head = socket.receive(Head.self), head.length >= 0, let body = socket.receive(count: head.length)
            {
                received.yield(String(decoding: body, as: UTF8.self))
            }
            received.finish()
        }
    }

    /// Connects to the driver, if there is one.
    ///
    /// - Throws: ``WebDriverError`` when the driver has gone.
    public static func fromEnvironment() throws(WebDriverError) -> BrowserLink? {
        guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
        guard let socket = FrameSocket(connectingTo: path) else {
            throw WebDriverError(.sessionNotCreated, "the driver that \(variable) names has gone")
        }
        return BrowserLink(socket)
    }

    /// Sends a message after those before it.
    public func send(_ text: String) {
        writing.async { [socket] in
            let body = Data(text.utf8)
            socket.send(Head(length: body.count), body)
        }
    }

    /// Ends the connection once its messages are sent.
    public func close() { writing.async { [socket] in socket.shutDown() } }

    /// Waits for one browser on a socket. Any thread.
    final class Listener: Sendable {
        private let descriptor: Int32

        /// - Throws: ``WebDriverError``.
        init(path: String) throws(WebDriverError) {
            descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0, FrameSocket.withAddress(of: path, { bind(descriptor, $0, $1) }) == 0,
                listen(descriptor, 1) == 0
            else {
                let reason = String(cString: strerror(errno))
                Foundation.close(descriptor)
                throw WebDriverError(.sessionNotCreated, "no socket can be made at \(path): \(reason)")
            }
        }

        deinit { Foundation.close(descriptor) }

        /// Ends the wait for a browser.
        func close() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Returns the connection of the browser; nil after ``close()``.
        func accept() async -> BrowserLink? {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    var accepted: Int32
                    repeat { accepted = Foundation.accept(descriptor, nil, nil) } while accepted < 0 && errno == EINTR
                    guard accepted >= 0 else { return continuation.resume(returning: nil) }
                    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                    continuation.resume(returning: BrowserLink(FrameSocket(descriptor: accepted)))
                }
            }
        }
    }
}
