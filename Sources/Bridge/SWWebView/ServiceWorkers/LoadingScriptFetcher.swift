import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// Fetches workers' scripts from where the origin's pages come from, with no worker in between.
struct LoadingScriptFetcher: ScriptFetcher {
    /// The most bytes that a script may have.
    private static let largest = 64 << 20

    /// The scripts that were fetched before.
    let scripts: ScriptCache
    /// Returns the loading that answers requests of an origin's workers.
    let loading: @MainActor @Sendable (StorageKey) throws -> ViewSources

    func fetch(_ request: ScriptRequest) async throws -> ScriptResponse {
        if request.url.scheme?.lowercased() == "data" {
            guard let (type, bytes) = DataURL.content(of: request.url.absoluteString) else { throw URLError(.badURL) }
            return ScriptResponse(headers: ["Content-Type": type], body: bytes)
        }
        if !request.isNoCache, let known = await scripts.response(for: request.url) { return known }
        var urlRequest = URLRequest(url: request.url)
        for field in request.headers.fields { urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
        if request.destination == .serviceworker {
            for (name, value) in [
                ("Dest", request.destination.rawValue), ("Mode", "same-origin"), ("Site", "same-origin"),
            ] {
                urlRequest.setValue(value, forHTTPHeaderField: "Sec-Fetch-\(name)")
            }
        }
        if request.isNoCache {
            urlRequest.cachePolicy = .reloadRevalidatingCacheData
            urlRequest.setValue("max-age=0", forHTTPHeaderField: "Cache-Control")
        }
        let resource = try await load(urlRequest, request)
        let response = ScriptResponse(
            status: resource.response.statusCode, headers: HeaderList(resource.response.headerFields),
            body: try await resource.body.collect(upTo: Self.largest))
        await scripts.store(response, for: request.url)
        return response
    }

    /// Returns the modes that the [Update algorithm](https://w3c.github.io/ServiceWorker/#update-algorithm) fetches a script with.
    private static func modes(of request: ScriptRequest) -> (RequestMode, CredentialsMode) {
        let isMain = request.destination == .serviceworker
        switch request.type {
        case .module: return (isMain ? .sameOrigin : .cors, .omit)
        case .classic: return isMain ? (.sameOrigin, .sameOrigin) : (.noCORS, .include)
        }
    }

    @MainActor
    private func load(_ urlRequest: URLRequest, _ request: ScriptRequest) async throws -> LoadedResource {
        let origin = request.referrer ?? request.url
        let loading = try StorageKey(of: origin).map { try self.loading($0) } ?? ViewSources()
        let (mode, credentials) = Self.modes(of: request)
        let outgoing = OutgoingRequest(
            urlRequest, to: request.url, by: Asker(origin: Origin(of: origin), client: request.referrer),
            mode: mode, credentials: credentials, redirect: request.redirect == .follow ? .follow : .manual,
            isUnsafe: false)
        let source = RequestSource(StorageKey(of: origin))
        return try await ViewNetwork(loading, for: source, body: .none, asker: .worker).fetch(outgoing).resource
    }
}
