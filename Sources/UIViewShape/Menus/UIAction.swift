/// A closure that an action runs. UIKit API.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// A closure with a title, for a control or a menu. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    /// The object that runs the action, while it runs. UIKit API.
    open private(set) var sender: Any?
    private let handler: UIActionHandler

    /// Makes an action. UIKit API.
    public init(title: String = "", handler: @escaping UIActionHandler) {
        self.handler = handler
        super.init(title: title)
    }

    /// Runs the closure, as a person would who chooses the action.
    package func run(by sender: Any) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}
