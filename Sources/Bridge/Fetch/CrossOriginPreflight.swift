import Foundation
import FoundationNetworking
import URLInterception

/// The permission that a server of another origin gives to a request that no form could send.
///
/// Source: Fetch, [CORS-preflight fetch](https://fetch.spec.whatwg.org/#cors-preflight-fetch)
struct CrossOriginPreflight: Hashable {
    /// The serialized origin that asks.
    let origin: String
    let method: String
    let credentials: CredentialsMode
    private let isUnsafe: Bool
    /// The names of the headers that need permission, in lower case and order.
    private let unsafeHeaders: [String]

    init(_ request: OutgoingRequest) {
        (origin, method, credentials) = (request.serializedOrigin, request.method, request.checkedCredentials)
        let fields = request.isUnsafe ? request.request.allHTTPHeaderFields ?? [:] : [:]
        unsafeHeaders = fields.filter { field in
            let name = field.key.lowercased()
            return !CORSSafelist.isSafe(name, field.value) && (name != "user-agent" || field.value != request.userAgent)
        }.map { $0.key.lowercased() }.sorted()
        isUnsafe = request.isUnsafe
    }

    /// Whether the request needs no permission: [CORS-safelisted](https://fetch.spec.whatwg.org/#cors-safelisted-method).
    var isSafelisted: Bool { !isUnsafe || CORSSafelist.methods.contains(method) && unsafeHeaders.isEmpty }

    /// Whether WebKit asks the server itself. No script can set the header.
    var isPreflight: Bool { method == "OPTIONS" && unsafeHeaders.contains("access-control-request-method") }

    /// The request to the server.
    func question(to url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "OPTIONS"
        request.httpShouldHandleCookies = false
        request.setValue("*/*", forHTTPHeaderField: "Accept")
        request.setValue(origin, forHTTPHeaderField: "Origin")
        request.setValue(method, forHTTPHeaderField: "Access-Control-Request-Method")
        if !unsafeHeaders.isEmpty {
            request.setValue(unsafeHeaders.joined(separator: ","), forHTTPHeaderField: "Access-Control-Request-Headers")
        }
        return request
    }

    /// Checks the server's answer.
    ///
    /// - Throws: `URLError` with a sentence that names the header.
    func check(_ response: HTTPURLResponse, isSame: (String, String) -> Bool) throws(URLError) {
        try CORSCheck.check(response, for: origin, credentials: credentials, isSame: isSame)
        guard (200..<300).contains(response.statusCode) else {
            throw CORSCheck.failure("its answer to the preflight is \(response.statusCode)", origin)
        }
        let mayBeAny = credentials != .include
        let methods = Self.list(response, "Access-Control-Allow-Methods")
        guard CORSSafelist.methods.contains(method) || methods.contains(method) || mayBeAny && methods.contains("*")
        else {
            throw CORSCheck.failure("its Access-Control-Allow-Methods lacks \(method)", origin)
        }
        let headers = Self.list(response, "Access-Control-Allow-Headers").map { $0.lowercased() }
        for name in unsafeHeaders where !headers.contains(name) {
            guard mayBeAny, headers.contains("*"), name != "authorization" else {
                throw CORSCheck.failure("its Access-Control-Allow-Headers lacks \(name)", origin)
            }
        }
    }

    private static func list(_ response: HTTPURLResponse, _ name: String) -> [String] {
        (response.value(forHTTPHeaderField: name) ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
