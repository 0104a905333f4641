import Foundation
import ProcessFiles

/// The file systems of cordova-plugin-file, and the places that its URLs name.
///
/// Source: cordova-plugin-file 8.1.3, `src/ios/{CDVFile,CDVLocalFilesystem}.m`.
@MainActor
struct CordovaFileSystems {
    /// A file or folder, as the plugin's `CDVFilesystemURL`.
    struct Location {
        var system: String
        /// The path below the file system's root, which begins with a slash; empty for the root.
        var path: String
        /// The file on this machine.
        var place: URL

        var name: String { path.split(separator: "/").last.map { String($0) } ?? "" }
        var isRoot: Bool { path.isEmpty }
    }

    /// The names of the file systems, in the order of their numbers.
    static let names = [
        "temporary", "persistent", "assets-library", "library", "library-nosync", "documents", "documents-nosync",
        "cache", "bundle", "root",
    ]

    /// The folders of the file systems, below the app's home.
    private static let roots = [
        "temporary": "/tmp", "persistent": "/Documents", "library": "/Library", "library-nosync": "/Library/NoCloud",
        "documents": "/Documents", "documents-nosync": "/Documents/NoCloud", "cache": "/Library/Caches",
    ]

    /// The path of the app's bundle. The bundle's files are not simulated.
    private static let bundle = "/var/containers/Bundle/Application/00000000-0000-0000-0000-000000000000/App.app"

    let files: PhoneFiles

    /// Creates the folders that an app has after its installation.
    func prepare() throws {
        try files.prepare()
        for folder in Set(Self.roots.values).union(["/Library/Cloud"]) {
            try PrivateFiles.makeFolder(files.root.appendingPathComponent(folder))
        }
    }

    /// The URLs of `cordova.file`.
    var paths: [String: NativeValue] {
        let folders = [
            "applicationStorageDirectory": "", "dataDirectory": "/Library/NoCloud",
            "syncedDataDirectory": "/Library/Cloud", "documentsDirectory": "/Documents",
            "cacheDirectory": "/Library/Caches", "tempDirectory": "/tmp",
        ]
        var paths = folders.mapValues { NativeValue.string("file://\(PhoneFiles.home)\($0)/") }
        paths["applicationDirectory"] = .string("file://\(Self.bundle)/")
        return paths
    }

    /// Returns the location of a `cdvfile://` or `file://` URL.
    ///
    /// - Throws: ``CordovaFileError/encoding`` for another text, ``CordovaFileError/notFound`` for a file system without
    ///   files, ``CordovaFileError/security`` for a path outside the app's files.
    func location(of text: String?) throws -> Location {
        guard let text, let url = URL(string: text) else { throw CordovaFileError.encoding }
        let path = url.path(percentEncoded: false)
        if url.scheme == "file" { return try location(atPhonePath: path) }
        guard url.scheme == "cdvfile", url.host == "localhost" else { throw CordovaFileError.encoding }
        let names = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let system = names.first.map({ String($0) }), Self.names.contains(system) else {
            throw CordovaFileError.encoding
        }
        return try location(in: system, names.dropFirst().map { "/\($0)" }.joined())
    }

    /// Returns the location in the file system with the nearest root.
    private func location(atPhonePath path: String) throws -> Location {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        let nearest = Self.names.compactMap { name -> (name: String, rest: String)? in
            guard let root = Self.roots[name].map({ PhoneFiles.home + $0 }), (path + "/").hasPrefix(root + "/") else {
                return nil
            }
            return (name, String(path.dropFirst(root.count)))
        }.min { $0.rest.utf8.count < $1.rest.utf8.count }
        guard let nearest else { return try location(in: "root", path) }
        return try location(in: nearest.name, nearest.rest)
    }

    /// Returns the location of a path in a file system.
    func location(in system: String, _ path: String) throws -> Location {
        let phonePath: String
        if system == "root" {
            phonePath = path
        } else if let root = Self.roots[system] {
            phonePath = PhoneFiles.home + root + path
        } else {
            throw CordovaFileError.notFound
        }
        guard phonePath.hasPrefix(PhoneFiles.home + "/") || phonePath == PhoneFiles.home else {
            throw CordovaFileError.notFound
        }
        guard phonePath != PhoneFiles.home else { return Location(system: system, path: path, place: files.root) }
        do {
            return Location(system: system, path: path, place: try files.place(of: phonePath, in: nil))
        } catch {
            throw CordovaFileError.security
        }
    }

    /// Returns a requested path below a location, without `..`. The path can't leave the file system.
    func location(_ requested: String, below folder: Location) throws -> Location {
        guard !requested.contains(":") else { throw CordovaFileError.encoding }
        var names: [Substring] = []
        for name in (folder.path + "/" + requested).split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return try location(in: folder.system, names.map { "/\($0)" }.joined())
    }

    /// Returns the entry of a location, in the format of `makeEntryForPath:isDirectory:`.
    func entry(of location: Location, isFolder: Bool) -> NativeValue {
        let slash = isFolder && !location.path.hasSuffix("/") ? "/" : ""
        let address = files.address(of: location.place)
        return [
            "isFile": .bool(!isFolder), "isDirectory": .bool(isFolder), "fullPath": .string(location.path + slash),
            "name": .string(location.name), "filesystemName": .string(location.system),
            "nativeURL": .string(address + (isFolder && !address.hasSuffix("/") ? "/" : "")),
        ]
    }

    /// Returns the entry of a file system's root. A file system without files has a root that cannot be read.
    func rootEntry(of system: String) -> NativeValue {
        let home = Self.roots[system].map { PhoneFiles.home + $0 } ?? (system == "bundle" ? Self.bundle : "")
        return [
            "isFile": false, "isDirectory": true, "fullPath": "/", "name": "", "filesystemName": .string(system),
            "nativeURL": .string("file://\(home)/"),
        ]
    }
}

/// The errors of cordova-plugin-file, with the numbers of `FileError.js`.
enum CordovaFileError {
    static let notFound = error(1, "NOT_FOUND_ERR")
    static let security = error(2, "SECURITY_ERR")
    static let abort = error(3, "ABORT_ERR")
    static let encoding = error(5, "ENCODING_ERR")
    static let noModificationAllowed = error(6, "NO_MODIFICATION_ALLOWED_ERR")
    static let invalidModification = error(9, "INVALID_MODIFICATION_ERR")
    static let quotaExceeded = error(10, "QUOTA_EXCEEDED_ERR")
    static let typeMismatch = error(11, "TYPE_MISMATCH_ERR")
    static let pathExists = error(12, "PATH_EXISTS_ERR")

    private static func error(_ number: Int, _ name: String) -> NativeCallError {
        NativeCallError(name, code: String(number))
    }
}
