extension URLSchemeRouter {
    /// Adds a route whose handler takes the URL's parameters, and returns the parameters for `x-success`.
    ///
    /// - Parameters:
    ///   - path: the path, which may have parameters: `/note/:id`. A parameter is a field of the input, whatever the
    ///     query says under that name. Where several routes fit a path, literal segments win over parameters from the
    ///     left; routes that fit equally well all run, in the order in which they were added, and each reports its own
    ///     outcome.
    ///   - handler: runs during ``handle(_:)``, on the thread and the actor that called it. What it throws goes to
    ///     `x-error`, or to `onError`; a `CancellationError` goes to `x-cancel`.
    public func route<Input: Decodable>(_ path: String, _ handler: @escaping (Input) throws -> (some Encodable)) {
        add(path) { request, coders in
            try coders.response(try handler(try coders.input(Input.self, from: request)))
        }
    }

    /// Adds a route whose handler takes the URL's parameters and returns nothing. See `route(_:_:)` above.
    public func route<Input: Decodable>(_ path: String, _ handler: @escaping (Input) throws -> Void) {
        add(path) { request, coders in
            try handler(try coders.input(Input.self, from: request))
            return Response()
        }
    }

    /// Adds a route whose handler takes nothing and gives what `x-success` gets. See `route(_:_:)` above.
    public func route(_ path: String, _ handler: @escaping () throws -> (some Encodable)) {
        add(path) { _, coders in try coders.response(try handler()) }
    }

    /// Adds a route whose handler takes and gives nothing. See `route(_:_:)` above.
    public func route(_ path: String, _ handler: @escaping () throws -> Void) {
        add(path) { _, _ in
            try handler()
            return Response()
        }
    }

    /// Adds a route whose handler takes the request itself, and gives what `x-success` gets. See `route(_:_:)` above.
    public func route(_ path: String, _ handler: @escaping (Request) throws -> (some Encodable)) {
        add(path) { request, coders in try coders.response(try handler(request)) }
    }

    /// Adds a route whose handler takes the request itself and gives nothing. See `route(_:_:)` above.
    public func route(_ path: String, _ handler: @escaping (Request) throws -> Void) {
        add(path) { request, _ in
            try handler(request)
            return Response()
        }
    }

    private func add(_ path: String, _ action: @escaping (Request, Coders) throws -> Response) {
        add(Route(pattern: RoutePattern(path), action: .immediate(action)))
    }
}
