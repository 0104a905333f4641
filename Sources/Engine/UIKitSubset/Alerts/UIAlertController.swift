import Foundation

/// A question to the user, or a list of actions. UIKit API. Main actor only.
///
/// Nobody touches the screen here: a test answers the alert.
///
/// ```swift
/// let alert = try #require(controller.presentedViewController as? UIAlertController)
/// alert.textFields?.first?.text = "Ada"
/// alert.choose("OK")
/// ```
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// The kind of an alert. UIKit API.
    public enum Style: Int, Sendable {
        /// A list at the edge of the screen; a box in the middle. UIKit API.
        case actionSheet, alert
    }

    /// The words below the title. UIKit API.
    open var message: String?
    /// The kind of the alert. UIKit API.
    open private(set) var preferredStyle = Style.actionSheet
    /// The buttons, in the order they were added. UIKit API.
    open private(set) var actions: [UIAlertAction] = []
    /// The fields, in the order they were added; nil for none. UIKit API.
    open private(set) var textFields: [UITextField]?

    /// The button that the return key chooses. UIKit API. Ends the program for a button that was not added, as on iOS.
    open var preferredAction: UIAlertAction? {
        didSet {
            guard let preferredAction else { return }
            precondition(
                actions.contains(preferredAction), "The preferredAction of an alert has to be one of its actions")
        }
    }

    /// The anchor of a list; nil for a box. UIKit API; stored only.
    open private(set) lazy var popoverPresentationController =
        preferredStyle == .actionSheet ? UIPopoverPresentationController() : nil

    /// Makes an alert without buttons. UIKit API.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    /// Adds a button. UIKit API. Ends the program for a second one of the style `cancel`, as on iOS.
    open func addAction(_ action: UIAlertAction) {
        precondition(
            action.style != .cancel || !actions.contains { $0.style == .cancel },
            "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
        actions.append(action)
    }

    /// Adds a field for text. UIKit API. Ends the program for a list of actions, as on iOS.
    open func addTextField(configurationHandler: (@MainActor (UITextField) -> Void)? = nil) {
        precondition(
            preferredStyle == .alert,
            "Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert")
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }

    /// Chooses a button, as a person does: the alert is dismissed, then the button's handler is called. Not of UIKit's API.
    ///
    /// - Returns: false, without effect, for an alert that is not presented and for a button that is not enabled or another alert's.
    @discardableResult
    public func choose(_ action: UIAlertAction) -> Bool {
        guard presentingViewController != nil, action.isEnabled, actions.contains(action) else { return false }
        dismiss(animated: true)
        action.run()
        return true
    }

    /// Chooses the first button with a title. Not of UIKit's API.
    ///
    /// - Returns: false for a title that no button has, and as ``choose(_:)-(UIAlertAction)``.
    @discardableResult
    public func choose(_ title: String) -> Bool { actions.first { $0.title == title }.map { choose($0) } ?? false }
}

/// The anchor of a list of actions. UIKit API; stored only. Main actor only.
@preconcurrency @MainActor
open class UIPopoverPresentationController: NSObject {
    /// The view that the list belongs to. UIKit API.
    open weak var sourceView: UIView?
    /// The part of the view that the list points at. UIKit API.
    open var sourceRect = CGRect.null
    /// The button that the list belongs to. UIKit API.
    open weak var barButtonItem: UIBarButtonItem?
}
