import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

/// Asks a server first, and the local database where the server cannot be reached.
struct OnlineFirstLoader: ResourceLoader {
    private static let unavailable: Set<Int> = [502, 503, 504]
    static let sourceHeader = "X-Answered-By"

    let base: URL
    let network: any ResourceLoader
    let local: any ResourceLoader
    /// The longest time that the server may take until its response begins.
    let patience: Duration
    let offlineChanges: OfflineChanges

    func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let address = try ResourceAddress(url)
        let isRead = ["GET", "HEAD"].contains(request.httpMethod?.uppercased() ?? "GET")
        do {
            var outgoing = request
            outgoing.url = try target(of: address, at: url)
            for name in ["Origin", "Referer"] { outgoing.setValue(nil, forHTTPHeaderField: name) }
            let resource = try await withinPatience { [outgoing] in try await network.load(outgoing) }
            if !Self.unavailable.contains(resource.response.statusCode) { return try answer(resource, at: url) }
        } catch let error as URLError where error.code != .cancelled {
            // Below.
        }
        try Task.checkCancellation()
        guard isRead || offlineChanges == .local else {
            throw RESTError(
                status: 503, code: "offline", message: "The server cannot be reached, and changes are made there only.",
                hint: "Try again when there is a connection.")
        }
        var resource = try await local.load(request)
        resource.response = try response(resource.response, at: url, source: "database", location: nil)
        return resource
    }

    /// Returns the server's address for an address of the scheme.
    func target(of address: ResourceAddress, at url: URL) throws(RESTError) -> URL {
        guard !address.segments.contains(where: { $0 == "." || $0 == ".." }) else {
            throw .badRequest("bad_path", "The address has dot segments.")
        }
        let text = url.absoluteString.prefix { $0 != "#" }
        let query = text.firstIndex(of: "?").map { text[$0...] } ?? ""
        let path = address.segments.map(ResourceAddress.encode).joined(separator: "/")
        let start = base.absoluteString
        guard let target = URL(string: start + (start.hasSuffix("/") ? "" : "/") + path + query) else {
            throw .badRequest("bad_path", "The address cannot be one of \(start).")
        }
        return target
    }

    private func withinPatience(_ work: @escaping @Sendable () async throws -> LoadedResource) async throws
        -> LoadedResource
    {
        try await withThrowingTaskGroup(of: LoadedResource.self) { group in
            group.addTask(operation: work)
            group.addTask { [patience] in
                // This sleep stays: a server that does not respond causes no event, so that only a clock can end the wait. A
                // response cancels the sleep.
                try await Task.sleep(for: patience)
                throw URLError(.timedOut)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw URLError(.unknown) }
            return first
        }
    }

    private func answer(_ resource: LoadedResource, at url: URL) throws -> LoadedResource {
        var resource = resource
        let location = resource.response.value(forHTTPHeaderField: "Location")
        resource.response = try response(resource.response, at: url, source: "network", location: location)
        return resource
    }

    private func response(
        _ response: HTTPURLResponse, at url: URL, source: String, location: String?
    ) throws -> HTTPURLResponse {
        var fields = response.headerFields
        fields[Self.sourceHeader] = source
        if let location {
            fields = fields.filter { $0.key.lowercased() != "location" }
            fields["Location"] = pageLocation(location, response.url ?? base, scheme: url.scheme ?? "")
        }
        guard
            let copy = HTTPURLResponse(
                url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
        else { throw URLError(.badServerResponse) }
        return copy
    }

    /// Returns an address below the base as one of the scheme; any other as it is.
    private func pageLocation(_ location: String, _ from: URL, scheme: String) -> String {
        let whole = URL(string: location, relativeTo: from)?.absoluteString ?? location
        let start = base.absoluteString.hasSuffix("/") ? base.absoluteString : base.absoluteString + "/"
        return whole.hasPrefix(start) ? "\(scheme)://" + whole.dropFirst(start.count) : location
    }
}
