/// The views whose pages have the same user content: a view, and the windows that its pages opened. WebKitGTK gives such a window the
/// scripts, handlers, rule lists and style sheets of its opener, whatever the window's configuration has.
///
/// The oldest of the views installs its own. Messages of all pages come to all views, and each takes those of its own page.
@MainActor
final class SharedUserContent {
    private struct Member { weak var content: ViewUserContent? }

    private var entries: [Member] = []

    /// The views' contents, the oldest first.
    var members: [ViewUserContent] { entries.compactMap(\.content) }

    func add(_ content: ViewUserContent) {
        entries.removeAll { $0.content == nil }
        entries.append(Member(content: content))
    }

    /// Returns whether a document with an id of the extension's is of another view than a member's.
    func isSender(_ id: String, ofOtherThan content: ViewUserContent) -> Bool {
        entries.count > 1 && members.contains { $0 !== content && $0.knows(sender: id) }
    }
}
