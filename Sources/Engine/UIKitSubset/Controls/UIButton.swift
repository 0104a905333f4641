public import Foundation

/// A button. UIKit API. Main actor only.
///
/// Nobody touches a button here: a test calls ``tap()``.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// The look of a button. UIKit API.
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, infoDark, contactAdd
        case close = 7
    }

    /// The look. UIKit API; stored only.
    open private(set) var buttonType = ButtonType.custom
    private var titles: [UInt: String] = [:]
    private var images: [UInt: UIImage] = [:]
    private var colors: [UInt: UIColor] = [:]

    /// The label with the words. UIKit API.
    open private(set) lazy var titleLabel: UILabel? = UILabel(frame: .zero)
    /// The view with the picture. UIKit API.
    open private(set) lazy var imageView: UIImageView? = UIImageView(frame: .zero)
    /// The menu of the button. UIKit API; stored only.
    open var menu: UIMenu?
    /// Whether a tap shows the menu. UIKit API; stored only.
    open var showsMenuAsPrimaryAction = false

    /// Makes a button with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Makes a button. UIKit API.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
    }

    /// Makes a button with an action, whose title and picture it has. UIKit API. ``UIControl/performPrimaryAction()`` runs the action.
    public convenience init(frame: CGRect = .zero, primaryAction: UIAction?) {
        self.init(frame: frame)
        guard let primaryAction else { return }
        buttonType = .system
        setTitle(primaryAction.title, for: .normal)
        setImage(primaryAction.image, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    /// Makes a button of a look with an action. UIKit API.
    public convenience init(type buttonType: ButtonType, primaryAction: UIAction?) {
        self.init(frame: .zero, primaryAction: primaryAction)
        self.buttonType = buttonType
    }

    /// Does what a tap on the button does: sends `touchDown`, then `touchUpInside` with `primaryActionTriggered`. Not of UIKit's API.
    ///
    /// - Returns: false for a button that is not enabled, or whose `isUserInteractionEnabled` is false.
    @discardableResult
    public func tap() -> Bool {
        guard isEnabled, isUserInteractionEnabled else { return false }
        sendActions(for: .touchDown)
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
        return true
    }

    /// Sets the words in a state. UIKit API. A state without words has those of `normal`.
    open func setTitle(_ title: String?, for state: State) {
        titles[state.rawValue] = title
        stateChanged()
    }

    /// Returns the words in a state. UIKit API.
    open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[State.normal.rawValue] }

    /// Sets the colour of the words in a state. UIKit API.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        colors[state.rawValue] = color
        stateChanged()
    }

    /// Returns the colour of the words in a state. UIKit API.
    open func titleColor(for state: State) -> UIColor? { colors[state.rawValue] ?? colors[State.normal.rawValue] }

    /// Sets the picture in a state. UIKit API. A state without a picture has that of `normal`.
    open func setImage(_ image: UIImage?, for state: State) {
        images[state.rawValue] = image
        stateChanged()
    }

    /// Returns the picture in a state. UIKit API.
    open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[State.normal.rawValue] }

    /// The words now. UIKit API.
    open var currentTitle: String? { title(for: state) }
    /// The picture now. UIKit API.
    open var currentImage: UIImage? { image(for: state) }

    override func stateChanged() {
        titleLabel?.text = currentTitle
        if let color = titleColor(for: state) { titleLabel?.textColor = color }
        imageView?.image = currentImage
    }

    /// The words that name the button; the title unless set. UIKit API.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? currentTitle }
        set { super.accessibilityLabel = newValue }
    }
}
