import Testing

@testable import WebKit

struct MessageSenderTests {
    private static let page = MessageSender(isMainFrame: true, url: "app://host/", origin: "app://host")
    private static let frame = MessageSender(isMainFrame: false, url: "app://other/", origin: "app://other")

    @Test func `a document is known until it is forgotten`() {
        var senders = MessageSenders()
        senders.note(Self.page, id: "page")
        #expect(senders["page"] == Self.page)
        var moved = Self.page
        moved.url = "app://host/moved"
        senders.note(moved, id: "page")
        #expect(senders["page"] == moved)
        senders.forget("page")
        senders.forget("nobody")
        #expect(senders["page"] == nil && senders.count == 0)
    }

    @Test func `frames displace no page, and their number is limited`() {
        var senders = MessageSenders()
        senders.note(Self.page, id: "page")
        for number in 0..<(30 * MessageSenders.most) { senders.note(Self.frame, id: "frame \(number)") }
        #expect(senders["page"] == Self.page)
        #expect(senders["frame \(30 * MessageSenders.most - 1)"] == Self.frame)
        #expect(senders.count <= 10 * MessageSenders.most + 1)
    }

    @Test func `forgotten pages displace no other, and the number of pages is limited`() {
        var senders = MessageSenders()
        senders.note(Self.page, id: "page")
        for number in 0..<(3 * MessageSenders.most) {
            senders.note(Self.page, id: "\(number)")
            senders.forget("\(number)")
        }
        #expect(senders["page"] == Self.page && senders.count == 1)
        for number in 0..<(3 * MessageSenders.most) { senders.note(Self.page, id: "\(number)") }
        #expect(senders.count <= MessageSenders.most)
    }
}
