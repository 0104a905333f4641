import CWebKitGTK

extension WKWebView {
    /// Asks the delegate for a name and a password. Without a delegate the page gets the server's answer to a request without them.
    func authenticate(_ handle: OpaquePointer) {
        let answer = ChallengeReply(handle)
        guard let navigationDelegate = actingNavigationDelegate else { return answer.use(nil) }
        let host = cwk_challenge_host(handle).map { String(cString: $0) } ?? ""
        let realm = cwk_challenge_realm(handle).map { String(cString: $0) }
        let space = URLProtectionSpace(
            host: host, port: Int(cwk_challenge_port(handle)),
            protocol: cwk_challenge_is_secure(handle) ? "https" : "http",
            realm: realm, authenticationMethod: ChallengeReply.method(of: cwk_challenge_scheme(handle)))
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: failures.challenged(by: space, isRetry: cwk_challenge_is_retry(handle)),
            failureResponse: nil, error: nil, sender: ChallengeSender())
        navigationDelegate.respond(to: challenge, in: self) { disposition, credential in
            switch disposition {
            case .useCredential: answer.use(credential)
            // WebKit has no default but this one, and rejects the protection space by going on.
            case .performDefaultHandling, .rejectProtectionSpace: answer.use(nil)
            case .cancelAuthenticationChallenge: answer.cancel()
            }
        }
    }
}

/// The one answer to a challenge. A challenge that is dropped is cancelled.
@MainActor
private final class ChallengeReply {
    private var handle: OpaquePointer?

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { cancel() }

    /// Goes on with a credential, or without any.
    func use(_ credential: URLCredential?) {
        guard let handle = take() else { return }
        let isKept = credential?.persistence != URLCredential.Persistence.none
        cwk_challenge_answer(handle, credential?.user, credential?.password, isKept)
    }

    func cancel() {
        if let handle = take() { cwk_challenge_cancel(handle) }
    }

    private func take() -> OpaquePointer? {
        defer { handle = nil }
        return handle
    }

    static func method(of scheme: Int32) -> String {
        switch scheme {
        case 2: NSURLAuthenticationMethodHTTPBasic
        case 3: NSURLAuthenticationMethodHTTPDigest
        case 4: NSURLAuthenticationMethodHTMLForm
        case 5: NSURLAuthenticationMethodNTLM
        case 6: NSURLAuthenticationMethodNegotiate
        default: NSURLAuthenticationMethodDefault
        }
    }
}

/// A sender without an effect. Foundation requires a sender; the completion handler answers the challenge.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
