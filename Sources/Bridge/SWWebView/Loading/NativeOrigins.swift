import Foundation
import HTTPMessages
import URLInterception
import WebKit

// Mapped http(s) origins that are not loaded under `sw://`: WebKit loads them, through the host.
extension BridgeEndpoint: InterceptionSource {
    var interceptionLoader: MappedLoader { loading.loader }

    func reservedLoader(for url: URL) -> (any ResourceLoader)? {
        guard loading.loader.map.target(for: url) != nil, let endpoint = loading.endpoint(for: url) else { return nil }
        return EndpointLoader(endpoint: endpoint)
    }

    func adapt(_ resource: LoadedResource, to request: URLRequest) -> LoadedResource {
        guard let url = request.url, loading.loader.map.target(for: url) != nil,
            // A response that a script reads stays as it is.
            request.value(forHTTPHeaderField: "Sec-Fetch-Dest") != "empty"
        else { return resource }
        return simulated(resource)
    }

    /// Returns a response with what its text has to have in a view that simulates a safe area, or an app on the home screen.
    func simulated(_ resource: LoadedResource) -> LoadedResource {
        var resource = resource
        if webView?.simulatesSafeArea ?? false { resource = SafeAreaSubstitution.apply(to: resource) }
        if services.webApp.features.contains(.standalone) { resource = DisplayModeSubstitution.apply(to: resource) }
        return resource
    }
}

/// An endpoint of a view as a loader.
private struct EndpointLoader: ResourceLoader {
    let endpoint: any PageEndpoint

    func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let source = RequestSource(request, to: url, mark: nil)
        return try await endpoint.answer(request, from: source, body: BodyStream(request.httpBody ?? Data()))
    }
}

extension ViewSources {
    /// Whether WebKit's own loads have to go through the host: mapped http(s) origins are answered there, and the network is
    /// refused, observed and replayed there.
    var needsInterception: Bool {
        loader.offline || loader.observers.contains { $0.needsAllLoads } || loader.recording != nil
            || loader.stub != nil
            || loader.map.targets.keys.contains { origin in
                origin.isWeb && URL(string: origin.description).map { !addresses.isPermitted($0) } ?? false
            }
    }
}
