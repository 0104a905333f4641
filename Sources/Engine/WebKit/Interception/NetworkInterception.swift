import CWebKitGTK
import URLInterception

/// A view whose http(s) requests the host loads.
@MainActor
protocol InterceptedView: AnyObject {
    /// The loader that answers the requests; nil where the network answers them.
    var interceptionLoader: MappedLoader? { get }
    /// Gives loaders beyond those of the configuration.
    var interceptionSource: (any InterceptionSource)? { get }
    /// The `URLProtocol` classes that are asked first.
    var protocolClasses: [AnyClass] { get }
    /// Removes and returns the application's load with a mark.
    func takeLoad(markedAs mark: String) -> CompletingLoad?
}

/// The way of a data store's http(s) requests through the host: a proxy on the loopback interface, whose requests are offered to
/// `URLProtocol` classes and then loaded with URLSession.
@MainActor
final class NetworkInterception {
    private struct Asker { weak var view: (any InterceptedView)? }

    private static let keptFailures = 64

    private var proxy: OpaquePointer?
    private let network = NetworkLoader(redirects: .deliver, cookies: .passed)
    private var askers: [Asker] = []
    private var requests: Set<InterceptedRequest> = []
    private var failures: [(url: String, error: NSError)] = []
    /// The network process's change to the proxy.
    let settling: NetworkSettling

    /// Opens the proxy and sends the context's requests there.
    ///
    /// - Throws: ``ShimError`` when there is no port or no certificate.
    init(_ context: WebContext) throws(ShimError) {
        settling = NetworkSettling()
        var failure: ShimError?
        proxy = withUnsafeMutablePointer(to: &failure) { failure in
            interception_proxy_new(
                { request, context in
                    guard let request else { return }
                    ShimCallback.unretained(context, NetworkInterception.self) { $0.begin(request) }
                }, Unmanaged.passUnretained(self).toOpaque(),
                { error, context in
                    guard let error else { return }
                    context?.assumingMemoryBound(to: ShimError?.self).pointee = ShimError(error.pointee)
                }, failure)
        }
        if let failure { throw failure }
        let address = interception_proxy_uri(proxy)
        cwk_context_use_proxy(context.handle, address)
        free(address)
        settling.begin(in: context)
    }

    isolated deinit {
        for request in requests { request.stop() }
        if let proxy { interception_proxy_release(proxy) }
    }

    /// The port that the proxy listens on.
    var port: UInt16 { proxy.map { UInt16(interception_proxy_port($0)) } ?? 0 }

    /// The number of connections that the proxy has taken.
    var connectionCount: Int { proxy.map { Int(interception_proxy_connection_count($0)) } ?? 0 }

    /// Has a view's classes asked, before those of the views that came earlier.
    func add(_ view: any InterceptedView) {
        askers.removeAll { $0.view == nil || $0.view === view }
        askers.insert(Asker(view: view), at: 0)
    }

    private func begin(_ handle: OpaquePointer) {
        let request = InterceptedRequest(handle)
        let url = request.url.flatMap { URL(address: $0) }
        guard !request.isWebSocket else {
            return request.join(url.flatMap { mapped(for: $0).webSocketAddress(for: $0) }?.absoluteString)
        }
        requests.insert(request)
        let load = request.loadMark.flatMap { takeLoad(markedAs: $0) }
        request.answer(from: loader(for: url), completedBy: load) { [weak self] error in
            guard let self else { return }
            if let error, let url = request.url { remember(error, of: url) }
            requests.remove(request)
        }
    }

    private func takeLoad(markedAs mark: String) -> CompletingLoad? {
        for view in askers.compactMap(\.view) {
            if let load = view.takeLoad(markedAs: mark) { return load }
        }
        return nil
    }

    /// Returns the loader that the views of the data store supply for a URL. The loader delivers redirects.
    func loader(for url: URL?, asker: NetworkAsker = .page) -> any ResourceLoader {
        let views = askers.compactMap(\.view)
        let view = Self.view(for: url, among: views)
        var mapped = mapped(for: url)
        mapped.asker = asker
        let reserved = url.flatMap { view?.interceptionSource?.reservedLoader(for: $0) }
        let base = AdaptingLoader(
            base: reserved ?? mapped,
            adapt: { [weak view] in view?.interceptionSource?.adapt($0, to: $1) ?? $0 })
        let loader = InterceptingLoader(
            base: base, protocolClasses: views.flatMap(\.protocolClasses), redirects: .deliver)
        if reserved != nil { return loader }
        return UnmarkedLoader(base: loader)
    }

    private func mapped(for url: URL?) -> MappedLoader {
        let view = Self.view(for: url, among: askers.compactMap(\.view))
        return (view?.interceptionLoader ?? MappedLoader(network: network)).delivering(over: network)
    }

    /// The newest view that maps the address's origin, or else the newest.
    private static func view(for url: URL?, among views: [any InterceptedView]) -> (any InterceptedView)? {
        let own = views.first { view in
            url.flatMap { url in view.interceptionLoader.flatMap { $0.map.target(for: url) } } != nil
        }
        return own ?? views.first { $0.interceptionLoader != nil }
    }

    // MARK: Failures

    // A proxy can end a connection, and not say why.
    private func remember(_ error: NSError, of url: String) {
        failures.removeAll { $0.url == url }
        failures.append((url, error))
        if failures.count > Self.keptFailures { failures.removeFirst() }
    }

    /// Why a load of an address has failed, once.
    func failure(of url: URL) -> NSError? {
        let address = url.textWithoutFragment
        guard let index = failures.firstIndex(where: { $0.url == address }) else { return nil }
        return failures.remove(at: index).error
    }
}

/// Loads as another loader does, and has a view adapt the answers.
private struct AdaptingLoader: ResourceLoader {
    let base: any ResourceLoader
    let adapt: @MainActor @Sendable (LoadedResource, URLRequest) -> LoadedResource

    func load(_ request: URLRequest) async throws -> LoadedResource {
        await adapt(try await base.load(request), request)
    }
}

/// Loads as another loader does, without the mark of the web-process extension, which no server may see.
private struct UnmarkedLoader: ResourceLoader {
    let base: InterceptingLoader

    func load(_ request: URLRequest) async throws -> LoadedResource {
        var request = request
        request.setValue(nil, forHTTPHeaderField: ProcessExtension.markHeader)
        return try await base.load(request)
    }
}
