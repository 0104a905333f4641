import Foundation
import NativeHosts

extension CapacitorPlugins {
    static func storage(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        [
            "Preferences": preferences(phone), "Filesystem": filesystem(phone.files),
            "CapacitorHttp": CapacitorHTTP.plugin,
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
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            guard FileManager.default.fileExists(atPath: folder.path) else {
                throw NativeCallError("Parent folder doesn't exist", code: "OS-PLUG-FILE-0011")
            }
            if appends, let handle = try? FileHandle(forWritingTo: place) {
                defer { try? handle.close() }
                try handle.seekToEnd()
                try handle.write(contentsOf: data)
            } else {
                try data.write(to: place)
            }
            return ["uri": .string(files.address(of: place))]
        }
        func move(_ call: PluginCall, copies: Bool) throws -> NativeValue {
            let from = try existing(call, "from")
            let target = call.arguments["toDirectory"]?.string ?? call.arguments["directory"]?.string
            let to = try files.place(of: try call.text("to"), in: target)
            if from != to {
                if FileManager.default.fileExists(atPath: to.path) { try FileManager.default.removeItem(at: to) }
                try FileManager.default.createDirectory(
                    at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
                if copies {
                    try FileManager.default.copyItem(at: from, to: to)
                } else {
                    try FileManager.default.moveItem(at: from, to: to)
                }
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
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: call.arguments["recursive"]?.bool == true)
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
                _ = try move(call, copies: false)
                return [:]
            },
            "copy": .promise { call in try move(call, copies: true) },
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
