/// The spelling of the identifiers of types without a built-in declaration.
enum DynamicIdentifier {
    static let prefix = "dyn."
    private static let mimePrefix = "dyn.mime."
    private static let extensionPrefix = "dyn.extension."

    static func mimeType(_ mimeType: String) -> String { mimePrefix + mimeType }

    static func filenameExtension(_ filenameExtension: String) -> String { extensionPrefix + filenameExtension }

    static func mimeType(in identifier: String) -> String? {
        remainder(of: identifier, after: mimePrefix)
    }

    static func filenameExtension(in identifier: String) -> String? {
        remainder(of: identifier, after: extensionPrefix)
    }

    private static func remainder(of identifier: String, after prefix: String) -> String? {
        guard identifier.hasPrefix(prefix), identifier.count > prefix.count else { return nil }
        return String(identifier.dropFirst(prefix.count))
    }
}
