import Foundation
import HTTPMessages
import ProcessFiles

/// The app's keys and values, in a JSON file. Main actor only.
@MainActor
public final class PhonePreferences {
    static let fileName = "preferences.json"
    private let file: URL
    private var values: [String: String]

    private let files: PhoneFiles

    /// Makes empty preferences beside the app's files. The first change creates the file.
    init(newBeside files: PhoneFiles) {
        self.files = files
        file = files.base.appendingPathComponent(Self.fileName)
        values = [:]
    }

    init(beside files: PhoneFiles) throws {
        self.files = files
        file = files.base.appendingPathComponent(Self.fileName)
        guard FileManager.default.fileExists(atPath: file.path) else {
            values = [:]
            return
        }
        do {
            values = try JSONText.decode([String: String].self, from: Data(contentsOf: file))
        } catch {
            throw NativeCallError(
                "\(file.path) is not a file of preferences: \(error.localizedDescription). Move the file away to start with empty preferences."
            )
        }
    }

    /// The sorted keys.
    public var keys: [String] { values.keys.sorted() }

    /// The value of a key; nil for an unknown key.
    public subscript(_ key: String) -> String? { values[key] }

    /// Sets the value of a key, or removes the key.
    ///
    /// - Throws: An error of Foundation when the file can't be written. The value then stays unchanged.
    public func set(_ key: String, to value: String?) throws {
        var changed = values
        changed[key] = value
        try write(changed)
    }

    /// Removes all keys with a prefix.
    public func removeAll(prefix: String = "") throws { try write(values.filter { !$0.key.hasPrefix(prefix) }) }

    private func write(_ changed: [String: String]) throws {
        try files.prepare()
        try PrivateFiles.replace(file, with: JSONText.encode(changed))
        values = changed
    }
}
