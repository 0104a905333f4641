public import Foundation

/// A closure that makes the preview of a context menu. UIKit API.
public typealias UIContextMenuContentPreviewProvider = @MainActor () -> UIViewController?

/// A closure that makes a context menu of the actions that the system suggests. UIKit API.
public typealias UIContextMenuActionProvider = @MainActor ([UIMenuElement]) -> UIMenu?

/// The menu and the preview for an element. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
    /// The name of the configuration. UIKit API.
    public let identifier: any NSCopying
    /// Makes the preview; nil for none.
    package let previewProvider: UIContextMenuContentPreviewProvider?
    /// Makes the menu; nil for none.
    package let actionProvider: UIContextMenuActionProvider?

    /// Makes a configuration. UIKit API. Without an identifier it gets a UUID.
    public init(
        identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
        actionProvider: UIContextMenuActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSString(string: UUID().uuidString)
        self.previewProvider = previewProvider
        self.actionProvider = actionProvider
        super.init()
    }
}
