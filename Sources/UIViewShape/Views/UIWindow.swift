public import Foundation

/// The root of a tree of views. UIKit API.
///
/// Unlike on iOS the window draws nothing: a web view has a window of its own off the screen. A view is laid out in the same way
/// whether it is in a window or not.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Makes a window of the given size. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }
}
