public import Foundation

/// A field for a line of text. UIKit API. Main actor only.
///
/// Nobody types here: a program sets ``text`` and sends the event `editingChanged`.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// The text; never nil once read, as on iOS. UIKit API.
    open var text: String? {
        get { content }
        set { content = newValue ?? "" }
    }
    private var content = ""

    /// The words in an empty field. UIKit API; stored only.
    open var placeholder: String?
    /// Whether the text is hidden. UIKit API; stored only.
    open var isSecureTextEntry = false
    /// The kind of the keyboard. UIKit API; stored only.
    open var keyboardType = UIKeyboardType.default
    /// The use of the text. UIKit API; stored only.
    open var textContentType: UITextContentType?
    /// The place of the text. UIKit API; stored only.
    open var textAlignment = NSTextAlignment.natural
    /// The colour of the text. UIKit API; stored only.
    open var textColor: UIColor?
    /// The font of the text. UIKit API; stored only.
    open var font: UIFont?

    /// Makes a field with a frame, in points. UIKit API.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Views cannot be decoded here: returns nil. UIKit API.
    public required init?(coder: NSCoder) { return nil }

    /// Whether the field can have the keyboard: where it is enabled. UIKit API.
    open override var canBecomeFirstResponder: Bool { isEnabled }
}

/// A kind of keyboard. UIKit API; without effect.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

/// A use of a text. UIKit API; without effect.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// The use as text.
    public let rawValue: String
    /// Makes a use from text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A user's name. UIKit API.
    public static let username = UITextContentType(rawValue: "username")
    /// A password. UIKit API.
    public static let password = UITextContentType(rawValue: "password")
    /// An address for mail. UIKit API.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A code that is used once. UIKit API.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// A URL. UIKit API.
    public static let URL = UITextContentType(rawValue: "url")
}
