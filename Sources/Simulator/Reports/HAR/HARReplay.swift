import Foundation
public import FoundationNetworking
import HTTPMessages
import ProcessFiles
import Synchronization
public import URLInterception

/// The responses of an HTTP archive, which answer requests in place of the network. Any thread.
///
/// A request gets the next response to its method, address and body; the last such response answers all later requests.
public final class HARReplay: Sendable {
    private static let largestFile = 512 << 20

    private struct Archive: Decodable {
        struct Log: Decodable { var entries: [Entry] }
        var log: Log
    }

    fileprivate struct Entry: Decodable {
        struct Pair: Decodable {
            var name: String
            var value: String
        }

        struct PostData: Decodable {
            var text: String?
            var _encoding: String?
        }

        struct Request: Decodable {
            var method: String
            var url: String
            var postData: PostData?
        }

        struct Content: Decodable {
            var size: Int?
            var text: String?
            var encoding: String?
        }

        struct Response: Decodable {
            var status: Int
            var headers: [Pair]?
            var content: Content?
        }

        var request: Request
        var response: Response
        var _error: String?
    }

    private struct State {
        /// The number of responses that each request has had.
        var used: [String: Int] = [:]
        var missed: (@Sendable (String) -> Void)?
    }

    /// The path of the archive.
    public let path: String
    private let entries: [String: [Entry]]
    private let state = Mutex(State())

    /// Reads an archive.
    ///
    /// - Throws: ``HARError`` for a file that is no HTTP archive.
    public init(path: String) throws(HARError) {
        self.path = path
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        guard size <= Self.largestFile else {
            throw HARError("\(path) cannot be read: it has over \(Self.largestFile) bytes.")
        }
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw HARError("\(path) cannot be read: \(error.fileReason).")
        }
        let archive: Archive
        do {
            archive = try JSONText.decode(Archive.self, from: bytes)
        } catch {
            throw HARError("\(path) is no HTTP archive: \(Self.reason(error)).")
        }
        entries = Dictionary(grouping: archive.log.entries) { Self.key($0.request.method, $0.request.url) }
    }

    private static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?:
            "“\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))” is missing"
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
            "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” has the wrong type"
        default: "it is not JSON"
        }
    }

    /// Sets the closure that receives a sentence about each request without an entry.
    package func onMiss(_ missed: (@Sendable (String) -> Void)?) { state.withLock { $0.missed = missed } }

    private static func key(_ method: String, _ url: String) -> String {
        "\(method.uppercased()) \(url.prefix { $0 != "#" })"
    }
}

extension HARReplay: ResourceLoader {
    /// Returns the recorded response to a request.
    ///
    /// - Throws: `URLError` for a request without an entry, and for a recorded failure.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        guard let entry = next(request) else {
            if let answer = try preflight(request, url) { return answer }
            let text = "\(request.httpMethod ?? "GET") \(url.absoluteString) has no entry in \(path)"
            state.withLock { $0.missed }?(text)
            throw URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: text])
        }
        guard (100...599).contains(entry.response.status) else {
            let text = entry._error ?? "\(url.absoluteString) had no response when \(path) was recorded"
            throw URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: text])
        }
        let content = entry.response.content
        guard content?.text != nil || (content?.size ?? 0) <= 0 else {
            let text = "\(path) has no body for \(url.absoluteString). Record it with bodies"
            throw URLError(.cannotDecodeContentData, userInfo: [NSLocalizedDescriptionKey: text])
        }
        let text = content?.text ?? ""
        let body = content?.encoding == "base64" ? Data(base64Encoded: text) ?? Data() : Data(text.utf8)
        // The body is there without its encoding, and whole.
        let left = ["content-encoding", "content-length", "transfer-encoding", "connection"]
        var headers: [String: String] = [:]
        // Names such as `:status` are not headers.
        for field in entry.response.headers ?? []
        where !left.contains(field.name.lowercased()) && !field.name.hasPrefix(":") {
            headers[field.name] = headers[field.name].map { "\($0), \(field.value)" } ?? field.value
        }
        headers["Content-Length"] = String(body.count)
        return try LoadedResource(url: url, status: entry.response.status, headers: headers, body: BodyStream(body))
    }

    /// Returns the next entry for a request; nil for none.
    private func next(_ request: URLRequest) -> Entry? {
        let key = Self.key(request.httpMethod ?? "GET", request.url?.absoluteString ?? "")
        var found = entries[key] ?? []
        let body = request.httpBody.map { String(data: $0, encoding: .utf8) ?? $0.base64EncodedString() } ?? ""
        if found.contains(where: { $0.request.postData?.text != nil }) {
            found = found.filter { $0.request.postData?.text ?? "" == body }
        }
        guard !found.isEmpty else { return nil }
        let number = state.withLock { state in
            defer { state.used[key + "\n" + body, default: 0] += 1 }
            return state.used[key + "\n" + body] ?? 0
        }
        return found[min(number, found.count - 1)]
    }

    /// Permits a CORS preflight. Archives of browsers have no entries for these.
    private func preflight(_ request: URLRequest, _ url: URL) throws -> LoadedResource? {
        guard request.httpMethod == "OPTIONS",
            let method = request.value(forHTTPHeaderField: "Access-Control-Request-Method")
        else { return nil }
        let headers = [
            "Access-Control-Allow-Origin": request.value(forHTTPHeaderField: "Origin") ?? "*",
            "Access-Control-Allow-Methods": method, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Headers": request.value(forHTTPHeaderField: "Access-Control-Request-Headers") ?? "",
        ]
        return try LoadedResource(url: url, status: 204, headers: headers, body: .empty)
    }
}
