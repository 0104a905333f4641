import Foundation
import FoundationNetworking
import URLInterception

/// A folder whose files have no host: what stands where others have one is the first name of the path.
struct AssetsLoader: ResourceLoader {
    private let folder: DirectoryLoader

    init(_ folder: DirectoryLoader) { self.folder = folder }

    func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        return try folder.load(request, at: url, path: Self.path(in: url.absoluteString))
    }

    /// The percent-encoded path of an address, with what others have as a host in front.
    static func path(in address: String) -> String {
        let whole = address.prefix { $0 != "#" && $0 != "?" }
        guard let colon = whole.firstIndex(of: ":") else { return "" }
        var rest = whole[whole.index(after: colon)...]
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }
}
