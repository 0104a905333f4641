import Foundation

/// An object with a view, which is made when it is needed. UIKit API, as far as a preview needs it. Main actor only.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?

    /// Makes a controller. UIKit API.
    public override init() { super.init() }

    /// The controller's view. UIKit API. The first reading calls ``loadView()`` and ``viewDidLoad()``.
    open var view: UIView! {
        get {
            if loadedView == nil {
                loadView()
                viewDidLoad()
            }
            return loadedView
        }
        set { loadedView = newValue }
    }

    /// Whether the view was made. UIKit API.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes an empty view. UIKit API. A subclass sets ``view`` in its own.
    open func loadView() { view = UIView(frame: .zero) }

    /// Does nothing. UIKit API. A subclass sets up its view.
    open func viewDidLoad() {}
}
