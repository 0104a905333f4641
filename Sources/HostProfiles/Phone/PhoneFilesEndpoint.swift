import Foundation
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

/// An endpoint that answers `/_capacitor_file_/PATH` with the app's files, as Capacitor's `WebViewAssetHandler.swift` does.
struct PhoneFilesEndpoint: PageEndpoint {
    static let prefix = "/_capacitor_file_"
    private let files: PhoneFiles

    init(_ files: PhoneFiles) { self.files = files }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let home = Self.prefix + PhoneFiles.home
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix(home + "/") else {
            return try LoadedResource(url: url, status: 404, message: "This is not a file of the app.")
        }
        // The loader checks that the path stays below the folder.
        return try DirectoryLoader(folder: files.root).load(
            request, at: url, path: String(path.dropFirst(home.count)))
    }
}
