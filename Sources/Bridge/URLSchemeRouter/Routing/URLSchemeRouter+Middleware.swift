extension URLSchemeRouter {
    /// Goes on with a request: with the next middleware, or with the handler.
    public typealias Next = @MainActor @Sendable (Request) async throws -> Response

    typealias AsyncMiddleware = @MainActor @Sendable (Request, Next) async throws -> Response

    /// Adds a look at each request before its handler gets it.
    ///
    /// ```swift
    /// router.use { request in
    ///     guard request.source == "Shortcuts" else { throw NotAllowed() }
    /// }
    /// ```
    ///
    /// - Parameter middleware: may change what the handler reads, and refuses the request by throwing; the error then
    ///   goes the way of a handler's. It runs once for each route that answers, during ``handle(_:)``, in the order of
    ///   addition.
    public func use(_ middleware: @escaping (inout Request) throws -> Void) {
        middlewares.append(middleware)
    }

    /// Adds something around each handler, which may wait, change the request and the response, or answer by itself.
    ///
    /// ```swift
    /// router.use { request, next in
    ///     let started = ContinuousClock.now
    ///     defer { log("\(request.route) took \(started.duration(to: .now))") }
    ///     return try await next(request)
    /// }
    /// ```
    ///
    /// - Parameter middleware: runs on the main actor after ``handle(_:)`` returned, and so does every handler of this
    ///   router from now on. The first that was added is the outermost; all of them are inside those that don't wait.
    public func use(_ middleware: @escaping @MainActor @Sendable (Request, Next) async throws -> Response) {
        asyncMiddlewares.append(middleware)
    }

    /// Runs what waits, from the outermost to the handler.
    @MainActor static func run(
        _ request: Request, through middlewares: ArraySlice<AsyncMiddleware>, to handler: @escaping Next
    ) async throws -> Response {
        guard let first = middlewares.first else { return try await handler(request) }
        return try await first(request) { try await run($0, through: middlewares.dropFirst(), to: handler) }
    }
}
