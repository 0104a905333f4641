public import Foundation

/// A sign that something is under way. UIKit API. Main actor only. Unlike on iOS nothing is drawn.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// The look of an indicator. UIKit API.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
        // The old names.
        case whiteLarge = 0
        case white = 1
        case gray = 2
    }

    /// The look. UIKit API; stored only.
    open var style = Style.medium
    /// The colour. UIKit API; stored only.
    open var color: UIColor!
    /// Whether the indicator runs. UIKit API.
    open private(set) var isAnimating = false
    /// Whether the indicator is hidden unless it runs; true unless set. UIKit API.
    open var hidesWhenStopped = true { didSet { if !isAnimating { isHidden = hidesWhenStopped } } }

    /// Makes an indicator. UIKit API.
    public convenience init(style: Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        self.style = style
        if [.large, .whiteLarge].contains(style) { frame.size = CGSize(width: 37, height: 37) }
    }

    /// Makes an indicator with a frame, in points. UIKit API.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
        isUserInteractionEnabled = false
    }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Starts the indicator and shows it. UIKit API.
    open func startAnimating() {
        isAnimating = true
        isHidden = false
    }

    /// Stops the indicator, and hides it where ``hidesWhenStopped`` says so. UIKit API.
    open func stopAnimating() {
        isAnimating = false
        isHidden = hidesWhenStopped
    }
}
