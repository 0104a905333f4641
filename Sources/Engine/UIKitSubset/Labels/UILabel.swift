public import Foundation

/// A view with words. UIKit API. Main actor only. Unlike on iOS nothing is drawn, and the words have no size.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The words. UIKit API.
    open var text: String?
    /// The font. UIKit API; stored only.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// The colour of the words. UIKit API; stored only.
    open var textColor: UIColor! = .label
    /// The place of the words. UIKit API; stored only.
    open var textAlignment = NSTextAlignment.natural
    /// The most lines; 0 for any number. UIKit API; stored only.
    open var numberOfLines = 1
    /// Whether long words get a smaller font. UIKit API; stored only.
    open var adjustsFontSizeToFitWidth = false
    /// Whether the font follows the user's size. UIKit API; stored only.
    open var adjustsFontForContentSizeCategory = false

    /// Makes a label with a frame, in points. UIKit API.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
    }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// The words that name the label; ``text`` unless set. UIKit API.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }
}

/// A place of words in their view. UIKit API; without effect.
public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural
}
