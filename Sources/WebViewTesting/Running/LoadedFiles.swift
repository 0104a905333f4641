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
            let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
            paths.withLock { if $0.count < Self.most { $0.insert(path) } }
        }
        return IgnoredExchange()
    }

    func answered(_ request: URLRequest, status: Int, headers: HeaderList) {}

    private struct IgnoredExchange: ExchangeObserver {
        func responded(_ response: HTTPURLResponse) {}
        func received(_ piece: Data) {}
        func ended(_ error: (any Error)?) {}
    }
}
