public import Foundation

/// The screen of the phone. UIKit API. Main actor only.
///
/// Unlike on iOS a pixel is a point, and the program can choose the size.
@preconcurrency @MainActor
open class UIScreen: NSObject {
    /// The only screen. UIKit API.
    open class var main: UIScreen { screen }
    private static let screen = UIScreen()

    private override init() { super.init() }

    /// The size, in points: 390 by 844 unless set. UIKit API, there not to be set. Windows do not follow a change.
    public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
    /// The size, in pixels. UIKit API.
    open var nativeBounds: CGRect { bounds }
    /// The number of pixels to a point. UIKit API.
    open var scale: CGFloat { traitCollection.displayScale }
    /// The number of pixels to a point of the display. UIKit API.
    open var nativeScale: CGFloat { scale }
    /// The brightness, from 0 to 1. UIKit API; stored only.
    open var brightness: CGFloat = 0.5
    /// The look and the space of the interface. UIKit API.
    open var traitCollection: UITraitCollection { .current }
}
