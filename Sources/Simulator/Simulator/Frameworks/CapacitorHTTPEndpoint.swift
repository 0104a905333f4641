import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import URLInterception

/// An endpoint that answers `/_capacitor_http_interceptor_?u=URL`, the address that the replaced `fetch` and `XMLHttpRequest` use
/// for requests without a body. Only the app's own scripts can ask, with the header ``PathAccess/header``.
///
/// Source: Capacitor 8.4.2, `WebViewAssetHandler.swift` (`handleCapacitorHttpRequest`).
@MainActor
final class CapacitorHTTPEndpoint: PageEndpoint {
    static let path = "/_capacitor_http_interceptor_"
    private weak var view: SWWebView?

    init(view: SWWebView?) { self.view = view }

    // On iOS any frame may ask, also for a document of the app's origin.
    func access(to request: URLRequest) -> PathAccess { .change }

    var internalPaths: [InternalPath] { [InternalPath("\(Self.path)?u=https://server.example/relayed", .change)] }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        guard let text = items?.first(where: { $0.name == "u" })?.value, let target = URL(string: text),
            ["http", "https"].contains(target.scheme?.lowercased()), target.host?.isEmpty == false
        else {
            return try LoadedResource(url: url, status: 400, message: "“u” must be an http(s) URL.")
        }
        guard let loader = view?.loader else { throw URLError(.cancelled) }
        var targetRequest = URLRequest(url: target)
        targetRequest.httpMethod = request.httpMethod
        for (name, value) in request.allHTTPHeaderFields ?? [:]
        where !["host", "origin", "referer"].contains(name.lowercased()) {
            targetRequest.setValue(value, forHTTPHeaderField: name)
        }
        let resource = try await loader.load(targetRequest)
        // The response is one of the app's origin. A response with the server's URL would be a redirect to another origin.
        return try resource.with(url: url, headers: resource.response.headerFields)
    }
}
