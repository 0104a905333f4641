import Foundation

/// A recognizer of touches. UIKit API. Main actor only.
///
/// Views keep their recognizers, and nobody touches a view here: a recognizer recognizes nothing. An initializer with a selector needs
/// Objective-C.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// The stage of a gesture. UIKit API.
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed
    }

    /// Makes a recognizer. UIKit API.
    public override init() { super.init() }

    /// The view that has the recognizer. UIKit API.
    open internal(set) weak var view: UIView?
    /// Whether the recognizer takes part. UIKit API.
    open var isEnabled = true
    /// The stage of the gesture: always possible. UIKit API.
    open var state: State { .possible }
    /// Whether touches of a recognized gesture do not reach the view. UIKit API.
    open var cancelsTouchesInView = true
    /// A name for debugging. UIKit API.
    open var name: String?
}

/// A recognizer of taps. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps. UIKit API.
    open var numberOfTapsRequired = 1
    /// The number of fingers. UIKit API.
    open var numberOfTouchesRequired = 1
}

/// A recognizer of drags. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {}

/// A recognizer of pinches. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The factor between the distances of the fingers. UIKit API.
    open var scale: CGFloat = 1
}

extension UIView {
    func take(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
    }

    func release(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }
}
