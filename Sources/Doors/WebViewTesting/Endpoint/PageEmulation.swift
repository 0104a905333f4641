import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebKit

/// The part of ``TestingEndpoint`` that changes the system around a page: media features and the user agent. It ends with the page.
@MainActor
final class PageEmulation {
    /// The features to change; nil for those that stay.
    private struct Media: Decodable {
        var media: String?
        var colorScheme: String?
        var reducedMotion: String?
        var forcedColors: String?
    }

    private struct Agent: Decodable { var userAgent: String }

    private static let largest = 1 << 16

    private weak var view: SWWebView?
    private let system: SimulatedSystem

    init(of view: SWWebView, system: SimulatedSystem) { (self.view, self.system) = (view, system) }

    /// Answers `media`: WebKitGTK has one of each feature for a process, and a process runs one page at a time.
    func setMedia(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await answer(url, body) { (wanted: Media) in
            if let name = wanted.media, name != "screen" {
                throw EndpointRefusal("WebKitGTK shows pages on the medium screen alone, not \(name)")
            }
            if let mode = wanted.forcedColors, mode != "none" {
                throw EndpointRefusal("WebKitGTK has no forced colors (forced-colors: \(mode))")
            }
            let isDark = try wanted.colorScheme.map {
                try Self.choice($0, of: ["dark": true, "light": false, "no-preference": false], "colorScheme")
            }
            let reducesMotion = try wanted.reducedMotion.map {
                try Self.choice($0, of: ["reduce": true, "no-preference": false], "reducedMotion")
            }
            if let isDark { WebKitEnvironment.isDark = isDark }
            if let reducesMotion {
                WebKitEnvironment.reducesMotion = reducesMotion
                view?.updateMediaStyles()
            }
        }
    }

    /// Answers `user-agent`: the agent of the view's requests and documents from now on. An empty text restores the usual one.
    func setUserAgent(_ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        try await answer(url, body) { (wanted: Agent) in
            guard wanted.userAgent.utf8.count <= 4096 else { throw EndpointRefusal("The user agent is too long") }
            agent = agent ?? .some(view?.customUserAgent)
            view?.customUserAgent = wanted.userAgent.isEmpty ? agent ?? nil : wanted.userAgent
        }
    }

    /// The agent that the view had first; nil before it was changed.
    private var agent: String??

    /// Restores the system for the next page.
    func end() {
        WebKitEnvironment.isDark = system.isDark ?? false
        WebKitEnvironment.reducesMotion = system.reducesMotion ?? false
    }

    private static func choice(_ name: String, of choices: [String: Bool], _ feature: String) throws -> Bool {
        guard let value = choices[name] else {
            throw EndpointRefusal("\(feature) is \(choices.keys.sorted().joined(separator: " or ")), not “\(name)”")
        }
        return value
    }

    private func answer<Wanted: Decodable & Sendable>(
        _ url: URL, _ body: BodyStream, _ apply: @MainActor (Wanted) throws -> Void
    ) async throws -> LoadedResource {
        try await LoadedResource.refusing(url) {
            try apply(try await body.message(Wanted.self, upTo: Self.largest))
            return try .json(url, [:])
        }
    }
}
