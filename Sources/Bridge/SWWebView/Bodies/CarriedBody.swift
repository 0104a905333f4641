import Foundation
import HTTPMessages

/// A body as a message to a realm carries it.
enum CarriedBody {
    case absent
    /// The whole body, which goes with the message.
    case bytes(Data)
    /// The name under which the realm gets the body in pieces.
    case pieces(String)

    /// The bytes that go with the message.
    var bytes: Data { if case .bytes(let data) = self { data } else { Data() } }
}

extension BodyStream {
    /// Reads the first bytes. Returns the body, which is in memory when it has no more bytes than the limit.
    func read(upTo limit: Int) async -> BodyStream {
        var start = Data()
        var failure: (any Error)?
        do {
            while start.count <= limit {
                guard let piece = try await next() else { return BodyStream(start) }
                start.append(piece)
            }
        } catch {
            failure = error
        }
        return BodyStream(next: { [first = BodyStream(start), failure] in
            if let piece = try await first.next() { return piece }
            if let failure { throw failure }
            return try await next()
        })
    }
}
