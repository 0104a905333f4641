public import Foundation

/// A rectangle in a tree of rectangles, the base of web views. UIKit API, as far as the layout of web views needs it. Main actor
/// only.
///
/// ```swift
/// let container = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
/// webView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
/// container.addSubview(webView)
/// ```
///
/// Unlike on iOS nothing but a web view is drawn: colours, transparency and visibility are stored.
@preconcurrency @MainActor
open class UIView: UIResponder, @preconcurrency NSCoding {
    /// Makes a view with a frame, in points. UIKit API.
    public init(frame: CGRect) {
        storedFrame = frame
        super.init()
    }

    /// Makes a view of no size. UIKit API.
    public convenience override init() { self.init(frame: .zero) }

    /// Makes a view with the frame of an archive; of no size where the coder has none. UIKit API.
    public required init?(coder: NSCoder) {
        storedFrame = Self.frame(from: coder)
        super.init()
    }

    /// Archives the frame. UIKit API, there with all settings and subviews.
    open func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        for (key, value) in zip(Self.frameKeys, [frame.minX, frame.minY, frame.width, frame.height]) {
            coder.encode(Double(value), forKey: key)
        }
    }

    private static let frameKeys = ["UIView.x", "UIView.y", "UIView.width", "UIView.height"]

    /// Returns the frame of an archive; a frame of no size where the coder has none.
    package static func frame(from coder: NSCoder) -> CGRect {
        guard coder.allowsKeyedCoding else { return .zero }
        let values = frameKeys.map { coder.containsValue(forKey: $0) ? coder.decodeDouble(forKey: $0) : 0 }
        return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    // MARK: Geometry

    private var storedFrame: CGRect
    private var boundsOrigin = CGPoint.zero

    /// The position and size in the superview, in points. UIKit API. Subviews follow a new size by their masks at once, and
    /// by their constraints at the next layout.
    open var frame: CGRect {
        get { storedFrame }
        set {
            let old = storedFrame.size
            storedFrame = newValue
            if old != newValue.size { sizeChanged(from: old) }
        }
    }

    /// The rectangle in the view's own coordinates. UIKit API. A new size keeps the center.
    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            boundsOrigin = newValue.origin
            let middle = center
            if newValue.size != frame.size {
                frame = CGRect(
                    x: middle.x - newValue.width / 2, y: middle.y - newValue.height / 2, width: newValue.width,
                    height: newValue.height)
            }
        }
    }

    /// The middle of the frame. UIKit API.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame = CGRect(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2, width: frame.width,
                height: frame.height)
        }
    }

    private func sizeChanged(from old: CGSize) {
        for subview in subviews { subview.followSuperview(from: old, to: frame.size) }
        setNeedsLayout()
    }

    /// The widths at the edges that the content should leave free; zero unless overridden. UIKit API.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// Called at the layout after ``safeAreaInsets`` have changed. UIKit API; does nothing unless overridden.
    open func safeAreaInsetsDidChange() {}

    /// Converts a point to the coordinates of a view of the same tree; nil is the root. UIKit API.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { move(point, by: offset(from: view)) }

    /// Converts a point from the coordinates of a view of the same tree; nil is the root. UIKit API.
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { move(point, by: offset(to: view)) }

    /// Converts a rectangle to the coordinates of a view of the same tree; nil is the root. UIKit API.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: move(rect.origin, by: offset(from: view)), size: rect.size)
    }

    /// Converts a rectangle from the coordinates of a view of the same tree; nil is the root. UIKit API.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: move(rect.origin, by: offset(to: view)), size: rect.size)
    }

    /// A size for ``intrinsicContentSize`` that the content does not set. UIKit API.
    public class var noIntrinsicMetric: CGFloat { -1 }

    /// The size of the content; not set unless overridden. UIKit API. Unlike on iOS layouts by constraints do not use the size.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// Asks for a layout of the superview. UIKit API.
    open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }

    /// Returns the size that suits the view; the present one unless overridden. UIKit API.
    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }

    /// Gives the view the size of ``sizeThatFits(_:)``. UIKit API.
    open func sizeToFit() { frame.size = sizeThatFits(frame.size) }

    /// The parts of the frame that follow the superview's size. UIKit API.
    open var autoresizingMask: AutoresizingMask = []

    /// Whether ``autoresizingMask`` places the view; constraints do where it is false. UIKit API.
    open var translatesAutoresizingMaskIntoConstraints = true { didSet { superview?.setNeedsLayout() } }

    // MARK: Appearance

    /// Whether the view is not shown. UIKit API. Only ``hitTest(_:with:)`` acts on it.
    open var isHidden = false
    /// The opacity, from 0 to 1. UIKit API. Only ``hitTest(_:with:)`` acts on it.
    open var alpha: CGFloat = 1
    /// Whether nothing behind the view shows through. UIKit API. A web view acts on it.
    open var isOpaque = true
    /// The colour behind the content. UIKit API. A web view acts on it.
    open var backgroundColor: UIColor?
    /// Whether subviews are cut off at the bounds. UIKit API; stored only.
    open var clipsToBounds = false
    /// The place of the content in a view of another size. UIKit API; stored only.
    open var contentMode = ContentMode.scaleToFill

    /// Does nothing: no view is drawn. UIKit API.
    open func setNeedsDisplay() {}

    /// Returns the view as a content for ``UIPrintInteractionController``. UIKit API. Only web views have a document.
    open func viewPrintFormatter() -> UIViewPrintFormatter { UIViewPrintFormatter(view: self) }

    private var ownTint: UIColor?
    var knownTint = UIView.systemTint

    /// The colour of controls; nil restores the superview's. UIKit API. Unlike on iOS nothing is drawn with the colour.
    open var tintColor: UIColor! {
        get { ownTint ?? superview?.tintColor ?? Self.systemTint }
        set {
            ownTint = newValue
            inheritanceChanged()
        }
    }

    /// Called after the tint has changed, here or in a superview. UIKit API; does nothing unless overridden.
    open func tintColorDidChange() {}

    var knownTraits = UITraitCollection.current

    /// The look and the space of the interface. UIKit API.
    open var traitCollection: UITraitCollection { inheritedTraits }

    /// The look of the view and the views in it; unspecified takes the superview's. UIKit API. Unlike on iOS pages don't see the look.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified { didSet { inheritanceChanged() } }

    /// Called after the traits have changed, here or in a superview. UIKit API; does nothing unless overridden.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Accessibility

    // Unlike on iOS no assistive program reads these properties; web pages have accessibility of their own.
    /// A name for tests of the interface. UIKit API; stored only.
    open var accessibilityIdentifier: String?
    /// Whether an assistive program reads the view. UIKit API; stored only.
    open var isAccessibilityElement = false
    /// The words that name the view. UIKit API; stored only.
    open var accessibilityLabel: String?
    /// The words that describe the result of an action. UIKit API; stored only.
    open var accessibilityHint: String?
    /// The words for the present value. UIKit API; stored only.
    open var accessibilityValue: String?
    /// Whether assistive programs skip the views in this one. UIKit API; stored only.
    open var accessibilityElementsHidden = false

    // MARK: Touches

    /// Whether touches reach the view. UIKit API. Only ``hitTest(_:with:)`` acts on it.
    open var isUserInteractionEnabled = true

    /// Returns the foremost view at a point, of this one and the views in it; nil for none. UIKit API.
    ///
    /// Views without user interaction, hidden views and transparent views are skipped with the views in them.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { foremostView(at: point, with: event) }

    /// Returns whether a point is inside the bounds. UIKit API.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    /// The recognizers of the view; nil before the first one. UIKit API.
    open var gestureRecognizers: [UIGestureRecognizer]?

    /// Gives the view a recognizer, and takes it from another one. UIKit API.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { take(gestureRecognizer) }

    /// Takes a recognizer from the view; another view's stays. UIKit API.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { release(gestureRecognizer) }

    var heldInteractions: [any UIInteraction] = []

    /// The interactions of the view. UIKit API.
    open var interactions: [any UIInteraction] {
        get { heldInteractions }
        set { replaceInteractions(by: newValue) }
    }

    /// Gives the view an interaction, and takes it from another one. UIKit API.
    open func addInteraction(_ interaction: any UIInteraction) { take(interaction) }

    /// Takes an interaction from the view; another view's stays. UIKit API.
    open func removeInteraction(_ interaction: any UIInteraction) { release(interaction) }

    // MARK: The tree

    /// The view that contains this one. UIKit API.
    open internal(set) weak var superview: UIView?
    /// The views in this one, the hindmost first. UIKit API.
    open internal(set) var subviews: [UIView] = []
    /// The window that the view is in. UIKit API.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window }

    /// The controller whose view this is.
    weak var controller: UIViewController?

    /// A number for the application's use. UIKit API.
    open var tag = 0

    /// Returns the first view with a tag, of this one and the views in it; nil for none. UIKit API.
    open func viewWithTag(_ tag: Int) -> UIView? { firstView(tagged: tag) }

    /// Returns whether the view is `view` or inside it. UIKit API.
    open func isDescendant(of view: UIView) -> Bool { isInside(view) }

    /// Puts a view in front of the others. UIKit API. The view leaves its former superview.
    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

    /// Puts a view at a place of ``subviews``. UIKit API.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    /// Puts a view just in front of a sibling. UIKit API.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        insert(view, at: (subviews.firstIndex { $0 === siblingSubview } ?? subviews.count - 1) + 1)
    }

    /// Puts a view just behind a sibling. UIKit API.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insert(view, at: subviews.firstIndex { $0 === siblingSubview } ?? subviews.count)
    }

    /// Moves a subview in front of the others. UIKit API.
    open func bringSubviewToFront(_ view: UIView) { move(view) { $0.append($1) } }

    /// Moves a subview behind the others. UIKit API.
    open func sendSubviewToBack(_ view: UIView) { move(view) { $0.insert($1, at: 0) } }

    /// Takes the view out of its superview, and ends the constraints to views outside. UIKit API.
    open func removeFromSuperview() { leave() }

    /// Called before the view has another superview. UIKit API; does nothing unless overridden.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Called after the view has another superview. UIKit API; does nothing unless overridden.
    open func didMoveToSuperview() {}
    /// Called before the view has another window. UIKit API; does nothing unless overridden.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// Called after the view has another window. UIKit API; does nothing unless overridden.
    open func didMoveToWindow() {}
    /// Called after a subview has come. UIKit API; does nothing unless overridden.
    open func didAddSubview(_ subview: UIView) {}
    /// Called before a subview leaves. UIKit API; does nothing unless overridden.
    open func willRemoveSubview(_ subview: UIView) {}

    // MARK: Layout

    /// The active constraints that name the view. UIKit's property lists those that the view holds.
    var layoutConstraints: [NSLayoutConstraint] = []
    var needsLayout = false
    var needsConstraintUpdate = false
    var knownSafeAreaInsets = UIEdgeInsets.zero

    /// The part of the view inside ``safeAreaInsets``. UIKit API.
    open private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(of: self)

    /// Asks for a layout at the main queue's next turn. UIKit API.
    open func setNeedsLayout() { scheduleLayout() }

    /// Lays the view and its subviews out now, where a layout has been asked for. UIKit API.
    open func layoutIfNeeded() { layOut() }

    /// Places the subviews by their constraints. UIKit API. An override calls `super` first.
    open func layoutSubviews() { FixedLayout(of: self).apply() }

    /// Asks for a call of ``updateConstraints()`` before the next layout. UIKit API.
    open func setNeedsUpdateConstraints() { scheduleConstraintUpdate() }

    /// Calls ``updateConstraints()`` now, where a call has been asked for. UIKit API.
    open func updateConstraintsIfNeeded() { updateConstraintsNow() }

    /// Does nothing. UIKit API. An override changes the constraints and calls `super` last.
    open func updateConstraints() {}

    // MARK: The first responder

    // Kept by the root of a tree.
    weak var firstResponderOfTree: UIView?

    /// The controller of the view, or else the superview. UIKit API.
    open override var next: UIResponder? { controller ?? superview }

    /// Whether the view is the first responder of its tree. UIKit API.
    open override var isFirstResponder: Bool { root.firstResponderOfTree === self }

    /// Makes the view the first responder of its tree, unless the present one keeps that. UIKit API.
    @discardableResult
    open override func becomeFirstResponder() -> Bool { takeResponder() }

    /// Leaves the tree without a first responder, where the view is it. UIKit API.
    @discardableResult
    open override func resignFirstResponder() -> Bool { giveUpResponder() }
}
