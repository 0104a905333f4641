public import Foundation

/// A view of a picture. UIKit API. Main actor only. Unlike on iOS nothing is drawn.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// The picture. UIKit API.
    open var image: UIImage? { didSet { if image !== oldValue { invalidateIntrinsicContentSize() } } }

    /// Makes a view of the picture's size. UIKit API.
    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }

    /// Makes a view with a frame, in points. UIKit API.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// The size of the picture. UIKit API.
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    /// Returns the size of the picture. UIKit API.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? super.sizeThatFits(size) }
}
