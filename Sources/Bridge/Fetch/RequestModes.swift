/// The [mode](https://fetch.spec.whatwg.org/#concept-request-mode) of a request.
public enum RequestMode: String, Sendable, Codable {
    case navigate, cors
    case sameOrigin = "same-origin"
    case noCORS = "no-cors"
}

/// The [credentials mode](https://fetch.spec.whatwg.org/#concept-request-credentials-mode) of a request.
public enum CredentialsMode: String, Sendable, Codable {
    case omit, include
    case sameOrigin = "same-origin"
}

/// The [cache mode](https://fetch.spec.whatwg.org/#concept-request-cache-mode) of a request.
public enum CacheMode: String, Sendable, Codable {
    case `default`, reload
    case noStore = "no-store"
    case noCache = "no-cache"
    case forceCache = "force-cache"
    case onlyIfCached = "only-if-cached"
}

/// The [redirect mode](https://fetch.spec.whatwg.org/#concept-request-redirect-mode) of a request.
public enum RedirectMode: String, Sendable, Codable {
    case follow, error, manual
}

/// The [destination](https://fetch.spec.whatwg.org/#concept-request-destination) of a request.
public enum RequestDestination: String, Sendable, Codable {
    /// The empty string: `fetch()`, `XMLHttpRequest` and others whose answer a script gets.
    case none = ""
    case audio, audioworklet, document, embed, font, frame, iframe, image, json, manifest, object, paintworklet, report,
        script
    case serviceworker, sharedworker, style, text, track, video, webidentity, worker, xslt

    /// Whether the response becomes a document: [navigation request](https://fetch.spec.whatwg.org/#navigation-request).
    public var isNavigation: Bool {
        switch self {
        case .document, .embed, .frame, .iframe, .object: true
        default: false
        }
    }
}

/// The [response tainting](https://fetch.spec.whatwg.org/#concept-request-response-tainting) of a request: how much of the response its
/// script may see.
package enum ResponseTainting: String, Sendable {
    case basic, cors, opaque
}
