import Foundation
import HTTPMessages
import Synchronization
import URLInterception

/// A change of the text of responses on their way to a page. The new text has the same length, so that lengths in headers stay right.
struct TextSubstitution: Sendable {
    /// The types of content whose text is changed.
    let types: Set<String>
    /// The length of the longest match in bytes. Each match begins at most three bytes before its first bracket.
    let longest: Int
    /// Changes all matches of a text.
    let substitute: @Sendable (inout Data) -> Void

    /// Returns the resource with a changed text, or as it is for other types of content.
    func apply(to resource: LoadedResource) -> LoadedResource {
        let type = resource.response.value(forHTTPHeaderField: "Content-Type") ?? ""
        let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard types.contains(essence) else { return resource }
        let body = resource.body
        if var bytes = body.takeBytes() {
            substitute(&bytes)
            return resource.with(body: BodyStream(bytes))
        }
        let held = Mutex(Data())
        let next: @Sendable () async throws -> Data? = {
            while true {
                let piece = try await body.next()
                let ready = held.withLock { held in
                    held.append(piece ?? Data())
                    substitute(&held)
                    let length = piece == nil ? held.count : settledLength(of: held)
                    defer { held = Data(held.dropFirst(length)) }
                    return Data(held.prefix(length))
                }
                if !ready.isEmpty || piece == nil { return ready.isEmpty ? nil : ready }
            }
        }
        return resource.with(body: BodyStream(next: next))
    }

    /// The bytes of a match before its bracket.
    private static let mostBefore = 3

    /// Returns the number of bytes that no later piece can make a part of a match.
    private func settledLength(of data: Data) -> Int {
        guard let open = data.suffix(longest).lastIndex(of: UInt8(ascii: "(")) else {
            return max(data.count - Self.mostBefore, 0)
        }
        return min(max(open - data.startIndex - Self.mostBefore, 0), data.count)
    }
}
