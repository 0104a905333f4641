import Foundation

/// The folder of the project that a test belongs to, which is served to it.
///
/// It is the nearest folder above the test that has a `package.json`; the current folder where that has one as well and holds the
/// nearest, as at the top of a workspace; without any, the current folder; and what was named where a test lies elsewhere.
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

    private static func isInside(_ url: URL, _ folder: URL) -> Bool {
        let path = folder.path(percentEncoded: false)
        return url.path(percentEncoded: false).hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
}
