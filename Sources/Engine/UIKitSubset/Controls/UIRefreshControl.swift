public import Foundation

/// A control at the top of a scroll view for loading the content anew. UIKit API. Main actor only.
///
/// ```swift
/// let refresh = UIRefreshControl()
/// refresh.addAction(UIAction { _ in webView.reload() }, for: .valueChanged)
/// webView.scrollView.refreshControl = refresh
/// ```
///
/// Unlike on iOS nobody can pull it: `sendActions(for: .valueChanged)` does what a pull does there.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
    /// Makes a control. UIKit API.
    public convenience init() { self.init(frame: .zero) }

    /// Makes a control with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Whether the content is being loaded. UIKit API.
    open private(set) var isRefreshing = false

    /// Notes that the content is being loaded. UIKit API. No action is run.
    open func beginRefreshing() { isRefreshing = true }

    /// Notes that the content has been loaded. UIKit API.
    open func endRefreshing() { isRefreshing = false }
}
