import Foundation
import FoundationNetworking
import HTTPMessages

/// An entry of an HTTP archive, as it is written. Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
struct HAREntry: Encodable {
    struct Pair: Encodable {
        var name: String
        var value: String
    }

    struct Cookie: Encodable {
        var name: String
        var value: String
        var path: String?
        var domain: String?
        var expires: String?
        var httpOnly: Bool?
        var secure: Bool?
    }

    struct PostData: Encodable {
        var mimeType: String
        var params: [Pair] = []
        var text: String
        /// `base64` for a body that is no text. HAR has no place of its own for this.
        var _encoding: String?
    }

    struct Request: Encodable {
        var method: String
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Cookie]
        var headers: [Pair]
        var queryString: [Pair]
        var postData: PostData?
        var headersSize = -1
        var bodySize: Int
    }

    struct Content: Encodable {
        var size: Int
        var mimeType: String
        var text: String?
        var encoding: String?
        var comment: String?
    }

    struct Response: Encodable {
        var status = 0
        var statusText = ""
        var httpVersion = "HTTP/1.1"
        var cookies: [Cookie] = []
        var headers: [Pair] = []
        var content = Content(size: 0, mimeType: "x-unknown")
        var redirectURL = ""
        var headersSize = -1
        var bodySize = -1
    }

    struct Timings: Encodable {
        var blocked = -1.0
        var dns = -1.0
        var connect = -1.0
        var send = 0.0
        var wait = 0.0
        var receive = 0.0
        var ssl = -1.0
    }

    struct Cache: Encodable {}

    var pageref: String?
    var startedDateTime: String
    var time = 0.0
    var request: Request
    var response = Response()
    var cache = Cache()
    var timings = Timings()
    /// The side that asks: `page`, `worker` or `native`.
    var _asker: String
    /// The source of the answer: `folder`, `server`, `network` or `recording`.
    var _source: String
    /// The reason why there is no whole response.
    var _error: String?
    /// `websocket` for a web socket, whose messages follow. Chrome's developer tools have both members.
    var _resourceType: String?
    var _webSocketMessages: [HARSocket.Message]?
    var comment: String?
}

extension HAREntry.Request {
    /// Describes a request. Bodies above a limit are left out.
    init(_ request: URLRequest, bodyLimit: Int) {
        let url = request.url?.absoluteString ?? ""
        let headers = request.allHTTPHeaderFields ?? [:]
        let body = request.httpBody ?? Data()
        self.init(
            method: request.httpMethod ?? "GET", url: url,
            cookies: HAREntry.Cookie.sent(request.value(forHTTPHeaderField: "Cookie")),
            headers: HeaderList(headers).fields.map { HAREntry.Pair(name: $0.name, value: $0.value) },
            queryString: (URLComponents(string: url)?.queryItems ?? []).map {
                HAREntry.Pair(name: $0.name, value: $0.value ?? "")
            }, bodySize: body.count)
        guard !body.isEmpty, body.count <= bodyLimit else { return }
        let text = String(data: body, encoding: .utf8)
        postData = HAREntry.PostData(
            mimeType: request.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream",
            text: text ?? body.base64EncodedString(), _encoding: text == nil ? "base64" : nil)
    }
}

extension HAREntry.Response {
    init(_ response: HTTPURLResponse) {
        let fields = response.headerFields
        status = response.statusCode
        statusText = ReasonPhrase.phrase(for: response.statusCode)
        headers = HeaderList(fields).fields.map { HAREntry.Pair(name: $0.name, value: $0.value) }
        cookies = HAREntry.Cookie.set(fields, by: response.url)
        redirectURL = response.value(forHTTPHeaderField: "Location") ?? ""
        content.mimeType = response.value(forHTTPHeaderField: "Content-Type") ?? "x-unknown"
    }

    /// Adds the body.
    ///
    /// - Parameter bytes: the whole body; nil for a body that is not kept.
    mutating func add(_ bytes: Data?, size: Int) {
        bodySize = size
        content.size = size
        guard let bytes else {
            content.comment = HARRecorder.omittedBody
            return
        }
        content.text = String(data: bytes, encoding: .utf8)
        guard content.text == nil else { return }
        content.text = bytes.base64EncodedString()
        content.encoding = "base64"
    }
}

extension HAREntry.Cookie {
    /// Returns the cookies of a `Cookie` header.
    static func sent(_ header: String?) -> [Self] {
        (header ?? "").split(separator: ";").compactMap { part in
            let pair = part.trimmingCharacters(in: .whitespaces).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return pair.count == 2 ? Self(name: String(pair[0]), value: String(pair[1])) : nil
        }
    }

    /// Returns the cookies that a response sets.
    static func set(_ headers: [String: String], by url: URL?) -> [Self] {
        guard let url, headers.contains(where: { $0.key.lowercased() == "set-cookie" }) else { return [] }
        return HTTPCookie.cookies(withResponseHeaderFields: headers, for: url).map {
            Self(
                name: $0.name, value: $0.value, path: $0.path, domain: $0.domain,
                expires: $0.expiresDate?.formatted(.iso8601), httpOnly: $0.isHTTPOnly, secure: $0.isSecure)
        }
    }
}
