import Fetch
import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// Headers name origins too: servers know a page by its http(s) origin, the page itself by `sw://`.
enum HeaderMapping {
    private static let requestNames = ["Origin", "Referer"]
    private static let allowedOrigin = "Access-Control-Allow-Origin"

    /// Returns the request as a server should see it.
    static func networkRequest(_ request: URLRequest, addresses: Addresses) -> URLRequest {
        var mapped = request
        mapped.setValue(nil, forHTTPHeaderField: ProcessExtension.markHeader)
        for name in requestNames {
            guard let value = request.value(forHTTPHeaderField: name), let url = URL(string: value) else { continue }
            mapped.setValue(addresses.externalURL(for: url).absoluteString, forHTTPHeaderField: name)
        }
        return mapped
    }

    private static let policies = ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]

    /// Returns the response as the page should see it.
    ///
    /// - Parameter sockets: the origin that the page's web sockets to its own host are connected to.
    @MainActor
    static func pageResponse(
        _ response: HTTPURLResponse, for url: URL, addresses: Addresses, sockets: @autoclosure () -> String? = nil
    ) -> HTTPURLResponse {
        var changes: [String: String] = [:]
        if let allowed = response.value(forHTTPHeaderField: allowedOrigin), let origin = URL(string: allowed),
            origin.scheme == "http" || origin.scheme == "https", addresses.isBridged(origin)
        {
            changes[allowedOrigin] = "\(Addresses.scheme)://\(Addresses.authority(of: origin))"
        }
        for name in policies {
            guard let policy = response.value(forHTTPHeaderField: name) else { continue }
            let authority = Addresses.authority(of: url)
            let mapped = ContentSecurityPolicyMapping(
                addresses: addresses, origin: "\(Addresses.scheme)://\(authority)",
                paths: ReservedPath.connected, scriptPaths: ReservedPath.scripts,
                sockets: sockets()
            ).map(policy)
            let media = MediaPolicyMapping(scheme: Addresses.scheme, hosts: [authority] + addresses.bridgedHosts)
            changes[name] = media.map(mapped)
        }
        return changing(changes, in: response, for: url)
    }

    /// Returns the response as a page on a scheme of an application's own should see it.
    static func applicationResponse(_ response: HTTPURLResponse, for url: URL) -> HTTPURLResponse {
        var changes: [String: String] = [:]
        for name in policies {
            guard let policy = response.value(forHTTPHeaderField: name), let scheme = url.scheme else { continue }
            let media = MediaPolicyMapping(scheme: scheme.lowercased(), hosts: [Addresses.authority(of: url)])
            changes[name] = media.map(policy)
        }
        return changing(changes, in: response, for: url)
    }

    private static func changing(
        _ changes: [String: String], in response: HTTPURLResponse, for url: URL
    ) -> HTTPURLResponse {
        guard !changes.isEmpty else { return response }
        let names = Set(changes.keys.map { $0.lowercased() })
        let fields = response.headerFields.filter { !names.contains($0.key.lowercased()) }
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1",
            headerFields: fields.merging(changes) { _, new in new }) ?? response
    }
}

extension URLRequest {
    /// Tells servers, and folders with a fallback, that a document is asked for, as WebKit does for http(s).
    mutating func tellNavigation(to destination: RequestDestination) {
        setValue("navigate", forHTTPHeaderField: "Sec-Fetch-Mode")
        setValue(destination.rawValue, forHTTPHeaderField: "Sec-Fetch-Dest")
    }
}
