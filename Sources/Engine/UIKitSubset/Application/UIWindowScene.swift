import Foundation

/// A part of an application's interface. UIKit API. Main actor only. There is one, see ``UIWindowScene``.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The stage of a scene. UIKit API.
    public enum ActivationState: Int, Sendable {
        /// Not there; in front; in front without events; behind. UIKit API.
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    override init() { super.init() }

    /// The stage: that of the application. UIKit API.
    open var activationState: ActivationState {
        switch UIApplication.shared.applicationState {
        case .active: .foregroundActive
        case .inactive: .foregroundInactive
        case .background: .background
        }
    }

    /// The application. UIKit API.
    open override var next: UIResponder? { UIApplication.shared }
}

/// The scene that all windows are in. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The windows that are shown, the hindmost first. UIKit API.
    open var windows: [UIWindow] { UIApplication.shared.windows }
    /// The key window; nil for none. UIKit API.
    open var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
    /// The screen. UIKit API.
    open var screen: UIScreen { .main }
    /// The look and the space of the interface. UIKit API.
    open var traitCollection: UITraitCollection { .current }
}
