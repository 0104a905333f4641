import Foundation
import FoundationNetworking
import HTTPMessages
import Synchronization
import URLInterception

/// The files of mapped folders that a page, its workers and its frames have asked for. Any thread.
///
/// The page depends on these files, however it came to them: scripts, the modules that these import, style sheets, data.
final class LoadedFiles: NetworkObserver {
    /// The most files of a page.
    private static let most = 10_000

    private let map: OriginMap
    private let paths = Mutex<Set<String>>([])

    init(map: OriginMap) { self.map = map }

    let needsAllLoads = false

    /// The paths of the files, without symbolic links.
    var all: [String] { paths.withLock { $0.sorted() } }

    func began(_ request: URLRequest, by asker: NetworkAsker, from source: NetworkSource) -> any ExchangeObserver {
        if let url = request.url, case .folder(let loader)? = map.target(for: url) {
            var file = loader.folder.appending(path: String(url.path(percentEncoded: false).drop { $0 == "/" }))
            if file.hasDirectoryPath { file.append(path: "index.html") }
            note(file)
        }
        return Exchange(files: self)
    }

    func answered(_ request: URLRequest, status: Int, headers: HeaderList) {}

    /// Returns paths as the text of a header.
    static func headerText(of paths: [String]) -> String {
        paths.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }.joined(separator: " ")
    }

    private static func paths(inHeader text: String) -> [String] {
        text.split(separator: " ").compactMap { $0.removingPercentEncoding }
    }

    private func note(_ file: URL) {
        let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
        paths.withLock { if $0.count < Self.most { $0.insert(path) } }
    }

    private struct Exchange: ExchangeObserver {
        let files: LoadedFiles

        func responded(_ response: HTTPURLResponse) {
            guard let text = response.value(forHTTPHeaderField: ScriptPage.filesHeader) else { return }
            for path in LoadedFiles.paths(inHeader: text) { files.note(URL(filePath: path)) }
        }

        func received(_ piece: Data) {}
        func ended(_ error: (any Error)?) {}
    }
}
