import Foundation
import WebKit

/// The images that frames are about to request for elements outside of their documents, where the web-process extension
/// does not find them.
struct ImageAnnouncements {
    /// A frame's message before it requests an image.
    struct Announcement: Decodable {
        var document: String
        var url: String
        var mark: String
    }

    private static let most = 64

    private var announcements: [Announcement] = []

    /// Keeps an announcement, in place of the oldest one when there are too many.
    mutating func add(_ announcement: Announcement) {
        if announcements.count >= Self.most { announcements.removeFirst() }
        announcements.append(announcement)
    }

    /// Drops the announcements of a document.
    mutating func removeAll(of document: String) { announcements.removeAll { $0.document == document } }

    /// Takes the first announcement of a request from a document that `mayAsk`, and returns the request's mark.
    mutating func take(_ request: URLRequest, to url: URL, mayAsk: (String) -> Bool) -> RequestMark? {
        guard !announcements.isEmpty, request.value(forHTTPHeaderField: "Accept")?.hasPrefix("image/") ?? false
        else { return nil }
        let address = url.textWithoutFragment
        guard let index = announcements.firstIndex(where: { $0.url == address && mayAsk($0.document) }) else {
            return nil
        }
        let found = announcements.remove(at: index)
        let told = RequestMark(pairs: found.mark)
        let isCORS = told.mode == .cors
        return RequestMark(
            document: found.document, destination: .image, mode: isCORS ? .cors : nil,
            credentials: !isCORS ? nil : told.credentials == .include ? .include : .sameOrigin,
            referrerPolicy: told.referrerPolicy)
    }
}
