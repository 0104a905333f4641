public import Foundation

/// A view onto content that can be larger than the view. UIKit API. Main actor only.
///
/// ```swift
/// webView.scrollView.contentInsetAdjustmentBehavior = .never
/// webView.scrollView.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
/// ```
///
/// The scroll view of a web view scrolls its page. Any other one moves its subviews only, because nothing of it is drawn.
@preconcurrency @MainActor
open class UIScrollView: UIView {
    /// Makes a scroll view with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// The object that follows the scrolling. UIKit API.
    open weak var delegate: (any UIScrollViewDelegate)?

    // MARK: The content

    /// The place of the content at the view's top left corner, in points. UIKit API.
    ///
    /// A web view's is the one that its page reported last. A new one scrolls the page, and unlike on iOS it is limited to the
    /// content.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { setContentOffset(newValue, animated: false) }
    }

    /// Scrolls to an offset. UIKit API. ``UIScrollViewDelegate/scrollViewDidEndScrollingAnimation(_:)`` follows an animation.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard move(to: contentOffset), animated else { return }
        DispatchQueue.main.async { [weak self] in self.map { $0.delegate?.scrollViewDidEndScrollingAnimation($0) } }
    }

    /// Notes an offset and tells the delegate; returns false for the present one.
    @discardableResult
    package final func move(to offset: CGPoint) -> Bool {
        guard offset != bounds.origin else { return false }
        bounds.origin = offset
        delegate?.scrollViewDidScroll(self)
        return true
    }

    /// The size of the content, in points. UIKit API. A web view's is that of its page, and a new one has no effect on the page.
    open var contentSize = CGSize.zero

    /// Scrolls as little as is needed to show a rectangle of the content. UIKit API.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        func start(_ present: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
            if low < present || high - low > length { return low }
            return high > present + length ? high - length : present
        }
        let shown = rect.intersection(CGRect(origin: .zero, size: contentSize))
        guard !shown.isNull else { return }
        let offset = CGPoint(
            x: start(contentOffset.x, bounds.width, shown.minX, shown.maxX),
            y: start(contentOffset.y, bounds.height, shown.minY, shown.maxY))
        if offset != contentOffset { setContentOffset(offset, animated: animated) }
    }

    /// The distances by which the content may be scrolled beyond its edges. UIKit API; without effect on a page.
    open var contentInset = UIEdgeInsets.zero {
        didSet {
            note("contentInset", contentInset != oldValue, "the content has space around it")
            if contentInset != oldValue { delegate?.scrollViewDidChangeAdjustedContentInset(self) }
        }
    }

    /// ``contentInset``. UIKit API. Unlike on iOS the safe area adds nothing.
    open var adjustedContentInset: UIEdgeInsets { contentInset }

    /// Whether the safe area adds to the insets. UIKit API; kept without effect.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet {
            note(
                "contentInsetAdjustmentBehavior", contentInsetAdjustmentBehavior != oldValue,
                "the safe area adds to the insets")
        }
    }

    // MARK: Scrolling

    /// Whether the user can scroll. UIKit API. Where it is false, a wheel and keys do not scroll a web view's page, whose root
    /// element then has `overflow: hidden`; scripts and the program still scroll it.
    open var isScrollEnabled = true { didSet { if isScrollEnabled != oldValue { scrollingChanged?() } } }

    /// Whether the content bounces at its edges. UIKit API; kept without effect.
    open var bounces = true { didSet { note("bounces", bounces != oldValue, "the content bounces") } }

    /// Whether content that fits bounces vertically. UIKit API; kept without effect.
    open var alwaysBounceVertical = false {
        didSet { note("alwaysBounceVertical", alwaysBounceVertical != oldValue, "content that fits bounces") }
    }

    /// Whether content that fits bounces horizontally. UIKit API; kept without effect.
    open var alwaysBounceHorizontal = false {
        didSet { note("alwaysBounceHorizontal", alwaysBounceHorizontal != oldValue, "content that fits bounces") }
    }

    /// Whether scrolling stops at multiples of the view's size. UIKit API; kept without effect.
    open var isPagingEnabled = false {
        didSet { note("isPagingEnabled", isPagingEnabled != oldValue, "scrolling stops at pages") }
    }

    /// Whether a drag keeps to the direction it began in. UIKit API; kept without effect.
    open var isDirectionalLockEnabled = false {
        didSet {
            note("isDirectionalLockEnabled", isDirectionalLockEnabled != oldValue, "a drag keeps to its direction")
        }
    }

    /// Whether a tap of the status bar scrolls to the top. UIKit API; kept without effect.
    open var scrollsToTop = true {
        didSet { note("scrollsToTop", scrollsToTop != oldValue, "a tap of the status bar scrolls to the top") }
    }

    /// The rate at which content slows down. UIKit API; kept without effect.
    open var decelerationRate = DecelerationRate.normal {
        didSet { note("decelerationRate", decelerationRate != oldValue, "content slows down soon") }
    }

    /// The drags that put the keyboard away. UIKit API; kept without effect.
    open var keyboardDismissMode = KeyboardDismissMode.none {
        didSet { note("keyboardDismissMode", keyboardDismissMode != oldValue, "a drag puts the keyboard away") }
    }

    /// Whether a touch waits until it is known not to be a drag. UIKit API; kept without effect.
    open var delaysContentTouches = true {
        didSet { note("delaysContentTouches", delaysContentTouches != oldValue, "a touch may wait") }
    }

    /// Whether the user has touched the content to scroll; false. UIKit API.
    open var isTracking: Bool { false }
    /// Whether the user drags the content; false. UIKit API.
    open var isDragging: Bool { false }
    /// Whether the content moves after a drag; false. UIKit API.
    open var isDecelerating: Bool { false }

    // MARK: Indicators

    /// Whether the vertical scroll bar is shown. UIKit API. A web view's page loses its bars where both properties are false.
    open var showsVerticalScrollIndicator = true {
        didSet { if showsVerticalScrollIndicator != oldValue { scrollingChanged?() } }
    }

    /// Whether the horizontal scroll bar is shown. UIKit API. See ``showsVerticalScrollIndicator``.
    open var showsHorizontalScrollIndicator = true {
        didSet { if showsHorizontalScrollIndicator != oldValue { scrollingChanged?() } }
    }

    /// The look of the indicators. UIKit API; kept without effect.
    open var indicatorStyle = IndicatorStyle.default {
        didSet { note("indicatorStyle", indicatorStyle != oldValue, "the indicators are light or dark") }
    }

    /// The distances of the indicators from the edges. UIKit API; kept without effect.
    open var scrollIndicatorInsets = UIEdgeInsets.zero {
        didSet { note("scrollIndicatorInsets", scrollIndicatorInsets != oldValue, "the indicators have a distance") }
    }

    /// The distances of the vertical indicator from the edges. UIKit API; kept without effect.
    open var verticalScrollIndicatorInsets: UIEdgeInsets {
        get { scrollIndicatorInsets }
        set { scrollIndicatorInsets = newValue }
    }

    /// Whether the safe area moves the indicators. UIKit API; kept without effect.
    open var automaticallyAdjustsScrollIndicatorInsets = true {
        didSet {
            note(
                "automaticallyAdjustsScrollIndicatorInsets", automaticallyAdjustsScrollIndicatorInsets != oldValue,
                "the safe area moves the indicators")
        }
    }

    /// Shows the indicators for a moment. UIKit API; does nothing.
    open func flashScrollIndicators() {}

    /// The recognizer of drags. UIKit API. Nobody drags: it recognizes nothing.
    public private(set) lazy var panGestureRecognizer = UIPanGestureRecognizer()
    /// The recognizer of pinches. UIKit API. Nobody pinches: it recognizes nothing.
    open private(set) lazy var pinchGestureRecognizer: UIPinchGestureRecognizer? = UIPinchGestureRecognizer()

    // MARK: Zooming

    /// The factor by which the user has enlarged the content. UIKit API; kept without effect. See `WKWebView.pageZoom`.
    open var zoomScale: CGFloat = 1 {
        didSet { note("zoomScale", zoomScale != oldValue, "the content is enlarged") }
    }

    /// Sets ``zoomScale``, between the smallest and the largest one. UIKit API.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        zoomScale = max(minimumZoomScale, min(maximumZoomScale, scale))
    }

    /// The smallest zoom scale. UIKit API; kept without effect.
    open var minimumZoomScale: CGFloat = 1 {
        didSet { note("minimumZoomScale", minimumZoomScale != oldValue, "the user can zoom") }
    }

    /// The largest zoom scale. UIKit API; kept without effect.
    open var maximumZoomScale: CGFloat = 1 {
        didSet { note("maximumZoomScale", maximumZoomScale != oldValue, "the user can zoom") }
    }

    /// Whether zooming goes a little beyond the limits. UIKit API; kept without effect.
    open var bouncesZoom = true {
        didSet { note("bouncesZoom", bouncesZoom != oldValue, "zooming goes beyond the limits") }
    }

    // MARK: Refreshing

    /// The control that a pull at the top triggers. UIKit API. Unlike on iOS nobody can pull: the program sends its actions.
    open var refreshControl: UIRefreshControl? {
        didSet {
            guard refreshControl !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let refreshControl { insertSubview(refreshControl, at: 0) }
        }
    }

    // MARK: A page's view

    /// Called with a setting's name and its effect on iOS, when the setting has changed and does not act on a page.
    package final var settingChanged: (@MainActor (_ name: String, _ effect: String) -> Void)?
    /// Called when a setting has changed that acts on a page.
    package final var scrollingChanged: (@MainActor () -> Void)?

    private func note(_ name: String, _ isChanged: Bool, _ effect: String) {
        if isChanged { settingChanged?(name, effect) }
    }
}
