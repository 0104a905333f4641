import Fetch
import Foundation
import ServiceWorkers
import URLInterception
import WebKit

/// The side that makes a request, as the engine knows it.
struct RequestSource: Sendable {
    /// The origin of the document or worker that asks.
    enum Asker: Sendable, Equatable {
        case origin(Origin)
        /// An origin that is no other's, or another one than the address's.
        case opaque
        case unknown
    }

    /// The kind of document that the response becomes.
    enum Navigation: Sendable {
        case frame, page
    }

    let asker: Asker
    /// The kind of document that the response becomes; nil for a subresource.
    var navigation: Navigation?

    /// The source of a request that no document of the address's origin makes.
    static let opaque = RequestSource(.opaque)

    private init(_ asker: Asker) { self.asker = asker }

    /// The source of a request that a realm makes through the host.
    init(_ key: StorageKey?) { asker = key.flatMap { Origin($0.rawValue) }.map { .origin($0) } ?? .unknown }

    /// The source of a request that WebKit makes.
    ///
    /// - Parameters:
    ///   - mark: the mark of the web-process extension.
    ///   - realm: the storage key of the realm that has made the request, where that is known.
    init(_ request: URLRequest, to url: URL, mark: RequestMark?, realm: StorageKey? = nil) {
        let mark = mark ?? RequestMark(header: request.value(forHTTPHeaderField: ProcessExtension.markHeader))
        navigation = Self.navigation(request, mark)
        let marked = realm?.rawValue ?? mark?.origin
        if request.namesForeignOrigin(to: url) {
            asker = .opaque
        } else if let site = request.value(forHTTPHeaderField: "Sec-Fetch-Site"), let own = Origin(of: url) {
            // Source: Fetch Metadata, https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
            asker = site == "same-origin" ? .origin(own) : site == "none" ? .unknown : .opaque
        } else if let marked {
            asker = Origin(marked).map { .origin($0) } ?? .opaque
        } else {
            asker = mark?.isElsewhere ?? false ? .opaque : .unknown
        }
    }

    /// Returns the kind of document that the response becomes, by headers that WebKit sets for all navigations.
    private static func navigation(_ request: URLRequest, _ mark: RequestMark?) -> Navigation? {
        let destination = request.value(forHTTPHeaderField: "Sec-Fetch-Dest") ?? mark?.destination?.rawValue ?? ""
        if destination == "document" { return .page }
        let isNavigation =
            RequestDestination(rawValue: destination)?.isNavigation ?? false
            || request.value(forHTTPHeaderField: "Sec-Fetch-Mode") == "navigate"
            || request.isForDocument
        return isNavigation ? .frame : nil
    }
}
