public import Foundation

/// Follows the scrolling of a view. UIKit API. Called on the main actor.
///
/// Every method may be left out. A scroll view here calls ``scrollViewDidScroll(_:)`` and
/// ``scrollViewDidEndScrollingAnimation(_:)``. Unlike on iOS it calls none of the others: a wheel and keys scroll without a drag.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The content offset has changed: by the program, by the user or by the page's scripts. UIKit API.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The scrolling that `setContentOffset(_:animated:)` began has ended. UIKit API.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

    /// The zoom scale has changed. UIKit API; never called.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// The user begins to drag the content. UIKit API; never called.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// The user lets the content go, which will come to rest at the target. UIKit API; never called.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// The user has let the content go. UIKit API; never called.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The content begins to slow down. UIKit API; never called.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// The content has come to rest. UIKit API; never called.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Returns the view to enlarge; nil unless implemented. UIKit API; never called.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// The user begins to zoom. UIKit API; never called.
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// The user has ended to zoom. UIKit API; never called.
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
    /// Returns whether a tap of the status bar scrolls to the top; true unless implemented. UIKit API; never called.
    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    /// A tap of the status bar has scrolled to the top. UIKit API; never called.
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    /// The adjusted insets have changed. UIKit API.
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing. UIKit API.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Does nothing. UIKit API.
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Returns nil. UIKit API.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Does nothing. UIKit API.
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {}
    /// Returns true. UIKit API.
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    /// Does nothing. UIKit API.
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    /// Does nothing. UIKit API.
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}
