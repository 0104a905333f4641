/// A server's question for a name and a password: [RFC 7617](https://www.rfc-editor.org/rfc/rfc7617).
@MainActor
struct BasicChallenge {
    private static let mostFailures = 5
    private let challenge: URLAuthenticationChallenge

    /// Makes the challenge of a response; nil without a challenge of the Basic scheme, and after too many refusals.
    init?(_ response: HTTPURLResponse, failures: Int) {
        guard response.statusCode == 401, failures < Self.mostFailures, let url = response.url, let host = url.host,
            let field = response.value(forHTTPHeaderField: "WWW-Authenticate"),
            let match = field.firstMatch(of: /(?i:(?:^|,\s*)basic)(?:\s+[^,]*?(?i:realm)="((?:[^"\\]|\\.)*)")?/)
        else { return nil }
        let realm = match.1.map { String($0.replacing(/\\(.)/) { $0.1 }) }
        let scheme = url.scheme?.lowercased() ?? "http"
        challenge = URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: host, port: url.port ?? (scheme == "https" ? 443 : 80), protocol: scheme, realm: realm,
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic),
            proposedCredential: nil, previousFailureCount: failures, failureResponse: response, error: nil,
            sender: ChallengeSender())
    }

    /// Asks the delegate and returns the value of `Authorization`, or nil where the download saves the 401 response.
    ///
    /// - Throws: `NSURLErrorCancelled` where the delegate cancels.
    func credential(from download: any DownloadRecipient) async throws -> String? {
        let answer = try await download.answer(challenge)
        switch answer.disposition {
        case .useCredential:
            guard let credential = answer.credential, let user = credential.user else { return nil }
            return "Basic \(Data("\(user):\(credential.password ?? "")".utf8).base64EncodedString())"
        case .cancelAuthenticationChallenge: throw DownloadFailure.cancelled(challenge.failureResponse?.url)
        case .performDefaultHandling, .rejectProtectionSpace: return nil
        }
    }
}
