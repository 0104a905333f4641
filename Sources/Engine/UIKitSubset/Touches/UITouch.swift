public import Foundation

/// A finger on the screen. UIKit API. Main actor only.
///
/// Unlike on iOS nobody touches a screen: a touch that an application makes begins at the origin, and has no view.
@preconcurrency @MainActor
open class UITouch: NSObject {
    /// The stage of a touch. UIKit API.
    public enum Phase: Int, Sendable {
        /// The finger comes, moves, rests and leaves; the system ends the touch. UIKit API.
        case began, moved, stationary, ended, cancelled
    }

    /// Makes a touch. UIKit API.
    public override init() { super.init() }

    /// The stage of the touch: always the first one. UIKit API.
    open var phase: Phase { .began }
    /// The time of the touch in seconds: always 0. UIKit API.
    open var timestamp: TimeInterval { 0 }
    /// The number of taps at the place: always 0. UIKit API.
    open var tapCount: Int { 0 }
    /// The view in which the touch began: always nil. UIKit API.
    open var view: UIView? { nil }
    /// The window in which the touch began: always nil. UIKit API.
    open var window: UIWindow? { nil }

    /// Returns the origin. UIKit API.
    open func location(in view: UIView?) -> CGPoint { .zero }

    /// Returns the origin. UIKit API.
    open func previousLocation(in view: UIView?) -> CGPoint { .zero }
}
