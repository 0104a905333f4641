import Foundation

extension RequestGuard {
    /// Returns the response to a request that the handler must not see, or nil for one that it may.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        switch verdict(on: Request(request)) {
        case .accepted: return nil
        case .forbidden(let reason): return .text(403, reason)
        case .unauthorized(let reason):
            var response = HTTPResponse.text(401, reason)
            // Programs that have a password in their address wait for a challenge. A browser would show a dialog that does not
            // say its purpose.
            let isBrowser = request.headers["sec-fetch-mode"] != nil
            response.headers["WWW-Authenticate"] = isBrowser ? "Bearer" : "Bearer, Basic realm=\"token\""
            return response
        case .exchangeToken: return exchange(request)
        }
    }

    /// Adds the headers that keep responses out of other sites' frames, scripts and pictures.
    static func protect(_ response: inout HTTPResponse) {
        let fields = [
            "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
            "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
        ]
        response.headers.merge(fields) { own, _ in own }
    }

    private func exchange(_ request: HTTPRequest) -> HTTPResponse {
        let token = request.queryValue("token") ?? ""
        let others = request.query.split(separator: "&").filter { !$0.hasPrefix("token=") }
        // One slash: two would name another host.
        let path = "/" + request.path.drop { $0 == "/" || $0 == "\\" }
        return HTTPResponse(
            status: 303,
            headers: [
                "Location": path + (others.isEmpty ? "" : "?" + others.joined(separator: "&")),
                "Set-Cookie": "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict", "Cache-Control": "no-store",
            ])
    }
}

extension RequestGuard.Request {
    init(_ request: HTTPRequest) {
        method = request.method
        host = request.headers["host"]
        origin = request.headers["origin"]
        fetchSite = request.headers["sec-fetch-site"]
        fetchMode = request.headers["sec-fetch-mode"]
        referer = request.headers["referer"]
        authorization = request.headers["authorization"]
        cookie = request.headers["cookie"]
        queryToken = request.queryValue("token")
        isUpgrade = request.headers["upgrade"]?.lowercased() == "websocket"
    }
}
