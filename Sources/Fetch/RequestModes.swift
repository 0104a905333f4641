/// The [mode](https://fetch.spec.whatwg.org/#concept-request-mode) of a request.
package enum RequestMode: String, Sendable {
    case navigate, cors
    case sameOrigin = "same-origin"
    case noCORS = "no-cors"
}

/// The [credentials mode](https://fetch.spec.whatwg.org/#concept-request-credentials-mode) of a request.
package enum CredentialsMode: String, Sendable {
    case omit, include
    case sameOrigin = "same-origin"
}

/// The [redirect mode](https://fetch.spec.whatwg.org/#concept-request-redirect-mode) of a request.
package enum RedirectMode: String, Sendable {
    case follow, error, manual
}

/// The [response tainting](https://fetch.spec.whatwg.org/#concept-request-response-tainting) of a request: how much of the response its
/// script may see.
package enum ResponseTainting: String, Sendable {
    case basic, cors, opaque
}
