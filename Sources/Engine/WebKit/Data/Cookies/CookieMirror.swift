import CWebKitGTK
import HTTPMessages

/// The cookies of a data store within reach of this process, for the pages that the host answers itself. Main actor only.
///
/// WebKit keeps the store's cookies in its network process, where finding them takes a message there and back. The mirror has the same
/// cookies: what a page or its server sets here goes on to WebKit, in order, and what WebKit's own pages, servers and the application
/// set comes here.
@MainActor
package final class CookieMirror {
    /// The observers of changes, made here or in WebKit.
    package let changes = ObserverList<[CookieStore.Change]>()
    private var store = CookieStore { RegistrableDomain.of($0) }
    private let context: WebContext
    private let jar: CookieJar
    /// The cookies that WebKit had when they were read last.
    private var known: [Cookie.Key: Cookie] = [:]
    /// The number of changes of each cookie that are on their way to WebKit.
    private var pending: [Cookie.Key: Int] = [:]
    private var observation: UInt = 0
    /// Whether the cookies that WebKit had at first are here.
    package private(set) var isReady = false
    private var isStale = false
    /// The callers that wait for the next reading.
    private var waiting: [@MainActor () -> Void] = []
    private var isReading = false

    init(_ context: WebContext, _ jar: CookieJar) {
        (self.context, self.jar) = (context, jar)
        observation = cwk_context_observe_cookies(
            context.handle, { ShimCallback.unretained($0, CookieMirror.self) { $0.hear() } },
            Unmanaged.passUnretained(self).toOpaque())
        refresh {}
    }

    isolated deinit { cwk_context_unobserve_cookies(context.handle, observation) }

    /// Whether cookies are disallowed: none is found or set.
    private var isClosed: Bool { jar.held != nil || jar.isMoving }

    // MARK: Pages and servers

    /// Waits until the cookies that WebKit had at first are here.
    package func ready() async {
        if isReady { return }
        await refresh()
    }

    /// Returns the cookies for a request or script, in the order of a `Cookie` header.
    package func cookies(for access: CookieAccess) -> [Cookie] { isClosed ? [] : store.cookies(for: access) }

    /// All cookies.
    package var all: [Cookie] { isClosed ? [] : store.all }

    /// Sets a cookie.
    ///
    /// - Parameter text: the value of a `Set-Cookie` header, or what a script assigns to `document.cookie`.
    package func set(_ text: String, for access: CookieAccess) {
        guard !isClosed, let change = store.set(text, for: access) else { return }
        switch change {
        case .set(let cookie): send(cookie.key) { jar.put(cookie, $0) }
        case .removed(let cookie): send(cookie.key) { jar.remove(cookie.key, $0) }
        }
        changes.notify([change])
    }

    /// Removes cookies here and in WebKit.
    package func remove(where isRemoved: (Cookie) -> Bool) {
        guard !isClosed else { return }
        let removed = store.all.filter(isRemoved).compactMap { store.remove($0.key) }
        for case .removed(let cookie) in removed { send(cookie.key) { jar.remove(cookie.key, $0) } }
        if !removed.isEmpty { changes.notify(removed) }
    }

    private func send(_ key: Cookie.Key, _ operation: (@escaping CookieJar.Completion) -> Void) {
        pending[key, default: 0] += 1
        operation { [weak self] in
            guard let self, let count = pending[key] else { return }
            pending[key] = count > 1 ? count - 1 : nil
        }
    }

    // MARK: WebKit

    /// Takes over what WebKit has by now, after all that was set here before.
    package func refresh() async {
        await withCheckedContinuation { continuation in refresh { continuation.resume() } }
    }

    func refresh(_ completion: @escaping @MainActor () -> Void) {
        waiting.append(completion)
        read()
    }

    /// Drops the cookies of sites, which WebKit drops by itself.
    func removeAll(where isRemoved: (Cookie) -> Bool = { _ in true }) {
        changes.notify(store.all.filter(isRemoved).compactMap { store.remove($0.key) })
    }

    private func hear() {
        if !isClosed { read() }
    }

    private func read() {
        isStale = true
        guard !isReading else { return }
        (isReading, isStale) = (true, false)
        let callers = waiting
        waiting = []
        jar.read { [weak self] cookies in
            guard let self else { return callers.forEach { $0() } }
            (isReading, isReady) = (false, true)
            if !isClosed { adopt(cookies) }
            for caller in callers { caller() }
            if isStale || !waiting.isEmpty { read() }
        }
    }

    private func adopt(_ cookies: [Cookie]) {
        let found = Dictionary(cookies.map { ($0.key, $0) }) { _, last in last }
        var changed: [CookieStore.Change] = []
        for (key, cookie) in found where pending[key] == nil && known[key]?.isSame(as: cookie) != true {
            if let change = store.put(cookie) { changed.append(change) }
        }
        for key in known.keys where pending[key] == nil && found[key] == nil {
            if let change = store.remove(key) { changed.append(change) }
        }
        known = found
        if !changed.isEmpty { changes.notify(changed) }
    }
}

extension WKWebsiteDataStore {
    /// The store's cookies for pages that the host answers itself, made with the first call.
    package var cookieMirror: CookieMirror? {
        if let mirror = knownCookieMirror { return mirror }
        knownCookieMirror = httpCookieStore.makeMirror()
        return knownCookieMirror
    }
}
