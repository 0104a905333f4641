public import Foundation

/// An item of a bar. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
    /// The words of the item. UIKit API.
    open var title: String?
    /// The picture of the item. UIKit API; stored only.
    open var image: UIImage?
    /// Whether the item can be used. UIKit API.
    open var isEnabled = true
    /// A number for the application's use. UIKit API.
    open var tag = 0
    /// A name for tests of the interface. UIKit API; stored only.
    open var accessibilityIdentifier: String?
    /// The words that name the item. UIKit API; stored only.
    open var accessibilityLabel: String?

    override init() { super.init() }
}

/// A button of a bar. UIKit API. Main actor only.
///
/// ```swift
/// navigationItem.rightBarButtonItem = UIBarButtonItem(barButtonSystemItem: .refresh, target: self, action: Browser.reload)
/// navigationItem.rightBarButtonItem?.tap()
/// ```
///
/// Linux has no selectors: an action is a method, written as `Type.method`, or a ``UIAction``. The button does not keep the target.
@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
    /// The look of a button. UIKit API.
    public enum Style: Int, Sendable {
        /// A usual one; one that ends a task. UIKit API.
        case plain = 0
        case done = 2
    }

    /// A button of the system. UIKit API.
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks
        case search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, pageCurl, close
    }

    /// The look. UIKit API; stored only.
    open var style = Style.plain
    /// The button of the system that this one is; nil for one of the application. Not of UIKit's API.
    public private(set) var systemItem: SystemItem?
    /// The view in place of a button. UIKit API.
    open var customView: UIView?
    /// The width; 0 for one that follows from the content. UIKit API; stored only.
    open var width: CGFloat = 0
    /// The colour. UIKit API; stored only.
    open var tintColor: UIColor?
    /// The action of the button. UIKit API. A target's action is no ``UIAction``.
    open var primaryAction: UIAction? {
        didSet {
            title = primaryAction.map(\.title) ?? title
            image = primaryAction.map(\.image) ?? image
        }
    }
    /// The menu of the button. UIKit API; stored only.
    open var menu: UIMenu?
    private var targetAction: (@MainActor (UIBarButtonItem) -> Void)?

    /// Makes a button without title and action. UIKit API.
    public override init() { super.init() }

    /// Makes a button with words that calls a closure; nil does nothing.
    public convenience init(title: String?, style: Style, target: AnyObject?, action: (@MainActor () -> Void)?) {
        self.init()
        (self.title, self.style) = (title, style)
        if let action { targetAction = { _ in action() } }
    }

    /// Makes a button with words that calls a method of a target.
    public convenience init<Target: AnyObject>(
        title: String?, style: Style, target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init(title: title, style: style, target: nil, action: nil)
        setTarget(target) { target, _ in action(target)() }
    }

    /// Makes a button with words that calls a method of a target with the button.
    public convenience init<Target: AnyObject, Sender>(
        title: String?, style: Style, target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) {
        self.init(title: title, style: style, target: nil, action: nil)
        setTarget(target) { target, item in
            if let sender = item as? Sender { action(target)(sender) }
        }
    }

    /// Makes a button with a picture that calls a closure; nil does nothing.
    public convenience init(image: UIImage?, style: Style, target: AnyObject?, action: (@MainActor () -> Void)?) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// Makes a button with a picture that calls a method of a target.
    public convenience init<Target: AnyObject>(
        image: UIImage?, style: Style, target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// Makes a button with a picture that calls a method of a target with the button.
    public convenience init<Target: AnyObject, Sender>(
        image: UIImage?, style: Style, target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// Makes a button of the system that calls a closure; nil does nothing.
    public convenience init(
        barButtonSystemItem systemItem: SystemItem, target: AnyObject?, action: (@MainActor () -> Void)?
    ) {
        self.init(title: nil, style: .plain, target: target, action: action)
        self.systemItem = systemItem
    }

    /// Makes a button of the system that calls a method of a target.
    public convenience init<Target: AnyObject>(
        barButtonSystemItem systemItem: SystemItem, target: Target,
        action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init(title: nil, style: .plain, target: target, action: action)
        self.systemItem = systemItem
    }

    /// Makes a button of the system that calls a method of a target with the button.
    public convenience init<Target: AnyObject, Sender>(
        barButtonSystemItem systemItem: SystemItem, target: Target,
        action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) {
        self.init(title: nil, style: .plain, target: target, action: action)
        self.systemItem = systemItem
    }

    /// Makes an item of a view. UIKit API.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Makes a button with an action. UIKit API. Its title and picture are the action's unless given.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.primaryAction = primaryAction
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.menu = menu
    }

    /// Makes a button of the system with an action. UIKit API.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init(title: nil, image: nil, primaryAction: primaryAction, menu: menu)
        self.systemItem = systemItem
    }

    /// Makes a space that takes the rest of a bar. UIKit API.
    open class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

    /// Makes a space of a width. UIKit API.
    open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    /// Does what a tap on the button does. Not of UIKit's API.
    ///
    /// - Returns: false for a button that is not enabled or has no action.
    @discardableResult
    public func tap() -> Bool {
        guard isEnabled else { return false }
        if let primaryAction {
            primaryAction.run(by: self)
        } else if let targetAction {
            targetAction(self)
        } else {
            return false
        }
        return true
    }

    private func setTarget<Target: AnyObject>(
        _ target: Target, call: @escaping @MainActor (Target, UIBarButtonItem) -> Void
    ) {
        targetAction = { [weak target] item in
            if let target { call(target, item) }
        }
    }
}
