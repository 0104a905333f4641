import Foundation
import HTTPMessages
import URLInterception
import WebKit

extension LoadedResource {
    static func answer(
        _ url: URL, status: Int = 200, type: String = "application/octet-stream", body: BodyStream
    ) throws -> LoadedResource {
        let headers = ["Content-Type": type, "Cache-Control": "no-store"]
        return LoadedResource(response: try .make(url, status: status, headers: headers), body: body)
    }

    static func json(_ url: URL, _ object: JSONValue, status: Int = 200) throws -> LoadedResource {
        try answer(url, status: status, type: "application/json", body: BodyStream(object.data))
    }
}

extension HTTPURLResponse {
    static func make(_ url: URL, status: Int, headers: [String: String]) throws -> HTTPURLResponse {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return response
    }
}

/// The query items of an address.
struct Query {
    private let items: [URLQueryItem]

    init(_ url: URL) { items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? [] }

    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}
