import Testing

@testable import WebKit

@MainActor @Suite("Observer lists") struct ObserverListTests {
    private final class Notes {
        var texts: [String] = []
    }

    private let list = ObserverList<Int>()
    private let notes = Notes()

    private func add(_ name: String) -> Subscription {
        list.add { [notes] in notes.texts.append("\(name)\($0)") }
    }

    @Test func `observers are called in their order until their end`() {
        let first = add("a")
        let second = add("b")
        list.notify(1)
        first.end()
        list.notify(2)
        second.end()
        list.notify(3)
        #expect(notes.texts == ["a1", "b1", "b2"])
        #expect(list.isEmpty)
    }

    @Test func `a subscription ends with its owner`() {
        var subscription: Subscription? = add("a")
        list.notify(1)
        subscription = nil
        #expect(subscription == nil && list.isEmpty)
        list.notify(2)
        #expect(notes.texts == ["a1"])
    }

    @Test func `an observer that ends during the calls is not called, and a new one from the next event on`() {
        var others: [Subscription] = []
        let first = list.add { [self] value in
            guard value == 1 else { return }
            others.removeAll()
            others.append(add("c"))
        }
        others.append(add("b"))
        list.notify(1)
        #expect(notes.texts == [])
        list.notify(2)
        #expect(notes.texts == ["c2"])
        first.end()
    }
}
