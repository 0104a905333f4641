import Foundation
import GRDB
import SWWebView
import SchemeHandlers
import URLInterception
import URLSchemeRouter
import WebKit

/// The app around the notebook: its view, and what answers the pages' schemes, events and links. Main actor only.
@MainActor
final class NotebookApp: NSObject {
    private struct Note: Decodable {
        var title: String
        var text: String
    }

    private struct Opened: Decodable { var notes: Int }
    private struct River: Encodable { var levels: [Double] }
    private struct Backup: Encodable, Sendable {
        var kept: Int
        var bytes: Int
    }
    private struct Receipt: Encodable {
        var shared: Int
        var letters: Int
    }

    private static let address = "sw://field-notes.example/"

    private let view: SWWebView
    private let router = URLSchemeRouter(scheme: "fieldnotes", onError: { print("A link was refused: \($0)") })
    private let folder: URL
    private var listening: Task<Void, Never>?
    private var ended: CheckedContinuation<Void, any Error>?
    private var shared = 0

    /// Makes the view, and all that its pages can ask for.
    init(pages: URL) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "field-notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(
            try AssetsSchemeHandler(folder: pages.appending(path: "assets")), forURLScheme: "assets")
        configuration.setURLSchemeHandler(
            try SQLiteSchemeHandler(file: try Self.makeDatabase(in: folder, from: pages)), forURLScheme: "sqlite")
        configuration.setURLSchemeHandler(DeferredSchemeHandler(work: Self.backUp), forURLScheme: "backup")
        view = SWWebView(frame: CGRect(x: 0, y: 0, width: 1280, height: 768), configuration: configuration)
        super.init()
        view.navigationDelegate = self
        view.serviceWorkerPermittedDomains = ["field-notes.example"]
        guard let origin = Origin(Self.address) else { throw URLError(.badURL) }
        var map = OriginMap()
        map.map(origin, to: .folder(try DirectoryLoader(folder: pages)))
        view.loader = MappedLoader(map: map)
        takeLinks()
        tellOfTheRiver()
    }

    isolated deinit {
        listening?.cancel()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: What pages get

    /// The table behind sqlite://species.
    private static func makeDatabase(in folder: URL, from pages: URL) throws -> URL {
        let file = folder.appending(path: "species.sqlite")
        let statements = try String(contentsOf: pages.appending(path: "species.sql"), encoding: .utf8)
        try DatabaseQueue(path: file.path).write { try $0.execute(sql: statements) }
        return file
    }

    /// Keeps the notes that a page posts, and tells how far it is.
    private static func backUp(
        _ request: URLRequest, _ progress: DeferredProgress
    ) async throws -> any Encodable & Sendable {
        let body = request.httpBody ?? Data()
        let notes = try JSONDecoder().decode([Note].self, from: body)
        for count in notes.indices {
            try progress.report(Double(count + 1) / Double(notes.count))
            await Task.yield()
        }
        return Backup(kept: notes.count, bytes: body.count)
    }

    /// fieldnotes://x-callback-url/share, and the page that is called back.
    private func takeLinks() {
        router.route("/share") { [weak self] (note: Note) in
            self?.shared += 1
            return Receipt(shared: self?.shared ?? 0, letters: note.title.count + note.text.count)
        }
        router.openURL = { [weak self] url in try? self?.view.dispatchEvent("opened", detail: url.absoluteString) }
        view.handleLinks(toScheme: router.scheme) { [router] in router.handle($0) }
    }

    /// Whenever a page says that the notebook is open, it is told of the river.
    private func tellOfTheRiver() {
        let levels = [0.38, 0.38, 0.39, 0.42, 0.47, 0.52, 0.54, 0.53, 0.51, 0.48, 0.46, 0.45, 0.43, 0.42]
        let opened = view.events(named: "notebook")
        listening = Task { [weak view] in
            for await event in opened where (try? event.detail(as: Opened.self)) != nil {
                try? view?.dispatchEvent("river", detail: River(levels: levels))
            }
        }
    }

    // MARK: The picture

    /// Opens the notebook, shares a note as a finger would, and takes a picture (PNG).
    func picture() async throws -> Data {
        guard let url = URL(string: Self.address) else { throw URLError(.badURL) }
        try await withCheckedThrowingContinuation { continuation in
            ended = continuation
            view.load(URLRequest(url: url))
        }
        try await view.callAsyncJavaScript(
            """
            const is = async (condition) => { while (!condition()) await new Promise(requestAnimationFrame); };
            await is(() => document.documentElement.dataset.ready);
            document.getElementById('share').click();
            await is(() => document.getElementById('share-state').textContent);
            await document.fonts.ready;
            await new Promise(requestAnimationFrame);
            """, contentWorld: .page)
        return try await view.takeSnapshot(configuration: nil).pngData() ?? Data()
    }
}

extension NotebookApp: WKNavigationDelegate {
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        ended?.resume()
        ended = nil
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        ended?.resume(throwing: error)
        ended = nil
    }
}
