import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// A profile of windows, with a data store of its own. Main actor only.
@MainActor
final class UserContext {
    /// The id of the one that a session begins with.
    static let usual = "default"

    let id: String
    let dataStore: WKWebsiteDataStore
    var emulation = Emulation()
    /// The fate of downloads; nil for that of the browser.
    var downloads: DownloadBehavior?

    init(id: String = UUID().uuidString.lowercased(), dataStore: WKWebsiteDataStore) {
        (self.id, self.dataStore) = (id, dataStore)
    }
}

/// The changes of clients to the system around windows; nil where the session's options hold.
struct Emulation {
    var viewport: CGSize?
    var userAgent: String?
    var connectivity: Connectivity?
    var screen: CGSize?
    /// The type and the angle of the screen's orientation.
    var orientation: (type: String, angle: Int)?
    var timeZone: TimeZone?
    /// Headers that requests have besides their own.
    var headers: [String: String] = [:]

    /// The script that gives documents the screen; nil for the session's own.
    var script: String? {
        guard screen != nil || orientation != nil else { return nil }
        var values: [(String, String, String)] = []
        if let screen {
            for name in ["width", "availWidth"] { values.append(("Screen", name, String(Int(screen.width)))) }
            for name in ["height", "availHeight"] { values.append(("Screen", name, String(Int(screen.height)))) }
        }
        if let orientation {
            values.append(("ScreenOrientation", "type", JSONText.string(orientation.type)))
            values.append(("ScreenOrientation", "angle", String(orientation.angle)))
        }
        let lines = values.map { prototype, name, value in
            "define(self.\(prototype)?.prototype, \"\(name)\", \(value));"
        }
        return """
            {
                const define = (prototype, name, value) => {
                    if (!prototype) return;
                    const { get } = { get() { return value; } };
                    Object.defineProperty(get, "name", { value: `get ${name}`, configurable: true });
                    Object.defineProperty(prototype, name, { get, enumerable: true, configurable: true });
                };
                \(lines.joined(separator: "\n    "))
            }
            """
    }
}
