import HTTPMessages

/// Settings that an archive keeps as JSON under a key.
package protocol ArchivedSettings: Codable {
    static var key: String { get }

    /// The settings of a new object.
    init()
}

extension ArchivedSettings {
    /// Reads a coder; one without such settings gives those of a new object.
    @MainActor
    package init(_ coder: NSCoder) {
        guard coder.allowsKeyedCoding, coder.containsValue(forKey: Self.key),
            let data = coder.decodeObject(forKey: Self.key) as? Data,
            let read = try? JSONText.decode(Self.self, from: data)
        else {
            self.init()
            return
        }
        self = read
    }

    func write(to coder: NSCoder) {
        guard coder.allowsKeyedCoding, let data = try? JSONEncoder().encode(self) else { return }
        coder.encode(data as NSData, forKey: Self.key)
    }
}
