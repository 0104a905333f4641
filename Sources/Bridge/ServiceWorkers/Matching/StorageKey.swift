public import Foundation

/// The key of a client's storage, which is its origin: [storage key](https://storage.spec.whatwg.org/#storage-key).
public struct StorageKey: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The origin as it is written in an address.
    public let rawValue: String

    /// Takes a key that was stored.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes the origin of an address; `nil` when it has none.
    public init?(of url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty
        else { return nil }
        let usual = ["http": 80, "https": 443][scheme]
        let port = url.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        rawValue = "\(scheme)://\(host)\(port)"
    }

    /// The origin.
    public var description: String { rawValue }
}
