import Testing

@testable import WebKit

/// The table of a scheme task's calls, as WebKit's own `WebURLSchemeTask` checks them.
struct SchemeTaskStateTests {
    typealias Misuse = SchemeTaskState.Misuse

    enum Call: CaseIterable {
        case response, data, finish, failure, redirect

        func make(on state: inout SchemeTaskState) -> Misuse? {
            switch self {
            case .response: state.receiveResponse()
            case .data: state.receiveData()
            case .finish: state.finish()
            case .failure: state.fail()
            case .redirect: state.redirect()
            }
        }
    }

    struct Row: CustomTestStringConvertible {
        let before: [Call]
        var stopped = false
        /// The outcome of response, data, finish, failure and redirect, in this order.
        let outcomes: [Misuse?]
        var testDescription: String { "\(before)\(stopped ? " stopped" : "")" }
    }

    static let rows = [
        Row(before: [], outcomes: [nil, .noResponse, .noResponse, nil, nil]),
        Row(before: [.response], outcomes: [nil, nil, nil, nil, .responseAlreadySent]),
        Row(before: [.response, .response], outcomes: [nil, nil, nil, nil, .responseAlreadySent]),
        Row(before: [.response, .data], outcomes: [.dataAlreadySent, nil, nil, nil, .dataAlreadySent]),
        Row(before: [.response, .finish], outcomes: .init(repeating: .completed, count: 5)),
        Row(before: [.response, .data, .finish], outcomes: .init(repeating: .completed, count: 5)),
        Row(before: [.failure], outcomes: .init(repeating: .completed, count: 5)),
        Row(before: [.redirect], outcomes: [.redirectPending, .noResponse, .noResponse, nil, .redirectPending]),
        Row(before: [.redirect, .failure], outcomes: .init(repeating: .completed, count: 5)),
        Row(before: [], stopped: true, outcomes: .init(repeating: .stopped, count: 5)),
        Row(before: [.response, .data], stopped: true, outcomes: .init(repeating: .stopped, count: 5)),
        Row(before: [.redirect], stopped: true, outcomes: .init(repeating: .stopped, count: 5)),
    ]

    @Test(arguments: rows)
    func `a call out of order is misuse, and misuse changes no state`(_ row: Row) {
        for (call, outcome) in zip(Call.allCases, row.outcomes) {
            var state = SchemeTaskState()
            for earlier in row.before { #expect(earlier.make(on: &state) == nil) }
            if row.stopped { _ = state.stop() }
            let before = state
            #expect(call.make(on: &state) == outcome, "\(call)")
            if outcome != nil { #expect(state == before, "misuse must change nothing") }
        }
    }

    @Test func `a task goes on after each redirect is accepted`() {
        var state = SchemeTaskState()
        #expect(state.redirect() == nil)
        state.redirectAccepted()
        #expect(state.redirect() == nil)
        state.redirectAccepted()
        #expect(state.receiveResponse() == nil)
        #expect(state.finish() == nil)
    }

    @Test func `the handler is told of a stop once, and not after completion`() {
        var stopped = SchemeTaskState()
        let tellings = [stopped.stop(), stopped.stop()]
        #expect(tellings == [true, false])
        var failed = SchemeTaskState()
        #expect(failed.fail() == nil)
        let tellsAfterFailure = failed.stop()
        #expect(!tellsAfterFailure)
    }

    @Test func `every misuse has a reason of its own`() {
        #expect(Set(Misuse.allCases.map(\.reason)).count == Misuse.allCases.count)
        #expect(Misuse.stopped.reason == "This task has already been stopped")
    }
}
