public import Foundation
public import FoundationNetworking
import Glibc
import HTTPMessages
import Logging
import UniformTypeIdentifiers

/// A source of generated responses for a folder, such as the page of a script.
package protocol FileMaker: Sendable {
    /// Returns the response, or nil where a file of the folder must answer.
    func answer(_ request: URLRequest, at url: URL) async throws -> LoadedResource?

    /// Returns the text that answered for a file of the folder in place of the file's own; nil for none.
    func text(at url: URL) -> String?
}

/// Serves the files of a folder, and nothing outside it, whatever the origin of the request.
///
/// The loader answers GET and HEAD, single ranges and conditional requests. A folder's address ends in a slash and gives its
/// `index.html`; without the slash it redirects. Links are followed as long as they stay inside the folder.
///
/// A single-page application has routes that have no file:
///
/// ```swift
/// var loader = try DirectoryLoader(folder: dist)
/// loader.fallback = "index.html"
/// ```
public struct DirectoryLoader: ResourceLoader {
    /// The most bytes in one piece of a body.
    static let pieceSize = 1 << 20

    /// The folder, with all links resolved.
    public let folder: URL
    /// The file of the folder that answers navigations to paths which the folder does not have; nil for a 404.
    public var fallback: String?
    /// The file of the folder that answers every path without a file extension, whatever the folder has there; nil for none.
    ///
    /// The scheme handlers of Capacitor and Cordova on iOS have this rule.
    package var startPage: String?
    /// The source of generated responses, which take precedence over files.
    package var maker: (any FileMaker)?
    private let root: String

    /// Makes a loader for a folder that exists. Files are looked up anew for each request.
    ///
    /// - Throws: `DirectoryLoaderError` when there is no such folder.
    public init(folder: URL) throws(DirectoryLoaderError) {
        let path = folder.absoluteURL.path(percentEncoded: false)
        guard let resolved = realpath(path, nil) else {
            let code = errno
            throw code == ENOENT
                ? .missing(path: path) : code == ENOTDIR ? .notAFolder(path: path) : .unreadable(path: path, code: code)
        }
        defer { free(resolved) }
        var status = stat()
        guard stat(resolved, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
        root = String(cString: resolved)
        self.folder = URL(fileURLWithPath: root, isDirectory: true)
    }

    /// Answers from the folder. See ``ResourceLoader``.
    ///
    /// - Throws: `URLError(.badURL)` for a request without an address. Every other failure is a response: 400, 403, 404,
    ///   405, 412, 416 or 500 with a short text.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        if let made = try await maker?.answer(request, at: url) { return made }
        return try load(request, at: url, path: url.path(percentEncoded: true))
    }

    /// Answers from the folder with what lies at a percent-encoded path, wherever the request's address has it.
    package func load(_ request: URLRequest, at url: URL, path: String) throws -> LoadedResource {
        let method = request.httpMethod?.uppercased() ?? "GET"
        guard method == "GET" || method == "HEAD" else {
            return try LoadedResource(
                url: url, status: 405, message: "A folder answers GET and HEAD, not \(method).",
                headers: ["Allow": "GET, HEAD"])
        }
        var path = path
        if let startPage, ((path.removingPercentEncoding ?? path) as NSString).pathExtension.isEmpty {
            path = startPage
        }
        var resource = try answer(request, at: url, path: path)
        if resource.response.statusCode == 404, let fallback, Self.isNavigation(request),
            let path = fallback.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        {
            resource = try answer(request, at: url, path: path)
        }
        if method == "HEAD" { resource.body = .empty }
        return resource
    }

    /// Returns whether a document is asked for: [Sec-Fetch-Mode](https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header).
    private static func isNavigation(_ request: URLRequest) -> Bool {
        request.value(forHTTPHeaderField: "Sec-Fetch-Mode") == "navigate"
    }

    private func answer(_ request: URLRequest, at url: URL, path: String) throws -> LoadedResource {
        guard let segments = PathSegments(percentEncodedPath: path) else {
            return try LoadedResource(
                url: url, status: 400, message: "This address does not name a file below the mapped folder.")
        }
        do {
            let path = segments.relativePath
            let found = try ConfinedFile(root: root, relativePath: path)
            switch (found.facts.isFolder, segments.isFolder) {
            case (true, true):
                let index = try ConfinedFile(root: root, relativePath: path + "/index.html")
                guard !index.facts.isFolder else { throw ConfinedFile.Refusal.missing }
                return try answer(request, at: url, with: index, named: "index.html")
            case (true, false):
                return try redirectToFolder(url)
            case (false, true):
                throw ConfinedFile.Refusal.missing
            case (false, false):
                return try answer(request, at: url, with: found, named: segments.names.last ?? "")
            }
        } catch let refusal as ConfinedFile.Refusal {
            if case .outside(let place) = refusal { refuse(segments.relativePath, leadingTo: place) }
            return try LoadedResource(refusal, at: url)
        }
    }

    private static let log = Logger(label: "swwebview.folder")

    private func refuse(_ path: String, leadingTo place: String) {
        Self.log.warning(
            """
            \(root)/\(path) is a link that leads out of the mapped folder, to \(place). It is not served: map a folder that \
            holds both, or copy the file.
            """)
    }

    /// Returns a redirect to the address of a folder. The address is absolute, because a path that starts with two slashes would
    /// name a host.
    private func redirectToFolder(_ url: URL) throws -> LoadedResource {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw URLError(.badURL) }
        parts.percentEncodedPath += "/"
        parts.fragment = nil
        let location = parts.string ?? url.absoluteString
        return try LoadedResource(
            url: url, status: 301, message: "This folder is at \(location).", headers: ["Location": location])
    }

    private func answer(
        _ request: URLRequest, at url: URL, with file: ConfinedFile, named name: String
    ) throws -> LoadedResource {
        let facts = file.facts
        var headers = [
            "ETag": facts.entityTag, "Last-Modified": HTTPDate.string(seconds: facts.modifiedSeconds),
            "Accept-Ranges": "bytes",
        ]
        let conditions = Preconditions(facts: facts, header: { request.value(forHTTPHeaderField: $0) })
        switch conditions.verdict {
        case .notModified:
            return try LoadedResource(url: url, status: 304, headers: headers, body: .empty)
        case .failed:
            return try LoadedResource(
                url: url, status: 412, message: "The file is not the one the request asks for.", headers: headers)
        case .proceed: break
        }
        let wantsRange = request.httpMethod?.uppercased() != "HEAD" && conditions.allowsRange
        let range = wantsRange ? request.value(forHTTPHeaderField: "Range") : nil
        var bytes = 0..<facts.size
        var status = 200
        switch ByteRange(header: range, size: facts.size) {
        case .whole: break
        case .part(let part):
            bytes = part
            status = 206
            headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(facts.size)"
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(facts.size)"
            return try LoadedResource(
                url: url, status: 416, message: "The file has only \(facts.size) bytes.", headers: headers)
        }
        headers["Content-Type"] = ContentType.header(forFileNamed: name)
        headers["Content-Length"] = String(bytes.count)
        return try LoadedResource(url: url, status: status, headers: headers, body: BodyStream(file, bytes))
    }
}
