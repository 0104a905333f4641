import Foundation
import Synchronization
import URLInterception

/// The files that a page is served from, to quote from. What a page says of positions is not believed: only files of mapped
/// folders are read.
final class PageSources: Sendable {
    private static let longest: Int64 = 4 << 20
    private let map: OriginMap
    private let texts = Mutex<[String: String?]>([:])

    init(map: OriginMap) { self.map = map }

    /// The lines around a position; nil where it is in no file of a mapped folder.
    func excerpt(at position: SourcePosition) -> SourceExcerpt? {
        text(position.url).flatMap { SourceExcerpt(of: $0, at: position) }
    }

    private func text(_ address: String) -> String? {
        texts.withLock { texts in
            if let known = texts[address] { return known }
            var text: String?
            if let url = URL(string: address), case .folder(let folder)? = map.target(for: url) {
                text = folder.text(at: url, upTo: Self.longest)
                if text == nil, url.path.hasSuffix("/") {
                    text = folder.text(at: url.appending(path: "index.html"), upTo: Self.longest)
                }
            }
            texts[address] = .some(text)
            return text
        }
    }
}
