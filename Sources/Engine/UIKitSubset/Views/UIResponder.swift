public import Foundation

/// An object that can have the keyboard's attention. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Makes a responder. UIKit API.
    public override init() { super.init() }

    /// The object that handles what this one does not. UIKit API.
    open var next: UIResponder? { nil }

    /// Whether the object may become the first responder; false unless overridden. UIKit API.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the object may stop being the first responder. UIKit API.
    open var canResignFirstResponder: Bool { true }

    /// Whether the object is the first responder. UIKit API.
    open var isFirstResponder: Bool { false }

    /// Makes the object the first responder where it can be, and returns whether it is. UIKit API.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Stops the object from being the first responder, and returns whether it is none. UIKit API.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    /// The view in place of the keyboard; nil unless overridden. UIKit API. Linux has no keyboard on the screen.
    open var inputView: UIView? { nil }

    /// The view above the keyboard; nil unless overridden. UIKit API. Linux has no keyboard on the screen.
    open var inputAccessoryView: UIView? { nil }

    /// Does nothing: no input view is shown. UIKit API.
    open func reloadInputViews() {}

    // MARK: Key-value observing

    /// Called when a property has changed that the object observes. Foundation API, there of `NSObject`.
    ///
    /// `WKWebView.addObserver(_:forKeyPath:options:context:)` begins an observation. Without an override the call ends the program, as on
    /// iOS.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        preconditionFailure(
            "An -observeValueForKeyPath:ofObject:change:context: message for \(keyPath ?? "") was received but not handled."
        )
    }

    // MARK: Touches

    /// Passes touches that have begun to ``next``. UIKit API. Unlike on iOS only the application calls the method.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }

    /// Passes touches that have moved to ``next``. UIKit API. Unlike on iOS only the application calls the method.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }

    /// Passes touches that have ended to ``next``. UIKit API. Unlike on iOS only the application calls the method.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

    /// Passes touches that the system has ended to ``next``. UIKit API. Unlike on iOS only the application calls the method.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}
