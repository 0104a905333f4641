/// The declaration of one type. The first MIME type and the first extension are the preferred ones.
struct TypeDeclaration: Sendable {
    var identifier: String
    var mimeTypes: [String]
    var filenameExtensions: [String]
    var supertypes: [String]
}

/// All types: the built-in ones first, then those of the MIME database.
struct TypeCatalog: Sendable {
    /// The catalog over the system's database, read the first time a type is asked for.
    static let shared = TypeCatalog(database: SharedMIMEDatabase(folder: "/usr/share/mime"))

    private let database: SharedMIMEDatabase
    private let builtIn: [String: TypeDeclaration]
    private let identifiersByExtension: [String: String]
    private let identifiersByMIMEType: [String: String]

    init(database: SharedMIMEDatabase) {
        self.database = database
        var byIdentifier: [String: TypeDeclaration] = [:]
        var byExtension: [String: String] = [:]
        var byMIMEType: [String: String] = [:]
        for declaration in TypeDeclaration.builtIn {
            byIdentifier[declaration.identifier] = declaration
            for name in declaration.filenameExtensions where byExtension[name] == nil {
                byExtension[name] = declaration.identifier
            }
            for name in declaration.mimeTypes where byMIMEType[name] == nil {
                byMIMEType[name] = declaration.identifier
            }
        }
        builtIn = byIdentifier
        identifiersByExtension = byExtension
        identifiersByMIMEType = byMIMEType
    }

    func identifier(forExtension filenameExtension: String) -> String? {
        identifiersByExtension[filenameExtension]
            ?? database.mimeType(forExtension: filenameExtension).map(identifier(ofKnownMIMEType:))
    }

    func identifier(forMIMEType mimeType: String) -> String? {
        if let identifier = identifiersByMIMEType[mimeType] { return identifier }
        guard let canonical = database.canonicalMIMEType(for: mimeType) else { return nil }
        return identifier(ofKnownMIMEType: canonical)
    }

    func declaration(of identifier: String) -> TypeDeclaration? {
        if let declaration = builtIn[identifier] { return declaration }
        if let name = DynamicIdentifier.filenameExtension(in: identifier) {
            return TypeDeclaration(
                identifier: identifier, mimeTypes: [], filenameExtensions: [name], supertypes: ["public.data"])
        }
        guard let mimeType = DynamicIdentifier.mimeType(in: identifier) else { return nil }
        return TypeDeclaration(
            identifier: identifier, mimeTypes: [mimeType],
            filenameExtensions: database.filenameExtensions(forMIMEType: mimeType),
            supertypes: supertypes(ofMIMEType: mimeType))
    }

    private func identifier(ofKnownMIMEType mimeType: String) -> String {
        identifiersByMIMEType[mimeType] ?? DynamicIdentifier.mimeType(mimeType)
    }

    private func supertypes(ofMIMEType mimeType: String) -> [String] {
        let declared = database.supertypes(ofMIMEType: mimeType).map(identifier(ofKnownMIMEType:))
        return declared + [Self.family(ofMIMEType: mimeType)]
    }

    private static func family(ofMIMEType mimeType: String) -> String {
        switch mimeType.prefix(while: { $0 != "/" }) {
        case "text": "public.text"
        case "image": "public.image"
        case "audio": "public.audio"
        case "video": "public.movie"
        case "font": "public.font"
        default: "public.data"
        }
    }
}
