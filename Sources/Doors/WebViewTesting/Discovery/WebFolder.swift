import Foundation
import JavaScriptTokens
import Simulator

/// The folder of an app's pages, which the origin of its framework shows: Capacitor's `webDir`, or Cordova's `www`.
///
/// Sources: Capacitor CLI 8.4.2, `config.ts`; Cordova, https://cordova.apache.org/docs/en/latest/reference/cordova-cli/#directory-structure
public enum WebFolder {
    /// The files that a Capacitor app has one of, in the order in which Capacitor looks for them.
    private static let capacitorFiles = ["capacitor.config.ts", "capacitor.config.js", "capacitor.config.json"]
    private static let usual = "www"

    /// Returns the folder of the app's pages that contains a file; nil for other files, and for frameworks without an origin.
    public static func containing(_ file: URL, of host: AppFramework) -> URL? {
        var folder = file.deletingLastPathComponent().standardizedFileURL
        while true {
            if let pages = pages(in: folder, of: host), ProjectRoot.isInside(file.standardizedFileURL, pages) {
                return pages
            }
            guard folder.pathComponents.count > 1 else { return nil }
            folder = folder.deletingLastPathComponent().standardizedFileURL
        }
    }

    /// Returns the folder of pages of the app in a folder.
    private static func pages(in folder: URL, of host: AppFramework) -> URL? {
        let name: String? =
            switch host {
            case .capacitor:
                capacitorFiles.lazy.compactMap {
                    try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                }.first.map { webDirectory(of: $0) ?? usual }
            case .cordova: FileKind(folder.appending(path: "config.xml")) == .file ? usual : nil
            case .plain, .swwebview, .reactNative, .hotwire, .flutter: nil
            }
        return name.map {
            URL(filePath: $0, directoryHint: .isDirectory, relativeTo: folder).absoluteURL.standardizedFileURL
        }
    }

    /// Returns the string of a configuration's member `webDir`. Every form of the file has it as `webDir: "…"`, JSON with quotes around
    /// the name as well.
    static func webDirectory(of configuration: String) -> String? {
        let tokens = ScriptTokens(configuration)
        let index = tokens.all.indices.dropLast(2).first { index in
            ["webDir", "\"webDir\"", "'webDir'"].contains(tokens.text(at: index))
                && tokens.isAt(index + 1, ":") && tokens.all[index + 2].kind == .string
        }
        return index.map { String(tokens.text(at: $0 + 2).dropFirst().dropLast()) }
    }
}
