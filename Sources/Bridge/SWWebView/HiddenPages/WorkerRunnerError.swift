/// The reasons why a host could not start a worker or dispatch an event.
enum WorkerRunnerError: Error, Hashable, CustomStringConvertible {
    /// The worker does not run, or was stopped meanwhile.
    case gone
    /// The web process of the worker's page has ended.
    case crashed
    /// The web process of the worker's page has no channel to the host.
    case noChannel
    /// The worker's page took too long to open.
    case noPage
    /// The worker's script took too long.
    case timedOut

    var description: String {
        switch self {
        case .gone: "The worker does not run."
        case .crashed: "The worker's web process has ended."
        case .noChannel: "The worker's web process cannot reach the host."
        case .noPage: "The worker's page took too long to open."
        case .timedOut: "The worker took too long to start."
        }
    }
}
