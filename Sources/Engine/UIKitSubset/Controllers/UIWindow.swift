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

    /// Makes a hidden window of the screen's size. UIKit API.
    public convenience init(windowScene: UIWindowScene) { self.init(frame: windowScene.screen.bounds) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// The scene of the window; nil while the window is hidden. UIKit API.
    open var windowScene: UIWindowScene? {
        isHidden ? nil : UIApplication.shared.connectedScenes.first as? UIWindowScene
    }

    /// The screen. UIKit API.
    open var screen: UIScreen { .main }

    /// Whether the window has the keyboard. UIKit API.
    open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

    /// Makes the window the one that has the keyboard, without showing it. UIKit API.
    open func makeKey() { UIApplication.shared.lastKeyWindow = self }

    /// The application. UIKit API.
    open override var next: UIResponder? { UIApplication.shared }

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
    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
    }

    /// Whether the window is hidden; true until ``makeKeyAndVisible()``. UIKit API. The controllers appear and disappear with it.
    open override var isHidden: Bool { didSet { if isHidden != oldValue { visibilityChanged() } } }

    /// The position and size, in points. UIKit API. The views of ``rootViewController`` and of its presentations follow the size.
    open override var frame: CGRect { didSet { if frame.size != oldValue.size { fillWithControllers() } } }
}
