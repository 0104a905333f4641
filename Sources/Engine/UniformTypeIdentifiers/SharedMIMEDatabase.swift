import Foundation

/// The parts of a [shared MIME database](https://specifications.freedesktop.org/shared-mime-info-spec/latest/) that name types.
///
/// Only globs of the form `*.extension` are kept. A file that is missing reads as empty.
struct SharedMIMEDatabase: Sendable {
    private let mimeTypesByExtension: [String: String]
    private let extensionsByMIMEType: [String: [String]]
    private let aliases: [String: String]
    private let parents: [String: [String]]

    init(folder: String) {
        func text(_ name: String) -> String {
            (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
        }
        self.init(globs: text("globs2"), aliases: text("aliases"), subclasses: text("subclasses"))
    }

    init(globs: String, aliases: String, subclasses: String) {
        var byExtension: [String: (weight: Int, mimeType: String)] = [:]
        var byMIMEType: [String: [String]] = [:]
        for line in globs.split(separator: "\n") {
            guard let glob = Glob(line) else { continue }
            if glob.weight > byExtension[glob.filenameExtension]?.weight ?? -1 {
                byExtension[glob.filenameExtension] = (glob.weight, glob.mimeType)
            }
            byMIMEType[glob.mimeType, default: []].append(glob.filenameExtension)
        }
        mimeTypesByExtension = byExtension.mapValues(\.mimeType)
        extensionsByMIMEType = byMIMEType
        self.aliases = Dictionary(Self.pairs(aliases), uniquingKeysWith: { first, _ in first })
        parents = Dictionary(Self.pairs(subclasses).map { ($0, [$1]) }, uniquingKeysWith: +)
    }

    func mimeType(forExtension filenameExtension: String) -> String? {
        mimeTypesByExtension[filenameExtension]
    }

    func filenameExtensions(forMIMEType mimeType: String) -> [String] {
        extensionsByMIMEType[mimeType] ?? []
    }

    func supertypes(ofMIMEType mimeType: String) -> [String] {
        parents[mimeType] ?? []
    }

    /// Returns the name the database lists a type under, or `nil` when it does not list it.
    func canonicalMIMEType(for mimeType: String) -> String? {
        if let canonical = aliases[mimeType] { return canonical }
        return extensionsByMIMEType[mimeType] != nil || parents[mimeType] != nil ? mimeType : nil
    }

    private static func pairs(_ text: String) -> [(String, String)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 ? (String(words[0]), String(words[1])) : nil
        }
    }
}

/// One line of `globs2`: `weight:type/subtype:*.extension[:flags]`.
private struct Glob {
    var weight: Int
    var mimeType: String
    var filenameExtension: String

    init?(_ line: Substring) {
        let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count >= 3, let weight = Int(fields[0]), fields[2].hasPrefix("*.") else { return nil }
        let name = fields[2].dropFirst(2).lowercased()
        guard !name.isEmpty, !name.contains(where: { "*?[".contains($0) }) else { return nil }
        self.weight = weight
        mimeType = String(fields[1])
        filenameExtension = name
    }
}
