import FlyingFox
import Foundation

/// Lets through what the guard accepts, and says of its answers who may use them.
struct GuardedHandler: HTTPHandler {
    let guarding: RequestGuard
    let handler: any HTTPHandler

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response: HTTPResponse
        switch guarding.verdict(on: RequestGuard.Request(request)) {
        case .accepted: response = try await handler.handleRequest(request)
        case .forbidden(let reason): response = Self.refusal(.forbidden, reason)
        case .unauthorized(let reason):
            response = Self.refusal(.unauthorized, reason)
            // Programs that have a password in their address wait to be asked; of a browser's dialog nobody knows what it wants.
            let isBrowser = request.headers[HTTPHeader("Sec-Fetch-Mode")] != nil
            response.headers[HTTPHeader("WWW-Authenticate")] = isBrowser ? "Bearer" : "Bearer, Basic realm=\"token\""
        case .exchangeToken: response = exchange(request)
        }
        // No page of another site shows these in a frame, or reads them as a script or a picture of its own.
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
        ] where response.headers[HTTPHeader(name)] == nil {
            response.headers[HTTPHeader(name)] = value
        }
        return response
    }

    private static func refusal(_ status: HTTPStatusCode, _ reason: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"], body: Data((reason + "\n").utf8))
    }

    private func exchange(_ request: HTTPRequest) -> HTTPResponse {
        let token = request.query.first { $0.name == "token" }?.value ?? ""
        let others = request.target.query().split(separator: "&").filter { !$0.hasPrefix("token=") }
        // One slash: two would name another host.
        let path = "/" + request.target.path().drop { $0 == "/" || $0 == "\\" }
        return HTTPResponse(
            statusCode: .seeOther,
            headers: [
                .location: path + (others.isEmpty ? "" : "?" + others.joined(separator: "&")),
                .setCookie: "\(guarding.cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict",
                .cacheControl: "no-store",
            ], body: Data())
    }
}

extension RequestGuard.Request {
    init(_ request: HTTPRequest) {
        method = request.method.rawValue
        host = request.headers[.host]
        origin = request.headers[HTTPHeader("Origin")]
        fetchSite = request.headers[HTTPHeader("Sec-Fetch-Site")]
        fetchMode = request.headers[HTTPHeader("Sec-Fetch-Mode")]
        authorization = request.headers[.authorization]
        cookie = request.headers[.cookie]
        queryToken = request.query.first { $0.name == "token" }?.value
    }
}
