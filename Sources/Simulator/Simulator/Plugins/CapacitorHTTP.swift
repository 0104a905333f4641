import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import URLInterception

/// A simulation of Capacitor's plugin `CapacitorHttp`. Its requests use the view's loader: mapped origins, and no network with
/// `--offline`.
///
/// Sources: Capacitor 8.4.2, `ios/Capacitor/Capacitor/Plugins/{CapacitorHttp,HttpRequestHandler,CapacitorUrlRequest}.swift`.
@MainActor
enum CapacitorHTTP {
    /// The maximum size of a response's body, in bytes.
    private static let largest = 256 << 20

    static let plugin: SimulatedPlugin = {
        var methods: [String: SimulatedPlugin.Method] = [:]
        methods["request"] = .promise { try await answer($0, method: $0.arguments["method"]?.string ?? "GET") }
        for name in ["get", "post", "put", "patch", "delete"] {
            methods[name] = .promise { try await answer($0, method: name.uppercased()) }
        }
        return SimulatedPlugin(methods)
    }()

    private static func answer(_ call: PluginCall, method: String) async throws -> NativeValue {
        let request = try CapacitorHTTPRequest.request(call.arguments, method: method)
        let follows = call.arguments["disableRedirects"]?.bool != true
        do {
            let resource = try await load(request, for: call, redirects: follows ? .follow : .deliver)
            let body = try await resource.body.collect(upTo: largest)
            return response(resource.response, body, type: call.arguments["responseType"]?.string)
        } catch let error as URLError {
            throw NativeCallError(error.text, code: "NSURLErrorDomain")
        }
    }

    /// Loads a request with the view's loader.
    static func load(
        _ request: URLRequest, for call: PluginCall, redirects: RedirectPolicy = .follow
    ) async throws -> LoadedResource {
        guard let loader = (call.view?.webView as? SWWebView)?.loader else { throw URLError(.cancelled) }
        return try await loader.with(redirects: redirects).load(request)
    }

    /// Returns the members of `buildResponse` in `HttpRequestHandler.swift`.
    private static func response(_ response: HTTPURLResponse, _ body: Data, type: String?) -> NativeValue {
        var headers: [String: NativeValue] = [:]
        for (name, value) in response.allHeaderFields {
            headers["\(name)".lowercased()] = .string("\(value)")
        }
        let contentType = headers["content-type"]?.string?.lowercased() ?? "application/default"
        let data: NativeValue
        switch type?.lowercased() {
        case _ where contentType.contains("application/json"), "json":
            do { data = try NativeValue(plainJSON: body) } catch { data = .string(error.message) }
        case "arraybuffer", "blob": data = .string(body.base64EncodedString())
        // A text that is not UTF-8 is null.
        default: data = String(data: body, encoding: .utf8).map { .string($0) } ?? .null
        }
        return [
            "status": .number(Double(response.statusCode)), "headers": .object(headers),
            "url": .string(response.url?.absoluteString ?? ""), "data": data,
        ]
    }
}

extension URLError {
    /// The text of the error on iOS, for frequent errors.
    var text: String {
        switch code {
        case .notConnectedToInternet: "The Internet connection appears to be offline."
        case .timedOut: "The request timed out."
        case .cannotFindHost: "A server with the specified hostname could not be found."
        case .cannotConnectToHost: "Could not connect to the server."
        case .networkConnectionLost: "The network connection was lost."
        case .unsupportedURL: "unsupported URL"
        case .badURL: "bad URL"
        case .httpTooManyRedirects: "too many HTTP redirects"
        case .dataLengthExceedsMaximum: "resource exceeds maximum size"
        default: localizedDescription
        }
    }
}
