import Foundation
import HTTPMessages
import WebKit

/// A navigation of a main frame. Main actor only.
@MainActor
final class BiDiNavigation {
    /// The progress of a navigation, in its order.
    enum Stage: Int, Comparable {
        case started, committed, interactive, complete

        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    let id = UUID().uuidString.lowercased()
    var url: String
    private(set) var stage = Stage.started
    private(set) var failure: BiDiError?
    /// Called after each step of the navigation.
    var changed: @MainActor () -> Void = {}
    private var waiting: [(stage: Stage, continuation: CheckedContinuation<Void, any Error>)] = []

    init(_ url: String) { self.url = url }

    /// Records that the navigation has come to a stage.
    func reached(_ stage: Stage) {
        guard failure == nil, stage > self.stage else { return }
        self.stage = stage
        changed()
        let ready = waiting.filter { $0.stage <= stage }
        waiting.removeAll { $0.stage <= stage }
        for wait in ready { wait.continuation.resume() }
    }

    /// Ends a navigation that does not come to its document.
    func fail(_ error: BiDiError) {
        guard failure == nil else { return }
        failure = error
        changed()
        let all = waiting
        waiting = []
        for wait in all { wait.continuation.resume(throwing: error) }
    }

    /// Waits for a stage.
    ///
    /// - Throws: ``BiDiError`` when the navigation fails before.
    func wait(for stage: Stage) async throws {
        if let failure { throw failure }
        guard stage > self.stage else { return }
        try await withCheckedThrowingContinuation { waiting.append((stage, $0)) }
    }
}
