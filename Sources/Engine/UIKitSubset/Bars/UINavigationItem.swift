public import Foundation

/// The parts of a bar that belong to a controller. UIKit API. Main actor only.
///
/// Unlike on iOS no bar shows them. A test reads them, and taps buttons with ``UIBarButtonItem/tap()``.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// The words in the middle. UIKit API.
    open var title: String?
    /// The words above the title. UIKit API; stored only.
    open var prompt: String?
    /// The view in place of the title. UIKit API; stored only.
    open var titleView: UIView?
    /// The button that leads back to the controller. UIKit API; stored only.
    open var backBarButtonItem: UIBarButtonItem?
    /// Whether the button that leads back is hidden. UIKit API; stored only.
    open var hidesBackButton = false
    /// The buttons at the left. UIKit API.
    open var leftBarButtonItems: [UIBarButtonItem]?
    /// The buttons at the right. UIKit API.
    open var rightBarButtonItems: [UIBarButtonItem]?

    /// Makes an item. UIKit API.
    public init(title: String) {
        self.title = title
        super.init()
    }

    /// The first button at the left. UIKit API. A new one replaces all.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The first button at the right. UIKit API. A new one replaces all.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Sets ``leftBarButtonItem``. UIKit API. Unlike on iOS nothing is animated.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    /// Sets ``rightBarButtonItem``. UIKit API. Unlike on iOS nothing is animated.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    /// Sets ``leftBarButtonItems``. UIKit API. Unlike on iOS nothing is animated.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    /// Sets ``rightBarButtonItems``. UIKit API. Unlike on iOS nothing is animated.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
}
