import Foundation
import HTTPMessages
import ServiceWorkers

/// The response that a worker reports, member by member. None of it is to be trusted.
struct WorkerResponse {
    /// The place of the response's body.
    enum Body {
        case none
        /// The body is the bytes that came with the report.
        case attached
        /// The body is a short text of the report, in UTF-8.
        case text(Data)
        /// The worker sends the body in pieces, under this name.
        case pieces(String)
        /// The host keeps the response, head included, under this handle.
        case kept(String)
    }

    private(set) var body = Body.none
    private var status: Int?
    private var kind: FetchResponse.Kind?
    private var url: URL?
    private var isRedirected = false
    private var statusText = ""
    private var headers = HeaderList()

    /// Reads the value of a member, or steps over it.
    mutating func read(_ name: String, _ scanner: inout JSONScanner) throws(CommandFailure) {
        switch name {
        case "status": status = scanner.index()
        case "type": kind = scanner.string().flatMap { FetchResponse.Kind(rawValue: $0) }
        case "url": url = scanner.string().flatMap { URL(address: $0) }
        case "redirected": isRedirected = scanner.flag() ?? false
        case "statusText": statusText = scanner.string() ?? ""
        case "headers": headers = try scanner.headers()
        case "hasBody": if scanner.flag() == true { body = .attached }
        case "text": if let text = scanner.utf8() { body = .text(text) }
        case "stream": if let name = scanner.string() { body = .pieces(name) }
        case "handle": if let handle = scanner.string() { body = .kept(handle) }
        default: _ = scanner.value()
        }
    }

    /// The response's head; nil where the report lacks the status or the type, or has one that no response has.
    var head: FetchResponse.Head? {
        guard let status, (0...599).contains(status), let kind else { return nil }
        var head = FetchResponse.Head()
        (head.status, head.type, head.statusText, head.headers) = (status, kind, statusText, headers)
        if let url { head.urlList = isRedirected ? [url, url] : [url] }
        return head
    }
}
