import Fetch
import Foundation
import WebKit

/// The images and media that frames are about to request for elements outside of their documents, where the web-process extension
/// does not find them.
struct RequestAnnouncements {
    /// A frame's message before it makes a request.
    struct Announcement: Decodable {
        var document: String
        var url: String
        var mark: String
    }

    private struct Entry {
        var document: String
        var url: String
        var mark: RequestMark
    }

    private static let most = 64

    private var entries: [Entry] = []

    /// Stores an announcement, in place of the oldest one when there are too many. That of media replaces the document's earlier one of
    /// the same address, whose settings may be others.
    mutating func add(_ announcement: Announcement) {
        let new = Entry(
            document: announcement.document, url: announcement.url, mark: RequestMark(pairs: announcement.mark))
        if new.mark.destination != .image {
            entries.removeAll {
                $0.document == new.document && $0.url == new.url && $0.mark.destination == new.mark.destination
            }
        }
        if entries.count >= Self.most { entries.removeFirst() }
        entries.append(new)
    }

    /// Removes the announcements of a document.
    mutating func removeAll(of document: String) { entries.removeAll { $0.document == document } }

    /// Removes the first announcement of a request from a document that `mayAsk`, and returns the request's mark. A player asks more than
    /// once, so that the announcement of media stays.
    mutating func take(_ request: URLRequest, to url: URL, mayAsk: (String) -> Bool) -> RequestMark? {
        guard !entries.isEmpty, let destination = Self.destination(of: request) else { return nil }
        let address = url.textWithoutFragment
        let index = entries.firstIndex {
            $0.url == address && ($0.mark.destination ?? .image) == destination && mayAsk($0.document)
        }
        guard let index else { return nil }
        let found = destination == .image ? entries.remove(at: index) : entries[index]
        let isCORS = found.mark.mode == .cors
        let standard: CredentialsMode? = destination == .image ? nil : .include
        return RequestMark(
            document: found.document, destination: destination, mode: isCORS ? .cors : nil,
            credentials: !isCORS ? standard : found.mark.credentials == .include ? .include : .sameOrigin,
            referrerPolicy: found.mark.referrerPolicy)
    }

    /// Returns the destination of a request whose document is not known; nil for one that is no image's, and no media element's.
    private static func destination(of request: URLRequest) -> RequestDestination? {
        if request.value(forHTTPHeaderField: "Accept")?.hasPrefix("image/") ?? false { return .image }
        let mark = RequestMark(header: request.value(forHTTPHeaderField: ProcessExtension.markHeader))
        guard let mark, mark.document == nil, mark.destination == .video || mark.destination == .audio else {
            return nil
        }
        return mark.destination
    }
}
