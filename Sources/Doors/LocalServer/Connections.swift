import Foundation
import NIOCore
import Synchronization

/// A server's open connections, of which there are never too many. Any thread.
final class Connections: Sendable {
    private struct Entry {
        let channel: any Channel
        /// The place in the order in which connections became idle; nil while one is busy, or is not read.
        var idleSince: Int?
        var task: Task<Void, Never>?
        /// Whether the connection is not read, because there are too many.
        var isHeld = false
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var turn = 0
        var bodyBytes = 0
        var isStopped = false
        var waiting: (@Sendable () -> Void)?
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Counts a new connection. Where there are too many, closes the one that has been idle longest. Where all are busy, the new one
    /// is not read until one has ended or become idle: its place was free when the socket accepted it.
    func open(_ channel: any Channel) {
        let (surplus, isHeld) = state.withLock { state -> ((any Channel)?, Bool) in
            guard !state.isStopped else { return (channel, false) }
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, isHeld: true)
            let (surplus, freed) = free(&state)
            return (surplus, freed == nil)
        }
        if isHeld { _ = channel.setOption(.autoRead, value: false) }
        surplus?.close(promise: nil)
        channel.closeFuture.whenComplete { _ in self.close(channel) }
    }

    private func close(_ channel: any Channel) {
        change { $0.entries.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Notes that a connection is busy with a request, or with a web socket.
    func begin(_ channel: any Channel, _ task: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.entries[ObjectIdentifier(channel)]?.idleSince = nil
            state.entries[ObjectIdentifier(channel)]?.task = task
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    /// Notes that a connection waits for its next request.
    func end(_ channel: any Channel) {
        change { state in
            state.turn += 1
            state.entries[ObjectIdentifier(channel)]?.idleSince = state.turn
            state.entries[ObjectIdentifier(channel)]?.task = nil
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let (surplus, freed, waiting) = state.withLock { state in
            body(&state)
            let (surplus, freed) = free(&state)
            return (surplus, freed, hasRoom(state) ? state.waiting.take() : nil)
        }
        surplus?.close(promise: nil)
        _ = freed?.setOption(.autoRead, value: true)
        waiting?()
    }

    /// Frees the held connection where there is room. There is one at most, since the socket accepts no other meanwhile.
    ///
    /// - Returns: the connection that is closed for it, and the one that is read from now on.
    private func free(_ state: inout State) -> (surplus: (any Channel)?, freed: (any Channel)?) {
        guard let held = state.entries.first(where: { $0.value.isHeld }) else { return (nil, nil) }
        var surplus: (any Channel)?
        if state.entries.count > limit {
            let idle = state.entries.filter { $0.value.idleSince != nil }
            let oldest = idle.min { ($0.value.idleSince ?? 0) < ($1.value.idleSince ?? 0) }
            guard let oldest else { return (nil, nil) }
            surplus = state.entries.removeValue(forKey: oldest.key)?.channel
        }
        state.turn += 1
        state.entries[held.key]?.isHeld = false
        state.entries[held.key]?.idleSince = state.turn
        return (surplus, held.value.channel)
    }

    private func hasRoom(_ state: State) -> Bool {
        state.entries.count < limit || state.entries.values.contains { $0.idleSince != nil }
    }

    /// Calls a function once a connection can be accepted: at once, or when one has ended or become idle.
    func whenRoom(_ accept: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            if hasRoom(state) { return true }
            state.waiting = accept
            return false
        }
        if isFree { accept() }
    }

    /// Returns whether so many more bytes of bodies may be held.
    func reserve(_ count: Int, of limit: Int) -> Bool {
        state.withLock { state in
            guard state.bodyBytes + count <= limit else { return false }
            state.bodyBytes += count
            return true
        }
    }

    /// Gives back the reserved bytes.
    func release(_ count: Int) { state.withLock { $0.bodyBytes -= count } }

    /// Closes the idle connections, cancels the requests that are being answered, and returns their tasks.
    @discardableResult
    func stop() -> [Task<Void, Never>] {
        let entries = state.withLock { state in
            state.isStopped = true
            return Array(state.entries.values)
        }
        for entry in entries where entry.task == nil { entry.channel.close(promise: nil) }
        let tasks = entries.compactMap(\.task)
        for task in tasks { task.cancel() }
        return tasks
    }

    /// Closes every connection.
    func closeAll() {
        for entry in state.withLock({ Array($0.entries.values) }) { entry.channel.close(promise: nil) }
    }
}

/// Accepts connections only while there is room for them. Event loop only.
final class AcceptGate: ChannelOutboundHandler {
    typealias OutboundIn = Never

    private let connections: Connections

    init(_ connections: Connections) { self.connections = connections }

    func read(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        connections.whenRoom {
            if bound.eventLoop.inEventLoop {
                bound.value.read()
            } else {
                bound.eventLoop.execute { bound.value.read() }
            }
        }
    }
}
