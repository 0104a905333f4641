import Foundation
import ProcessFiles
import WebKit

/// The folder of a test, below which the test may write. A path never leads out of it, also through symbolic links.
struct TestFolder {
    /// The test's file.
    let page: URL

    /// - Throws: ``EndpointRefusal`` for a page from an address, which has no folder.
    init(of page: PageReference) throws(EndpointRefusal) {
        guard case .file(let file) = page.location else {
            throw EndpointRefusal("A page from an address has no folder for files. Name the page by its file.")
        }
        self.page = file
    }

    private var folder: URL { page.deletingLastPathComponent().resolvingSymlinksInPath().standardizedFileURL }

    /// Returns the file at a path that is relative to the folder. Hidden files and packages are none of a test's.
    ///
    /// - Parameter place: a folder in the test's own that the host chooses, which may be hidden.
    func file(at path: String, in place: String = "") throws(EndpointRefusal) -> URL {
        let folder = place.isEmpty ? folder : folder.appending(path: place).standardizedFileURL
        let file = folder.appending(path: path).standardizedFileURL
        let names = file.pathComponents.dropFirst(folder.pathComponents.count)
        guard !path.isEmpty, !path.hasPrefix("/"), isBelow(file),
            !names.contains(where: { $0.hasPrefix(".") || $0 == "node_modules" })
        else { throw EndpointRefusal("“\(path)” is not below the folder of the test") }
        return file
    }

    /// Returns the path of a file for people: from the working directory, if it is below.
    func shown(_ file: URL) -> String {
        let (path, current) = (file.path(percentEncoded: false), FileManager.default.currentDirectoryPath + "/")
        return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
    }

    /// Returns whether a file is below the folder.
    func isBelow(_ file: URL) -> Bool {
        let (folder, file) = (folder.pathComponents, file.standardizedFileURL)
        // The folders of the path that there are may be links.
        var existing = file
        while FileKind(existing) == nil, existing.pathComponents.count > 1 { existing.deleteLastPathComponent() }
        let place = existing.resolvingSymlinksInPath().standardizedFileURL
        return file.pathComponents.count > folder.count && file.pathComponents.starts(with: folder)
            && place.pathComponents.starts(with: folder)
    }

    /// Writes a file of the project, with the folders above it. A link in the file's place goes: it could lead out of the folder.
    ///
    /// - Throws: ``EndpointRefusal`` with the system's reason.
    func write(_ bytes: Data, to file: URL) throws(EndpointRefusal) {
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if (try? file.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink) ?? false {
                try FileManager.default.removeItem(at: file)
            }
            try bytes.write(to: file)
        } catch {
            throw EndpointRefusal("\(file.path(percentEncoded: false)) cannot be written: \(error.fileReason)")
        }
    }
}
