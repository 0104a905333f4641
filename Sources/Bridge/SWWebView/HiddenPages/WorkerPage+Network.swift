import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

// The network requests of workers.
extension WorkerPage {
    /// Answers a request of a worker from the network, or from one of the bridge's reserved paths.
    func loaded(
        _ task: URLSchemeTask, _ url: URL, _ mark: RequestMark?, by worker: RunningWorker?
    ) async throws -> LoadedResource {
        guard let services else { throw WorkerRunnerError.gone }
        var request = task.request
        request.url = url
        let upload = mark?.upload.map { services.bodies.claim($0) }
        defer { if let upload { services.bodies.release(upload) } }
        let body = RequestBody(task, upload: upload)
        let asking = WorkerOrigin(origin: origin, worker: worker?.snapshot.id)
        if url.path.hasPrefix("/___"),
            let reserved = try await services.loadReserved(request, url, body: body.pieces, for: asking)
        {
            return reserved
        }
        var target = url
        if url.host == Self.elsewhere, let text = url.queryValue("url"), let other = URL(address: text) {
            target = other
        }
        if mark?.mode == .navigate { request.tellNavigation(to: .document) }
        let outgoing = outgoing(request, to: target, mark, by: worker, hasBody: !body.isAbsent)
        let fetched = try await services.network(for: asking, body: body).fetch(
            outgoing, limitedBy: worker.flatMap { policy(of: $0) })
        let filter = ResponseFilter(
            asked: url, checkedOrigin: Origin(of: url) == outgoing.asker.origin ? nil : origin, isScripted: true,
            isElement: false, opaque: worker?.realm.opaque, handle: mark?.opaque)
        return try filter.network(fetched).forWebKit(at: url)
    }

    /// Returns the content security policies that a worker's script came with; nil without one.
    private func policy(of worker: RunningWorker) -> FetchSourcePolicy? {
        worker.script?.headers["Content-Security-Policy"].map {
            FetchSourcePolicy(values: [$0], own: worker.snapshot.scriptURL)
        }
    }

    /// The host of addresses that stand for http(s) addresses whose responses are opaque to scripts.
    static let elsewhere = "elsewhere.invalid"

    private func outgoing(
        _ request: URLRequest, to target: URL, _ mark: RequestMark?, by worker: RunningWorker?, hasBody: Bool
    ) -> OutgoingRequest {
        // WebKit names the script's address, whatever the policy.
        let told = mark?.referrer ?? request.value(forHTTPHeaderField: "Referer") ?? ""
        let policy = ReferrerPolicy(header: worker?.script?.headers["Referrer-Policy"]) ?? .standard
        var outgoing = OutgoingRequest(
            request, to: target,
            by: Asker(origin: Origin(origin), client: worker?.snapshot.scriptURL, referrerPolicy: policy),
            mode: mark?.fetchMode ?? .cors,
            credentials: mark?.credentials ?? .sameOrigin,
            redirect: mark?.redirect ?? .follow,
            referrer: URL(address: told).map { .url($0) } ?? .none,
            referrerPolicy: mark?.referrerPolicy,
            userAgent: services?.userAgent(of: origin), hasBody: hasBody)
        outgoing.destination = mark?.mode == .navigate ? .document : mark?.destination ?? RequestDestination.none
        return outgoing
    }
}
