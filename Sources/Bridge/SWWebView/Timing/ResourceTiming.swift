import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import Synchronization

/// The times of one load, in milliseconds since 1970, and its sizes, in bytes. Main actor only.
///
/// Source: https://w3c.github.io/resource-timing/#sec-performanceresourcetiming
@MainActor
final class ResourceTiming {
    private let url: URL
    private let start = ResourceTiming.now
    private var workerStart = 0.0
    private var responseStart = 0.0
    private var responseEnd = 0.0
    private var bodySize = 0
    private var metrics: [ServerTiming] = []
    private var allowedOrigins: [String] = []
    private var initiatorType = "other"
    /// The document that asked; nil before it is known.
    private weak var owner: (any TimelineOwner)?
    /// The document that leads a navigation here.
    private(set) weak var leader: (any TimelineOwner)?

    init(_ url: URL) { self.url = url }

    private static var now: Double { Date().timeIntervalSince1970 * 1000 }

    /// Notes the document that asks. The load comes on its timeline once it has ended.
    func asked(by owner: any TimelineOwner, as initiatorType: String) {
        self.owner = owner
        self.initiatorType = initiatorType
        addWhereComplete()
    }

    /// Notes the document that leads a navigation here.
    func led(by leader: (any TimelineOwner)?) { self.leader = leader }

    /// Notes that a service worker is asked.
    func asksWorker() { workerStart = Self.now }

    /// Notes that there is no worker, or that it lets the network answer.
    func workerDeclined() { workerStart = 0 }

    /// Notes the response, whose body comes next.
    ///
    /// - Parameter header: returns the value of a header.
    func responded(_ header: (String) -> String?) {
        responseStart = Self.now
        metrics = header("Server-Timing").map { ServerTiming.metrics(of: $0) } ?? []
        allowedOrigins =
            header("Timing-Allow-Origin")?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    }

    /// Notes the end of the body.
    func ended(_ size: Int) {
        bodySize = size
        responseEnd = Self.now
        addWhereComplete()
    }

    /// Returns a body whose end is noted here.
    func watch(_ body: BodyStream) -> BodyStream {
        let size = Mutex(0)
        return BodyStream(next: {
            guard let piece = try await body.next() else {
                await self.ended(size.withLock { $0 })
                return nil
            }
            size.withLock { $0 += piece.count }
            return piece
        })
    }

    private func addWhereComplete() {
        if responseEnd > 0 { owner?.add(self) }
    }

    /// The load as the timeline of a realm shows it.
    func wire(for key: StorageKey) -> Wire {
        var wire = Wire(name: url.absoluteString, initiatorType: initiatorType, start: start, responseEnd: responseEnd)
        // https://fetch.spec.whatwg.org/#tao-check
        guard StorageKey(of: url) == key || allowedOrigins.contains(where: { $0 == "*" || $0 == key.rawValue }) else {
            return wire
        }
        wire.isShared = true
        wire.workerStart = workerStart
        wire.responseStart = responseStart
        wire.bodySize = bodySize
        wire.serverTiming = metrics
        return wire
    }

    /// A load as documents get it.
    struct Wire: Encodable {
        var name: String
        var initiatorType: String
        var start: Double
        var responseEnd: Double
        /// Whether the document may see more than when the load began and ended.
        var isShared = false
        var workerStart = 0.0
        var responseStart = 0.0
        var bodySize = 0
        var serverTiming: [ServerTiming] = []
    }
}

/// A document with a timeline.
@MainActor
protocol TimelineOwner: AnyObject {
    /// Puts a load on the timeline.
    func add(_ load: ResourceTiming)
}

extension RequestDestination {
    /// The name of the element or function that asks, as far as the destination tells it.
    ///
    /// - Parameter isXHR: whether an `XMLHttpRequest` asks.
    func initiatorType(isXHR: Bool) -> String {
        switch self {
        case .none: isXHR ? "xmlhttprequest" : "fetch"
        case .image: "img"
        case .style: "link"
        case .font: "css"
        case .document, .worker, .sharedworker, .serviceworker, .report, .manifest, .text, .webidentity: "other"
        default: rawValue
        }
    }
}
