/// Which responses of a worker a request may not have: the middle of [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch).
enum ResponseRules {
    /// Returns the reason why a response counts as a network error, or `nil`.
    static func refusal(_ response: FetchResponse.Head, for request: FetchRequest.Head) -> String? {
        switch response.type {
        case .error: return "The worker answered with Response.error()."
        case .cors where request.mode == .sameOrigin:
            return "The worker answered a same-origin request with a response of another origin."
        case .opaque where request.mode != .noCORS:
            return "The worker answered a \(request.mode.rawValue) request with an opaque response."
        case .opaqueredirect where request.redirect != .manual:
            return "The worker answered with a redirect that the request does not handle itself."
        default: break
        }
        guard response.urlList.count <= 1 || request.redirect == .follow else {
            return
                "The worker answered with a redirected response; the request's redirect mode is \(request.redirect.rawValue)."
        }
        return nil
    }
}
