public import Foundation
public import FoundationNetworking
import HTTPMessages

/// Which pages' answers are failures: a main navigation of these hosts that is answered with a status of 400 or more fails with
/// an ``HTTPStatusError``, as if it had not been answered.
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

    /// Whether an answer to a navigation is a failure.
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
    public init(_ resource: LoadedResource, url: URL) {
        response = resource.response
        unread = resource.body
        let status = resource.response.statusCode
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

    /// Reads the answer's body, once: it is not loaded before.
    ///
    /// - Parameter limit: the most bytes to accept.
    /// - Throws: `URLError`, `.dataLengthExceedsMaximum` among them.
    public func body(upTo limit: Int = 1 << 20) async throws -> Data { try await unread.collect(upTo: limit) }
}
