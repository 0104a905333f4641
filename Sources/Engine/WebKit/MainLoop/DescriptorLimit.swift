import Foundation

/// The number of descriptors that the process and its children may have open.
enum DescriptorLimit {
    /// The fewest with which a page and its workers can be shown: GLib ends a process that has none left.
    static let least = 128
    /// The most that are asked for. Programs that close every possible descriptor take long with more.
    private static let most: rlim_t = 65536

    /// Raises the limit as far as the system allows. Web processes inherit it.
    ///
    /// - Returns: the limit, or nil when it is unknown.
    static func raise() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let wanted = min(limit.rlim_max, most)
        guard limit.rlim_cur < wanted else { return Int(clamping: limit.rlim_cur) }
        let raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
        return withUnsafePointer(to: raised) { setrlimit(resource, $0) } == 0
            ? Int(clamping: wanted) : Int(clamping: limit.rlim_cur)
    }
}
