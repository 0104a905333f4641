import ServiceWorkers
import Testing

struct ServiceWorkerStateTests {
    @Test func `a state moves step by step from parsed to redundant`() throws {
        var state = ServiceWorkerState.parsed
        for next in [ServiceWorkerState.installing, .installed, .activating, .activated, .redundant] {
            try state.move(to: next)
            #expect(state == next)
        }
    }

    @Test(arguments: ServiceWorkerState.allCases.dropLast())
    func `every state but redundant can become redundant`(_ from: ServiceWorkerState) throws {
        var state = from
        try state.move(to: .redundant)
    }

    @Test(arguments: [
        (ServiceWorkerState.parsed, ServiceWorkerState.installed, IllegalStateChange.Reason.skips),
        (.installing, .activated, .skips),
        (.activated, .installed, .goesBack),
        (.installing, .parsed, .returnsToParsed),
        (.redundant, .activated, .leavesRedundant),
        (.installed, .installed, .repeats),
    ])
    func `an illegal move throws its reason and leaves the state as it was`(
        _ from: ServiceWorkerState, _ to: ServiceWorkerState, _ reason: IllegalStateChange.Reason
    ) {
        var state = from
        let error = #expect(throws: IllegalStateChange.self) { try state.move(to: to) }
        #expect(error?.reason == reason)
        #expect(state == from)
    }
}
