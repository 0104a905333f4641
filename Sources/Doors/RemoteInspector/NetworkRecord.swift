import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

/// The requests of a page as its client sees them: without the bridge's marks and paths, and held where the host answers them. Main actor
/// only.
///
/// WebKit reports requests to schemes of the host, and intercepts none of them.
@MainActor
package final class NetworkRecord: RequestInterceptor {
    private typealias Decision = @MainActor @Sendable (inout URLRequest) throws -> LoadedResource?

    private static let mostAnswered = 256
    /// Headers between the host and the page's runtime.
    private static let internalHeaders = [ProcessExtension.markHeader.lowercased(), SWWebView.responseHeader]
    private weak var view: SWWebView?
    /// Sends an event to the client.
    package var emit: ((InspectorMessage) -> Void)?
    /// Returns once WebKit has sent all events until now.
    package var synchronize: (() async -> Void)?
    /// Headers that requests which the host answers have besides their own.
    package var extraHeaders: [String: String] = [:]
    private var isIntercepting = false
    private var hidden: Set<String> = []
    /// The addresses of requests that have been reported and not been answered, by WebKit's ids.
    private var reported: [String: String] = [:]
    /// The reported requests that the host has not got yet, in their order.
    private var arriving: [String: [String]] = [:]
    private var waiting: [(address: String, continuation: CheckedContinuation<String?, Never>)] = []
    private var held: [String: CheckedContinuation<Decision, Never>] = [:]
    /// The addresses of requests that a service worker has answered, until WebKit reports the response.
    private var answered: [String] = []

    package init(_ view: SWWebView) { self.view = view }

    package func attach() { view?.requestInterceptor = self }

    package func detach() {
        if view?.requestInterceptor === self { view?.requestInterceptor = nil }
        isIntercepting = false
        for wait in waiting { wait.continuation.resume(returning: nil) }
        waiting = []
        for id in held.keys { release(id) { _ in nil } }
    }

    // MARK: Commands

    /// Carries a command about a held request out. Returns the reply; nil for a command of WebKit's.
    package func perform(_ command: InspectorMessage, _ id: Int) -> InspectorMessage? {
        let parameters = command.parameters
        if command.method == "Network.setInterceptionEnabled" {
            isIntercepting = parameters["enabled"]?.flag ?? false
            return nil
        }
        guard command.method.hasPrefix("Network.intercept"), let request = parameters["requestId"]?.text,
            held[request] != nil
        else { return nil }
        switch command.method {
        case "Network.interceptWithRequest": release(request) { Self.change(&$0, parameters) }
        case "Network.interceptRequestWithResponse": release(request) { try Self.answer(to: $0, parameters) }
        case "Network.interceptRequestWithError":
            let isTimeout = parameters["errorType"]?.text == "Timeout"
            release(request) { _ in throw URLError(isTimeout ? .timedOut : .cannotConnectToHost) }
        default: release(request) { _ in nil }
        }
        return .reply(to: id)
    }

    private func release(_ request: String, _ decision: @escaping Decision) {
        held.removeValue(forKey: request)?.resume(returning: decision)
    }

    /// Changes a request as a client says, and lets it go on.
    private static func change(_ request: inout URLRequest, _ parameters: [String: JSONValue]) -> LoadedResource? {
        if let url = parameters["url"]?.text.flatMap({ URL(string: $0) }) { request.url = url }
        if let method = parameters["method"]?.text { request.httpMethod = method }
        if let headers = parameters["headers"]?.members {
            // The mark stays: the client has not been shown it.
            let internalHeader = request.value(forHTTPHeaderField: ProcessExtension.markHeader)
            request.allHTTPHeaderFields = [:]
            for (name, value) in headers { request.setValue(value.text, forHTTPHeaderField: name) }
            request.setValue(internalHeader, forHTTPHeaderField: ProcessExtension.markHeader)
        }
        if let body = parameters["postData"]?.text { request.httpBody = Data(base64Encoded: body) ?? Data() }
        return nil
    }

    private static func answer(
        to request: URLRequest, _ parameters: [String: JSONValue]
    ) throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        var headers: [String: String] = [:]
        for (name, value) in parameters["headers"]?.members ?? [:] { headers[name] = value.text }
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            headers["Content-Type"] = parameters["mimeType"]?.text
        }
        let content = parameters["content"]?.text ?? ""
        let isEncoded = parameters["base64Encoded"]?.flag ?? false
        let body = isEncoded ? Data(base64Encoded: content) ?? Data() : Data(content.utf8)
        return try LoadedResource(
            url: url, status: parameters["status"]?.number ?? 200, headers: headers, body: BodyStream(body))
    }

    // MARK: Requests of the host

    package func intercept(_ request: inout URLRequest) async throws -> LoadedResource? {
        for (name, value) in extraHeaders { request.setValue(value, forHTTPHeaderField: name) }
        guard isIntercepting, let url = request.url, let id = await reportedID(of: url.textWithoutFragment) else {
            return nil
        }
        var headers = request.allHTTPHeaderFields ?? [:]
        headers[ProcessExtension.markHeader] = nil
        let decision: Decision = await withCheckedContinuation { continuation in
            held[id] = continuation
            emit?(
                InspectorMessage(
                    "Network.requestIntercepted",
                    [
                        "requestId": .string(id),
                        "request": [
                            "url": .string(url.textWithoutFragment), "method": .string(request.httpMethod ?? "GET"),
                            "headers": .object(headers.mapValues { .string($0) }),
                        ],
                    ]))
        }
        return try decision(&request)
    }

    package func workerAnswered(_ url: URL) {
        // Requests of workers in dedicated workers and the like are not reported.
        if answered.count == Self.mostAnswered { answered.removeFirst() }
        answered.append(url.textWithoutFragment)
    }

    /// Returns WebKit's id of a request; nil for one that it does not report.
    private func reportedID(of address: String) async -> String? {
        if let id = takeArriving(address) { return id }
        return await withCheckedContinuation { continuation in
            waiting.append((address, continuation))
            // WebKit reports a request before the host gets it, but over another connection.
            Task { [weak self] in
                await self?.synchronize?()
                self?.stopWaiting(for: address)
            }
        }
    }

    private func takeArriving(_ address: String) -> String? {
        guard var ids = arriving[address], !ids.isEmpty else { return nil }
        let id = ids.removeFirst()
        arriving[address] = ids.isEmpty ? nil : ids
        return id
    }

    private func stopWaiting(for address: String) {
        guard let index = waiting.firstIndex(where: { $0.address == address }) else { return }
        waiting.remove(at: index).continuation.resume(returning: nil)
    }

    // MARK: Events

    /// Returns an event as the client gets it; nil for one that is none of its business.
    package func received(_ event: InspectorMessage) -> InspectorMessage? {
        var event = event
        switch event.method {
        case "Network.requestWillBeSent": return requested(event)
        case "Worker.workerCreated", "Page.frameNavigated":
            let name = event.method == "Worker.workerCreated" ? nil : "frame"
            event.parameters = Self.withoutMark(event.parameters, in: name)
            return event
        case let method where method.hasPrefix("Network."):
            guard let id = event.parameters["requestId"]?.text else { return event }
            let isOver = ["Network.loadingFinished", "Network.loadingFailed"].contains(method)
            if isOver { ended(id) }
            if hidden.contains(id) {
                if isOver { hidden.remove(id) }
                return nil
            }
            if method == "Network.responseReceived" { event.parameters = response(event.parameters, id) }
            return event
        default: return event
        }
    }

    private func requested(_ event: InspectorMessage) -> InspectorMessage? {
        var event = event
        guard let id = event.parameters["requestId"]?.text,
            let url = event.parameters["request"]?["url"]?.text.flatMap({ URL(string: $0) })
        else { return event }
        if isInternal(url) {
            hidden.insert(id)
            return nil
        }
        event.parameters = Self.withoutMark(event.parameters, in: "request")
        if var redirect = event.parameters["redirectResponse"]?.members {
            redirect = Self.withoutMark(redirect, in: nil)
            event.parameters["redirectResponse"] = .object(redirect)
        }
        let isOfHost = !["http", "https", "data", "blob", "about"].contains(url.scheme?.lowercased() ?? "")
        if isOfHost, event.parameters["redirectResponse"] == nil {
            let address = url.textWithoutFragment
            reported[id] = address
            if let index = waiting.firstIndex(where: { $0.address == address }) {
                let continuation = waiting.remove(at: index).continuation
                // The client gets this event before the one that the continuation sends.
                Task { continuation.resume(returning: id) }
            } else if isIntercepting {
                arriving[address, default: []].append(id)
            }
        }
        return event
    }

    private func ended(_ id: String) {
        guard let address = reported.removeValue(forKey: id) else { return }
        arriving[address]?.removeAll { $0 == id }
        if arriving[address]?.isEmpty ?? false { arriving[address] = nil }
        release(id) { _ in nil }
    }

    private func response(_ parameters: [String: JSONValue], _ id: String) -> [String: JSONValue] {
        var parameters = Self.withoutMark(parameters, in: "response")
        if let address = reported[id] {
            arriving[address]?.removeAll { $0 == id }
            if let index = answered.firstIndex(of: address), var response = parameters["response"]?.members {
                answered.remove(at: index)
                response["source"] = "service-worker"
                parameters["response"] = .object(response)
            }
        }
        return parameters
    }

    private func isInternal(_ url: URL) -> Bool {
        view?.internalPaths(below: url).contains { url.path == $0.path.prefix { $0 != "?" } } ?? false
    }

    /// Returns parameters whose address and headers, in a member or beside it, have no mark of the bridge.
    private static func withoutMark(_ parameters: [String: JSONValue], in name: String?) -> [String: JSONValue] {
        var parameters = parameters
        var part = name.map { parameters[$0]?.members ?? [:] } ?? parameters
        if let url = part["url"]?.text, let mark = url.range(of: "#" + ProcessExtension.markFragment) {
            part["url"] = .string(String(url[..<mark.lowerBound]))
        }
        for headers in ["headers", "requestHeaders"] {
            guard var fields = part[headers]?.members else { continue }
            for name in fields.keys where internalHeaders.contains(name.lowercased()) { fields[name] = nil }
            part[headers] = .object(fields)
        }
        guard let name else { return part }
        if parameters[name] != nil { parameters[name] = .object(part) }
        return parameters
    }
}
