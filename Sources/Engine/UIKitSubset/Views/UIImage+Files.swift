import Foundation

extension UIImage {
    /// Returns the bytes of an application's file, with the name as it is or with the suffix `.png`.
    static func file(named name: String) -> Data? {
        let workingDirectory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        for folder in [Bundle.main.resourceURL, workingDirectory].compactMap(\.self) {
            for name in [name, name + ".png"] {
                if let data = file(named: name, in: folder) { return data }
            }
        }
        return nil
    }

    private static func file(named name: String, in folder: URL) -> Data? {
        let folder = folder.standardizedFileURL.resolvingSymlinksInPath()
        let file = folder.appendingPathComponent(name).standardizedFileURL.resolvingSymlinksInPath()
        let (inner, outer) = (file.pathComponents, folder.pathComponents)
        guard inner.count > outer.count, inner.starts(with: outer) else { return nil }
        return try? Data(contentsOf: file)
    }
}
