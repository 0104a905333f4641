import ProcessFiles

/// The files in which WebKit keeps compiled rules. Each begins with the version of its format, four bytes.
@MainActor
enum CompiledRules {
    private static let prefix = "ContentRuleList-"
    private static var ownVersion: UInt32?

    /// Returns the version of a list's file; nil where there is no file.
    static func version(of identifier: String, in folder: URL) -> UInt32? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let name = names.first { $0.hasPrefix(prefix) && decode($0.dropFirst(prefix.count)) == identifier }
        guard let name, let file = try? FileHandle(forReadingFrom: folder.appendingPathComponent(name)) else {
            return nil
        }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: 4), bytes.count == 4 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Gives the version that this WebKit writes, or nil, to the handler. It compiles a list for that, once a process.
    static func findOwnVersion(_ completion: @escaping @MainActor (UInt32?) -> Void) {
        if let ownVersion { return completion(ownVersion) }
        guard let temporary = try? TemporaryFolder.ofProcess() else { return completion(nil) }
        let folder = temporary.appending(path: "rules-\(UUID().uuidString)")
        let rules = #"[{"trigger": {"url-filter": "version"}, "action": {"type": "block"}}]"#
        guard let store = WKContentRuleListStore(url: folder) else { return completion(nil) }
        store.compileContentRuleList(forIdentifier: "version", encodedContentRuleList: rules) { _, _ in
            ownVersion = version(of: "version", in: folder)
            try? FileManager.default.removeItem(at: folder)
            withExtendedLifetime(store) { completion(ownVersion) }
        }
    }

    /// Reverses WebKit's encoding of file names: `%2F` and `%+20AC` stand for UTF-16 code units.
    private static func decode(_ name: Substring) -> String {
        var units: [UInt16] = []
        var rest = name
        while let next = rest.first {
            let isLong = rest.hasPrefix("%+")
            let digits = rest.dropFirst(isLong ? 2 : 1).prefix(isLong ? 4 : 2)
            if next == "%", let unit = UInt16(digits, radix: 16) {
                units.append(unit)
                rest = rest.dropFirst((isLong ? 2 : 1) + digits.count)
            } else {
                units += Array(next.utf16)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
