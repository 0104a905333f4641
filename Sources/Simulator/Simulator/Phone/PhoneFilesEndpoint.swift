import Foundation
import HTTPMessages
import ProcessFiles
import SWWebView
import URLInterception
import WebKit

/// An endpoint that answers `PREFIX/PATH` with the app's files. A recording has their contents. Every frame may show a file, and the
/// app alone may navigate a frame to one. On iOS any frame may.
///
/// Sources: Capacitor 8.4.2, `WebViewAssetHandler.swift`; Cordova iOS 8.1, `CDVURLSchemeHandler.m`.
@MainActor
final class PhoneFilesEndpoint: PageEndpoint {
    static let capacitorPrefix = "/_capacitor_file_"
    static let cordovaPrefix = "/_app_file_"

    private let prefix: String
    private let files: PhoneFiles
    private let native: NativeHalf
    /// The files of the replayed recording.
    private var replayed: PhoneFiles?

    init(_ half: NativeHalf, prefix: String) {
        self.prefix = prefix
        files = half.phone.files
        native = half
    }

    func access(to request: URLRequest) -> PathAccess { .file }

    var internalPaths: [InternalPath] { [InternalPath("\(prefix)\(PhoneFiles.home)/Documents/page.html", .file)] }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let home = prefix + PhoneFiles.home
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix(home + "/") else {
            return try LoadedResource(url: url, status: 404, message: "This is not a file of the app.")
        }
        let relative = String(path.dropFirst(home.count))
        let files = try source(of: relative.removingPercentEncoding ?? "")
        try files.prepare()
        // The loader checks that the path stays below the folder.
        return try DirectoryLoader(folder: files.root).load(request, at: url, path: relative)
    }

    /// Returns the files that have a path: the app's own, or those of a recording.
    private func source(of path: String) throws -> PhoneFiles {
        guard let place = try? files.place(of: PhoneFiles.home + path, in: nil) else { return files }
        if let content = native.recordedFile(path) {
            let replayed = self.replayed ?? PhoneFiles()
            self.replayed = replayed
            let place = try replayed.place(of: PhoneFiles.home + path, in: nil)
            try PrivateFiles.makeFolder(place.deletingLastPathComponent())
            if let content { try PrivateFiles.write(content, to: place) }
            return replayed
        }
        guard native.isRecording else { return files }
        let size = (try? FileManager.default.attributesOfItem(atPath: place.path))?[.size] as? NSNumber
        if size?.intValue ?? 0 <= NativeHalf.largestFile {
            native.record(.file(path: path, try? Data(contentsOf: place)))
        }
        return files
    }
}
