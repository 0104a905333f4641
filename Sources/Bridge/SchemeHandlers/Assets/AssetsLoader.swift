import Foundation
import FoundationNetworking
import URLInterception

/// A folder whose files have no host: what stands where others have one is the first name of the path.
struct AssetsLoader: ResourceLoader {
    private let folder: DirectoryLoader

    init(_ folder: DirectoryLoader) { self.folder = folder }

    func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let path = Self.path(in: url.absoluteString)
        let found = try folder.load(request, at: url, path: path)
        guard found.response.statusCode == 404, let rest = Self.pathBelowFile(path) else { return found }
        var question = URLRequest(url: url)
        question.httpMethod = "HEAD"
        let first = try folder.load(question, at: url, path: String(path.dropLast(rest.count)))
        return first.response.statusCode == 200 ? try folder.load(request, at: url, path: rest) : found
    }

    /// Returns the part of a path after its first name. Where that name is a file, it stands where other addresses have a host,
    /// and relative addresses in the file begin with it: `assets://app.css` with `icons/a.png` requests
    /// `assets://app.css/icons/a.png`.
    private static func pathBelowFile(_ path: String) -> String? {
        guard let slash = path.dropFirst().firstIndex(of: "/"), path.index(after: slash) < path.endIndex else {
            return nil
        }
        return String(path[slash...])
    }

    /// Returns the percent-encoded path of an address, beginning with the part where other addresses have a host.
    static func path(in address: String) -> String {
        let whole = address.prefix { $0 != "#" && $0 != "?" }
        guard let colon = whole.firstIndex(of: ":") else { return "" }
        var rest = whole[whole.index(after: colon)...]
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }
}
