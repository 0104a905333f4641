import Foundation
import FoundationNetworking
import HTTPMessages
import RemoteInspector

/// A request of a page, as events of the network have it.
struct ObservedRequest {
    let id: String
    var url: String
    var method: String
    var headers: JSONValue
    var bodySize: Int
    var destination: String
    var redirects = 0
    var navigation: String?
    var frame: BiDiFrame
    var response: JSONValue?
    var received = 0
    /// The intercepts for which the request waits.
    var intercepts: [String] = []
    /// WebKit has stopped the request until it is told what to do.
    var isHeld = false
    /// The command by which the client lets the request go on, where it came before WebKit had stopped the request.
    var decision: InspectorMessage?
    /// The answer of the client for which the request waits in the phase `authRequired`.
    var authentication: CheckedContinuation<AuthenticationAnswer, Never>?
}

/// The answer to a server that asks for a name and a password.
enum AuthenticationAnswer: Sendable {
    case credentials(URLCredential)
    /// The page gets the server's response.
    case none
    case cancel
}

/// The requests of a page. Main actor only.
@MainActor
final class NetworkRequests {
    private static let mostEnded = 1000
    var all: [String: ObservedRequest] = [:]
    private var ended: [String] = []

    /// Keeps a request that has ended for a while, for its body.
    func end(_ id: String) {
        ended.append(id)
        if ended.count > Self.mostEnded { all[ended.removeFirst()] = nil }
    }
}

extension BiDiPage {
    /// Reports an event of the network.
    func networkEvent(_ event: InspectorMessage) {
        let parameters = event.parameters
        guard let id = parameters["requestId"]?.text else { return }
        switch event.method {
        case "Network.requestWillBeSent": requested(id, parameters)
        case "Network.requestIntercepted":
            guard requests.all[id] != nil else { return letGo(id) }
            requests.all[id]?.isHeld = true
            if let decision = requests.all[id]?.decision { return decide(id, decision) }
            if requests.all[id]?.intercepts.isEmpty ?? true { letGo(id) }
        case "Network.responseReceived":
            guard requests.all[id] != nil, let response = parameters["response"] else { return }
            requests.all[id]?.response = response
            requests.all[id]?.intercepts = []
            report("responseStarted", id, response)
        case "Network.dataReceived":
            requests.all[id]?.received += parameters["dataLength"]?.number ?? 0
        case "Network.loadingFinished":
            if let response = requests.all[id]?.response { report("responseCompleted", id, response) }
            requests.end(id)
        case "Network.loadingFailed":
            requests.all[id]?.intercepts = []
            requests.all[id]?.authentication.take()?.resume(returning: .none)
            report("fetchError", id, nil, ["errorText": parameters["errorText"] ?? "failed"])
            requests.end(id)
        case "Network.requestServedFromMemoryCache":
            guard let resource = parameters["resource"], let url = resource["url"]?.text else { return }
            requests.all[id] = ObservedRequest(
                id: id, url: url, method: "GET", headers: [:], bodySize: 0, destination: "",
                frame: parameters["frameId"]?.text.flatMap { frame($0) } ?? main)
            report("beforeRequestSent", id, nil, ["initiator": ["type": "other"]])
            let response = resource["response"] ?? [:]
            requests.all[id]?.response = response
            report("responseStarted", id, response)
            report("responseCompleted", id, response)
            requests.end(id)
        default: break
        }
    }

    private func requested(_ id: String, _ parameters: [String: JSONValue]) {
        guard let given = parameters["request"], let url = given["url"]?.text, !url.hasPrefix("about:") else {
            return
        }
        var redirects = 0
        if let redirect = parameters["redirectResponse"], let before = requests.all[id] {
            redirects = before.redirects + 1
            requests.all[id]?.response = redirect
            report("responseStarted", id, redirect)
            report("responseCompleted", id, redirect)
        }
        let type = parameters["type"]?.text ?? ""
        let frame = parameters["frameId"]?.text.flatMap { self.frame($0) } ?? main
        var request = ObservedRequest(
            id: id, url: url, method: given["method"]?.text ?? "GET", headers: given["headers"] ?? [:],
            bodySize: given["postData"]?.text?.utf8.count ?? 0, destination: Self.destination(type, frame === main),
            redirects: redirects, frame: frame)
        if type == "Document", frame === main, navigation?.stage == .started { request.navigation = navigation?.id }
        request.intercepts = intercepts("beforeRequestSent", url)
        requests.all[id] = request
        let isScript = parameters["initiator"]?["type"] == "script"
        report("beforeRequestSent", id, nil, ["initiator": ["type": isScript ? "script" : "other"]])
    }

    /// Returns the ids of the intercepts that make a request wait in a phase.
    private func intercepts(_ phase: String, _ url: String) -> [String] {
        browser?.intercepts.filter { intercept in
            intercept.phases.contains(phase) && (intercept.contexts?.contains(self.id) ?? true)
                && (intercept.patterns.isEmpty || intercept.patterns.contains { $0.matches(url) })
        }.map(\.id) ?? []
    }

    /// Reports that a server asks for a name and a password, and waits for the client where an intercept says so.
    func authenticate(
        _ challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        let asking = requests.all.values.first { request in
            guard request.response == nil, request.authentication == nil, let url = URLComponents(string: request.url)
            else { return false }
            let port = url.port ?? (url.scheme == "https" ? 443 : 80)
            return url.host == space.host && port == space.port
        }
        guard let asking else { return (.performDefaultHandling, nil) }
        let id = asking.id
        requests.all[id]?.intercepts = intercepts("authRequired", asking.url)
        let response: JSONValue = [
            "status": 401, "statusText": "Unauthorized",
            "headers": ["WWW-Authenticate": .string("Basic realm=\"\(space.realm ?? "")\"")],
        ]
        report("authRequired", id, response)
        guard !(requests.all[id]?.intercepts.isEmpty ?? true) else { return (.performDefaultHandling, nil) }
        let answer = await withCheckedContinuation { requests.all[id]?.authentication = $0 }
        requests.all[id]?.intercepts = []
        switch answer {
        case .credentials(let credential): return (.useCredential, credential)
        case .none: return (.performDefaultHandling, nil)
        case .cancel: return (.cancelAuthenticationChallenge, nil)
        }
    }

    private static func destination(_ type: String, _ isMain: Bool) -> String {
        switch type {
        case "Document": isMain ? "document" : "iframe"
        case "StyleSheet": "style"
        case "Image": "image"
        case "Font": "font"
        case "Script": "script"
        default: ""
        }
    }

    // MARK: Decisions

    private func letGo(_ id: String) {
        decide(
            id,
            InspectorMessage("Network.interceptContinue", ["requestId": .string(id), "stage": "request"]))
    }

    /// Lets a request go on as a command of the inspector says, at once or when WebKit has stopped it.
    func decide(_ id: String, _ command: InspectorMessage) {
        requests.all[id]?.intercepts = []
        guard requests.all[id]?.isHeld ?? true else {
            requests.all[id]?.decision = command
            return
        }
        requests.all[id]?.isHeld = false
        requests.all[id]?.decision = nil
        if network.perform(command, 0) == nil { channel?.send(command.method, JSONValue.object(command.parameters)) }
    }

    /// Has WebKit stop requests, or no longer.
    func setInterception(_ isOn: Bool) {
        let parameters: JSONValue = ["enabled": .bool(isOn)]
        _ = network.perform(InspectorMessage("Network.setInterceptionEnabled", parameters), 0)
        channel?.send("Network.setInterceptionEnabled", parameters)
        let pattern: JSONValue = ["url": ".*", "stage": "request", "isRegex": true]
        channel?.send(isOn ? "Network.addInterception" : "Network.removeInterception", pattern)
    }

    // MARK: Events

    private func report(
        _ name: String, _ id: String, _ response: JSONValue?, _ more: [String: JSONValue] = [:]
    ) {
        guard let request = requests.all[id], browser?.isSubscribed("network.\(name)", self) ?? false else { return }
        let isBlocked = ["authRequired", "beforeRequestSent"].contains(name) && !request.intercepts.isEmpty
        var event = more
        event["context"] = .string(request.frame.id)
        event["userContext"] = .string(userContext.id)
        event["isBlocked"] = .bool(isBlocked)
        if isBlocked { event["intercepts"] = .array(request.intercepts.map { .string($0) }) }
        event["navigation"] = request.navigation.map { .string($0) } ?? .null
        event["redirectCount"] = .integer(request.redirects)
        event["timestamp"] = .integer(Int(Date().timeIntervalSince1970 * 1000))
        event["request"] = Self.data(of: request)
        if let response { event["response"] = Self.data(of: response, request) }
        emit("network.\(name)", .object(event))
    }

    private static func data(of request: ObservedRequest) -> JSONValue {
        let times = [
            "timeOrigin", "requestTime", "redirectStart", "redirectEnd", "fetchStart", "dnsStart", "dnsEnd",
            "connectStart", "connectEnd", "tlsStart", "requestStart", "responseStart", "responseEnd",
        ]
        return [
            "request": .string(request.id), "url": .string(request.url), "method": .string(request.method),
            "headers": headers(request.headers), "cookies": [], "headersSize": .null,
            "bodySize": .integer(request.bodySize), "destination": .string(request.destination),
            "initiatorType": .null, "timings": .object(Dictionary(uniqueKeysWithValues: times.map { ($0, 0) })),
        ]
    }

    private static func data(of response: JSONValue, _ request: ObservedRequest) -> JSONValue {
        let isCached = ["memory-cache", "disk-cache"].contains(response["source"]?.text ?? "")
        return [
            "url": response["url"] ?? .string(request.url), "protocol": "http/1.1",
            "status": response["status"] ?? 200, "statusText": response["statusText"] ?? "",
            "fromCache": .bool(isCached), "headers": headers(response["headers"] ?? [:]),
            "mimeType": response["mimeType"] ?? "", "bytesReceived": .integer(request.received),
            "headersSize": .null, "bodySize": .integer(request.received),
            "content": ["size": .integer(request.received)],
        ]
    }

    private static func headers(_ given: JSONValue) -> JSONValue {
        .array(
            (given.members ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                ["name": .string(name), "value": ["type": "string", "value": .string(value.text ?? "")]]
            })
    }
}
