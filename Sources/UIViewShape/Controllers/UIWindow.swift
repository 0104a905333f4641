public import Foundation

/// The root of a tree of views. UIKit API. Main actor only.
///
/// ```swift
/// let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
/// window.rootViewController = BrowserViewController()
/// window.makeKeyAndVisible()
/// ```
///
/// Unlike on iOS the window draws nothing: a web view has a window of its own off the screen. A view is laid out in the same way
/// whether it is in a window or not.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Makes a hidden window of the given size. UIKit API.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// The controller whose view fills the window; it is made and appears once the window is visible. UIKit API.
    ///
    /// The former controller disappears, and its presentations end.
    open var rootViewController: UIViewController? {
        didSet { if rootViewController !== oldValue { rootChanged(from: oldValue) } }
    }

    /// Makes the window visible. UIKit API.
    ///
    /// The view of ``rootViewController`` gets the window's size, and is laid out between `viewWillAppear` and `viewDidAppear`. Unlike on
    /// iOS all three have taken place when the method returns.
    open func makeKeyAndVisible() { isHidden = false }

    /// Whether the window is hidden; true until ``makeKeyAndVisible()``. UIKit API. The controllers appear and disappear with it.
    open override var isHidden: Bool { didSet { if isHidden != oldValue { visibilityChanged() } } }

    /// The position and size, in points. UIKit API. The views of ``rootViewController`` and of its presentations follow the size.
    open override var frame: CGRect { didSet { if frame.size != oldValue.size { fillWithControllers() } } }
}
