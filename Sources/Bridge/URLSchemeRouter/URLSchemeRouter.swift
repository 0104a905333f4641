public import Foundation

/// Leads the URLs of an app's own scheme to handlers, and their outcome back to the app that asked.
///
/// ```swift
/// struct Draft: Decodable {
///     let title: String
///     let tags: [String]?
///     let due: Date?
/// }
/// struct Reference: Decodable { let id: Int }
/// struct Note: Encodable {
///     let id: Int
///     let title: String
/// }
///
/// @MainActor func makeRouter(store: NoteStore, open: @escaping (URL) -> Void) -> URLSchemeRouter {
///     let router = URLSchemeRouter(
///         scheme: "notesapp", onError: { print($0.localizedDescription) },
///         queryItemDecodingStrategies: DecodingStrategies(dateStrategy: .iso8601))
///     router.openURL = open
///     router.use { request in print(request.source ?? "someone", "asks for", request.path) }
///     router.route("/search") { print("Shows the search") }
///     router.route("/create") { (draft: Draft) in try store.create(draft) }
///     router.route("/note/:id") { (reference: Reference) in try await store.fetch(reference.id) }
///     return router
/// }
///
/// // notesapp://x-callback-url/create?title=Tea&tags=hot&tags=green&x-success=other%3A%2F%2Fdone
/// router.handle(url)      // true; opens other://done?id=7&title=Tea
/// ```
///
/// **Which URLs.** The scheme has any case (RFC 3986, section 3.1); a path is compared as ``pathCase`` says; names of
/// parameters and values of enums are case-sensitive. The host is ignored: `notesapp:///search`,
/// `notesapp://x-callback-url/search` and `notesapp:search` are one. How input is read tells ``URLQueryItemDecoder``.
///
/// **Outcomes** (http://x-callback-url.com/specifications/). `x-success` gets the handler's output. `x-error` gets
/// `errorCode` (that of a `CustomNSError` or an `NSError`, and 0 otherwise) and `errorMessage` (the error's localized
/// description). `x-cancel` is opened when the handler throws `CancellationError` or `CocoaError(.userCancelled)`;
/// without `x-cancel` these are errors as any other. An error without `x-error` goes to `onError`.
///
/// **Callbacks.** Parameters are added to those that a callback has. A callback must be an absolute URL whose scheme is
/// none of `javascript`, `vbscript`, `data`, `blob`, `filesystem`, `about` and `file`. With one that is not, no handler
/// runs, because its outcome could not be told: that is a ``RequestError``.
///
/// **Hostile URLs.** Everything in a URL was written by a stranger. What exceeds ``limits``, what is not text, NUL,
/// other control characters in paths and names, and `..` in a path are errors before any handler runs.
///
/// **Threads.** A router is not `Sendable`: use it from one actor, as a rule the main actor. Handlers that don't wait
/// run during ``handle(_:)`` where it was called, and so do `onError` and ``openURL``. Handlers that wait run on the
/// main actor, and what they end with is reported there; a router that has any belongs on the main actor as a whole.
///
/// The API is that of URLSchemeRouter 1.0.1 (https://github.com/finnvoor/URLSchemeRouter) with additions. On purpose
/// different: a value is percent-decoded once, not twice; a name given twice is an array or an error, not a crash; an
/// output that cannot be encoded is an error, not silence; output has the order of its fields; a `URL` and a `Decimal`
/// are one text; a path without a route is an error for `x-error` or `onError`, not silence; the scheme's case does not
/// matter.
public class URLSchemeRouter {
    /// The scheme that the router answers for, as it was given.
    public let scheme: String

    /// Opens a callback. Does nothing until it is replaced, since without a screen there is no app to open it.
    ///
    /// Called where the outcome arises: during ``handle(_:)``, or on the main actor for handlers that wait.
    public var openURL: (URL) -> Void = { _ in }

    /// Whether the case of letters in paths matters. By default it does, as in every URL.
    public var pathCase: PathCase = .sensitive

    /// The strategies for writing a handler's output as query items.
    public var queryItemEncodingStrategies: EncodingStrategies = .default

    /// The limits on a URL.
    public var limits = Limits()

    /// The ways to compare paths. Either way the values of path parameters keep their case.
    public enum PathCase: Sendable {
        /// `/Search` is not `/search`.
        case sensitive
        /// `/Search` is `/search`.
        case insensitive
    }

    var middlewares: [(inout Request) throws -> Void] = []
    var asyncMiddlewares: [AsyncMiddleware] = []
    private var routes: [Route] = []
    private let errorHandler: ((any Error) -> Void)?
    private let strategies: DecodingStrategies

    /// Makes a router without routes.
    ///
    /// - Parameters:
    ///   - scheme: the scheme to answer for, without a colon.
    ///   - errorHandler: gets the errors of requests that have no usable `x-error`.
    ///   - queryItemDecodingStrategies: how the input of handlers is read.
    public init(
        scheme: String, onError errorHandler: ((any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default
    ) {
        self.scheme = scheme
        self.errorHandler = errorHandler
        strategies = queryItemDecodingStrategies
    }

    /// Leads a URL to its handler.
    ///
    /// - Parameter url: any URL, whoever wrote it.
    /// - Returns: whether the URL has the router's scheme. It does not tell whether a handler ran or succeeded: a URL
    ///   of this scheme that no route fits is the router's to refuse, and is reported as
    ///   ``RequestError/noRoute(path:)``.
    @discardableResult public func handle(_ url: URL) -> Bool {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false),
            components.scheme?.lowercased() == scheme.lowercased()
        else { return false }
        // Callbacks in a URL that is too long are not read: its length is what is wrong with it.
        let isTooLong = url.relativeString.utf8.count > limits.urlLength
        let query = QueryReader(isTooLong ? "" : components.percentEncodedQuery ?? "", limit: limits.queryItems)
        let callbacks = Callbacks(query.items)
        let answer = Answer(callbacks: callbacks, openURL: openURL, errorHandler: errorHandler)
        do {
            if isTooLong { throw RequestError.tooLong(limit: limits.urlLength) }
            if let problem = query.problem ?? callbacks.problem { throw problem }
            for (route, request) in try requests(url, path: components.percentEncodedPath, query: query.items) {
                run(route, request, answer)
            }
        } catch {
            answer.fail(error)
        }
        return true
    }

    func add(_ route: Route) {
        routes.append(route)
    }

    /// Returns the routes that fit best, each with what it is asked.
    private func requests(_ url: URL, path: String, query: [URLQueryItem]) throws -> [(Route, Request)] {
        let segments = try PathReader.segments(path, limit: limits.depth)
        let text = "/" + segments.joined(separator: "/")
        let fits = routes.compactMap { route in
            route.pattern.match(segments, case: pathCase).map { (route: route, match: $0) }
        }
        guard let best = fits.map(\.match.rank).min(by: { $0.lexicographicallyPrecedes($1) }) else {
            throw RequestError.noRoute(path: text.quoted)
        }
        return fits.filter { $0.match.rank == best }.map { route, match in
            let source = query.first { $0.name == "x-source" }?.value
            let request = Request(
                url: url, route: route.pattern.text, path: text, pathParameters: match.parameters, queryItems: query,
                source: source)
            return (route, request)
        }
    }

    private func run(_ route: Route, _ request: Request, _ answer: Answer) {
        var decoder = URLQueryItemDecoder(strategies: strategies)
        decoder.maximumDepth = limits.depth
        let coders = Coders(decoder: decoder, encoder: URLQueryItemEncoder(strategies: queryItemEncodingStrategies))
        do {
            var request = request
            for middleware in middlewares { try middleware(&request) }
            if case .immediate(let action) = route.action, asyncMiddlewares.isEmpty {
                answer.succeed(try action(request, coders))
            } else {
                start(route, request, coders, answer)
            }
        } catch {
            answer.fail(error)
        }
    }

    private func start(_ route: Route, _ request: Request, _ coders: Coders, _ answer: Answer) {
        let middlewares = asyncMiddlewares[...]
        // The closures of an app that aren't Sendable, its handlers and those of `answer`, go to the main actor. A
        // router with anything that waits is documented to belong there, so they are there already; the router itself
        // does not go.
        nonisolated(unsafe) let (route, answer) = (route, answer)
        Task { @MainActor in
            do {
                let response = try await Self.run(request, through: middlewares) { request in
                    switch route.action {
                    case .immediate(let action): try action(request, coders)
                    case .deferred(let action): try await action(request, coders)
                    }
                }
                answer.succeed(response)
            } catch {
                answer.fail(error)
            }
        }
    }
}
