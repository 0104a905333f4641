import Foundation

/// A closure that an action runs. UIKit API.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// A closure with a title, for a control or a menu. UIKit API. Main actor only.
///
/// ```swift
/// let delete = UIAction(title: "Delete", image: UIImage(systemName: "trash"), attributes: .destructive) { _ in remove() }
/// ```
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    /// The name of the action. UIKit API.
    public let identifier: Identifier
    /// The words that explain the action. UIKit API; stored only.
    open var discoverabilityTitle: String?
    /// The ways in which a menu shows the action. UIKit API; stored only.
    open var attributes: UIMenuElement.Attributes
    /// The mark beside the title. UIKit API; stored only.
    open var state: UIMenuElement.State
    /// The object that runs the action, while it runs. UIKit API.
    open private(set) var sender: Any?
    private let handler: UIActionHandler

    /// The words for the user. UIKit API.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }

    /// The picture beside the title; nil for none. UIKit API; stored only.
    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }

    /// Makes an action. UIKit API. Without an identifier the action gets a UUID.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
    ) {
        self.identifier = identifier ?? Identifier("com.apple.action.dynamic.\(UUID().uuidString)")
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// Runs the closure, as a person would who chooses the action.
    package func run(by sender: Any) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}

extension UIAction {
    /// The name of an action. UIKit API.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name as text.
        public let rawValue: String

        /// Makes a name from text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a name from text. UIKit API.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }
}
