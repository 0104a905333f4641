import Foundation
import URLInterception

/// The files behind the addresses of a page's scripts. Addresses come from WebKit and can name anything.
struct CoverageFiles {
    private static let longest: Int64 = 16 << 20
    let map: OriginMap

    /// A file of a mapped folder.
    struct File {
        var path: String
        var root: String
        var text: String
        /// The text that was served in place of the file's own; nil for none.
        var compiled: String?
    }

    /// Returns whether a script may be of interest, by its address alone.
    func isWanted(_ address: String) -> Bool {
        guard let url = URL(string: address), case .folder? = map.target(for: url) else { return false }
        return !url.pathComponents.contains("node_modules") && !address.contains(ScriptPage.folder)
    }

    /// Returns the file at an address; nil where no mapped folder has one.
    func file(at address: String) -> File? {
        guard let url = URL(string: address), case .folder(let loader)? = map.target(for: url) else { return nil }
        let plain = URL(string: String(address.prefix { $0 != "?" && $0 != "#" })) ?? url
        var file = loader.folder.appending(path: String(plain.path(percentEncoded: false).drop { $0 == "/" }))
        var served = plain
        if file.hasDirectoryPath {
            file.append(path: "index.html")
            served.append(path: "index.html")
        }
        guard FileKind(file) == .file, let text = loader.text(at: served, upTo: Self.longest) else { return nil }
        return File(
            path: file.standardizedFileURL.path(percentEncoded: false),
            root: loader.folder.path(percentEncoded: false), text: text, compiled: loader.maker?.text(at: served))
    }

    /// Returns the offset at which a file's text begins in the text that ran; nil where the text is another one.
    ///
    /// The bridge puts its runtime before the scripts of workers, on their first line. Its own scripts have addresses of files, too.
    static func offset(of file: File, in script: String) -> Int? {
        for text in [file.text, file.compiled ?? file.text] {
            let bare = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
            if script == text || script == bare { return 0 }
            if script.utf8.count > bare.utf8.count, script.utf8.reversed().starts(with: bare.utf8.reversed()) {
                return script.utf16.count - bare.utf16.count
            }
        }
        return nil
    }

    /// Returns whether a text that begins in the middle of a file is in the file, as scripts of HTML documents are.
    static func contains(_ file: File, _ script: String) -> Bool { file.text.contains(script) }
}
