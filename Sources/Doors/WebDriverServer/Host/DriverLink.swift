public import Foundation
import HTTPMessages
import ProcessFiles

/// A browser's connection to the driver that has started it. Any thread.
///
/// ```swift
/// let link = try DriverLink.fromEnvironment()
/// link.begin()
/// for await order in link.orders { … }
/// ```
public final class DriverLink: Sendable {
    /// The environment variable that tells the browser the path of the driver's socket.
    static let variable = "SWWEBVIEW_DRIVER_SOCKET"

    /// A message of the driver.
    public enum Order: Sendable {
        /// A command of WebDriver, with its path below the session's and its body.
        case command(number: Int, method: String, name: [String], body: Data)
        /// A message of a client of WebDriver BiDi, with the client's number.
        case text(String, client: Int)
        /// A client of WebDriver BiDi has gone.
        case gone(client: Int)
    }

    /// The driver's messages. The sequence ends with the driver or the session, and the process must end then.
    public let orders: AsyncStream<Order>
    private let socket: FrameSocket
    /// A serial queue writes whole messages, outside the main thread.
    private let writing = DispatchQueue(label: "swwebview.driver.replies")

    private init(_ socket: FrameSocket, path: String, patience: TimeInterval) {
        self.socket = socket
        let (orders, received) = AsyncStream.makeStream(of: Order.self)
        self.orders = orders
        Thread.detachNewThread {
            while let command = socket.receive(HostCommand.self), let order = Self.order(command, socket) {
                received.yield(order)
            }
            SessionFolder.remove(ofSocket: path)
            received.finish()
            // This sleep stays: a main thread that hangs causes no event, so that only a clock can end the process. The sleep
            // has its own thread, and ends with the process.
            Thread.sleep(forTimeInterval: patience)
            ProcessEnd.arrive()
            kill(getpid(), SIGKILL)
        }
    }

    private static func order(_ command: HostCommand, _ socket: FrameSocket) -> Order? {
        guard command.length >= 0, let body = socket.receive(count: command.length) else { return nil }
        if let client = command.client {
            return command.isGone == true
                ? .gone(client: client) : .text(String(decoding: body, as: UTF8.self), client: client)
        }
        guard let number = command.number, let method = command.method, let name = command.name else { return nil }
        return .command(number: number, method: method, name: name, body: body)
    }

    /// Connects to the driver that the environment names.
    ///
    /// - Parameter patience: the longest time that the process may take to end.
    /// - Throws: ``WebDriverError`` when there is none, or it has gone.
    public static func fromEnvironment(patience: TimeInterval = 3) throws(WebDriverError) -> DriverLink {
        let path = ProcessInfo.processInfo.environment[variable] ?? ""
        guard !path.isEmpty, let socket = FrameSocket(connectingTo: path) else {
            throw WebDriverError(.sessionNotCreated, "the driver that \(variable) names has gone")
        }
        return DriverLink(socket, path: path, patience: patience)
    }

    /// Says why there will be no browser, or why it ends.
    public func fail(_ reason: String) { writing.sync { [socket] in _ = socket.send(HostMessage(failure: reason)) } }

    /// Says that there is a browser.
    public func begin() { writing.async { [socket] in socket.send(HostMessage(process: getpid())) } }

    /// Answers a command.
    public func reply(to number: Int, status: Int, _ body: Data) {
        writing.async { [socket] in
            socket.send(HostMessage(reply: number, status: status, length: body.count), body)
        }
    }

    /// Sends a message to a client of WebDriver BiDi, or to all.
    public func send(_ text: String, to client: Int? = nil) {
        writing.async { [socket] in
            let body = Data(text.utf8)
            socket.send(HostMessage(client: client ?? 0, length: body.count), body)
        }
    }

    /// Ends the connection, and so the session, once all is sent.
    public func close() { writing.async { [socket] in socket.shutDown() } }
}
