import Foundation
import FoundationNetworking

/// Which headers go between the page and the network.
enum TransferHeaders {
    /// Headers that belong to one connection, not to the message ([RFC 9110, section 7.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1)).
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Headers that libcurl sets itself: a page's `Accept-Encoding` would name what cannot be decoded here.
    private static let ownedByClient: Set<String> = ["host", "content-length", "accept-encoding"]

    /// Returns the request as it goes out. `Origin` and everything else stays.
    static func outgoing(_ request: URLRequest) -> URLRequest {
        var result = request
        let fields = request.allHTTPHeaderFields ?? [:]
        let dropped = hopByHop.union(ownedByClient).union(namedByConnection(in: fields))
        for name in fields.keys where dropped.contains(name.lowercased()) {
            result.setValue(nil, forHTTPHeaderField: name)
        }
        return result
    }

    /// Returns the response's headers. libcurl has decoded the body, so its encoding and encoded length go too.
    static func incoming(_ fields: [String: String]) -> [String: String] {
        var dropped = hopByHop.union(namedByConnection(in: fields))
        if let coding = value(of: "content-encoding", in: fields), coding.lowercased() != "identity" {
            dropped.formUnion(["content-encoding", "content-length"])
        }
        return fields.filter { !dropped.contains($0.key.lowercased()) }
    }

    private static func namedByConnection(in fields: [String: String]) -> Set<String> {
        let names = value(of: "connection", in: fields)?.split(separator: ",") ?? []
        return Set(names.map { $0.trimmingCharacters(in: .whitespaces).lowercased() })
    }

    private static func value(of name: String, in fields: [String: String]) -> String? {
        fields.first { $0.key.lowercased() == name }?.value
    }
}
