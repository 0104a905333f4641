import Foundation

/// The files that pages keep in their origin's private file system. WebKitGTK's API has no name for this kind of data.
///
/// The folder of WebKit's storage has a folder of each page's origin, with folders of the origins of frames, which have the files.
enum PrivateFileSystems {
    private static let name = "FileSystem"

    /// Returns the sites of pages that have files.
    static func sites(in storage: URL) -> Set<String> { Set(folders(in: storage).map(\.site)) }

    /// Removes the files of pages.
    ///
    /// - Parameters:
    ///   - date: the date since which one of a site's files was changed; nil for files of any age.
    ///   - isIncluded: whether a site's files are removed.
    static func removeFiles(
        in storage: URL, since date: Date? = nil, where isIncluded: (String) -> Bool = { _ in true }
    ) {
        for (site, folder) in folders(in: storage) where isIncluded(site) {
            if let date, !isChanged(folder, since: date) { continue }
            // The network process may have the folder open: only the content goes.
            for file in contents(of: folder) { try? FileManager.default.removeItem(at: file) }
        }
    }

    private static func folders(in storage: URL) -> [(site: String, folder: URL)] {
        contents(of: storage).flatMap { contents(of: $0) }.compactMap { origin in
            let folder = origin.appendingPathComponent(name)
            guard !contents(of: folder).isEmpty,
                let data = try? Data(contentsOf: origin.appendingPathComponent("origin")),
                let host = StorageOrigin.topOrigin(in: data).flatMap({ URL(string: $0) })?.host
            else { return nil }
            return (RegistrableDomain.listed(host: host), folder)
        }
    }

    private static func contents(of folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    private static func isChanged(_ folder: URL, since date: Date) -> Bool {
        let paths =
            [folder.path] + (FileManager.default.subpaths(atPath: folder.path) ?? []).map { folder.path + "/" + $0 }
        return paths.contains { path in
            let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            return changed.map { $0 >= date } ?? false
        }
    }
}
