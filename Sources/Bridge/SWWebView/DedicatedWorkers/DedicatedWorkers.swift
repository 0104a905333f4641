import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The dedicated workers of one view's pages, as service worker clients. The view can be the hidden one of shared workers.
///
/// The page announces a worker right before it calls the constructor. So the next unmarked request for the script's address is
/// the worker's: [run a worker](https://html.spec.whatwg.org/multipage/workers.html#run-a-worker).
/// While the script of one may be under way, the page marks the addresses of further ones, and a worker marks those of all workers
/// that it makes. A worker becomes a client when it requests its runtime: then its script runs.
@MainActor
final class DedicatedWorkers {
    /// The most workers that a view may have at a time. Workers beyond that have no runtime.
    private static let most = 1000
    /// The most ends without a worker that are remembered.
    private static let mostEnds = 100

    private let services: WorkerStore
    private var workers: [String: DedicatedWorker] = [:]
    /// The workers whose script was not requested yet, the oldest first.
    private var expected: [DedicatedWorker] = []
    /// The ends that came without a worker, the oldest first: the channel can bring an end before the worker's announcement, which
    /// comes as a script message. A worker that stayed expected would take the script of the next worker of its address.
    private var ends: [(id: String, creator: String)] = []
    weak var host: (any RealmEndpoint)?

    init(services: WorkerStore) { self.services = services }

    subscript(id: String) -> DedicatedWorker? { workers[id] }

    // MARK: Their lives

    /// Adds a worker that a page, or another worker, makes.
    ///
    /// - Parameter shared: the shared worker that contains it.
    /// - Returns: whether the worker will have a runtime.
    @discardableResult
    func announce(_ announcement: DedicatedWorker.Announcement, by creator: Realm, for shared: SharedWorker? = nil)
        -> Bool
    {
        guard workers.count < Self.most, workers[announcement.id] == nil, services.realms[announcement.id] == nil,
            let url = URL(address: announcement.url), !takeEnd(of: announcement.id, by: creator)
        else { return false }
        let worker = DedicatedWorker(announcement, at: url, by: creator, for: shared)
        guard worker.isBlob || StorageKey(of: url) == creator.storageKey else { return false }
        workers[worker.id] = worker
        if !worker.isBlob { expected.append(worker) }
        return true
    }

    /// Ends a worker, as its creator or the worker itself reports.
    func end(_ id: String, by realm: Realm) {
        if let worker = workers[id] {
            if worker.creator === realm || worker.realm === realm { gone(id) }
        } else {
            if ends.count == Self.mostEnds { ends.removeFirst() }
            ends.append((id, realm.id))
        }
    }

    /// Returns whether a worker's end came before its announcement, and forgets the end.
    private func takeEnd(of id: String, by creator: Realm) -> Bool {
        guard let index = ends.firstIndex(where: { $0 == (id, creator.id) }) else { return false }
        ends.remove(at: index)
        return true
    }

    /// Removes a worker that was terminated, has closed itself or has failed, and the workers that it made.
    func gone(_ id: String) {
        guard let worker = workers.removeValue(forKey: id) else { return }
        expected.removeAll { $0 === worker }
        if let realm = worker.realm { services.drop(realm) }
        allGone(createdBy: id)
        if let shared = worker.shared { shared.page.ended(shared) }
    }

    /// Removes the workers of a document or worker that has gone.
    func allGone(createdBy creator: String) {
        for worker in workers.values where worker.creator.id == creator { gone(worker.id) }
    }

    // MARK: Their scripts

    /// Returns the worker whose script a request is for, or nil for any other request.
    func claim(_ url: URL, _ mark: RequestMark?) -> DedicatedWorker? {
        if let mark, mark.isFromPage {
            guard let id = mark.newWorker, let index = expected.firstIndex(where: { $0.id == id && $0.isAt(url) })
            else { return nil }
            return expected.remove(at: index)
        }
        guard !expected.isEmpty, mark?.destination.map({ $0 == .script }) ?? true,
            mark?.document.flatMap({ workers[$0] }) == nil
        else { return nil }
        let index = expected.firstIndex { !$0.isMarked && !$0.isRedirected && $0.isAt(url) }
        return index.map { expected.remove(at: $0) }
    }

    /// Makes the client that a worker will be, before a service worker is asked for its script.
    func reserve(_ worker: DedicatedWorker, _ url: URL) -> Client {
        if let reserved = worker.reserved { return reserved }
        let client = Client(
            id: ClientID(rawValue: UUID().uuidString.lowercased()), url: url,
            type: worker.shared == nil ? .worker : .sharedworker, isExecutionReady: false)
        let realm = Realm(
            id: worker.id, kind: worker.shared == nil ? .dedicatedWorker(client.id) : .sharedWorker(client.id),
            storageKey: worker.creator.storageKey)
        realm.host = host
        realm.isIsolated = worker.creator.isIsolated
        realm.referrerPolicy = worker.referrerPolicy
        (worker.reserved, worker.realm) = (client, realm)
        services.realms.add(realm, as: client)
        let creator = worker.isBlob ? worker.creatorClient : nil
        services.container?.assumeIsolated { $0.addClient(client, inheritingFrom: creator) }
        return client
    }

    /// Returns the script of a worker, with the runtime before it.
    func script(
        of worker: DedicatedWorker, _ request: URLRequest, _ url: URL, _ body: RequestBody, _ routing: FetchRouting
    ) async throws -> LoadedResource {
        if let script = worker.redirectedScript {
            worker.redirectedScript = nil
            return script
        }
        var routing = routing
        routing.worker = worker
        do {
            let destination = worker.shared == nil ? RequestDestination.worker : .sharedworker
            let mark = RequestMark(
                document: worker.creator.id, destination: destination, credentials: worker.credentials)
            let filtered = try await routing.respond(to: told(request, of: worker), url, mark, body: body)
            let final = filtered.url.map { routing.loading.addresses.internalURL(for: $0, remembering: false) } ?? url
            guard StorageKey(of: final) == worker.creator.storageKey else { throw URLError(.cannotParseResponse) }
            let resource = try filtered.forWebKit(at: url)
            if let policy = ReferrerPolicy(header: resource.response.value(forHTTPHeaderField: "Referrer-Policy")) {
                worker.referrerPolicy = policy
            }
            let isGood = (200..<300).contains(resource.response.statusCode)
            if !isGood { gone(worker.id) }
            if isGood, !worker.isAt(final) {
                worker.redirect(to: final)
                if let caller = try await redirected(worker, resource, at: url) { return caller }
            }
            return try await DedicatedWorkerScript.withRuntime(
                resource, at: url, id: worker.id, isModule: worker.isModule,
                address: worker.isRedirected ? final.absoluteString : worker.isMarked ? url.absoluteString : nil)
        } catch {
            gone(worker.id)
            throw error
        }
    }

    /// Stores the script of a redirected worker until its own address is requested. Returns a script that loads it from there, so that WebKit
    /// resolves its imports against that address; nil where the script's policy may forbid the load.
    private func redirected(
        _ worker: DedicatedWorker, _ resource: LoadedResource, at url: URL
    ) async throws -> LoadedResource? {
        guard resource.response.value(forHTTPHeaderField: "Content-Security-Policy") == nil else { return nil }
        worker.redirectedScript = try await DedicatedWorkerScript.atOwnAddress(
            resource, worker.url, isModule: worker.isModule)
        expected.append(worker)
        return try DedicatedWorkerScript.loading(
            RequestMark.address(worker.url, ofWorker: worker.id), in: resource, at: url, id: worker.id,
            isModule: worker.isModule)
    }

    /// Returns the request for a shared worker's script as one of the document that made the worker, not of the hidden page.
    private func told(_ request: URLRequest, of worker: DedicatedWorker) -> URLRequest {
        guard let shared = worker.shared else { return request }
        var request = request
        request.setValue(shared.maker?.url.absoluteString, forHTTPHeaderField: "Referer")
        return request
    }

    /// Returns the runtime of a worker that begins to run. It can be requested once.
    func runtime(_ url: URL) throws -> LoadedResource {
        guard let worker = url.queryValue("document").flatMap({ workers[$0] }), !worker.isRunning,
            worker.creator.storageKey == StorageKey(of: url)
        else { return try LoadedResource(url: url, status: 404, message: "There is no such worker.") }
        begin(worker)
        return try LoadedResource(
            url: url, status: 200,
            headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store"],
            body: BodyStream(
                DedicatedWorkerScript.runtime(
                    id: worker.id, isModule: worker.isModule, isShared: worker.shared != nil,
                    isIsolated: worker.creator.isIsolated,
                    address: worker.isRedirected || worker.isBlob ? worker.url.absoluteString : nil,
                    after: host?.loading.workerPrelude ?? "",
                    changes: host?.loading.realmChanges ?? EnvironmentPatches(), webApp: services.webApp.facts,
                    hasSourceMap: host?.webView?.hasInspector ?? false)))
    }

    private func begin(_ worker: DedicatedWorker) {
        worker.isRunning = true
        if let shared = worker.shared { shared.page.hasScript(shared) }
        var client = reserve(worker, worker.url)
        (client.isExecutionReady, client.url) = (true, worker.url)
        if let realm = worker.realm { services.realms.add(realm, as: client) }
        let ready = client
        services.container?.assumeIsolated { container in
            container.updateClient(ready.id) {
                $0.isExecutionReady = true
                $0.url = ready.url
            }
        }
    }

    // MARK: Their requests

    /// Returns the mark of a request. No runtime can mark the imports of modules: their referrer tells which worker asks.
    func mark(_ request: URLRequest, _ url: URL, _ mark: RequestMark?) -> RequestMark? {
        guard !workers.isEmpty, mark?.destination.map({ $0 == .script }) ?? true,
            let referrer = request.value(forHTTPHeaderField: "Referer"),
            let worker = workers.values.first(where: { $0.isModule && $0.isRunning && $0.scripts.contains(referrer) })
        else { return mark }
        worker.note(url)
        // Several workers can have the referrer, and each its own credentials mode: none counts for imports.
        return RequestMark(document: worker.id, destination: .script, mode: .cors)
    }

    /// Takes the messages of a worker, one a line, after those of its earlier posts.
    func receive(_ request: URLRequest, _ url: URL, _ body: RequestBody) async throws -> LoadedResource {
        guard request.httpMethod == "POST", let worker = url.queryValue("document").flatMap({ workers[$0] }),
            let realm = worker.realm, realm.storageKey == StorageKey(of: url), isOfSameOrigin(request, url)
        else { return try LoadedResource(url: url, status: 403, message: "There is no such worker.") }
        let number = url.queryValue("n").flatMap(Int.init)
        let before = worker.lastPost
        let post = Task.immediate { @MainActor [weak host] in
            let text = try? await body.collect()
            await before?.value
            // A request that WebKit has cancelled may lack its body: the worker sends the batch again.
            guard let text, number.map({ worker.batches.take($0) }) ?? true else { return }
            for line in text.split(separator: 0x0A) {
                line.withUnsafeBytes { _ = host?.receive($0, Data(), from: realm, over: nil) }
            }
        }
        worker.lastPost = post
        await post.value
        return try LoadedResource(url: url, status: 204, headers: [:], body: .empty)
    }

    /// Returns whether a request is of the same origin. WebKit sends no `Origin` within one, and a policy may forbid `Referer`.
    private func isOfSameOrigin(_ request: URLRequest, _ url: URL) -> Bool {
        ["Origin", "Referer"].compactMap { request.value(forHTTPHeaderField: $0) }.allSatisfy { sender in
            let address = sender.hasPrefix("blob:") ? String(sender.dropFirst(5)) : sender
            return URL(string: address).flatMap { StorageKey(of: $0) } == StorageKey(of: url)
        }
    }
}
