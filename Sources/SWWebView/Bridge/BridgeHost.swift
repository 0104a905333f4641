import Logging
import URLInterception
import WebKit

/// The native side of a view's bridge: answers `sw://` requests and takes commands.
@MainActor
final class BridgeHost: NSObject, StreamingURLSchemeHandler {
    var addresses = Addresses()
    var loader = MappedLoader()
    var endpoints: [String: any PageEndpoint] = [:]
    var commands = CommandTable.standard
    private let streams = EventStreams()
    private let uploads = Uploads()
    private var loads: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var refusedMessages = 0
    private let log = Logger(label: "swwebview.bridge")

    var status: BridgeStatus {
        BridgeStatus(
            eventStreams: streams.count, openRequests: loads.count + streams.count,
            nativeStreams: URLSchemeTask.openStreams, refusedMessages: refusedMessages)
    }

    // MARK: Requests

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask, let url = task.request.url else { return }
        if url.path == RuntimeScript.eventsPath { return streams.open(task) }
        let key = ObjectIdentifier(task)
        let load = Task.immediate { @MainActor [weak self] in
            await self?.answer(task, url)
            self?.loads[key] = nil
        }
        if !task.isComplete { loads[key] = load }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask else { return }
        streams.close(task)
        if let url = task.request.url, url.path == Uploads.path { uploads.abandon(url) }
        loads.removeValue(forKey: ObjectIdentifier(task))?.cancel()
    }

    private func answer(_ task: URLSchemeTask, _ url: URL) async {
        let upload = uploads.claim(from: url)
        defer { if let upload { uploads.release(upload) } }
        do {
            let resource =
                url.path == Uploads.path
                ? try await uploads.receive(task, url)
                : try await load(task.request, url, body: RequestBody(task, upload: upload))
            if task.isStopped { return }
            task.didReceive(HeaderMapping.pageResponse(resource.response, for: url, addresses: addresses))
            if task.request.httpMethod != "HEAD" {
                for try await piece in resource.body {
                    await task.write(piece)
                    if task.isStopped { return }
                }
            }
            if !task.isStopped { task.didFinish() }
        } catch {
            if !task.isStopped { task.didFailWithError(error) }
        }
    }

    /// Answers a request of a page, or one made in its name.
    func load(_ request: URLRequest, _ url: URL, body: RequestBody) async throws -> LoadedResource {
        if let endpoint = endpoints.first(where: { url.path.hasPrefix($0.key) })?.value {
            let follower = RedirectFollower { [weak self] hop in
                if hop == request { return try await endpoint.respond(to: hop, body: body.pieces) }
                guard let self, let next = hop.url else { throw URLError(.cancelled) }
                return try await load(hop, next, body: RequestBody(hop.httpBody ?? Data()))
            }
            return try await follower.load(request, policy: .follow)
        }
        var request = HeaderMapping.networkRequest(request, addresses: addresses)
        if loader.map.target(for: url) == nil, url.scheme?.lowercased() == Addresses.scheme {
            guard let networkURL = addresses.networkURL(for: url) else {
                let text = "\(url.host ?? "this host") is neither mapped (--map) nor permitted (--permit)"
                throw URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text])
            }
            request.url = networkURL
        }
        request.httpBody = try await body.collect()
        return try await loader.load(request)
    }

    // MARK: Commands

    func receive(_ bytes: UnsafeRawBufferPointer?) {
        guard let bytes else { return refuse("a message that is not text") }
        let message = CommandMessage(bytes)
        if message.flaw == nil, case .notification(let work) = commands[message.path] {
            return hear(work, Data(message.body))
        }
        guard let streamID = message.streamID, let index = message.promiseIndex else {
            return refuse(
                "a message: \(message.flaw ?? "it names no stream and promise")", promise: message.promiseIndex)
        }
        guard let stream = streams[streamID] else {
            return refuse("a command in the name of an event stream that isn't open", promise: index)
        }
        if let flaw = message.flaw {
            return stream.reply(to: index, failure: CommandFailure(name: "TypeError", message: flaw))
        }
        guard let command = commands[message.path] else {
            let failure = CommandFailure(name: "NotSupportedError", message: "There is no command “\(message.path)”")
            return stream.reply(to: index, failure: failure)
        }
        run(command, message, index, on: stream)
    }

    private func run(_ command: Command, _ message: CommandMessage, _ index: Int, on stream: EventStream) {
        switch command {
        case .immediate(let work):
            do {
                stream.reply(to: index, json: try work(message.body))
            } catch {
                stream.reply(to: index, failure: CommandFailure(error))
            }
        case .notification: break
        case .deferred(let work):
            let body = Data(message.body)
            Task.immediate { @MainActor [weak self, weak stream] in
                do {
                    guard let self else { return }
                    let response = try await work(body, self)
                    response.withUnsafeBytes { stream?.reply(to: index, json: $0) }
                } catch {
                    stream?.reply(to: index, failure: CommandFailure(error))
                }
            }
        }
    }

    private func hear(
        _ work: @escaping @MainActor (Data, CommandContext) async throws -> Void, _ body: Data
    ) {
        Task.immediate { @MainActor [weak self] in
            guard let self else { return }
            do { try await work(body, self) } catch { refuse("a notification: \(CommandFailure(error).message)") }
        }
    }

    private static let loggedRefusals = 8

    /// A message that nobody in particular can be told of.
    private func refuse(_ what: String, promise: Int? = nil) {
        streams.announceRefusal(of: promise, "The bridge refused \(what)")
        refusedMessages += 1
        // A page could fill the log otherwise.
        if refusedMessages <= Self.loggedRefusals { log.warning("refused \(what)") }
        if refusedMessages == Self.loggedRefusals { log.warning("further refusals of this view are only counted") }
    }
}
