import Testing

@testable import SWWebView

struct KeptEventsTests {
    private func kept(_ count: UInt8) -> KeptEvents {
        var kept = KeptEvents()
        for number in 1...count { kept.add([number]) }
        return kept
    }

    @Test func `events are kept until they are dropped by their number`() {
        var kept = kept(5)
        #expect(Array(kept.events) == [[1], [2], [3], [4], [5]])
        kept.drop(upTo: 2)
        #expect(Array(kept.events) == [[3], [4], [5]])
        kept.add([6])
        kept.drop(upTo: 5)
        #expect(Array(kept.events) == [[6]])
        #expect(kept.last == 6)
        kept.drop(upTo: 6)
        #expect(kept.events.isEmpty)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 6, Int.max])
    func `dropping up to a number that no kept event has changes nothing`(_ number: Int) {
        var kept = kept(5)
        kept.drop(upTo: 1)
        kept.drop(upTo: number)
        #expect(Array(kept.events) == [[2], [3], [4], [5]])
    }

    @Test func `events beyond the byte limit are counted, and from then on none is kept`() {
        var kept = KeptEvents()
        let text = [UInt8](repeating: 0, count: KeptEvents.mostBytes / 4)
        for _ in 1...4 { kept.add(text) }
        kept.drop(upTo: 1)
        kept.add(text)
        #expect(kept.isWhole)
        kept.add([1])
        #expect(!kept.isWhole)
        #expect(kept.events.isEmpty)
        kept.drop(upTo: 6)
        kept.add([1])
        #expect(kept.events.isEmpty)
        #expect(kept.last == 7)
    }
}
