import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import Synchronization
import URLInterception
import WebKit

/// The routes of a test: answers in the place of folders, servers and the network. Any thread.
///
/// A service worker's requests come here as well, so that a test stubs the server behind it.
final class PageRoutes: NetworkStub {
    private struct List: Decodable { var routes: [Route] }

    /// A route as the page's test sends it.
    private struct Route: Decodable {
        var id: Int
        var expression: String
        var ignoresCase: Bool?
        var method: String?
        /// The number of requests that the route answers; nil for all.
        var times: Int?
        var isAborted: Bool?
        /// Milliseconds.
        var delay: Double?
        var status: Int?
        var headers: [[String]]?
        /// Base64.
        var body: String?
    }

    /// A route that has been read.
    private struct Known: @unchecked Sendable {
        var route: Route
        /// Regular expressions are immutable.
        var expression: NSRegularExpression
        var body: Data
        var left: Int
    }

    private struct Answered {
        var route: Int
        var asker: NetworkAsker
        var request: URLRequest
    }

    private struct State {
        var routes: [Known] = []
        var answered: [Answered] = []
    }

    private static let largest = 16 << 20
    private static let mostAnswered = 1000
    private static let longestDelay = 600_000.0
    private let state = Mutex(State())

    // MARK: Control

    /// Answers the endpoint: `GET` lists the requests that routes have answered, `POST` replaces the routes.
    @MainActor
    func respond(_ url: URL, _ method: String, _ body: BodyStream, for view: SWWebView?) async throws -> LoadedResource
    {
        guard method == "POST" else { return try .json(url, ["requests": .array(answeredRequests)]) }
        let routes: [Known]
        do {
            routes = try JSONText.decode(List.self, from: await body.collect(upTo: Self.largest)).routes.map(Self.known)
        } catch let flaw as Flaw {
            return try .json(url, ["error": .string(flaw.message)], status: 400)
        } catch is DecodingError {
            return try .json(url, ["error": "The routes cannot be read"], status: 400)
        }
        state.withLock { state in
            let left = Dictionary(state.routes.map { ($0.route.id, $0.left) }) { $1 }
            state.routes = routes.map { route in
                var route = route
                route.left = left[route.route.id] ?? route.left
                return route
            }
        }
        guard let view else { return try .json(url, [:]) }
        view.loader.stub = routes.isEmpty ? nil : self
        // WebKit's own loads from http(s) addresses have to go through the host from now on.
        await withCheckedContinuation { done in view.whenIntercepted { done.resume() } }
        return try .json(url, [:])
    }

    private struct Flaw: Error { var message: String }

    private static func known(_ route: Route) throws -> Known {
        let options: NSRegularExpression.Options = route.ignoresCase ?? false ? .caseInsensitive : []
        guard let expression = try? NSRegularExpression(pattern: route.expression, options: options) else {
            throw Flaw(message: "“\(route.expression)” is no regular expression that the host can read")
        }
        guard (0...longestDelay).contains(route.delay ?? 0) else {
            throw Flaw(message: "A delay has 0 to 600000 milliseconds")
        }
        guard (200...599).contains(route.status ?? 200) else { throw Flaw(message: "A status is from 200 to 599") }
        guard (1...).contains(route.times ?? 1) else { throw Flaw(message: "A route answers once or more often") }
        guard let body = Data(base64Encoded: route.body ?? "") else { throw Flaw(message: "The body is no base64") }
        return Known(route: route, expression: expression, body: body, left: route.times ?? .max)
    }

    private var answeredRequests: [JSONValue] {
        state.withLock { $0.answered }.map { answered in
            let headers = answered.request.allHTTPHeaderFields ?? [:]
            return [
                "route": .integer(answered.route), "asker": .string(answered.asker.rawValue),
                "url": .string(answered.request.url?.absoluteString ?? ""),
                "method": .string(answered.request.httpMethod ?? "GET"),
                "headers": .object(
                    Dictionary(headers.map { ($0.key.lowercased(), .string($0.value)) }) { first, _ in first }),
                "body": .string(String(decoding: answered.request.httpBody ?? Data(), as: UTF8.self)),
            ]
        }
    }

    // MARK: Requests

    func answer(to request: URLRequest, by asker: NetworkAsker) -> StubbedAnswer? {
        guard let url = request.url else { return nil }
        let texts = Self.addresses(of: url)
        let found = state.withLock { state -> Known? in
            let index = state.routes.lastIndex { route in
                guard route.left > 0, route.route.method.map({ $0 == request.httpMethod ?? "GET" }) ?? true else {
                    return false
                }
                return texts.contains { text in
                    route.expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
                }
            }
            guard let index else { return nil }
            if state.routes[index].route.times != nil { state.routes[index].left -= 1 }
            if state.answered.count == Self.mostAnswered { state.answered.removeFirst() }
            state.answered.append(
                Answered(route: state.routes[index].route.id, asker: asker, request: request))
            return state.routes[index]
        }
        guard let found else { return nil }
        var answer = StubbedAnswer(delay: found.route.delay.map { Duration.milliseconds($0) }, load: nil)
        if found.route.status != nil || found.route.isAborted ?? false {
            answer.load = { try Self.answer(found, at: url) }
        }
        return answer
    }

    /// Returns the forms of an address: a page on `sw://` may name it, and its server sees https.
    private static func addresses(of url: URL) -> [String] {
        let text = url.textWithoutFragment
        let rest = text.drop { $0 != ":" }
        switch url.scheme?.lowercased() {
        case "sw": return [text, "https\(rest)"]
        case "https": return [text, "sw\(rest)"]
        default: return [text]
        }
    }

    private static func answer(_ known: Known, at url: URL) throws -> LoadedResource {
        let route = known.route
        if route.isAborted ?? false { throw URLError(.networkConnectionLost) }
        var headers: [String: String] = [:]
        for field in route.headers ?? [] where field.count == 2 { headers[field[0]] = field[1] }
        return try LoadedResource(
            url: url, status: route.status ?? 200, headers: headers, body: BodyStream(known.body))
    }
}
