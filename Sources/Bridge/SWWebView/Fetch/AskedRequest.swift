import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// A request to another host as the web process describes it, before WebKit sends it.
struct AskedRequest {
    let request: URLRequest
    /// The address without the mark of a script's request.
    let url: URL
    /// The mark of a script's request, or the one of the web-process extension.
    let mark: RequestMark

    /// Reads a question: its name, the method, the address, the pairs of a mark, and a line for each header. Nil for anything else.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, lines[0] == ProcessExtension.requestQuestion,
            let (url, fragmentMark) = URL(address: String(lines[2]))?.takingMark,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            let mark = fragmentMark ?? RequestMark(header: String(lines[3]))
        else { return nil }
        (self.url, self.mark) = (url, mark)
        var request = URLRequest(url: url)
        request.httpMethod = String(lines[1])
        for line in lines.dropFirst(4) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            request.addValue(String(parts[1]).trimmingSpaces, forHTTPHeaderField: String(parts[0]))
        }
        self.request = request
    }

    /// Whether the request can have a body.
    var mayHaveBody: Bool { !["GET", "HEAD"].contains(request.httpMethod ?? "GET") }

    /// Whether the request is the ping of a link.
    ///
    /// Source: HTML, [hyperlink auditing](https://html.spec.whatwg.org/multipage/links.html#hyperlink-auditing)
    var isPing: Bool { mark.isFromEngine && request.value(forHTTPHeaderField: "Ping-To") != nil }
}
