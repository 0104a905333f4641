import Foundation

/// A delegate queue that runs each callback at once, on URLSession's own thread.
///
/// A queue that lags behind a fast transfer would hold all its bytes in waiting operations. `TransferRouter` never blocks and
/// never calls URLSession back synchronously, so it can run there; it is safe from any thread and keeps a task's order.
///
/// `@unchecked Sendable` restates what `OperationQueue` promises: this class adds no state.
final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
