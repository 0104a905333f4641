import Foundation
import ProcessFiles
import UniformTypeIdentifiers

/// A simulation of the service `File` of cordova-plugin-file. Its files are the app's files.
///
/// Source: cordova-plugin-file 8.1.3, `src/ios/{CDVFile,CDVLocalFilesystem}.m`.
@MainActor
struct CordovaFileService {
    /// The free space that the phone reports, and the maximum size of a written file, in bytes.
    private static let (freeSpace, largest) = (32 << 30, 1 << 30)

    private let systems: CordovaFileSystems
    private var manager: FileManager { .default }

    static func plugin(of phone: SimulatedPhone) -> SimulatedPlugin {
        let service = CordovaFileService(systems: CordovaFileSystems(files: phone.files))
        let methods = service.systemMethods.merging(service.entryMethods) { $1 }.merging(service.contentMethods) { $1 }
        return SimulatedPlugin(
            methods.mapValues { method in
                .promise { call in
                    try service.systems.prepare()
                    do { return try method(Arguments(call)) } catch let error as CocoaError {
                        throw service.fileError(error)
                    }
                }
            })
    }

    private typealias Method = @MainActor (Arguments) throws -> NativeValue

    /// The arguments of a call, which can have any types.
    private struct Arguments {
        let values: NativeValue

        @MainActor init(_ call: PluginCall) { values = call.arguments }

        func text(_ index: Int) -> String? { values[index]?.string }
        /// An integer; 0 for other values, as for `integerValue` of Objective-C.
        func integer(_ index: Int) -> Int {
            guard let number = values[index]?.number, number.isFinite else { return 0 }
            return Int(min(max(number, -1e15), 1e15))
        }
    }

    private func location(_ arguments: Arguments, _ index: Int = 0) throws -> CordovaFileSystems.Location {
        try systems.location(of: arguments.text(index))
    }

    private func isFolder(_ place: URL) -> Bool? {
        var isFolder: ObjCBool = false
        return manager.fileExists(atPath: place.path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    private func existing(_ location: CordovaFileSystems.Location) throws -> NativeValue {
        guard let isFolder = isFolder(location.place) else { throw CordovaFileError.notFound }
        return systems.entry(of: location, isFolder: isFolder)
    }

    private func fileError(_ error: CocoaError) -> NativeCallError {
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: CordovaFileError.notFound
        case .fileWriteOutOfSpace: CordovaFileError.quotaExceeded
        case .fileWriteNoPermission: CordovaFileError.noModificationAllowed
        default: CordovaFileError.invalidModification
        }
    }

    // MARK: File systems

    private var systemMethods: [String: Method] {
        [
            "requestFileSystem": { arguments in
                let type = arguments.integer(0)
                guard CordovaFileSystems.names.indices.contains(type) else { throw CordovaFileError.notFound }
                guard arguments.integer(1) <= Self.freeSpace else { throw CordovaFileError.quotaExceeded }
                let name = CordovaFileSystems.names[type]
                return ["name": .string(name), "root": systems.rootEntry(of: name)]
            },
            "requestAllFileSystems": { _ in .array(CordovaFileSystems.names.map { systems.rootEntry(of: $0) }) },
            "requestAllPaths": { _ in .object(systems.paths) },
            "getFreeDiskSpace": { _ in .string(String(Self.freeSpace)) },
            "resolveLocalFileSystemURI": { arguments in
                // The URL may contain characters without their percent encoding.
                let plain = arguments.text(0).map { $0.removingPercentEncoding ?? $0 }
                let text = plain?.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed)
                return try existing(try systems.location(of: text))
            },
            "testFileExists": { arguments in .bool(exists(arguments) != nil) },
            "testDirectoryExists": { arguments in .bool(exists(arguments) == true) },
            "_getLocalFilesystemPath": { arguments in
                let address = systems.files.address(of: try location(arguments).place)
                return .string(URL(string: address)?.path(percentEncoded: false) ?? "")
            },
        ]
    }

    /// Returns whether the file of a path is a folder; nil for a missing file.
    private func exists(_ arguments: Arguments) -> Bool? {
        guard let path = arguments.text(0), let place = try? systems.location(in: "root", path).place else {
            return nil
        }
        return isFolder(place)
    }

    // MARK: Entries

    private var entryMethods: [String: Method] {
        [
            "getFile": { try get($0, folder: false) }, "getDirectory": { try get($0, folder: true) },
            "getParent": { arguments in
                var location = try location(arguments)
                if !location.isRoot { location = try systems.location("..", below: location) }
                return try existing(location)
            },
            "getFileMetadata": { try metadata(try location($0)) },
            "setMetadata": { arguments in
                guard arguments.values[1]?["com.apple.MobileBackup"]?.number != nil,
                    isFolder(try location(arguments).place) != nil
                else { throw NativeCallError("The metadata has no number “com.apple.MobileBackup”") }
                return .null
            },
            "readEntries": { arguments in
                let folder = try location(arguments)
                guard isFolder(folder.place) == true else { throw CordovaFileError.notFound }
                let names = try manager.contentsOfDirectory(atPath: folder.place.path).sorted()
                // A symbolic link is no entry, because its target may lie outside the app's files.
                return .array(
                    names.compactMap { name in
                        guard let entry = try? systems.location(in: folder.system, "\(folder.path)/\(name)") else {
                            return nil
                        }
                        return try? existing(entry)
                    })
            },
            "remove": { try remove($0, recursively: false) },
            "removeRecursively": { try remove($0, recursively: true) },
            "copyTo": { try copy($0, removesSource: false) }, "moveTo": { try copy($0, removesSource: true) },
        ]
    }

    private func get(_ arguments: Arguments, folder isFolderRequest: Bool) throws -> NativeValue {
        let location = try systems.location(arguments.text(1) ?? "", below: try location(arguments))
        let isFolder = isFolder(location.place)
        let (creates, isExclusive) = (arguments.values[2]?["create"] == true, arguments.values[2]?["exclusive"] == true)
        switch isFolder {
        case let isFolder? where !creates && isFolder != isFolderRequest: throw CordovaFileError.typeMismatch
        case nil where !creates: throw CordovaFileError.notFound
        case _? where creates && isExclusive: throw CordovaFileError.pathExists
        case nil:
            guard self.isFolder(location.place.deletingLastPathComponent()) == true else {
                throw CordovaFileError.abort
            }
            if isFolderRequest {
                try PrivateFiles.makeNewFolder(location.place)
            } else if (try? PrivateFiles.create(location.place.path)) == nil {
                throw CordovaFileError.abort
            }
        default: break
        }
        return systems.entry(of: location, isFolder: isFolderRequest)
    }

    private func metadata(_ location: CordovaFileSystems.Location) throws -> NativeValue {
        let attributes = try manager.attributesOfItem(atPath: location.place.path)
        let isFile = attributes[.type] as? FileAttributeType == .typeRegular
        let date = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
        return [
            "fullPath": .string(location.path), "name": .string(location.name),
            "type": .string(type(of: location.place) ?? "application/octet-stream"),
            "size": .number(isFile ? (attributes[.size] as? NSNumber)?.doubleValue ?? 0 : 0),
            "lastModifiedDate": .number((date.timeIntervalSince1970 * 1000).rounded()),
        ]
    }

    private func type(of place: URL) -> String? {
        UTType(filenameExtension: place.pathExtension)?.preferredMIMEType
    }

    private func remove(_ arguments: Arguments, recursively: Bool) throws -> NativeValue {
        let location = try location(arguments)
        guard !location.isRoot, location.place.path != systems.files.root.path else {
            throw CordovaFileError.noModificationAllowed
        }
        guard let isFolder = isFolder(location.place) else { throw CordovaFileError.notFound }
        let isFull = try isFolder && !manager.contentsOfDirectory(atPath: location.place.path).isEmpty
        if isFull, !recursively {
            throw CordovaFileError.invalidModification
        }
        try manager.removeItem(at: location.place)
        return .null
    }

    private func copy(_ arguments: Arguments, removesSource: Bool) throws -> NativeValue {
        guard arguments.text(0) != nil, arguments.text(1) != nil else { throw CordovaFileError.notFound }
        let (source, folder) = (try location(arguments), try location(arguments, 1))
        let name = arguments.text(2) ?? source.name
        guard !name.contains(":") else { throw CordovaFileError.encoding }
        guard !name.split(separator: "/").contains(".."), !name.isEmpty else { throw CordovaFileError.security }
        let target = try systems.location(in: folder.system, "\(folder.path)/\(name)")
        guard isFolder(folder.place) != nil, let isFolder = isFolder(source.place) else {
            throw CordovaFileError.notFound
        }
        let existing = self.isFolder(target.place)
        if isFolder, existing == false { throw CordovaFileError.invalidModification }
        guard existing == nil || removesSource || target.place.path == source.place.path else {
            throw CordovaFileError.pathExists
        }
        try systems.files.transfer(removesSource ? .move : .copy, source.place, to: target.place)
        return systems.entry(of: target, isFolder: isFolder)
    }

    // MARK: Contents

    private var contentMethods: [String: Method] {
        [
            "readAsText": { arguments in
                guard arguments.text(1)?.uppercased() == "UTF-8" else { throw CordovaFileError.encoding }
                let data = try read(arguments, from: 2)
                guard let text = String(data: data, encoding: .utf8) else { throw CordovaFileError.encoding }
                return .string(text)
            },
            "readAsDataURL": { arguments in
                let type = type(of: try location(arguments).place) ?? "*/*"
                return .string("data:\(type);base64,\(try read(arguments, from: 1).base64EncodedString())")
            },
            "readAsArrayBuffer": { arguments in
                ["CDVType": "ArrayBuffer", "data": .string(try read(arguments, from: 1).base64EncodedString())]
            },
            "readAsBinaryString": { arguments in
                .string(String(String.UnicodeScalarView(try read(arguments, from: 1).map { Unicode.Scalar($0) })))
            },
            "truncate": { arguments in
                let (location, position) = (try location(arguments), arguments.integer(1))
                try truncate(location, to: position)
                return .number(isFolder(location.place) == false ? Double(max(position, 0)) : 0)
            },
            "write": { arguments in try write(arguments) },
        ]
    }

    private func read(_ arguments: Arguments, from index: Int) throws -> Data {
        let place = try location(arguments).place
        guard isFolder(place) == false else { throw CordovaFileError.notFound }
        let handle = try FileHandle(forReadingFrom: place)
        defer { try? handle.close() }
        let (start, end) = (max(arguments.integer(index), 0), arguments.integer(index + 1))
        if start > 0 { try handle.seek(toOffset: UInt64(start)) }
        if end < 0 { return try handle.readToEnd() ?? Data() }
        return try handle.read(upToCount: min(max(end - start, 0), Self.largest)) ?? Data()
    }

    private func truncate(_ location: CordovaFileSystems.Location, to position: Int) throws {
        guard position <= Self.largest else { throw CordovaFileError.quotaExceeded }
        guard isFolder(location.place) == false else { return }
        let handle = try FileHandle(forWritingTo: location.place)
        defer { try? handle.close() }
        try handle.truncate(atOffset: UInt64(max(position, 0)))
    }

    private func write(_ arguments: Arguments) throws -> NativeValue {
        let (location, position) = (try location(arguments), arguments.integer(2))
        let data: Data
        if let text = arguments.text(1) {
            data = Data(text.utf8)
        } else if arguments.values[1]?["CDVType"] == "ArrayBuffer",
            let bytes = arguments.values[1]?["data"]?.string.flatMap({ Data(base64Encoded: $0) })
        {
            data = bytes
        } else {
            throw NativeCallError("Invalid parameter type")
        }
        guard position <= Self.largest, data.count <= Self.largest else { throw CordovaFileError.quotaExceeded }
        guard !location.isRoot, isFolder(location.place) != true,
            isFolder(location.place.deletingLastPathComponent()) == true
        else { throw CordovaFileError.invalidModification }
        if isFolder(location.place) == nil { _ = try PrivateFiles.create(location.place.path) }
        try truncate(location, to: position)
        let handle = try FileHandle(forWritingTo: location.place)
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: data)
        return .number(Double(data.count))
    }
}
