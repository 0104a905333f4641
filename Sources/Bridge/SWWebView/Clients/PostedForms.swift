import Fetch
import Foundation
import URLInterception
import WebKit

/// The bodies of navigations on a custom scheme that WebKit cannot supply: of forms with files, and of requests that a redirect
/// preserves. Main actor only.
///
/// A form submits a name in place of such a body. Only the frame that uploads the body, or the document of the redirect, has received the name.
@MainActor
final class PostedForms {
    /// A request that an answer has redirected with its method and body.
    struct Preserved {
        var method: String
        var type: String?
        var body: Data
    }

    /// A body that a name stands for.
    enum Body {
        /// A request that a redirect preserves.
        case preserved(Preserved)
        /// An upload, and the content type with the boundary.
        case upload(Upload, type: String)
    }

    /// The only field of a form that sends a name (`forms.js`). The value is the name of a preserved request, or that of an upload, the
    /// id of the realm that sends the upload, and the content type.
    nonisolated static let field = "___sw"
    private static let most = 16
    private static let longest = 1024

    private let bodies: BodyRegistry
    private let realms: RealmDirectory
    private var preserved: [(name: String, address: String, request: Preserved)] = []

    init(bodies: BodyRegistry, realms: RealmDirectory) { (self.bodies, self.realms) = (bodies, realms) }

    /// Stores the request that a redirect to an address preserves, and returns its name. A page that is loaded again sends the name again.
    func store(_ request: Preserved, to url: URL) -> String {
        if preserved.count >= Self.most { preserved.removeFirst() }
        let name = UnguessableID.make()
        preserved.append((name, url.textWithoutFragment, request))
        return name
    }

    /// Returns the body that the body of a navigation names; nil for a body that is no name.
    ///
    /// - Throws: `URLError(.networkConnectionLost)` for a name that stands for nothing.
    func body(namedBy sent: Data, to url: URL) throws -> Body? {
        guard let words = Self.words(in: sent) else { return nil }
        if words.count == 1, let found = preserved.first(where: { $0.name == words[0] }),
            found.address == url.textWithoutFragment
        {
            return .preserved(found.request)
        }
        guard words.count == 3, realms[words[1]] != nil, CORSSafelist.isSimpleType(words[2]) else {
            throw URLError(.networkConnectionLost)
        }
        return .upload(bodies.claim(words[0]), type: words[2])
    }

    /// Returns the words of a name, where a body is a form with the field alone.
    static func words(in sent: Data) -> [String]? {
        guard sent.count <= longest else { return nil }
        let lines = String(decoding: sent, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        guard lines.count == 6, lines[0].hasPrefix("--"), lines[4] == "\(lines[0])--",
            lines[1] == "Content-Disposition: form-data; name=\"\(field)\""
        else { return nil }
        return lines[3].split(separator: " ", maxSplits: 2).map { String($0) }
    }
}
