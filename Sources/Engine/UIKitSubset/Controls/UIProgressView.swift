public import Foundation

/// A bar that shows how far something is. UIKit API. Main actor only. Unlike on iOS nothing is drawn.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    /// The look of a bar. UIKit API.
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    /// The look. UIKit API; stored only.
    open var progressViewStyle = Style.default
    private var part: Float = 0
    /// The part that is done, from 0 to 1. UIKit API. Another number becomes the nearest of these.
    open var progress: Float {
        get { part }
        set { part = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
    }
    /// The colour of the part that is done. UIKit API; stored only.
    open var progressTintColor: UIColor?
    /// The colour of the rest. UIKit API; stored only.
    open var trackTintColor: UIColor?

    /// Makes a bar. UIKit API.
    public convenience init(progressViewStyle style: Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: 150, height: 4))
        progressViewStyle = style
    }

    /// Makes a bar with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Sets ``progress``. UIKit API. Unlike on iOS nothing is animated.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}
