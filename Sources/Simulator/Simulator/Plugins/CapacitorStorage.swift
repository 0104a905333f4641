import Foundation
import ProcessFiles

extension CapacitorPlugins {
    static func storage(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "Preferences": preferences(phone), "Filesystem": filesystem(phone.files),
            "CapacitorHttp": CapacitorHTTP.plugin, "CapacitorCookies": CapacitorCookies.plugin,
        ]
    }

    private static func preferences(_ phone: SimulatedPhone) -> SimulatedPlugin {
        /// The group of `configure`, as a prefix of the keys: `Preferences.swift`.
        var prefix = "CapacitorStorage."
        let noKey = "Must provide a key"
        return SimulatedPlugin([
            "configure": .promise { call in
                let group = call.arguments["group"]?.string ?? "CapacitorStorage"
                prefix = group == "NativeStorage" ? "" : "\(group)."
                return [:]
            },
            "get": .promise { call in
                ["value": phone.preferences[prefix + (try call.text("key", orError: noKey))].map { .string($0) } ?? nil]
            },
            "set": .promise { call in
                try phone.preferences.set(
                    prefix + call.text("key", orError: noKey), to: call.arguments["value"]?.string ?? "")
                return [:]
            },
            "remove": .promise { call in
                try phone.preferences.set(prefix + call.text("key", orError: noKey), to: nil)
                return [:]
            },
            "clear": .promise { _ in
                try phone.preferences.removeAll(prefix: prefix)
                return [:]
            },
            "keys": .promise { _ in
                let keys = phone.preferences.keys.filter { $0.hasPrefix(prefix) }
                return ["keys": .array(keys.map { .string(String($0.dropFirst(prefix.count))) })]
            },
            "migrate": .promise { _ in ["migrated": [], "existing": []] },
            "removeOld": .promise { _ in [:] },
        ])
    }

    /// Returns the Filesystem plugin, without `readFileInChunks`. Its errors have the codes of ion-ios-filesystem.
    private static func filesystem(_ files: PhoneFiles) -> SimulatedPlugin {
        func place(_ call: PluginCall, _ path: String = "path", _ directory: String = "directory") throws -> URL {
            try files.place(of: try call.text(path), in: call.arguments[directory]?.string)
        }
        func existing(_ call: PluginCall, _ path: String = "path", _ directory: String = "directory") throws -> URL {
            let place = try place(call, path, directory)
            guard FileManager.default.fileExists(atPath: place.path) else {
                throw NativeCallError("'\(call.method)' failed because file does not exist.", code: "OS-PLUG-FILE-0008")
            }
            return place
        }
        func write(_ call: PluginCall, appends: Bool) throws -> NativeValue {
            let (place, text) = (try place(call), try call.text("data"))
            let isText = call.arguments["encoding"]?.string != nil
            // The data may also be a data URL.
            let encoded = text.hasPrefix("data:") ? String(text.drop { $0 != "," }.dropFirst()) : text
            guard let data = isText ? Data(text.utf8) : Data(base64Encoded: encoded) else {
                throw NativeCallError("The data is not Base64. Give an encoding for text.", code: "OS-PLUG-FILE-0005")
            }
            let folder = place.deletingLastPathComponent()
            if call.arguments["recursive"]?.bool == true {
                try PrivateFiles.makeFolder(folder)
            }
            guard FileManager.default.fileExists(atPath: folder.path) else {
                throw NativeCallError("Parent folder doesn't exist", code: "OS-PLUG-FILE-0011")
            }
            if appends, let handle = try? FileHandle(forWritingTo: place) {
                defer { try? handle.close() }
                try handle.seekToEnd()
                try handle.write(contentsOf: data)
            } else {
                try PrivateFiles.write(data, to: place)
            }
            return ["uri": .string(files.address(of: place))]
        }
        /// As `IONFILEManager` does: a file in the place is replaced, a folder is an error, and the item's own place is none.
        func transfer(_ call: PluginCall, _ transfer: FileTransfer) throws -> NativeValue {
            let from = try place(call, "from")
            let target = call.arguments["toDirectory"]?.string ?? call.arguments["directory"]?.string
            let to = try files.place(of: try call.text("to"), in: target)
            do {
                if from.path != to.path {
                    guard PhoneFiles.isFolder(to) != true else { throw CocoaError(.fileWriteFileExists) }
                    try files.transfer(transfer, from, to: to)
                }
            } catch let error as CocoaError {
                let reason =
                    switch error.code {
                    case .fileWriteFileExists: "because an item with the same name already exists"
                    case .fileNoSuchFile:
                        "because either the former doesn’t exist, or the folder containing the latter doesn’t exist"
                    case .fileWriteNoPermission: "because you don’t have permission"
                    case .fileWriteInvalidFileName: "because the latter is inside the former"
                    default: "(\(error.reason))"
                    }
                throw NativeCallError(
                    """
                    '\(call.method)' failed with: “\(from.lastPathComponent)” couldn’t be \(transfer.rawValue) to \
                    “\(to.lastPathComponent)” \(reason).
                    """, code: "OS-PLUG-FILE-0013")
            }
            return ["uri": .string(files.address(of: to))]
        }
        return SimulatedPlugin([
            "readFile": .promise { call in
                let data = try Data(contentsOf: try existing(call))
                guard call.arguments["encoding"]?.string != nil else {
                    return ["data": .string(data.base64EncodedString())]
                }
                return ["data": .string(String(decoding: data, as: UTF8.self))]
            },
            "writeFile": .promise { call in try write(call, appends: false) },
            "appendFile": .promise { call in
                _ = try write(call, appends: true)
                return [:]
            },
            "deleteFile": .promise { call in
                try FileManager.default.removeItem(at: try existing(call))
                return [:]
            },
            "mkdir": .promise { call in
                let place = try place(call)
                guard !FileManager.default.fileExists(atPath: place.path) else {
                    throw NativeCallError("Directory already exists, cannot be overwritten.", code: "OS-PLUG-FILE-0010")
                }
                if call.arguments["recursive"]?.bool == true {
                    try PrivateFiles.makeFolder(place)
                } else {
                    try PrivateFiles.makeNewFolder(place)
                }
                return [:]
            },
            "rmdir": .promise { call in
                let place = try existing(call)
                let isEmpty = try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty
                guard isEmpty || call.arguments["recursive"]?.bool == true else {
                    throw NativeCallError("Folder is not empty", code: "OS-PLUG-FILE-0011")
                }
                try FileManager.default.removeItem(at: place)
                return [:]
            },
            "readdir": .promise { call in
                let place = try existing(call)
                let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
                return ["files": .array(try names.map { try facts(place.appendingPathComponent($0), files) })]
            },
            "stat": .promise { call in try facts(try existing(call), files) },
            "getUri": .promise { call in ["uri": .string(files.address(of: try place(call)))] },
            "rename": .promise { call in
                _ = try transfer(call, .move)
                return [:]
            },
            "copy": .promise { call in try transfer(call, .copy) },
            "downloadFile": downloadFile(to: files),
            "checkPermissions": .promise { _ in ["publicStorage": "granted"] },
            "requestPermissions": .promise { _ in ["publicStorage": "granted"] },
        ])
    }

    private static func facts(_ place: URL, _ files: PhoneFiles) throws -> NativeValue {
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        let milliseconds = { (key: FileAttributeKey) -> NativeValue in
            let date = attributes[key] as? Date ?? attributes[.modificationDate] as? Date
            return .number(((date?.timeIntervalSince1970 ?? 0) * 1000).rounded())
        }
        return [
            "name": .string(place.lastPathComponent),
            "type": attributes[.type] as? FileAttributeType == .typeDirectory ? "directory" : "file",
            "size": .number((attributes[.size] as? NSNumber)?.doubleValue ?? 0),
            "ctime": milliseconds(.creationDate), "mtime": milliseconds(.modificationDate),
            "uri": .string(files.address(of: place)),
        ]
    }
}
