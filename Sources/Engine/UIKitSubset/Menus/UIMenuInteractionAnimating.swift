public import Foundation

/// The changes that accompany the appearance or the end of a context menu. UIKit API. Main actor only.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
    /// The controller of the preview; nil without one. UIKit API.
    var previewViewController: UIViewController? { get }
    /// Adds a closure that changes views while the menu appears or ends. UIKit API.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that runs after the menu has appeared or ended. UIKit API.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// The ways in which the preview of a context menu leaves after a touch. UIKit API.
public enum UIContextMenuInteractionCommitStyle: Int, Sendable {
    /// The preview disappears; the preview grows into its destination. UIKit API.
    case dismiss, pop
}

/// The changes that accompany the touch of a context menu's preview. UIKit API. Main actor only.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
    /// The way in which the preview leaves. UIKit API.
    var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
}

/// The changes that accompany the appearance or the end of an edit menu. UIKit API. Main actor only.
@preconcurrency @MainActor
public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {
    /// Adds a closure that changes views while the menu appears or ends. UIKit API.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that runs after the menu has appeared or ended. UIKit API.
    func addCompletion(_ completion: @escaping () -> Void)
}
