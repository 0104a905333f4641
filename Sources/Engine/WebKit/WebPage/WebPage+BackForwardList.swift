extension WebPage {
    /// The pages that a page has shown, as they were when the list was read. Apple API. Main actor only.
    @MainActor
    public struct BackForwardList: Equatable, Sendable {
        /// The pages before the current one, in the order of the visit: the nearest is last. Apple API.
        public let backList: [Item]
        /// The page that is shown; nil before the first. Apple API.
        public let currentItem: Item?
        /// The pages after the current one: the nearest is first. Apple API.
        public let forwardList: [Item]

        init(_ list: WKBackForwardList) {
            backList = list.backList.map(Item.init)
            currentItem = list.currentItem.map(Item.init)
            forwardList = list.forwardList.map(Item.init)
        }

        /// The page that many steps from the current one, negative for back; nil outside the list. Apple API.
        public subscript(_ index: Int) -> Item? {
            if index == 0 { return currentItem }
            let list = index < 0 ? backList : forwardList
            let position = index < 0 ? list.count + index : index - 1
            return list.indices.contains(position) ? list[position] : nil
        }

        /// A page that was shown. Apple API.
        public struct Item: Equatable, Identifiable, Sendable {
            /// The identity of an item. It stays the same while the item is in the list. Apple API.
            public struct ID: Hashable, Sendable {
                fileprivate let value: ObjectIdentifier
            }

            /// The identity of the item. Apple API.
            public let id: ID
            /// The title of the page; nil until it is known. Apple API.
            public let title: String?
            /// The URL of the page, after redirects. Apple API.
            public let url: URL
            /// The URL that was first asked for. Apple API.
            public let initialURL: URL
            let wrapped: WKBackForwardListItem

            @MainActor
            init(_ item: WKBackForwardListItem) {
                id = ID(value: ObjectIdentifier(item))
                (title, url, initialURL, wrapped) = (item.title, item.url, item.initialURL, item)
            }
        }
    }
}
