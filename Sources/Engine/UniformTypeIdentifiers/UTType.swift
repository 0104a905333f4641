import Foundation

/// A kind of content, known by an identifier such as `public.html`, a MIME type and filename extensions.
///
/// ```swift
/// let type = UTType(filenameExtension: url.pathExtension)
/// let mimeType = type?.preferredMIMEType ?? "application/octet-stream"
/// ```
///
/// Imitates Apple's [UTType](https://developer.apple.com/documentation/uniformtypeidentifiers/uttype). The types of the
/// web are built in; all others come from the system's shared MIME database. Safe to use from any thread.
public struct UTType: Sendable, Hashable {
    /// The type's identifier. On Linux a type that only the system's MIME database knows is `dyn.mime.` and its MIME type.
    public let identifier: String

    init(knownIdentifier identifier: String) {
        self.identifier = identifier
    }

    /// Finds the type with this identifier; `nil` when there is none.
    public init?(_ identifier: String) {
        guard TypeCatalog.shared.declaration(of: identifier) != nil else { return nil }
        self.init(knownIdentifier: identifier)
    }

    /// Finds the type for a filename extension, without its dot and in any case.
    ///
    /// As on iOS, an extension nobody knows, or whose type is not a kind of `supertype`, gives a dynamic type that has
    /// this extension and no MIME type. An empty extension gives `nil`.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let wanted = filenameExtension.lowercased()
        guard !wanted.isEmpty, !wanted.contains("/") else { return nil }
        self = UTType(
            from: TypeCatalog.shared.identifier(forExtension: wanted), conformingTo: supertype,
            otherwise: DynamicIdentifier.filenameExtension(wanted))
    }

    /// Finds the type for a MIME type (in any case, without parameters), aliases such as `application/x-javascript` included.
    ///
    /// As on iOS, a MIME type nobody knows gives a dynamic type that has this MIME type and no filename extension.
    /// Text that is no MIME type gives `nil`.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        let wanted = mimeType.lowercased()
        let parts = wanted.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self = UTType(
            from: TypeCatalog.shared.identifier(forMIMEType: wanted), conformingTo: supertype,
            otherwise: DynamicIdentifier.mimeType(wanted))
    }

    private init(from identifier: String?, conformingTo supertype: UTType, otherwise dynamic: String) {
        let found = identifier.map(UTType.init(knownIdentifier:))
        if let found, found.conforms(to: supertype) {
            self = found
        } else {
            self.init(knownIdentifier: dynamic)
        }
    }

    /// The MIME type to send for this type, or `nil` when it has none (abstract types such as `.image`).
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// The filename extension to write for this type, without a dot, or `nil` when it has none.
    public var preferredFilenameExtension: String? { declaration?.filenameExtensions.first }

    /// Whether the type is the built-in declaration of a name, rather than found in the MIME database or made up.
    public var isDeclared: Bool { !isDynamic }

    /// Whether the type was made for an extension or MIME type without a built-in declaration.
    public var isDynamic: Bool { identifier.hasPrefix(DynamicIdentifier.prefix) }

    /// The types that this type is a kind of, near and far, without itself.
    public var supertypes: Set<UTType> {
        var found: Set<String> = []
        var open = declaration?.supertypes ?? []
        while let next = open.popLast() {
            guard found.insert(next).inserted else { continue }
            open += TypeCatalog.shared.declaration(of: next)?.supertypes ?? []
        }
        return Set(found.map(UTType.init(knownIdentifier:)))
    }

    /// Returns whether this type is `type`, or a kind of it: HTML conforms to text, text to data.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Returns whether this type is a kind of `type` and not the same.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    /// Returns whether `type` is a kind of this type and not the same.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var declaration: TypeDeclaration? { TypeCatalog.shared.declaration(of: identifier) }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}

extension UTType: Codable {
    /// Reads an identifier.
    ///
    /// - Throws: `DecodingError` when no type has it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard let type = UTType(identifier) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "No type has the identifier \(identifier).")
        }
        self = type
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
