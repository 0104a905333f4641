/// The origins of pages that have storage.
enum StorageOrigin {
    /// Returns the origin of a page, such as `https://example.com:8443`; nil for a URL whose pages have no storage.
    static func origin(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty else { return nil }
        return origin(scheme: scheme, host: host, port: url.port)
    }

    /// Returns the origins that WebKit has folders for in its folder for storage.
    ///
    /// A folder of a page's origin has folders of the origins of the page's frames, each with a file that names both origins.
    static func origins(in folder: URL) -> Set<String> {
        var origins: Set<String> = []
        for page in folders(in: folder) {
            for frame in folders(in: page) {
                guard let data = try? Data(contentsOf: frame.appendingPathComponent("origin")) else { continue }
                if let origin = pageOrigin(in: data) { origins.insert(origin) }
            }
        }
        return origins
    }

    /// Returns the origin of a file that names a page's origin and the same origin as that of a frame; nil for another file.
    static func pageOrigin(in data: Data) -> String? {
        var reader = Reader(bytes: data[...])
        guard let page = reader.origin(), let frame = reader.origin(), page == frame else { return nil }
        return page
    }

    /// Returns the origin of the page that a file names.
    static func topOrigin(in data: Data) -> String? {
        var reader = Reader(bytes: data[...])
        return reader.origin()
    }

    private static func origin(scheme: String, host: String, port: Int?) -> String? {
        let host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let isDefault = port == nil || (scheme == "http" && port == 80) || (scheme == "https" && port == 443)
        return scheme + "://" + host.lowercased() + (isDefault ? "" : ":\(port ?? 0)")
    }

    private static func folders(in folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    /// Reads WebKit's encoding: a text has four bytes for its length, one that tells whether its characters are bytes, and the
    /// characters; a port has a byte that tells whether there is one, and two bytes.
    private struct Reader {
        var bytes: Data

        mutating func origin() -> String? {
            guard let scheme = text(), let host = text(), let hasPort = take(1)?.first else { return nil }
            var port: Int?
            if hasPort != 0 {
                guard let number = take(2) else { return nil }
                port = number.reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            return host.isEmpty ? nil : StorageOrigin.origin(scheme: scheme, host: host, port: port)
        }

        private mutating func text() -> String? {
            guard let length = take(4)?.reversed().reduce(0, { $0 << 8 | Int($1) }), let isBytes = take(1)?.first,
                length <= bytes.count, let characters = take(isBytes != 0 ? length : length * 2)
            else { return nil }
            return String(data: characters, encoding: isBytes != 0 ? .isoLatin1 : .utf16LittleEndian)
        }

        private mutating func take(_ count: Int) -> Data? {
            guard bytes.count >= count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count)
        }
    }
}
