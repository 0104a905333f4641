import Foundation
import FoundationNetworking
import HTTPMessages
import RemoteInspector
import WebKit

// Source: WebDriver BiDi, "The network Module", https://w3c.github.io/webdriver-bidi/#module-network
extension BiDiBrowser {
    /// Whether requests are stopped in windows.
    var stopsRequests: Bool { intercepts.contains { $0.phases.contains("beforeRequestSent") } }

    func network(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        switch method {
        case "network.addIntercept": return try addIntercept(parameters)
        case "network.removeIntercept":
            let id = try parameters.string("intercept")
            guard intercepts.contains(where: { $0.id == id }) else {
                throw BiDiError(.noSuchIntercept, "there is no intercept “\(id)”")
            }
            let stopped = stopsRequests
            intercepts.removeAll { $0.id == id }
            if stopped, !stopsRequests { for page in pages { page.setInterception(false) } }
        case "network.continueRequest", "network.failRequest", "network.provideResponse", "network.continueResponse",
            "network.continueWithAuth":
            try decide(method, parameters)
        case "network.addDataCollector":
            _ = try parameters.array("dataTypes")
            let id = UUID().uuidString.lowercased()
            collectors.insert(id)
            return ["collector": .string(id)]
        case "network.removeDataCollector":
            let id = try parameters.string("collector")
            guard collectors.remove(id) != nil else {
                throw BiDiError(.noSuchNetworkCollector, "there is no collector “\(id)”")
            }
        case "network.disownData": _ = try request(parameters)
        case "network.getData": return try await data(parameters)
        case "network.setExtraHeaders":
            let headers = (try Self.headers(parameters) ?? [:]).compactMapValues(\.text)
            let isWrong = headers.contains { name, value in
                name.isEmpty || !name.utf8.allSatisfy { $0 > 32 && $0 < 127 && !Self.separators.contains($0) }
                    || value.contains { $0.isNewline || $0 == "\0" }
            }
            if isWrong { throw BiDiError(.invalidArgument, "“headers” has a name or a value that no request can have") }
            try change(parameters) { $0.headers = headers }
        case "network.setCacheBehavior":
            let isBypassed = try parameters.choice("cacheBehavior", of: ["default", "bypass"]) == "bypass"
            for page in try scope(parameters).pages {
                page.channel?.send(
                    "Network.setResourceCachingDisabled", ["disabled": .bool(isBypassed)] as JSONValue)
            }
        default: throw Self.unknown(method)
        }
        return [:]
    }

    /// The characters that a header's name cannot have. Source: HTTP, "Tokens", https://httpwg.org/specs/rfc9110.html#tokens
    private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)

    private func addIntercept(_ parameters: Parameters) throws -> JSONValue {
        let phases = try parameters.optionalStrings("phases") ?? []
        let known = ["beforeRequestSent", "responseStarted", "authRequired"]
        guard !phases.isEmpty, phases.allSatisfy(known.contains) else {
            throw BiDiError(.invalidArgument, "“phases” must name \(known.joined(separator: ", "))")
        }
        if phases.contains("responseStarted") {
            throw BiDiError(.unsupportedOperation, "requests wait in the phase beforeRequestSent only")
        }
        let contexts = try parameters.optionalStrings("contexts")?.map { try self.page($0).id }
        let intercept = NetworkIntercept(
            phases: Set(phases),
            patterns: try (parameters.optionalArray("urlPatterns") ?? []).map { try InterceptPattern($0) },
            contexts: contexts.map { Set($0) })
        let stopped = stopsRequests
        intercepts.append(intercept)
        if !stopped, stopsRequests { for page in pages { page.setInterception(true) } }
        return ["intercept": .string(intercept.id)]
    }

    private func request(_ parameters: Parameters) throws -> (page: BiDiPage, request: ObservedRequest) {
        let id = try parameters.string("request")
        for page in pages { if let request = page.requests.all[id] { return (page, request) } }
        throw BiDiError(.noSuchRequest, "there is no request “\(id)”")
    }

    /// Lets a request go on that waits for the client.
    private func decide(_ method: String, _ parameters: Parameters) throws {
        let (page, request) = try request(parameters)
        let waits = request.intercepts.isEmpty == false
        guard waits, (method == "network.continueWithAuth") == (request.authentication != nil) else {
            throw BiDiError(.noSuchRequest, "the request “\(request.id)” does not wait for \(method)")
        }
        if let authentication = request.authentication {
            let answer = try Self.authentication(parameters)
            page.requests.all[request.id]?.authentication = nil
            return authentication.resume(returning: answer)
        }
        var order: [String: JSONValue] = ["requestId": .string(request.id)]
        let command: String
        switch method {
        case "network.failRequest":
            command = "Network.interceptRequestWithError"
            order["errorType"] = "General"
        case "network.provideResponse":
            command = "Network.interceptRequestWithResponse"
            let status = try parameters.optionalCount("statusCode") ?? 200
            let headers = try Self.headers(parameters) ?? [:]
            let type = headers.first { $0.key.lowercased() == "content-type" }?.value.text
            order["status"] = .integer(status)
            order["statusText"] = .string(try parameters.optionalString("reasonPhrase") ?? "")
            order["headers"] = .object(headers)
            order["mimeType"] = .string(type.map { String($0.prefix { $0 != ";" }) } ?? "text/plain")
            order["content"] = .string(try Self.body(parameters)?.base64EncodedString() ?? "")
            order["base64Encoded"] = true
        case "network.continueRequest" where ["body", "headers", "method", "url"].contains { parameters[$0] != nil }:
            command = "Network.interceptWithRequest"
            if let url = try parameters.optionalString("url") { order["url"] = .string(url) }
            if let method = try parameters.optionalString("method") { order["method"] = .string(method) }
            if let headers = try Self.headers(parameters) { order["headers"] = .object(headers) }
            if let body = try Self.body(parameters) { order["postData"] = .string(body.base64EncodedString()) }
        default:
            command = "Network.interceptContinue"
            order["stage"] = "request"
        }
        page.decide(request.id, InspectorMessage(command, .object(order)))
    }

    private static func authentication(_ parameters: Parameters) throws -> AuthenticationAnswer {
        switch try parameters.choice("action", of: ["cancel", "default", "provideCredentials"]) {
        case "cancel": return .cancel
        case "default": return .none
        default:
            let credentials = try parameters.object("credentials")
            _ = try credentials.choice("type", of: ["password"])
            return .credentials(
                URLCredential(
                    user: try credentials.string("username"), password: try credentials.string("password"),
                    persistence: .none))
        }
    }

    private static func bytes(_ value: Parameters) throws -> Data {
        let text = try value.string("value")
        if try value.choice("type", of: ["string", "base64"]) == "string" { return Data(text.utf8) }
        guard let data = Data(base64Encoded: text) else { throw BiDiError(.invalidArgument, "“value” is no base64") }
        return data
    }

    private static func body(_ parameters: Parameters) throws -> Data? {
        try parameters.optionalObject("body").map(bytes)
    }

    private static func headers(_ parameters: Parameters) throws -> [String: JSONValue]? {
        try parameters.optionalArray("headers")?.reduce(into: [:]) { headers, element in
            let header = try Parameters(element, "headers")
            let value = String(decoding: try bytes(try header.object("value")), as: UTF8.self)
            let name = try header.string("name")
            headers[name] = .string(headers[name]?.text.map { "\($0), \(value)" } ?? value)
        }
    }

    private func data(_ parameters: Parameters) async throws -> JSONValue {
        let type = try parameters.choice("dataType", of: ["request", "response"])
        let (page, request) = try request(parameters)
        let missing = BiDiError(.noSuchNetworkData, "there is no data of the request “\(request.id)”")
        guard type == "response", !collectors.isEmpty,
            let body = await page.channel?.call(
                "Network.getResponseBody", ["requestId": .string(request.id)] as JSONValue, as: JSONValue.self),
            let text = body["body"]?.text
        else { throw missing }
        let isEncoded = body["base64Encoded"]?.flag ?? false
        return ["bytes": ["type": isEncoded ? "base64" : "string", "value": .string(text)]]
    }
}
