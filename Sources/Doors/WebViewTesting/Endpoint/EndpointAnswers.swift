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

/// The error for a request of a test that cannot be done. The answer has its message.
struct EndpointRefusal: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension LoadedResource {
    /// Returns the answer to a request, or the message of its refusal with status 400.
    @MainActor
    static func refusing(
        _ url: URL, _ answer: @MainActor () async throws -> LoadedResource
    ) async throws -> LoadedResource {
        do {
            return try await answer()
        } catch let refusal as EndpointRefusal {
            return try .json(url, ["error": .string(refusal.message)], status: 400)
        }
    }
}

extension BodyStream {
    /// Reads a message of a test.
    ///
    /// - Throws: ``EndpointRefusal`` for another text.
    func message<Value: Decodable>(_ type: Value.Type, upTo largest: Int) async throws -> Value {
        let text = try await collect(upTo: largest)
        do {
            return try JSONText.decode(type, from: text)
        } catch let error as DecodingError {
            let context: DecodingError.Context? =
                switch error {
                case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                    .valueNotFound(_, let context):
                    context
                @unknown default: nil
                }
            throw EndpointRefusal(context?.debugDescription ?? "The message cannot be read")
        }
    }
}
