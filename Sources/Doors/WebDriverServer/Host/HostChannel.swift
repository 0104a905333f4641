import ChildProcesses
import Foundation
import HTTPMessages
import Synchronization

/// The driver's side of the connection to one browser. Any thread.
final class HostChannel: Sendable {
    private struct State {
        var socket: FrameSocket?
        var failure: String?
        var watch: ProcessWatch?
        var isClosed = false
        var count = 0
        var waiting: [Int: CheckedContinuation<HostReply, any Error>] = [:]
        /// The clients of WebDriver BiDi.
        var clients: [Int: AsyncStream<String>.Continuation] = [:]
    }

    /// The browser runs.
    let ready = OneTimeEvent()
    /// The browser has gone, or will never come.
    let gone = OneTimeEvent()
    private let listener: Int32
    private let state = Mutex(State())
    private let writing = DispatchQueue(label: "swwebview.driver.host")

    /// Listens for one browser.
    ///
    /// - Throws: ``WebDriverError``.
    init(path: String) throws(WebDriverError) {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0, FrameSocket.withAddress(of: path, { bind(listener, $0, $1) }) == 0,
            listen(listener, 1) == 0
        else {
            let reason = String(cString: strerror(errno))
            Foundation.close(listener)
            throw WebDriverError(.sessionNotCreated, "no socket can be made at \(path): \(reason)")
        }
        Thread.detachNewThread { [self] in run() }
    }

    /// Why there is no browser, where it said so.
    var failure: String? { state.withLock { $0.failure } }

    /// The browser's process, once it is ready.
    var process: ProcessWatch? { state.withLock { $0.watch } }

    /// Ends the connection, or the wait for it: the browser ends by that.
    func close() {
        let socket = state.withLock { state in
            state.isClosed = true
            // Wakes the thread that waits for a browser; afterwards the number may stand for another's socket.
            if state.socket == nil, !gone.hasHappened { shutdown(listener, Int32(SHUT_RDWR)) }
            return state.socket
        }
        socket?.shutDown()
    }

    /// Has the browser carry out a command of WebDriver.
    ///
    /// - Throws: ``WebDriverError`` when it goes before it has answered.
    func ask(_ method: String, _ name: [String], _ body: Data = Data()) async throws -> HostReply {
        try await withCheckedThrowingContinuation { continuation in
            let (socket, number) = state.withLock { state -> (FrameSocket?, Int) in
                guard !gone.hasHappened, let socket = state.socket else { return (nil, 0) }
                state.count += 1
                state.waiting[state.count] = continuation
                return (socket, state.count)
            }
            guard let socket else { return continuation.resume(throwing: Self.goneError) }
            writing.async {
                socket.send(HostCommand(number: number, method: method, name: name, length: body.count), body)
            }
        }
    }

    // MARK: WebDriver BiDi

    /// Connects a client of WebDriver BiDi.
    ///
    /// - Returns: the client's number, and the messages for it. They end with the browser.
    func connect() -> (client: Int, messages: AsyncStream<String>) {
        let (messages, received) = AsyncStream.makeStream(of: String.self)
        let client = state.withLock { state -> Int in
            state.count += 1
            if gone.hasHappened { received.finish() } else { state.clients[state.count] = received }
            return state.count
        }
        return (client, messages)
    }

    /// Passes a message of a client on.
    func send(_ text: String, client: Int) {
        let body = Data(text.utf8)
        write(HostCommand(client: client, length: body.count), body)
    }

    /// Forgets a client that has gone.
    func disconnect(_ client: Int) {
        state.withLock { _ = $0.clients.removeValue(forKey: client) }
        write(HostCommand(client: client, isGone: true, length: 0), Data())
    }

    private func write(_ command: HostCommand, _ body: Data) {
        guard let socket = state.withLock({ $0.socket }) else { return }
        writing.async { socket.send(command, body) }
    }

    private static let goneError = WebDriverError(.invalidSessionID, "the browser of this session has gone")

    private func run() {
        if let socket = accept() {
            while let message = socket.receive(HostMessage.self) {
                guard receive(message, socket) else { break }
            }
        }
        let (waiting, clients) = state.withLock { state in
            gone.happen()
            state.socket = nil
            defer { (state.waiting, state.clients) = ([:], [:]) }
            return (state.waiting, state.clients)
        }
        for client in clients.values { client.finish() }
        ready.happen()
        Foundation.close(listener)
        for continuation in waiting.values { continuation.resume(throwing: Self.goneError) }
    }

    private func accept() -> FrameSocket? {
        var descriptor: Int32
        repeat { descriptor = Foundation.accept(listener, nil, nil) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let socket = FrameSocket(descriptor: descriptor)
        return state.withLock { state in
            if state.isClosed { return nil }
            state.socket = socket
            return socket
        }
    }

    private func receive(_ message: HostMessage, _ socket: FrameSocket) -> Bool {
        if let failure = message.failure {
            state.withLock { $0.failure = failure }
        } else if let process = message.process {
            let watch = ProcessWatch(process)
            state.withLock { $0.watch = watch }
            ready.happen()
        } else if let client = message.client, let length = message.length, length >= 0 {
            guard let body = socket.receive(count: length) else { return false }
            let text = String(decoding: body, as: UTF8.self)
            let clients = state.withLock { state in
                client == 0 ? Array(state.clients.values) : state.clients[client].map { [$0] } ?? []
            }
            for receiver in clients { receiver.yield(text) }
        } else if let number = message.reply, let length = message.length, length >= 0 {
            guard let body = socket.receive(count: length) else { return false }
            let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
            continuation?.resume(returning: HostReply(status: message.status ?? 500, body: body))
        }
        return true
    }
}

/// The answer to a command, as a WebDriver client gets it.
struct HostReply: Sendable {
    let status: Int
    let body: Data
}
