import CWebKitGTK

extension WKWebView {
    /// Asks the delegate for a name and a password. Without a delegate the challenge is refused.
    func authenticate(_ handle: OpaquePointer) {
        let answer = ChallengeAnswer(handle)
        guard let navigationDelegate = actingNavigationDelegate else { return answer.cancel() }
        let host = cwk_challenge_host(handle).map { String(cString: $0) } ?? ""
        let realm = cwk_challenge_realm(handle).map { String(cString: $0) }
        let space = URLProtectionSpace(
            host: host, port: Int(cwk_challenge_port(handle)), protocol: "http", realm: realm,
            authenticationMethod: ChallengeAnswer.method(of: cwk_challenge_scheme(handle)))
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: cwk_challenge_is_retry(handle) ? 1 : 0, failureResponse: nil, error: nil,
            sender: ChallengeSender())
        navigationDelegate.webView(self, didReceive: challenge) { disposition, credential in
            switch disposition {
            case .useCredential: answer.use(credential)
            case .performDefaultHandling: answer.use(nil)
            case .cancelAuthenticationChallenge, .rejectProtectionSpace: answer.cancel()
            }
        }
    }
}

/// The one answer to a challenge.
@MainActor
private final class ChallengeAnswer {
    private var handle: OpaquePointer?

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { if let handle { cwk_challenge_cancel(handle) } }

    func use(_ credential: URLCredential?) {
        guard let handle = take() else { return }
        cwk_challenge_answer(handle, credential?.user, credential?.password)
    }

    func cancel() {
        if let handle = take() { cwk_challenge_cancel(handle) }
    }

    private func take() -> OpaquePointer? {
        guard let handle else {
            WKException.raise(
                .internalInconsistencyException,
                "Completion handler of an authentication challenge was called more than once")
            return nil
        }
        self.handle = nil
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
