extension URLSchemeRouter {
    /// Adds a route whose handler is asynchronous, takes the URL's parameters, and returns the parameters for `x-success`.
    ///
    /// - Parameters:
    ///   - path: as for a handler that does not wait.
    ///   - handler: runs on the main actor in a task of its own, after ``handle(_:)`` returned `true`. Its outcome, and
    ///     an input that cannot be decoded, are reported from there.
    public func route<Input: Decodable>(
        _ path: String, _ handler: @escaping @MainActor @Sendable (Input) async throws -> (some Encodable)
    ) {
        add(path) { request, coders in
            try coders.response(try await handler(try coders.input(Input.self, from: request)))
        }
    }

    /// Adds a route whose handler is asynchronous, takes the URL's parameters and returns nothing. See `route(_:_:)` above.
    public func route<Input: Decodable>(
        _ path: String, _ handler: @escaping @MainActor @Sendable (Input) async throws -> Void
    ) {
        add(path) { request, coders in
            try await handler(try coders.input(Input.self, from: request))
            return Response()
        }
    }

    /// Adds a route whose handler waits for something and gives what `x-success` gets. See `route(_:_:)` above.
    public func route(
        _ path: String, _ handler: @escaping @MainActor @Sendable () async throws -> (some Encodable)
    ) {
        add(path) { _, coders in try coders.response(try await handler()) }
    }

    /// Adds a route whose handler waits for something, and takes and gives nothing. See `route(_:_:)` above.
    public func route(_ path: String, _ handler: @escaping @MainActor @Sendable () async throws -> Void) {
        add(path) { _, _ in
            try await handler()
            return Response()
        }
    }

    /// Adds a route whose handler waits for something, takes the request itself, and gives what `x-success` gets.
    public func route(
        _ path: String, _ handler: @escaping @MainActor @Sendable (Request) async throws -> (some Encodable)
    ) {
        add(path) { request, coders in try coders.response(try await handler(request)) }
    }

    /// Adds a route whose handler waits for something, takes the request itself and gives nothing.
    public func route(_ path: String, _ handler: @escaping @MainActor @Sendable (Request) async throws -> Void) {
        add(path) { request, _ in
            try await handler(request)
            return Response()
        }
    }

    private func add(
        _ path: String, _ action: @escaping @MainActor @Sendable (Request, Coders) async throws -> Response
    ) {
        add(Route(pattern: RoutePattern(path), action: .deferred(action)))
    }
}
