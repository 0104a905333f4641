public import Foundation

/// An object with a view, which is made when it is needed. UIKit API. Main actor only.
///
/// ```swift
/// let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
/// window.rootViewController = BrowserViewController()
/// window.makeKeyAndVisible()
/// ```
///
/// The methods for the appearance are called when the view enters or leaves a window, for the controllers of all views in it.
/// Unlike on iOS no controller can forward the appearance to its children itself.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?
    /// The stage of the appearance.
    var appearance = AppearanceStage.hidden
    /// The controller that this one has presented.
    var presented: UIViewController?
    /// The controller that has presented this one.
    weak var presenter: UIViewController?

    /// Makes a controller. UIKit API.
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Makes a controller. UIKit API. Unlike on iOS the names are stored only, and no nib is read.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// Makes a controller. UIKit API. Unlike on iOS the archive is not read.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    /// The name of the nib file. UIKit API; stored only.
    public let nibName: String?
    /// The bundle of the nib file. UIKit API; stored only.
    public let nibBundle: Bundle?
    /// The words that name the controller. UIKit API.
    open var title: String? { didSet { navigationItem.title = title } }

    // MARK: The view

    /// The controller's view. UIKit API. The first reading calls ``loadView()`` and ``viewDidLoad()``.
    open var view: UIView! {
        get {
            makeView()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            loadedView?.controller = self
        }
    }

    /// The controller's view; nil before it was made. UIKit API.
    open var viewIfLoaded: UIView? { loadedView }

    /// Whether the view was made. UIKit API.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view, unless it was made. UIKit API.
    open func loadViewIfNeeded() { makeView() }

    private func makeView() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    /// Makes an empty view. UIKit API. A subclass sets ``view`` in its own.
    open func loadView() {
        let view = UIView(frame: .zero)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        self.view = view
    }

    /// Does nothing. UIKit API. A subclass sets up its view.
    open func viewDidLoad() {}

    // MARK: Appearance

    /// Called before the view appears in a window. UIKit API; does nothing unless overridden.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called after the view has appeared in a window. UIKit API; does nothing unless overridden.
    ///
    /// The call follows ``UIView/addSubview(_:)`` at the main queue's next turn. ``UIWindow/makeKeyAndVisible()`` and
    /// ``present(_:animated:completion:)`` make the call before they return, unlike on iOS.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the view leaves its window or a presentation covers it. UIKit API; does nothing unless overridden.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called after the view has left its window or a presentation has covered it. UIKit API; does nothing unless overridden.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Called before the view places its subviews. UIKit API; does nothing unless overridden.
    open func viewWillLayoutSubviews() {}
    /// Called after the view has placed its subviews. UIKit API; does nothing unless overridden.
    open func viewDidLayoutSubviews() {}
    /// Called at the layout after the safe area of the view has changed. UIKit API; does nothing unless overridden.
    open func viewSafeAreaInsetsDidChange() {}

    /// The look and the space of the interface. UIKit API.
    open var traitCollection: UITraitCollection { surroundingTraits }

    /// The look of the view and the views in it; unspecified takes the superview's. UIKit API. Unlike on iOS pages don't see the look.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { viewIfLoaded?.inheritanceChanged() }
    }

    /// Called after the traits of the view have changed. UIKit API; does nothing unless overridden.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Presentation

    /// The way in which ``present(_:animated:completion:)`` shows the controller. UIKit API.
    ///
    /// A presenter disappears under the styles `fullScreen` and `currentContext`. Unlike on iOS the view fills the window in every style.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic

    /// The controller that this one or an ancestor has presented. UIKit API.
    open var presentedViewController: UIViewController? { presented ?? parent?.presentedViewController }

    /// The controller that has presented this one or an ancestor. UIKit API.
    open var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }

    /// Shows the view of another controller in the window, in front of the others. UIKit API.
    ///
    /// Nothing happens where the controller's view is in no window, or a controller is presented already. The outermost ancestor is the
    /// presenter. Unlike on iOS its view stays in the window, and nothing is animated.
    /// - Parameter completion: Called at the main queue's next turn.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        show(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Ends the presentation of ``presentedViewController``, or else of the controller itself. UIKit API.
    ///
    /// Presentations by the presented controller end, too. Unlike on iOS nothing is animated.
    /// - Parameter completion: Called at the main queue's next turn.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        endPresentation(animated: flag, completion: completion)
    }

    // MARK: Children

    /// The controller that this one is a child of. UIKit API.
    open internal(set) weak var parent: UIViewController?
    /// The controllers of parts of the view, in the order of their addition. UIKit API.
    open internal(set) var children: [UIViewController] = []

    /// Makes a controller a child, and takes it from another parent. UIKit API.
    ///
    /// The program adds the child's view itself, and calls ``didMove(toParent:)`` afterwards.
    open func addChild(_ childController: UIViewController) { adopt(childController) }

    /// Takes the controller from its parent and calls ``didMove(toParent:)``. UIKit API. The program removes the view itself.
    open func removeFromParent() { leaveParent() }

    /// Called before the controller has another parent. UIKit API; does nothing unless overridden.
    ///
    /// The program calls the method with nil before ``removeFromParent()``.
    open func willMove(toParent parent: UIViewController?) {}
    /// Called after the controller has another parent. UIKit API; does nothing unless overridden.
    open func didMove(toParent parent: UIViewController?) {}

    // MARK: Bars

    /// The parts of a bar that belong to the controller. UIKit API. Its title follows ``title``.
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
    /// The buttons of a toolbar. UIKit API.
    open var toolbarItems: [UIBarButtonItem]?

    /// Sets ``toolbarItems``. UIKit API. Unlike on iOS nothing is animated.
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }

    // MARK: The device

    // Unlike on iOS there is no status bar, no home indicator and no rotation: nothing reads these properties.
    /// The look of the status bar. UIKit API; without effect.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden. UIKit API; without effect.
    open var prefersStatusBarHidden: Bool { false }
    /// Does nothing: there is no status bar. UIKit API.
    open func setNeedsStatusBarAppearanceUpdate() {}
    /// The orientations of the interface. UIKit API; without effect.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// Whether the interface follows the device's orientation. UIKit API; without effect.
    open var shouldAutorotate: Bool { true }
    /// Whether the home indicator is hidden. UIKit API; without effect.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// Does nothing: there is no home indicator. UIKit API.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}

    /// The presenter of a presented controller, or else the superview of the view. UIKit API.
    open override var next: UIResponder? { presenter ?? viewIfLoaded?.superview }
}
