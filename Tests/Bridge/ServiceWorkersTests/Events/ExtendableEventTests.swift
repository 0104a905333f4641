import ServiceWorkers
import TestSupport
import Testing

struct ExtendableEventTests {
    @Test func `an event without promises is fulfilled when its dispatch ends`() {
        var event = ExtendableEvent()
        #expect(event.isActive)
        event.dispatchEnded()
        #expect(event.outcome == .fulfilled)
    }

    @Test func `an event takes promises while another pends, and none after it has settled`() throws {
        var event = ExtendableEvent()
        try event.addLifetimePromise()
        event.dispatchEnded()
        try event.addLifetimePromise()
        event.promiseSettled()
        #expect(event.isActive)
        event.promiseSettled(rejection: "no")
        #expect(event.outcome == .rejected("no"))
        #expect(throws: ExtendableEvent.NotActive.self) { try event.addLifetimePromise() }
    }

    @Test func `the outcome of an event that has timed out does not change`() throws {
        var event = ExtendableEvent()
        try event.addLifetimePromise()
        event.force(.timedOut)
        event.promiseSettled()
        event.dispatchEnded()
        #expect(event.outcome == .timedOut)
        event.force(.terminated)
        #expect(event.outcome == .timedOut)
    }

    @Test(.hangLimit(minutes: 1))
    func `every task that waits for a lifetime gets its outcome`() async throws {
        let lifetime = ExtendedLifetime()
        try lifetime.addPromise()
        let waiting = (0..<3).map { _ in Task { await lifetime.settled() } }
        lifetime.dispatchEnded()
        lifetime.promiseSettled(rejection: "late")
        for task in waiting { #expect(await task.value == .rejected("late")) }
    }
}
