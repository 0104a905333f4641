import Foundation
public import FoundationNetworking
@_exported public import HTTPMessages

/// The answer to a request: the response as soon as its headers are known, and a body still to be read.
///
/// Dropping the resource without reading its body stops the load.
public struct LoadedResource: Sendable {
    /// Status and headers. Its `url` is where the answer came from, after redirects.
    public var response: HTTPURLResponse

    /// The bytes, to be read once.
    public var body: BodyStream

    /// The head as the server sent it; nil for a response of another source than the network.
    package var serverHead: ServerHead?

    /// Puts a response and a body together.
    public init(response: HTTPURLResponse, body: BodyStream) {
        self.response = response
        self.body = body
    }
}

/// An object that answers requests: a folder, the network, or a choice between them.
public protocol ResourceLoader: Sendable {
    /// Starts a load and returns when the response's headers are known. May be called from any task.
    ///
    /// A status such as 404 is a response, not an error. Cancelling the calling task stops the load.
    /// - Throws: `URLError` when there is no response.
    func load(_ request: URLRequest) async throws -> LoadedResource
}

/// Whether a loader follows redirects (HTTP status 301, 302, 303, 307 and 308).
public enum RedirectPolicy: Sendable {
    /// Follow up to 20 of them. `response.url` is the last address.
    case follow
    /// Return the first one as the response.
    case deliver
}

extension LoadedResource {
    /// Makes a resource from parts. Throws where Foundation cannot make a response of them.
    package init(url: URL, status: Int, headers: [String: String], body: BodyStream) throws {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse, userInfo: [NSURLErrorFailingURLErrorKey: url]) }
        self.init(response: response, body: body)
    }

    /// Makes a resource of a Foundation response. A response of another protocol than HTTP has status 200, its type and its length.
    package init(
        _ response: URLResponse, requested: URL, changing: ([String: String]) -> [String: String] = { $0 },
        body: BodyStream
    ) throws {
        let url = response.url ?? requested
        if let http = response as? HTTPURLResponse {
            try self.init(url: url, status: http.statusCode, headers: changing(http.headerFields), body: body)
            return
        }
        var headers: [String: String] = [:]
        if let type = response.mimeType {
            headers["Content-Type"] = type + (response.textEncodingName.map { "; charset=" + $0 } ?? "")
        }
        if response.expectedContentLength >= 0 {
            headers["Content-Length"] = String(response.expectedContentLength)
        }
        try self.init(url: url, status: 200, headers: changing(headers), body: body)
    }

    /// Returns the resource with another address and other headers.
    package func with(url: URL, headers: [String: String]) throws -> LoadedResource {
        var changed = try LoadedResource(url: url, status: response.statusCode, headers: headers, body: body)
        changed.serverHead = serverHead
        return changed
    }

    /// Returns the resource with another body.
    package func with(body: BodyStream) -> LoadedResource {
        var changed = self
        changed.body = body
        return changed
    }

    /// The reason phrase of the status: the server's, or the usual one.
    package var reasonPhrase: String { serverHead?.reasonPhrase ?? ReasonPhrase.phrase(for: response.statusCode) }

    /// The cookies that the response sets, one text for each.
    package var setCookieTexts: [String] {
        guard let serverHead else { return response.setCookieTexts }
        return serverHead.headers.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    }

    /// A short answer in plain text, for errors a person should be able to read in the view.
    package init(url: URL, status: Int, message: String, headers: [String: String] = [:]) throws {
        let body = Data((message + "\n").utf8)
        let described = ["Content-Type": "text/plain; charset=utf-8", "Content-Length": String(body.count)]
        try self.init(
            url: url, status: status, headers: described.merging(headers) { _, given in given },
            body: BodyStream(body))
    }
}
