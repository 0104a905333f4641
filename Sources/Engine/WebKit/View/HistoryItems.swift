import CWebKitGTK

/// The view's list of visited pages, brought up to date when it is read. An entry keeps its item.
@MainActor
struct HistoryItems {
    private let list = WKBackForwardList()

    /// - Parameter shown: the address that an item shows for WebKit's.
    func list(of handle: OpaquePointer?, _ shown: (@MainActor (URL) -> URL)?) -> WKBackForwardList {
        guard let handle else { return list }
        var known = [list.currentItem].compactMap { $0 } + list.backList + list.forwardList
        func item(at offset: Int32) -> WKBackForwardListItem? {
            guard let entry = Self.entry(of: handle, at: offset) else { return nil }
            if let index = known.firstIndex(where: {
                $0.loadedURL == entry.url && $0.loadedInitialURL == entry.initialURL
            }) {
                let item = known.remove(at: index)
                item.title = entry.title ?? item.title
                return item
            }
            return WKBackForwardListItem(url: entry.url, title: entry.title, initialURL: entry.initialURL, shown: shown)
        }
        func items(step: Int32) -> [WKBackForwardListItem] {
            Array(
                sequence(state: step) { offset in
                    defer { offset += step }
                    return item(at: offset)
                })
        }
        let current = item(at: 0)
        let back = items(step: -1)
        list.replace(back: back.reversed(), current: current, forward: items(step: 1))
        return list
    }

    private struct Entry {
        var url: URL
        var title: String?
        var initialURL: URL
    }

    private static func entry(of handle: OpaquePointer, at offset: Int32) -> Entry? {
        var found: Entry?
        withUnsafeMutablePointer(to: &found) { found in
            _ = cwk_view_history_entry(
                handle, offset,
                { uri, title, original, context in
                    guard let uri, let url = URL(address: String(cString: uri)) else { return }
                    let initial = original.flatMap { URL(address: String(cString: $0)) } ?? url
                    context?.assumingMemoryBound(to: Entry?.self).pointee = Entry(
                        url: url, title: title.map { String(cString: $0) }, initialURL: initial)
                }, found)
        }
        return found
    }
}
