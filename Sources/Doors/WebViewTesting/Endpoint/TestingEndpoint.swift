import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebKit

/// The endpoints of `swwebview test` below `/___testing___/` of every mapped origin. Pages use them to test uploads, downloads,
/// aborted requests and leaks against real responses.
@MainActor
final class TestingEndpoint: PageEndpoint {
    nonisolated static let prefix = "/___testing___/"

    private weak var view: SWWebView?
    private let stalls = Occurrences<Bool>()
    private let beacons = Occurrences<Beacon>()
    private let scripts = ChangingScripts()
    private let native: NativeHalf
    private let downloads: PageDownloads
    private let hand: PageHand
    private let snapshots: PageSnapshots
    private let screenshots: PageScreenshots
    private let emulation: PageEmulation
    private let routes = PageRoutes()

    struct Beacon: Sendable {
        var bytes: Data
        var type: String?
    }

    private let hear: @MainActor (String) -> Void

    /// - Parameters:
    ///   - native: the native half that the endpoint `native` shows and controls.
    ///   - downloads: the downloads that the endpoint `download` shows.
    ///   - hand: the input and the pictures that the page asks for.
    ///   - snapshots: the snapshots that the page compares and keeps.
    ///   - screenshots: the pictures that the page compares with those beside the test.
    ///   - emulation: the media features and the user agent that the page asks for.
    ///   - hear: the closure that receives the messages of the hook in workers, see ``WorkerHookScript``.
    init(
        view: SWWebView, native: NativeHalf, downloads: PageDownloads, hand: PageHand, snapshots: PageSnapshots,
        screenshots: PageScreenshots,
        emulation: PageEmulation, hear: @escaping @MainActor (String) -> Void
    ) {
        self.view = view
        self.hand = hand
        self.snapshots = snapshots
        self.screenshots = screenshots
        self.emulation = emulation
        self.downloads = downloads
        self.native = native
        self.hear = hear
    }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let query = Query(url)
        let name = Self.name(in: url)
        if let name, name.isOfPage, !isOfPage(url) {
            return try .json(url, ["error": .string("\(name.rawValue) answers the test’s own page alone")], status: 403)
        }
        switch name {
        case .index: return try .json(url, ["endpoints": Name.list, "modules": ScriptSite.moduleIndex])
        case .echo:
            let type = request.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream"
            return try .answer(url, type: type, body: body)
        case .inspect: return try await inspect(request, url, body)
        case .bytes: return try bytes(url, query)
        case .slow: return try slow(url, chunks: query.integer("chunks") ?? 0)
        case .stall: return try stall(url, id: query["id"] ?? "")
        case .stopped:
            _ = try await stalls.next(query["id"] ?? "")
            return try .json(url, ["stopped": true])
        case .beacon:
            let beacon = Beacon(
                bytes: try await body.collect(upTo: 1 << 20), type: request.value(forHTTPHeaderField: "Content-Type"))
            beacons.add(beacon, for: query["id"] ?? "")
            return try .json(url, [:])
        case .beacons:
            let beacon = try await beacons.next(query["id"] ?? "")
            return try .answer(url, type: beacon.type ?? "application/x-none", body: BodyStream(beacon.bytes))
        case .console:
            hear(String(decoding: try await body.collect(upTo: 4 << 20), as: UTF8.self))
            return try .json(url, [:])
        case .script: return try await scripts.respond(to: request, url, body: body)
        case .eventLimit:
            view?.serviceWorkerEventLimit = query["seconds"].flatMap { Double($0) } ?? 300
            return try .json(url, [:])
        case .cacheQuota:
            view?.cacheQuota = query.integer("bytes") ?? 1 << 30
            return try .json(url, [:])
        case .offline: return try await setConnectivity(url, query)
        case .native: return try await native.respond(to: request, url, body: body)
        case .status: return try status(url)
        case .redirect:
            return try redirect(url, to: query["to"] ?? "/", status: query.integer("status") ?? 302)
        case .download: return try await downloads.respond(url, id: query["id"])
        case .paths: return try paths(url)
        case .input: return try await hand.input(url, body)
        case .viewport: return try await hand.resize(url, body)
        case .screenshot: return try await hand.picture(url, body)
        case .media: return try await emulation.setMedia(url, body)
        case .userAgent: return try await emulation.setUserAgent(url, body)
        case .matchScreenshot: return try await screenshots.respond(url, body)
        case .snapshots: return try await snapshots.respond(url, request.httpMethod ?? "GET", body)
        case .routes: return try await routes.respond(url, request.httpMethod ?? "GET", body, for: view)
        case .clearSiteData:
            let kinds = (query["kinds"] ?? "").split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
            return LoadedResource(
                response: try .make(
                    url, status: 200, headers: ["Clear-Site-Data": kinds, "Cache-Control": "no-store"]),
                body: .empty)
        case nil:
            guard let module = Self.module(at: url) else {
                return try .json(url, ["error": "there is no such testing endpoint"], status: 404)
            }
            return try .answer(url, type: "text/javascript; charset=utf-8", body: BodyStream(Data(module.utf8)))
        }
    }

    /// Returns the text of a module of the test libraries, which HTML pages import from here.
    private static func module(at url: URL) -> String? {
        ScriptSite.module(named: String(url.path.dropFirst(prefix.count)))
    }

    private static func name(in url: URL) -> Name? { Name(rawValue: String(url.path.dropFirst(prefix.count))) }

    /// Returns whether an address has the origin of the page's document. Only documents of its origin may ask for it.
    private func isOfPage(_ url: URL) -> Bool {
        guard let view, let page = view.url, let own = Origin(of: view.externalURL(for: page)) else { return false }
        return own == Origin(of: view.externalURL(for: url))
    }

    func access(to request: URLRequest) -> PathAccess {
        request.url.flatMap { Self.name(in: $0) }?.access(
            request.httpMethod ?? "GET", isReset: request.url?.query == "reset") ?? .read
    }

    var internalPaths: [InternalPath] {
        Name.allCases.flatMap { name in
            ["GET", "POST"].map {
                InternalPath("\(Self.prefix)\(name.rawValue)?\(name.query)", method: $0, name.access($0))
            }
        }
    }

    /// Lists the internal paths of the view, for tests that ask for all of them.
    private func paths(_ url: URL) throws -> LoadedResource {
        let paths = view?.internalPaths(below: url) ?? []
        return try .json(
            url,
            [
                "paths": .array(
                    paths.map {
                        [
                            "path": .string($0.path), "method": .string($0.method),
                            "asker": .string($0.access.asker.rawValue), "isDocument": .bool($0.access.isDocument),
                            "changes": .bool($0.access.changes),
                        ]
                    })
            ])
    }

    private func inspect(_ request: URLRequest, _ url: URL, _ body: BodyStream) async throws -> LoadedResource {
        var length = 0
        for try await piece in body { length += piece.count }
        let headers = (request.allHTTPHeaderFields ?? [:]).reduce(into: [String: String]()) {
            $0[$1.key.lowercased()] = $1.value
        }
        return try .json(
            url,
            [
                "method": .string(request.httpMethod ?? "GET"), "url": .string(url.absoluteString),
                "headers": .object(headers.mapValues { .string($0) }), "length": .integer(length),
            ])
    }

    /// Bytes that a page can compute: as an attachment with a name, or with another status, where the query says so.
    private func bytes(_ url: URL, _ query: Query) throws -> LoadedResource {
        var headers = ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"]
        headers["Content-Disposition"] = query["attachment"].map { "attachment; filename=\"\($0)\"" }
        return LoadedResource(
            response: try .make(url, status: query.integer("status") ?? 200, headers: headers),
            body: PatternBytes.body(count: query.integer("length") ?? 0))
    }

    /// Milliseconds between chunks: enough for a page to read each by itself.
    private static let pause = 10

    /// Chunks with pauses between them.
    private func slow(_ url: URL, chunks: Int) throws -> LoadedResource {
        let counter = Counter()
        let body = BodyStream(next: { @MainActor in
            let index = counter.next()
            guard index < chunks else { return nil }
            try await ContinuousClock().sleep(for: .milliseconds(Self.pause))
            return Data("chunk \(index)\n".utf8)
        })
        return try .answer(url, type: "text/plain; charset=utf-8", body: body)
    }

    private func stall(_ url: URL, id: String) throws -> LoadedResource {
        let counter = Counter()
        let stalls = stalls
        let body = BodyStream(
            next: { @MainActor in
                if counter.next() == 0 { return Data("first\n".utf8) }
                await stalls.untilCancelled()
                return nil
            },
            cancel: { Task { @MainActor in stalls.add(true, for: id) } })
        return try .answer(url, type: "text/plain; charset=utf-8", body: body)
    }

    /// Takes the view off the network, and puts it back: `offline`, `offline?mode=strict`, `offline?mode=no`.
    private func setConnectivity(_ url: URL, _ query: Query) async throws -> LoadedResource {
        let modes = ["network": Connectivity.offline, "strict": .strictlyOffline, "no": .online]
        guard let connectivity = modes[query["mode"] ?? "network"] else {
            return try .json(url, ["error": "“mode” is network, strict or no"], status: 400)
        }
        view?.connectivity = connectivity
        await withCheckedContinuation { done in view.map { $0.whenIntercepted { done.resume() } } ?? done.resume() }
        return try .json(url, ["mode": .string(query["mode"] ?? "network")])
    }

    private func redirect(_ url: URL, to location: String, status: Int) throws -> LoadedResource {
        try LoadedResource(
            response: .make(url, status: status, headers: ["Location": location]), body: .empty)
    }

    private func status(_ url: URL) throws -> LoadedResource {
        let bridge = view?.bridgeStatus
        if url.query == "reset" { HostMemory.resetPeak() }
        let memory = HostMemory.current
        let counts = [
            "eventStreams": bridge?.eventStreams ?? 0, "channels": bridge?.channels ?? 0,
            "openRequests": bridge?.openRequests ?? 0, "nativeStreams": bridge?.nativeStreams ?? 0,
            "refusedMessages": bridge?.refusedMessages ?? 0, "peakMemoryBytes": memory.peak,
            "residentBytes": memory.resident,
        ]
        return try .json(url, .object(counts.mapValues { .integer($0) }))
    }
}
