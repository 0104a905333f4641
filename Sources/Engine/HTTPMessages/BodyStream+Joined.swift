import Foundation

extension BodyStream {
    /// Returns the body in pieces of about a size, in bytes. A piece can be larger by the last one that was joined to it.
    package func joined(into size: Int = 1 << 20) -> BodyStream {
        BodyStream(next: { [self] in
            guard var piece = try await next() else { return nil }
            while piece.count < size, let more = try await next() { piece.append(more) }
            return piece
        })
    }
}
