import Foundation

/// The folder of the project that a test belongs to, which the origin shows.
///
/// The folder is the nearest one above the test with a `package.json`. In a workspace, the result is the current folder, if that has a
/// `package.json` too and contains the nearest one. Without any `package.json`, the result is the current folder. For a test outside
/// the current folder, the result is then the folder of the argument.
enum ProjectRoot {
    static func folder(of file: URL, currentFolder: URL, given: URL) -> URL {
        var folder = file.deletingLastPathComponent().standardizedFileURL
        let holdsFile = isInside(file, currentFolder)
        while folder.pathComponents.count > 1 {
            if FileKind(folder.appending(path: "package.json")) == .file {
                let isWorkspace = holdsFile && FileKind(currentFolder.appending(path: "package.json")) == .file
                return isWorkspace && isInside(folder, currentFolder) ? currentFolder : folder
            }
            folder = folder.deletingLastPathComponent().standardizedFileURL
        }
        return holdsFile ? currentFolder : given
    }

    static func isInside(_ url: URL, _ folder: URL) -> Bool {
        let path = folder.path(percentEncoded: false)
        return url.path(percentEncoded: false).hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
}
