/// The pages that a view has visited. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKBackForwardList: NSObject {
    /// The page that is shown; nil before the first. Apple API.
    open private(set) var currentItem: WKBackForwardListItem?

    /// The pages before the current one, in the order of the visit: the nearest is last. Apple API.
    open private(set) var backList: [WKBackForwardListItem] = []

    /// The pages after the current one: the nearest is first. Apple API.
    open private(set) var forwardList: [WKBackForwardListItem] = []

    /// The page before the current one. Apple API.
    open var backItem: WKBackForwardListItem? { backList.last }

    /// The page after the current one. Apple API.
    open var forwardItem: WKBackForwardListItem? { forwardList.first }

    /// The page that many steps from the current one, negative for back; nil outside the list. Apple API.
    open func item(at index: Int) -> WKBackForwardListItem? {
        if index == 0 { return currentItem }
        let list = index < 0 ? backList : forwardList
        let position = index < 0 ? list.count + index : index - 1
        return list.indices.contains(position) ? list[position] : nil
    }

    override init() { super.init() }

    /// Replaces the contents of the list; both lists in the order of the visit.
    func replace(back: [WKBackForwardListItem], current: WKBackForwardListItem?, forward: [WKBackForwardListItem]) {
        backList = back
        currentItem = current
        forwardList = forward
    }

    /// Whether the list has that very item.
    func contains(_ item: WKBackForwardListItem) -> Bool {
        item === currentItem || backList.contains { $0 === item } || forwardList.contains { $0 === item }
    }
}
