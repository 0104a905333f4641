import HTTPMessages

/// What a worker says of one of its events: JSON text, read in place in one pass, and not to be trusted.
struct EventReport {
    /// The kind of a report, by the path of its message.
    enum Kind: String, CaseIterable {
        /// The event's listeners have run.
        case dispatched = "/ExtendableEvent/dispatched"
        /// The promises of `waitUntil` have settled.
        case settled = "/ExtendableEvent/settled"
        /// `respondWith` was called; the response follows.
        case entered = "/FetchEvent/entered"
        /// `respondWith` has got its response.
        case responded = "/FetchEvent/responded"
        /// The fetch event has failed.
        case failed = "/FetchEvent/failed"
    }

    /// The number of the event.
    private(set) var id: Int?
    private(set) var isCanceled = false
    /// Whether promises of `waitUntil` are pending, so that a report of their end follows.
    private(set) var isPending = false
    /// Why a promise of `waitUntil` was rejected, or why the fetch event has failed.
    private(set) var reason: String?
    private(set) var response = WorkerResponse()

    /// - Throws: ``CommandFailure`` for text that is not the JSON of a report.
    init(_ json: UnsafeRawBufferPointer) throws(CommandFailure) {
        var read = Self()
        var scanner = JSONScanner(json)
        try scanner.members { (name, scanner) throws(CommandFailure) in
            switch name {
            case "id": read.id = scanner.index()
            case "isCanceled": read.isCanceled = scanner.flag() ?? false
            case "isPending": read.isPending = scanner.flag() ?? false
            case "reason": read.reason = scanner.string()
            default: try read.response.read(name, &scanner)
            }
        }
        self = read
    }

    private init() {}
}
