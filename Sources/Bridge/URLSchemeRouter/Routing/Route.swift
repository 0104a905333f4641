/// A pattern and what answers for it.
struct Route {
    let pattern: RoutePattern
    let action: Action

    enum Action {
        /// Answers before `handle(_:)` returns, wherever that was called.
        case immediate((URLSchemeRouter.Request, Coders) throws -> URLSchemeRouter.Response)
        /// Answers on the main actor, later.
        case deferred(@MainActor @Sendable (URLSchemeRouter.Request, Coders) async throws -> URLSchemeRouter.Response)
    }
}

/// Reads a handler's input and writes its output.
struct Coders: Sendable {
    let decoder: URLQueryItemDecoder
    let encoder: URLQueryItemEncoder

    func input<Input: Decodable>(_ type: Input.Type, from request: URLSchemeRouter.Request) throws -> Input {
        do {
            return try decoder.decode(type, from: request.queryItems, overriddenBy: request.pathParameters)
        } catch let error as DecodingError {
            throw URLSchemeRouter.DecodingError(decodingError: error)
        }
    }

    func response(_ output: some Encodable) throws -> URLSchemeRouter.Response {
        URLSchemeRouter.Response(queryItems: try encoder.encode(output))
    }
}
