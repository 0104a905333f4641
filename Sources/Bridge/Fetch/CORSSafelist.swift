import Foundation

/// The methods, headers and content types that a request to another origin may have without its server's permission.
package enum CORSSafelist {
    /// [CORS-safelisted methods](https://fetch.spec.whatwg.org/#cors-safelisted-method).
    static let methods: Set<String> = ["GET", "HEAD", "POST"]

    /// Returns whether a method is [safe](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1): one that asks for no change.
    static func keepsState(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// The headers that WebKit sets by itself, also for requests of scripts. Scripts can set some of them, for which Fetch has a preflight.
    private static let added: Set<String> = [
        "accept", "accept-language", "accept-encoding", "content-language", "content-length", "origin", "referer",
        "last-event-id", "if-none-match", "if-modified-since", "host", "connection", "cookie",
    ]

    private static let simpleTypes: Set<String> = [
        "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
    ]

    /// Implements [CORS-safelisted request-header](https://fetch.spec.whatwg.org/#cors-safelisted-request-header), or one of WebKit's own.
    ///
    /// - Parameter name: in lower case.
    package static func isSafe(_ name: String, _ value: String) -> Bool {
        switch name {
        case "content-type": isSimpleType(value)
        case "range": value.lowercased().hasPrefix("bytes=") && !value.contains(",") && !value.hasPrefix("bytes=-")
        case "user-agent": value.contains("AppleWebKit/")
        case "cache-control", "pragma": value == "no-cache" || value == "max-age=0"
        case _ where name.hasPrefix("sec-"): true
        default: added.contains(name)
        }
    }

    /// Returns whether a content type is one that a form can send.
    package static func isSimpleType(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return simpleTypes.contains(essence) && type.utf8.count <= 128
    }
}
