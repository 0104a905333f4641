import Foundation

/// The size to which the stack of the main thread, and those of web processes, may grow.
enum StackLimit {
    /// A value of 40,000 containers within one another, the most that WebKit returns, takes WebKit 12 MB of stack in the web process,
    /// which the usual 8 MB would end, and its conversion takes a multiple here.
    private static let wanted: rlim_t = 64 << 20

    /// Raises the limit as far as the system allows. It counts for the main thread at once, and web processes inherit it. Memory is used
    /// only as the stack grows.
    static func raise() {
        let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        setrlimit(resource, &limit)
    }
}
