/// Website data in a form that applications can keep: a property list.
struct WebsiteDataArchive {
    private static let version = 1

    private let types: Set<String>
    /// The items of each origin, as the JSON text of an array of pairs. JSON keeps texts that are no valid Unicode.
    var localStorage: [String: String] = [:]

    init(types: Set<String>) { self.types = types }

    /// Reads an archive.
    ///
    /// - Throws: a `WKError` for data of another form.
    init(_ data: Data) throws {
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any],
            let version = list["version"] as? Int
        else { throw Self.error("The data is not data that fetchData(of:) has returned") }
        guard version == Self.version else {
            throw Self.error("The data has the version \(version); this release reads version \(Self.version)")
        }
        guard let types = list["types"] as? [String], let localStorage = list["localStorage"] as? [String: String]
        else { throw Self.error("The data is damaged: its kinds or its items are missing") }
        self.types = Set(types)
        self.localStorage = localStorage
    }

    func data() throws -> Data {
        let list: [String: Any] = [
            "version": Self.version, "types": types.sorted(), "localStorage": localStorage,
        ]
        return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }

    static func error(_ text: String) -> WKError {
        WKError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
