/// The completion handler that a delegate must call exactly once.
///
/// A second call is misuse, as on iOS. So is a handler that the delegate releases without a call: `receive` then gets
/// `unanswered`.
@MainActor
final class OneAnswer<Answer> {
    private let method: String
    private let unanswered: Answer
    private var receive: (@MainActor (Answer) -> Void)?

    init(_ method: String, unanswered: Answer, _ receive: @escaping @MainActor (Answer) -> Void) {
        (self.method, self.unanswered, self.receive) = (method, unanswered, receive)
    }

    isolated deinit {
        guard let receive else { return }
        receive(unanswered)
        WKException.raise(
            .internalInconsistencyException, "Completion handler passed to \(method) was not called")
    }

    func answer(_ answer: Answer) {
        guard let receive else {
            return WKException.raise(
                .internalInconsistencyException, "Completion handler passed to \(method) was called more than once")
        }
        self.receive = nil
        receive(answer)
    }
}
