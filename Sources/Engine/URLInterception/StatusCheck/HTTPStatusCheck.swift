public import Foundation
public import FoundationNetworking
import HTTPMessages

/// Which pages' answers are failures: a main navigation of these hosts that is answered with a status of 400 or more fails with
/// an ``HTTPStatusError``, as if it had not been answered. It counts for pages on the bridge and for those that WebKit itself loads
/// from http(s) and custom schemes.
///
/// ```swift
/// view.httpStatusCheck = HTTPStatusCheck(hosts: ["app.example"], excludedPathComponents: ["api"])
/// ```
public struct HTTPStatusCheck: Sendable, Hashable {
    /// The hosts, in any case, without ports.
    public var hosts: Set<String>
    /// Pages whose path has one of these components, such as `api` in `/v1/api/list`, are shown whatever their status.
    public var excludedPathComponents: Set<String>

    /// Makes a check.
    public init(hosts: Set<String>, excludedPathComponents: Set<String> = []) {
        self.hosts = hosts
        self.excludedPathComponents = excludedPathComponents
    }

    /// Returns whether an answer to a navigation is a failure.
    public func isFailure(_ response: HTTPURLResponse, to url: URL) -> Bool {
        guard response.statusCode >= 400, let host = url.host?.lowercased(),
            hosts.contains(where: { $0.lowercased() == host })
        else { return false }
        return excludedPathComponents.isDisjoint(with: url.pathComponents)
    }
}

/// A page was answered with a status that ``HTTPStatusCheck`` takes for a failure. The navigation delegate gets it in
/// `didFailProvisionalNavigation`.
///
/// `@unchecked Sendable` restates what NSError promises: nothing here changes.
public final class HTTPStatusError: NSError, @unchecked Sendable {
    /// The error's domain.
    public static let domain = "HTTPStatusError"
    /// The answer: status and headers. The error's code is the status.
    public let response: HTTPURLResponse
    private let unread: BodyStream

    /// Makes an error of an answer.
    public convenience init(_ resource: LoadedResource, url: URL) {
        self.init(resource.response, body: resource.body, url: url)
    }

    /// Makes an error of an answer whose body was not taken.
    public convenience init(_ response: HTTPURLResponse, url: URL) { self.init(response, body: .empty, url: url) }

    private init(_ response: HTTPURLResponse, body: BodyStream, url: URL) {
        (self.response, unread) = (response, body)
        let status = response.statusCode
        super.init(
            domain: Self.domain, code: status,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "\(url.absoluteString) was answered with status \(status) (\(HTTPURLResponse.localizedString(forStatusCode: status)))",
                NSURLErrorFailingURLErrorKey: url,
            ])
    }

    /// Errors cannot be decoded here: returns nil.
    public required init?(coder: NSCoder) { return nil }

    /// Reads the answer's body, once: it is not loaded before. Empty for a page that WebKit itself was loading, which gives
    /// no body of an answer that it does not show.
    ///
    /// - Parameter limit: the most bytes to accept.
    /// - Throws: `URLError`, `.dataLengthExceedsMaximum` among them.
    public func body(upTo limit: Int = 1 << 20) async throws -> Data { try await unread.collect(upTo: limit) }
}
