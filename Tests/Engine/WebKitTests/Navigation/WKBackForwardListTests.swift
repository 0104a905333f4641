import Testing

@testable import WebKit

@MainActor
struct WKBackForwardListTests {
    @Test func `items are counted from the current one`() {
        let items = (0..<5).map {
            let url = URL(fileURLWithPath: "/\($0)")
            return WKBackForwardListItem(url: url, title: nil, initialURL: url)
        }
        let list = WKBackForwardList()
        #expect(list.item(at: 0) == nil && list.backItem == nil && list.forwardItem == nil)
        list.replace(back: Array(items[..<2]), current: items[2], forward: Array(items[3...]))
        #expect((-2...2).map { list.item(at: $0) } == items)
        #expect(list.item(at: -3) == nil && list.item(at: 3) == nil)
        #expect(list.backItem === items[1] && list.forwardItem === items[3])
        #expect(items.allSatisfy(list.contains))
    }
}
