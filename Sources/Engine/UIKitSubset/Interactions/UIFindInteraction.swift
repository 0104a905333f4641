public import Foundation

/// A search in the content of a view. UIKit API. Main actor only.
///
/// ```swift
/// interaction.presentFindNavigator(showingReplace: false)
/// interaction.searchText = "Linux"
/// interaction.findNext()
/// ```
///
/// Unlike on iOS no navigator is drawn: the program sets the text and asks for each result.
@preconcurrency @MainActor
open class UIFindInteraction: NSObject, UIInteraction {
    private let find: (String, _ backwards: Bool) -> Void

    /// Makes an interaction that searches by a closure, which gets the text and searches from the present result on.
    package init(find: @escaping (String, _ backwards: Bool) -> Void) {
        self.find = find
        super.init()
    }

    /// The view that has the interaction. UIKit API.
    open private(set) weak var view: UIView?

    /// Does nothing unless overridden. UIKit API.
    open func willMove(to view: UIView?) {}

    /// Keeps the view, and dismisses the navigator where the view is nil. UIKit API.
    open func didMove(to view: UIView?) {
        self.view = view
        if view == nil { dismissFindNavigator() }
    }

    /// The text to search for. UIKit API. A new text starts no search.
    open var searchText: String?

    /// Whether the navigator counts as visible. UIKit API.
    open private(set) var isFindNavigatorVisible = false

    /// Notes that the navigator is visible. UIKit API. Unlike on iOS no text is replaced.
    open func presentFindNavigator(showingReplace: Bool) { isFindNavigatorVisible = view != nil }

    /// Notes that the navigator is not visible. UIKit API.
    open func dismissFindNavigator() { isFindNavigatorVisible = false }

    /// Shows the next result, or none without a text. UIKit API.
    open func findNext() { search(backwards: false) }

    /// Shows the previous result, or none without a text. UIKit API.
    open func findPrevious() { search(backwards: true) }

    /// Does nothing: no navigator shows a number of results. UIKit API.
    open func updateResultCount() {}

    private func search(backwards: Bool) {
        guard let searchText, !searchText.isEmpty else { return }
        find(searchText, backwards)
    }
}
