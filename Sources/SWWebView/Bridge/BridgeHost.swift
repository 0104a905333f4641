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
    private var loads: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var refusedMessages = 0
    private let log = Logger(label: "swwebview.bridge")

    var status: BridgeStatus {
        BridgeStatus(
            eventStreams: streams.count, openRequests: loads.count + streams.count, refusedMessages: refusedMessages)
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
        loads.removeValue(forKey: ObjectIdentifier(task))?.cancel()
    }

    private func answer(_ task: URLSchemeTask, _ url: URL) async {
        do {
            let resource = try await load(task.request, url, body: RequestBody(task))
            task.didReceive(HeaderMapping.pageResponse(resource.response, for: url, addresses: addresses))
            if task.request.httpMethod != "HEAD" {
                for try await piece in resource.body {
                    await task.write(piece)
                    if task.isStopped { return }
                }
            }
            task.didFinish()
        } catch is CancellationError {
            return
        } catch {
            if !task.isStopped { task.didFailWithError(error) }
        }
    }

    /// Answers a request of a page, or one made in its name.
    func load(_ request: URLRequest, _ url: URL, body: RequestBody) async throws -> LoadedResource {
        if let endpoint = endpoints.first(where: { url.path.hasPrefix($0.key) })?.value {
            return try await endpoint.respond(to: request, body: body.pieces)
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
        guard let bytes, let message = CommandMessage(bytes) else {
            return refuse("a message that is no command: send JSON text with streamID, promiseIndex, path and body")
        }
        guard let stream = streams[message.streamID] else {
            return refuse("a command in the name of an event stream that isn't open", promise: message.promiseIndex)
        }
        guard let command = commands[message.path] else {
            let failure = CommandFailure(name: "NotSupportedError", message: "There is no command “\(message.path)”")
            return stream.reply(to: message.promiseIndex, failure: failure)
        }
        run(command, message, on: stream)
    }

    private func run(_ command: Command, _ message: CommandMessage, on stream: EventStream) {
        switch command {
        case .immediate(let work):
            do {
                stream.reply(to: message.promiseIndex, json: try work(message.body))
            } catch {
                stream.reply(to: message.promiseIndex, failure: CommandFailure(error))
            }
        case .deferred(let work):
            let index = message.promiseIndex
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

    private func refuse(_ what: String, promise: Int? = nil) {
        refusedMessages += 1
        log.warning("refused \(what)")
        streams.announceRefusal(of: promise, "The bridge refused \(what)")
    }
}
