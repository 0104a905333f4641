import Foundation
import HTTPMessages

extension SimulatedDevice {
    /// The devices there are, the newest phones first, then tablets.
    public static let all: [SimulatedDevice] = {
        // The file is a part of the module: a test reads it.
        (try? JSONText.decode([SimulatedDevice].self, from: Data(EmbeddedFiles.devices_json.utf8))) ?? []
    }()

    /// Finds a device by its name; capitals, spaces and punctuation make no difference.
    ///
    /// - Throws: ``UnknownDeviceError``, which has the names that are similar.
    public static func named(_ name: String) throws(UnknownDeviceError) -> SimulatedDevice {
        let wanted = key(name)
        if let device = all.first(where: { key($0.name) == wanted }) { return device }
        let near = all.map { (device: $0, distance: distance(wanted, key($0.name))) }
            .filter { $0.distance <= max(3, wanted.count / 3) || key($0.device.name).contains(wanted) }
            .sorted { $0.distance < $1.distance }
        throw UnknownDeviceError(name: name, near: near.prefix(4).map(\.device.name))
    }

    private static func key(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }.map(Character.init))
    }

    /// Returns the number of letters to insert, remove or change. Source: Levenshtein (1966).
    private static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in second.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}

/// A name that no device has.
public struct UnknownDeviceError: Error, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The names of the most similar devices, the nearest first.
    public let near: [String]

    /// The problem, and the way to solve it.
    public var description: String {
        let hint = near.isEmpty ? "" : " Do you mean \(near.joined(separator: ", "))?"
        return "there is no device “\(name)”.\(hint) --list-devices shows all."
    }
}
