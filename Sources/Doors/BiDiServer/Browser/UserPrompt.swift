/// A dialog of a page that waits for its answer. Main actor only.
@MainActor
final class UserPrompt {
    /// The kind of dialog: alert, confirm or prompt.
    let type: String
    let message: String
    /// The text that the client has typed into the dialog, or the page's own.
    var text: String?
    private var continuation: CheckedContinuation<(isAccepted: Bool, text: String?), Never>?

    init(_ type: String, _ message: String, text: String?) {
        (self.type, self.message, self.text) = (type, message, text)
    }

    /// Waits for the answer.
    func wait() async -> (isAccepted: Bool, text: String?) {
        await withCheckedContinuation { continuation = $0 }
    }

    /// Answers the dialog, once.
    func answer(_ isAccepted: Bool, _ text: String?) { continuation.take()?.resume(returning: (isAccepted, text)) }
}
