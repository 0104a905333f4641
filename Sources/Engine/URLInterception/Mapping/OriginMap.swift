public import Foundation

/// Which origins are answered by a folder or by another address, as `--map ORIGIN=FOLDER|URL` says.
///
/// ```swift
/// let map = try OriginMap(["sw://app.example=./dist", "sw://api.example:8443=http://127.0.0.1:8080"])
/// ```
public struct OriginMap: Sendable {
    /// The folder or server that answers for an origin.
    public enum Target: Sendable {
        /// The files of a folder.
        case folder(DirectoryLoader)
        /// A web server. The path of a request is appended to this address.
        case base(URL)
    }

    /// The targets, each under its origin.
    public private(set) var targets: [Origin: Target] = [:]
    /// The origins that entries name.
    private var entries: Set<Origin> = []

    /// The file of each mapped folder that answers navigations to paths which the folder does not have; nil for a 404.
    ///
    /// A folder's own ``DirectoryLoader/fallback`` counts more.
    public var fallback: String?

    /// Makes a map without entries.
    public init() {}

    /// Reads entries of the form `ORIGIN=FOLDER` or `ORIGIN=URL`.
    ///
    /// - Parameters:
    ///   - entries: one entry each, as given on the command line.
    ///   - folder: the folder that relative folders start from; by default the current one.
    /// - Throws: `OriginMapError` for the first entry that cannot be used.
    public init(_ entries: [String], relativeTo folder: URL? = nil) throws(OriginMapError) {
        for entry in entries { try add(entry, relativeTo: folder) }
    }

    /// Reads one more entry. See `init(_:relativeTo:)`.
    ///
    /// - Throws: `OriginMapError` when the entry cannot be used; the map is then unchanged.
    public mutating func add(_ entry: String, relativeTo folder: URL? = nil) throws(OriginMapError) {
        guard let equals = entry.firstIndex(of: "=") else { throw .missingTarget(entry) }
        let name = String(entry[..<equals])
        let value = String(entry[entry.index(after: equals)...])
        guard !value.isEmpty else { throw .missingTarget(entry) }
        guard let origin = Origin(name) else { throw .badOrigin(name) }
        guard targets[origin] == nil else { throw .duplicateOrigin(origin) }
        targets[origin] = try Self.target(value, relativeTo: folder)
        entries.insert(origin)
    }

    /// Sets or replaces what answers for an origin.
    public mutating func map(_ origin: Origin, to target: Target) {
        targets[origin] = target
    }

    /// Returns the target for an address; `nil` when its origin is not mapped.
    public func target(for url: URL) -> Target? {
        guard let target = Origin(of: url).flatMap({ targets[$0] }) else { return nil }
        guard let fallback, case .folder(var folder) = target, folder.fallback == nil else { return target }
        folder.fallback = fallback
        return .folder(folder)
    }

    /// Returns whether an entry names the origin of an address.
    func isFromEntry(_ url: URL) -> Bool { Origin(of: url).map { entries.contains($0) } ?? false }

    /// Returns the address that the server of a mapped origin knows; nil for folders, and for origins that are not mapped.
    package func serverAddress(for url: URL) -> URL? {
        guard case .base(let base)? = target(for: url) else { return nil }
        return BaseMapping(page: url, base: base).target
    }

    /// The schemes of the mapped origins that are neither the web's nor the bridge's, such as `capacitor`.
    public var applicationSchemes: Set<String> {
        Set(targets.keys.map(\.scheme)).subtracting(["http", "https", "sw"])
    }

    private static func target(_ text: String, relativeTo folder: URL?) throws(OriginMapError) -> Target {
        if text.contains("://"), !text.lowercased().hasPrefix("file:") {
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
                Origin(of: url) != nil,
                url.query == nil, url.fragment == nil
            else { throw .badAddress(text) }
            return .base(url)
        }
        let url = text.lowercased().hasPrefix("file:") ? URL(string: text) : nil
        let path = url?.path(percentEncoded: false) ?? NSString(string: text).expandingTildeInPath
        do {
            return .folder(
                try DirectoryLoader(folder: URL(fileURLWithPath: path, isDirectory: true, relativeTo: folder)))
        } catch {
            throw .badFolder(text, error)
        }
    }
}
