import Foundation

/// A button of an alert. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIAlertAction: NSObject, NSCopying {
    /// The role of a button. UIKit API.
    public enum Style: Int, Sendable {
        /// A usual one; one that changes nothing; one that deletes something. UIKit API.
        case `default`, cancel, destructive
    }

    /// The words of the button. UIKit API.
    public let title: String?
    /// The role of the button. UIKit API.
    public let style: Style
    /// Whether the button can be chosen. UIKit API.
    open var isEnabled = true
    private let handler: (@MainActor (UIAlertAction) -> Void)?

    /// Makes a button. UIKit API.
    public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
        super.init()
    }

    func run() { handler?(self) }

    /// Returns a button with the same title, style and handler. UIKit API. Call it on the main thread.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { () -> UIAlertAction in
            let copy = UIAlertAction(title: title, style: style, handler: handler)
            copy.isEnabled = isEnabled
            return copy
        }
    }
}
