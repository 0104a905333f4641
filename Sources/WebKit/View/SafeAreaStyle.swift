/// How pages learn of a safe area: WebKitGTK has no way to set `env(safe-area-inset-*)`, so that its place is taken by custom
/// properties, which a user style sheet sets on every root element.
///
/// `env(safe-area-inset-` and `var(--sw-safe-inset-` are of the same length, and what follows either may be the same.
/// Source: CSS Environment Variables, https://drafts.csswg.org/css-env/#safe-area-insets
package enum SafeAreaStyle {
    /// What stands in style sheets before the name of an edge.
    package static let variable = "safe-area-inset-"
    /// What takes the place of `variable`.
    package static let property = "--sw-safe-inset-"

    static func sheet(_ insets: UIEdgeInsets) -> String {
        let edges = [
            ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom), ("right", insets.right),
        ]
        return ":root { \(edges.map { "\(property)\($0): \($1)px !important;" }.joined(separator: " ")) }"
    }
}
