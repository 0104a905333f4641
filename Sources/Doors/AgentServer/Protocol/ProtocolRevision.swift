import HTTPMessages

/// A revision of the Model Context Protocol, by its date.
///
/// Source: https://modelcontextprotocol.io/specification/versioning
enum ProtocolRevision: String, CaseIterable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// The first without a handshake: each request names its revision, and each result its type.
    case july2026 = "2026-07-28"

    /// The latest revision with a handshake.
    static let latestWithHandshake = november2025

    /// The member of a request's `_meta` with the revision.
    static let metaKey = "io.modelcontextprotocol/protocolVersion"

    var hasHandshake: Bool { self != .july2026 }

    /// The names of the revisions, the newest first.
    static var names: [JSONValue] { allCases.reversed().map { .string($0.rawValue) } }
}
