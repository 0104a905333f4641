import Foundation

/// The limits of a server for clients that are not identified, or that are slow.
struct ServerLimits: Sendable {
    /// The most connections at a time. A further one replaces the one that has been idle longest, or waits.
    var connections = defaultConnections
    /// The most bytes of a request's first line and headers.
    var head = 64 * 1024
    /// The most bytes of a request's body. Programs send whole files inside of JSON.
    var body = 128 * 1024 * 1024
    /// The most bytes of all bodies that are read at a time.
    var bodies = 512 * 1024 * 1024
    /// The longest time that a connection may stay open without a complete request head.
    var idle = Duration.seconds(300)
    /// The longest time that a body may bring no bytes, and that a response or message may stay unread.
    var stall = Duration.seconds(60)
    /// The most bytes of a web socket's message.
    var message = 16 * 1024 * 1024
    /// The most messages of a web socket that wait to be read, in each direction.
    var messages = 4096

    /// A quarter of the descriptors: the rest is for the web views and their processes.
    private static var defaultConnections: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
        return min(max(Int(clamping: limit.rlim_cur) / 4, 16), 512)
    }
}
