import Foundation

@testable import SWWebView

extension Upload {
    /// Waits until the piece is taken. Returns false when it is not wanted.
    func offer(_ piece: Data, isLast: Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            offer(piece, isLast: isLast) { continuation.resume(returning: $0) }
        }
    }
}
