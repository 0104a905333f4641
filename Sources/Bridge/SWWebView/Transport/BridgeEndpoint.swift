import Fetch
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The native side of a view's bridge: answers `sw://` requests and takes commands.
@MainActor
final class BridgeEndpoint: NSObject, StreamingURLSchemeHandler, RealmEndpoint {
    let loading: ViewSources
    let services: WorkerStore
    let clients: PageClients
    weak var webView: (any BridgedView)?
    let tap = BridgeTap()
    let streams: EventStreams
    let keepsRequestsApart = true
    /// The changes of a simulated system to the workers of the view, and of its data store.
    var realmChanges: EnvironmentPatches {
        get { loading.realmChanges }
        set { (loading.realmChanges, services.realmChanges) = (newValue, newValue) }
    }
    private var answers: AnswerTasks { clients.answers }
    private var refusedMessages = 0
    private var hasEnded = false

    init(services: WorkerStore, loading: ViewSources? = nil) {
        self.services = services
        self.loading = loading ?? ViewSources(cookies: services.cookies, siteData: services)
        clients = PageClients(services: services)
        streams = EventStreams(tap: tap, bodies: services.bodies) { [channels = services.channels] in
            channels.channel(ofPage: $0)
        }
        super.init()
        clients.host = self
        services.views.join(self)
    }

    isolated deinit { end() }

    /// Removes the documents of a released view, and leaves the service workers. A request that does not end can keep this
    /// object alive longer than the view.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        clients.removeAll()
        services.leave()
    }

    var status: BridgeStatus {
        BridgeStatus(
            eventStreams: streams.count, openRequests: answers.count + streams.count,
            nativeStreams: URLSchemeTask.openStreams, channels: services.channels.count,
            refusedMessages: refusedMessages)
    }

    // MARK: Requests

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask, let url = task.request.url else { return }
        if url.path == EventStreams.path { return openStream(task, url) }
        answers.begin(task, keptAs: url.takingMark.mark?.keepaliveName) { [weak self] in await self?.answer(task, url) }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask else { return }
        streams.close(task)
        if let url = task.request.url, url.path == BodyRegistry.path { services.bodies.abandon(url) }
        answers.stop(task)
    }

    /// Opens an event stream once its document has reported. A request that names no realm gets none.
    private func openStream(_ task: URLSchemeTask, _ marked: URL) {
        let (url, mark) = marked.takingMark
        let document = url.queryValue("document") ?? ""
        if let realm = clients.realm(of: document) { return streams.open(task, of: realm) }
        answers.begin(task) { [weak self] in
            guard let self else { return }
            let realm = await clients.returned(document)
            let isOwn = if realm != nil { true } else { await isOfRealm(task.request, url, mark) }
            if task.isStopped { return }
            if isOwn { streams.open(task, of: realm) } else { streams.refuse(task) }
        }
    }

    private func answer(_ task: URLSchemeTask, _ marked: URL) async {
        let (url, fragmentMark) = marked.takingMark
        let mark =
            fragmentMark ?? clients.announced(url, task.request)
            ?? clients.workers.mark(
                task.request, url,
                RequestMark(header: task.request.value(forHTTPHeaderField: ProcessExtension.markHeader)))
        let upload = await upload(of: mark, task.request)
        let limit = mark?.timeout.map { end(task, after: $0) }
        defer {
            limit?.cancel()
            if let upload { services.bodies.release(upload) }
        }
        let timing = ResourceTiming(url, named: task.address.map { url.spelled(as: $0) })
        do {
            let isForeign = task.request.namesForeignOrigin(to: url)
            let worker = isForeign ? nil : clients.workers.claim(url, fragmentMark ?? mark)
            var resource = try await resource(
                for: task, url, mark, RequestBody(task, upload: upload), of: worker, timing)
            if task.isComplete { return }
            answers.responseBegins(task)
            if !(mark?.isFromPage ?? false) { resource = simulated(resource) }
            let response = HeaderMapping.pageResponse(
                resource.response, for: url, addresses: loading.addresses,
                sockets: SocketAddress(loading: loading).ownOrigin(of: url))
            timing.responded { resource.response.value(forHTTPHeaderField: $0) }
            let size = try await task.answer(
                with: response, reasonPhrase: resource.reasonPhrase, resource.body)
            if !timing.isWatched { timing.ended(size) }
        } catch {
            guard !task.isComplete else { return }
            timing.failed()
            task.didFailWithError(error)
            if task.request.isForDocument { clients.successors.failed(url.textWithoutFragment) }
        }
    }

    /// Fails a task after a number of milliseconds, for a synchronous request.
    private func end(_ task: URLSchemeTask, after limit: Double) -> Task<Void, any Error> {
        Task { @MainActor [answers] in
            try await ContinuousClock().sleep(for: .clamping(seconds: limit / 1000))
            guard !task.isComplete else { return }
            task.didFailWithError(URLError(.timedOut))
            answers.stop(task)
        }
    }

    /// Returns the upload that brings a request's body. A frame without the bridge has none: it would wait for ever, and its page
    /// with it.
    private func upload(of mark: RequestMark?, _ request: URLRequest) async -> Upload? {
        guard let id = mark?.upload,
            await clients.asking(mark, origin: request.value(forHTTPHeaderField: "Origin")) != nil
        else { return nil }
        return services.bodies.claim(id)
    }

    private func resource(
        for task: URLSchemeTask, _ url: URL, _ mark: RequestMark?, _ body: RequestBody, of worker: DedicatedWorker?,
        _ timing: ResourceTiming
    ) async throws -> LoadedResource {
        let routing = FetchRouting(services: services, clients: clients, loading: loading)
        let engineMark = RequestMark(header: task.request.value(forHTTPHeaderField: ProcessExtension.markHeader))
        if let name = engineMark?.answer {
            return try await routing.respond(to: task.request, url, mark, body: body, answeredAs: name)
        }
        if InternalPaths.ofRealms.contains(url.path), !(await isOfRealm(task.request, url, mark)) {
            return try PathAccess.realm.refusal(url)
        }
        if let answer = ReservedPath.answers[url.path] {
            return try await answer(
                ReservedRequest(
                    request: task.request, url: url, mark: mark, body: body, loading: loading, services: services,
                    clients: clients))
        }
        var (request, address, sent) = (task.request, url, body)
        if let interceptor = loading.interceptor, loading.endpoint(for: url) == nil {
            request.url = url
            if let answer = try await interceptor.intercept(&request) { return answer }
            if let changed = request.httpBody { sent = RequestBody(changed) }
            address = request.url ?? url
        }
        if let worker { return try await clients.workers.script(of: worker, request, address, sent, routing) }
        return try await routing.respond(to: request, address, mark, body: sent, timing: timing).forWebKit(at: url)
    }

    /// Returns whether a request for a path of the bridge names a frame or worker of the address's origin by its secret id.
    private func isOfRealm(_ request: URLRequest, _ url: URL, _ mark: RequestMark?) async -> Bool {
        guard !request.namesForeignOrigin(to: url), let own = StorageKey(of: url) else { return false }
        let marked = mark?.isFromEngine ?? true ? nil : mark?.document
        for id in [marked, url.queryValue("document")].compactMap(\.self) {
            let worker = clients.workers[id]?.creator.storageKey
            let key = if let worker { worker } else { await clients.arrival(of: id)?.storageKey }
            if key == own { return true }
        }
        return false
    }

    // MARK: Commands

    /// Takes a message, whatever transport brought it.
    ///
    /// - Parameters:
    ///   - text: the message; nil for a script message that is not text.
    ///   - bytes: the bytes that came with the message.
    ///   - sender: the realm that sent the message; nil for a script message, which tells only its frame's event stream or document.
    ///   - channel: the channel that brought the message; nil for a message that names its event stream.
    /// - Returns: false for a script message of another view's page.
    @discardableResult
    func receive(
        _ text: UnsafeRawBufferPointer?, _ bytes: Data, from sender: Realm?, over channel: (any RealmChannel)?
    ) -> Bool {
        guard let text else { return refuse("a message that is not text") }
        HopTrace.pass()
        let message = CommandMessage(text)
        if sender == nil, channel == nil, services.views.isMessage(message, ofOtherThan: self) { return false }
        let stream = message.streamID.flatMap { streams[$0] }
        if message.path != ObservedSockets.reportPath {
            tap.note(.toHost, text, realm: sender?.id ?? message.realmID ?? stream?.realm?.id)
        }
        if let sender, channel == nil, message.realmID != sender.id, stream?.realm !== sender {
            return refuse("a message in another's name")
        }
        let realm =
            sender ?? (message.streamID == nil ? message.realmID.flatMap { clients.realm(of: $0) } : stream?.realm)
        services.router.receive(
            message, on: channel ?? stream,
            CommandContext(
                realm: realm, loading: loading, services: services, clients: clients, streams: streams,
                bytes: message.bytes ?? bytes)
        ) { [weak self] in self?.refuse($0) }
        return true
    }

    func close(_ realm: Realm) { streams.drop(realm) }

    func realm(arriving id: String) async -> Realm? {
        if let known = clients.realm(of: id) { return known }
        return clients.knows(id) ? await clients.arrival(of: id) : nil
    }

    func navigate(_ realm: Realm, to url: URL, _ found: @escaping Successors.Found) {
        clients.awaitSuccessor(of: realm, at: url, found)
        if let client = realm.client, clients.topLevelClient == client, let webView {
            webView.loadForPage(URLRequest(url: url))
        } else {
            services.channels.post(event: "navigate", json: JSONText.text(url.absoluteString), to: realm)
        }
    }

    var firstParty: FirstParty { clients.firstParty }

    func referrer(of url: URL) -> String? { clients.navigations.referrer(of: url) }

    func shows(_ key: StorageKey) -> Bool { clients.shows(key) }

    /// Returns whether the view's page has sent a message.
    func hasSent(_ message: CommandMessage) -> Bool {
        message.streamID.map { streams[$0] != nil } ?? message.realmID.map { clients.knows($0) } ?? false
    }

    /// Counts and logs a refused message whose sender cannot be told. Returns true: the message is taken.
    @discardableResult
    private func refuse(_ what: String) -> Bool {
        refusedMessages += 1
        RefusalLog.note(what, count: refusedMessages)
        return true
    }
}
