import CWebKitGTK

/// The open list of a page's `<select>`, to be answered once; dropped, it closes without a choice. Main actor only.
@MainActor
package final class OptionMenu {
    /// A line of the list.
    package struct Item: Sendable, Codable {
        package let label: String
        package let isEnabled: Bool
        /// Whether it is the heading of those that follow.
        package let isGroup: Bool
        package let isSelected: Bool
    }

    private var handle: OpaquePointer?
    /// The lines, in order.
    package let items: [Item]

    init(_ handle: OpaquePointer) {
        self.handle = handle
        items = (0..<cwk_menu_count(handle)).compactMap { index in
            var (isEnabled, isGroup, isSelected) = (false, false, false)
            guard let label = cwk_menu_item(handle, index, &isEnabled, &isGroup, &isSelected) else { return nil }
            return Item(
                label: String(cString: label), isEnabled: isEnabled, isGroup: isGroup, isSelected: isSelected)
        }
    }

    isolated deinit { choose(nil) }

    /// Chooses a line by its index, or none.
    package func choose(_ index: Int?) {
        guard let handle else { return }
        self.handle = nil
        cwk_menu_answer(handle, index.flatMap { items.indices.contains($0) ? $0 : nil } ?? Int.max)
    }
}

/// The closure that shows a view's lists, as an object that the shim can hold.
@MainActor
private final class MenuTaker {
    let opened: @MainActor (OptionMenu) -> Void

    init(opened: @escaping @MainActor (OptionMenu) -> Void) { self.opened = opened }
}

extension WKWebView {
    /// Has the lists of `<select>` elements come to `opened` instead of to the display. Once for a view.
    package func takeOptionMenus(_ opened: @escaping @MainActor (OptionMenu) -> Void) {
        guard let handle else { return }
        let taker = MenuTaker(opened: opened)
        attachments[ObjectIdentifier(MenuTaker.self)] = taker
        cwk_view_take_menus(
            handle,
            { menu, context in
                let address = menu.map { UInt(bitPattern: $0) }
                ShimCallback.unretained(context, MenuTaker.self) { taker in
                    if let menu = address.flatMap({ OpaquePointer(bitPattern: $0) }) { taker.opened(OptionMenu(menu)) }
                }
            }, Unmanaged.passUnretained(taker).toOpaque())
    }
}
