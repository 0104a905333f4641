/// The safe area of pages. WebKitGTK has no way to set `env(safe-area-inset-*)`. Custom properties, which a user style sheet sets
/// on every root element, replace it.
///
/// `env(safe-area-inset-` and `var(--sw-safe-inset-` have the same length, and the same text may follow either.
/// Source: CSS Environment Variables, https://drafts.csswg.org/css-env/#safe-area-insets
package enum SafeAreaStyle {
    /// The text in style sheets before the name of an edge.
    package static let variable = "safe-area-inset-"
    /// The text that replaces `variable`.
    package static let property = "--sw-safe-inset-"

    static func sheet(_ insets: UIEdgeInsets) -> String {
        let edges = [
            ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom), ("right", insets.right),
        ]
        return ":root { \(edges.map { "\(property)\($0): \($1)px !important;" }.joined(separator: " ")) }"
    }
}
