import CWebKitGTK

/// A question of the page's that waits for its one answer. A question that is dropped unanswered is refused.
@MainActor
final class PolicyQuestion {
    let handle: OpaquePointer
    private var isAnswered = false

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit {
        if !isAnswered { cwk_policy_answer(handle, CWK_POLICY_IGNORE) }
    }

    var kind: CWKPolicyKind { cwk_policy_kind(handle) }

    /// The address that is asked about; nil for one that is no `URL`.
    var url: URL? { cwk_policy_uri(handle).flatMap { URL(address: String(cString: $0)) } }

    func answer(_ answer: CWKPolicyAnswer) {
        guard !isAnswered else { return }
        isAnswered = true
        cwk_policy_answer(handle, answer)
    }
}
