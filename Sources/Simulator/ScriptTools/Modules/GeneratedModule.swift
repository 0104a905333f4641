import Foundation
import HTTPMessages
import UniformTypeIdentifiers

/// A module for a file that is no script: JSON, a style sheet, a picture or a text.
enum GeneratedModule {
    /// The extensions of files that modules import, without data and style sheets.
    static let assetExtensions = [
        "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp", "woff", "woff2", "ttf", "otf", "eot", "mp3",
        "mp4", "webm", "ogg", "wav", "flac", "aac", "pdf", "wasm", "txt", "md", "html", "glsl",
    ]

    /// The query of the address of such a module.
    static func query(of target: String) -> String {
        let query = target.drop { $0 != "?" }.dropFirst()
        return ["raw", "url", "inline"].contains(query) ? String(query) : "import"
    }

    /// Returns the module of a file; nil for a query that asks for none, and for a text that cannot be read.
    ///
    /// - Parameters:
    ///   - query: the query of the module's address.
    ///   - address: the address of the file itself.
    static func text(of path: String, query: String, address: String) -> String? {
        switch (query, ScriptProject.fileExtension(path)) {
        case ("raw", _): return content(path).map { "export default \(JSONText.string($0));\n" }
        case ("inline", "css"): return content(path).map { "export default \(JSONText.string($0));\n" }
        case ("import", "json"), ("inline", "json"): return content(path).flatMap { json($0) }
        case ("import", "css"): return styleSheet(address)
        case ("inline", _): return dataURL(path).map { "export default \(JSONText.string($0));\n" }
        case ("import", _), ("url", _): return "export default \(JSONText.string(address));\n"
        default: return nil
        }
    }

    private static func content(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func dataURL(_ path: String) -> String? {
        let type = UTType(filenameExtension: ScriptProject.fileExtension(path))?.preferredMIMEType
        return FileManager.default.contents(atPath: path).map {
            "data:\(type ?? "application/octet-stream");base64,\($0.base64EncodedString())"
        }
    }

    /// The members of an object are exports, too.
    private static func json(_ text: String) -> String? {
        guard let value = try? JSONValue(json: Data(text.utf8)) else { return nil }
        let names = value.members?.keys.filter { $0.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$]*/) != nil } ?? []
        var module = "const value = JSON.parse(\(JSONText.string(text)));\nexport default value;\n"
        for (index, name) in names.sorted().enumerated() where name != "default" {
            module += "const member\(index) = value.\(name);\nexport { member\(index) as \(name) };\n"
        }
        return module
    }

    private static func styleSheet(_ address: String) -> String {
        """
        if (globalThis.document) {
            const link = document.createElement("link");
            link.rel = "stylesheet";
            link.href = \(JSONText.string(address));
            await new Promise((resolve, reject) => {
                link.onload = resolve;
                link.onerror = () => reject(new Error("The style sheet " + link.href + " cannot be loaded."));
                document.head.append(link);
            });
        }
        export default "";

        """
    }
}
