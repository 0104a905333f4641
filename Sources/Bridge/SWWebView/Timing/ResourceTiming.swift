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
    /// The size that a response's headers count for.
    ///
    /// Source: https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-transfersize
    private static let headerSize = 300

    private let url: URL
    private let name: String
    private let start = ResourceTiming.now
    private var askedWorker = 0.0
    private let dispatch = DispatchTime()
    private var redirectStart = 0.0
    private var redirectEnd = 0.0
    private var responseStart = 0.0
    private var responseEnd = 0.0
    private var bodySize = 0
    private var metrics: [ServerTiming] = []
    private var allowedOrigins: [String] = []
    private var initiatorType = "other"
    /// The addresses of the request and of its redirects.
    private var urls: [URL]
    /// The address of a service worker's response, which may be another origin's; nil for a response of the network.
    private var workerURL: URL?
    /// Whether the asker may see nothing of the response.
    private var isOpaque = false
    private var isNavigation = false
    /// Whether the load ends with a body that is read later.
    private(set) var isWatched = false
    /// The document that asked; nil before it is known.
    private weak var owner: (any TimelineOwner)?
    /// The document that leads a navigation here.
    private(set) weak var leader: (any TimelineOwner)?

    /// - Parameter name: the address as the page wrote it; nil for Foundation's text, which may be escaped further.
    init(_ url: URL, named name: String? = nil) {
        (self.url, urls) = (url, [url])
        self.name = name ?? url.absoluteString
    }

    private static var now: Double { milliseconds(Date()) }

    private static func milliseconds(_ date: Date) -> Double { date.timeIntervalSince1970 * 1000 }

    /// Notes the document that asks. The load comes on its timeline once it has ended.
    func asked(by owner: any TimelineOwner, as initiatorType: String) {
        self.owner = owner
        self.initiatorType = initiatorType
        addWhereComplete()
    }

    /// Notes the document that leads a navigation here.
    func led(by leader: (any TimelineOwner)?) {
        self.leader = leader
        isNavigation = true
    }

    /// Notes that a service worker is asked, if there is one.
    ///
    /// - Returns: a function to call when the worker gets the event. Without that call, no worker was asked.
    func asksWorker() -> @Sendable () -> Void {
        askedWorker = Self.now
        dispatch.clear()
        return { [dispatch] in dispatch.record() }
    }

    /// Notes a redirect of a navigation, whose next request a service worker may answer.
    func redirected(to url: URL) {
        urls.append(url)
        redirected(at: Self.now)
    }

    private func redirected(at time: Double) {
        if redirectStart == 0 { redirectStart = max(start, dispatch.time) }
        redirectEnd = time
    }

    /// Notes a response of the network, after the redirects of its request.
    func fetched(_ fetched: FetchedResponse) {
        isOpaque = fetched.tainting == .opaque
        guard !isNavigation, let time = fetched.request.redirectTime else { return }
        urls += fetched.urlList.dropFirst()
        redirected(at: Self.milliseconds(time))
    }

    /// Notes a response of the service worker.
    func answered(_ response: FetchResponse.Head) {
        workerURL = response.urlList.last ?? url
        isOpaque = response.type == .opaque
    }

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

    /// Notes that the load has failed. A network error comes on the timeline, too.
    ///
    /// Source: https://fetch.spec.whatwg.org/#fetch-finale
    func failed() {
        guard responseEnd == 0 else { return }
        (bodySize, responseStart) = (0, 0)
        ended(0)
    }

    /// Returns a body whose end is noted here.
    func watch(_ body: BodyStream) -> BodyStream {
        isWatched = true
        let size = Mutex(0)
        return BodyStream(next: {
            do {
                guard let piece = try await body.next() else {
                    await self.ended(size.withLock { $0 })
                    return nil
                }
                size.withLock { $0 += piece.count }
                return piece
            } catch {
                await self.failed()
                throw error
            }
        })
    }

    private func addWhereComplete() {
        if responseEnd > 0 { owner?.add(self) }
    }

    /// The load as the timeline of a realm shows it.
    func wire(for key: StorageKey) -> Wire {
        var wire = Wire(name: name, initiatorType: initiatorType, start: start, responseEnd: responseEnd)
        wire.fetchStart = start
        // The worker of a document's own requests is of its own origin, so the worker's times are no secret.
        if dispatch.time > 0, !isNavigation || StorageKey(of: url) == key {
            (wire.workerStart, wire.fetchStart) = (askedWorker, max(start, dispatch.time))
        }
        let isOwn = urls.allSatisfy { StorageKey(of: $0) == key }
        // https://fetch.spec.whatwg.org/#tao-check
        let isAllowed = allowedOrigins.contains { $0 == "*" || $0 == key.rawValue }
        wire.isShared = isOwn || isAllowed || isNavigation && StorageKey(of: url) == key
        // An opaque response has no body info, nor has a document of another origin.
        // https://fetch.spec.whatwg.org/#concept-filtered-response-opaque
        if !isOpaque, wire.isShared || !isNavigation { wire.bodySize = bodySize }
        guard wire.isShared else { return wire }
        if isOwn || isAllowed && !isNavigation {
            (wire.redirectStart, wire.redirectEnd) = (redirectStart, redirectEnd)
            wire.fetchStart = max(wire.fetchStart, redirectEnd)
        }
        wire.responseStart = responseStart
        let isForeign = workerURL.map { StorageKey(of: $0) != key } ?? false
        if isAllowed || !isForeign {
            wire.transferSize = wire.bodySize + Self.headerSize
            wire.serverTiming = metrics
        }
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
        var fetchStart = 0.0
        var redirectStart = 0.0
        var redirectEnd = 0.0
        var responseStart = 0.0
        var bodySize = 0
        var transferSize = 0
        var serverTiming: [ServerTiming] = []
    }
}

/// The time at which a service worker gets an event, which its container records.
private final class DispatchTime: Sendable {
    private let recorded = Mutex(0.0)

    /// The time in milliseconds since 1970; 0 before the event.
    var time: Double { recorded.withLock { $0 } }

    func record() { recorded.withLock { $0 = Date().timeIntervalSince1970 * 1000 } }
    func clear() { recorded.withLock { $0 = 0 } }
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
