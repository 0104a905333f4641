import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

/// The headers that let pages of other origins read a scheme's answers: from where a page stands, every custom scheme is one.
struct CrossOriginAnswers: Sendable {
    let origins: PageOrigins
    let methods: String

    /// Returns whether the scheme has answers to a method.
    func allows(_ method: String) -> Bool { methods.split(separator: ", ").contains { $0 == method.uppercased() } }

    private static let exposed =
        "Accept-Ranges, Allow, Content-Length, Content-Range, ETag, Last-Modified, Location, Preference-Applied, Retry-After, "
        + "X-Answered-By"

    /// Returns the answer to a request that is not passed on: a preflight, or one that comes from elsewhere; nil for the others.
    ///
    /// - Parameter page: the address of the view's page.
    func ownAnswer(to request: URLRequest, at url: URL, in page: URL?) throws -> LoadedResource? {
        guard origins.permits(request.value(forHTTPHeaderField: "Origin"), in: page) else {
            return try RESTError(
                status: 403, code: "origin_not_allowed", message: "Pages of this origin get no answers here.",
                hint: "Add it to the handler's origins."
            ).answer(at: url)
        }
        guard request.httpMethod?.uppercased() == "OPTIONS" else { return nil }
        var fields = ["Allow": methods, "Access-Control-Allow-Methods": methods, "Access-Control-Max-Age": "600"]
        // Any header is allowed: by name, since the star leaves out Authorization.
        let wanted = request.value(forHTTPHeaderField: "Access-Control-Request-Headers") ?? ""
        let isList = wanted.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if !wanted.isEmpty, isList { fields["Access-Control-Allow-Headers"] = wanted }
        return try LoadedResource(url: url, status: 204, headers: fields, body: .empty)
    }

    /// Returns the response with the headers for the page that asks, in place of those of a server, which does not know the page.
    ///
    /// - Parameter page: the address of the view's page.
    func response(
        _ response: HTTPURLResponse, to request: URLRequest, at url: URL, in page: URL?
    ) -> HTTPURLResponse {
        let ofPreflights = ["access-control-allow-methods", "access-control-allow-headers", "access-control-max-age"]
        var fields = response.headerFields.filter { field in
            let name = field.key.lowercased()
            return !name.hasPrefix("access-control-") || ofPreflights.contains(name)
        }
        let origin = request.value(forHTTPHeaderField: "Origin")
        if origins.permits(origin, in: page) {
            fields["Access-Control-Allow-Origin"] = origin ?? "*"
            if origin != nil { fields["Access-Control-Allow-Credentials"] = "true" }
            fields["Access-Control-Expose-Headers"] = Self.exposed
            fields["Vary"] = [response.value(forHTTPHeaderField: "Vary"), "Origin"].compactMap(\.self).joined(
                separator: ", ")
            fields["Cross-Origin-Resource-Policy"] = "cross-origin"
        }
        fields["X-Content-Type-Options"] = "nosniff"
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields) ?? response
    }
}
