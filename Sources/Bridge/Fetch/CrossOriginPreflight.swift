import Foundation
import FoundationNetworking
import URLInterception

/// The permission that a server of another origin gives to a request that no form could send.
///
/// Source: Fetch, [CORS-preflight fetch](https://fetch.spec.whatwg.org/#cors-preflight-fetch)
struct CrossOriginPreflight {
    /// The serialized origin that asks.
    let origin: String
    let method: String
    let credentials: CredentialsMode
    /// The names of the headers that need permission, in lower case and order.
    let unsafeHeaders: [String]
    private let isUnsafe: Bool
    private let referrer: URL?
    private let userAgent: String?

    init(_ request: OutgoingRequest) {
        (origin, method, credentials) = (request.serializedOrigin, request.method, request.checkedCredentials)
        (referrer, userAgent) = (request.referrer, request.userAgent)
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
        request.setValue(referrer?.absoluteString, forHTTPHeaderField: "Referer")
        request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        request.setValue(method, forHTTPHeaderField: "Access-Control-Request-Method")
        if !unsafeHeaders.isEmpty {
            request.setValue(unsafeHeaders.joined(separator: ","), forHTTPHeaderField: "Access-Control-Request-Headers")
        }
        return request
    }

    /// The methods and headers that a server permits.
    struct Permission {
        fileprivate(set) var methods: Set<String>
        /// The names in lower case.
        fileprivate(set) var headers: Set<String>

        func hasMethod(_ method: String) -> Bool { methods.contains(method) || methods.contains("*") }

        func hasHeader(_ name: String) -> Bool {
            // https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
            headers.contains(name) || headers.contains("*") && name != "authorization"
        }
    }

    /// Checks the server's answer, and returns what it permits.
    ///
    /// - Throws: `URLError` with a sentence that names the header.
    func permission(in response: HTTPURLResponse, isSame: (String, String) -> Bool) throws(URLError) -> Permission {
        try CORSCheck.check(response, for: origin, credentials: credentials, isSame: isSame)
        guard (200..<300).contains(response.statusCode) else {
            throw CORSCheck.failure("its answer to the preflight is \(response.statusCode)", origin)
        }
        var permission = Permission(
            methods: Set(try list(response, "Access-Control-Allow-Methods")),
            headers: Set(try list(response, "Access-Control-Allow-Headers").map { $0.lowercased() }))
        // With credentials the asterisk is a name like any other.
        if credentials == .include {
            permission.methods.remove("*")
            permission.headers.remove("*")
        }
        guard CORSSafelist.methods.contains(method) || permission.hasMethod(method) else {
            throw CORSCheck.failure("its Access-Control-Allow-Methods lacks \(method)", origin)
        }
        if let name = unsafeHeaders.first(where: { !permission.hasHeader($0) }) {
            throw CORSCheck.failure("its Access-Control-Allow-Headers lacks \(name)", origin)
        }
        return permission
    }

    /// Implements [extract header list values](https://fetch.spec.whatwg.org/#extract-header-list-values).
    private func list(_ response: HTTPURLResponse, _ name: String) throws(URLError) -> [String] {
        let values = (response.value(forHTTPHeaderField: name) ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard values.allSatisfy({ RequestMethod.isMethod($0) }) else {
            throw CORSCheck.failure("its \(name) has a name that is no token", origin)
        }
        return values
    }
}
