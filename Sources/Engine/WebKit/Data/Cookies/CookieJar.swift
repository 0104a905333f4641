import CWebKitGTK
import HTTPMessages

/// The cookies of a web context. Calls run one after the other, in order, so that none looks at cookies that another is about to
/// change.
@MainActor
final class CookieJar {
    typealias Completion = @MainActor () -> Void
    private typealias Receiver<Value> = Box<@MainActor (Value) -> Void>

    private let context: WebContext
    /// The file for cookies that wait while cookies are disallowed; nil for a store in memory.
    private let heldFile: URL?
    /// The cookies that wait while cookies are disallowed; nil while they are allowed.
    private(set) var held: HeldCookies?
    /// Whether cookies are on their way between WebKit and ``held``, which is no change of theirs.
    private(set) var isMoving = false
    private var changed: @MainActor () -> Void = {}
    private var waiting: [@MainActor (@escaping Completion) -> Void] = []
    private var isBusy = false

    init(_ context: WebContext, heldFile: URL?) {
        self.context = context
        self.heldFile = heldFile
        if let left = heldFile.flatMap({ HeldCookies(leftIn: $0) }) { enqueue { [self] in giveBack(left, $0) } }
    }

    // MARK: Cookies

    func all(_ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        enqueue { [self] finished in
            let end = { @MainActor (cookies: [HTTPCookie]) in
                finished()
                completion(cookies)
            }
            if let held { later { end(held.cookies) } } else { fetch(end) }
        }
    }

    /// Sets a cookie, unless it would replace an HttpOnly cookie without being one.
    func set(_ cookie: HTTPCookie, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
            }
            guard held == nil else {
                if held?.set(cookie) == true { changed() }
                return later(end)
            }
            if cookie.isHTTPOnly { return store(cookie, end) }
            fetch { [self] cookies in
                if cookies.contains(where: { $0.isTwin(of: cookie) && $0.isHTTPOnly }) {
                    end()
                } else {
                    store(cookie, end)
                }
            }
        }
    }

    /// Deletes the cookie of the same name, domain and path, unless it is HttpOnly and `cookie` is not.
    func delete(_ cookie: HTTPCookie, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
            }
            guard held == nil else {
                if held?.delete(cookie) == true { changed() }
                return later(end)
            }
            fetch { [self] cookies in
                let twins = cookies.filter { $0.isTwin(of: cookie) && (cookie.isHTTPOnly || !$0.isHTTPOnly) }
                guard let twin = twins.first else { return end() }
                // WebKit compares values too.
                Cookie(twin).withShimCookie {
                    cwk_context_delete_cookie(context.handle, $0, Self.done, Self.retained(end))
                }
            }
        }
    }

    // MARK: For the mirror

    /// Gives the cookies that WebKit has, with all that it knows of them.
    func read(_ completion: @escaping @MainActor ([Cookie]) -> Void) {
        enqueue { [self] finished in
            context.fetchCookies { cookies in
                finished()
                completion(cookies)
            }
        }
    }

    /// Sets a cookie that a page or its server has set.
    func put(_ cookie: Cookie, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
            }
            cookie.withShimCookie { cwk_context_set_cookie(context.handle, $0, Self.done, Self.retained(end)) }
        }
    }

    /// Deletes a cookie that a page or its server has deleted, whatever value WebKit has for it.
    func remove(_ key: Cookie.Key, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
            }
            context.fetchCookies { [self] cookies in
                guard let known = cookies.first(where: { $0.key == key }) else { return end() }
                known.withShimCookie { cwk_context_delete_cookie(context.handle, $0, Self.done, Self.retained(end)) }
            }
        }
    }

    // MARK: Policy

    func setAcceptance(_ accepts: Bool, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
            }
            guard accepts == (held != nil) else { return later(end) }
            if let held { giveBack(held, end) } else { takeAway(end) }
        }
    }

    /// Takes all cookies from WebKit, which would send them.
    private func takeAway(_ end: @escaping Completion) {
        isMoving = true
        cwk_context_set_cookie_acceptance(context.handle, false)
        fetch { [self] cookies in
            held = HeldCookies(cookies, file: heldFile)
            forEach(cookies[...], settle(end)) { [context] cookie, next in
                Cookie(cookie).withShimCookie {
                    cwk_context_delete_cookie(context.handle, $0, Self.done, Self.retained(next))
                }
            }
        }
    }

    /// Gives WebKit its cookies again.
    private func giveBack(_ cookies: HeldCookies, _ end: @escaping Completion) {
        isMoving = true
        cwk_context_set_cookie_acceptance(context.handle, true)
        let settled = settle { [self] in
            held = nil
            cookies.discardFile()
            end()
        }
        forEach(cookies.cookies[...], settled) { [self] cookie, next in store(cookie, next) }
    }

    /// Returns a closure that ends a move, once WebKit has reported its changes.
    private func settle(_ end: @escaping Completion) -> Completion {
        { [self] in
            acceptance { [self] _ in
                isMoving = false
                end()
            }
        }
    }

    private func forEach(
        _ cookies: ArraySlice<HTTPCookie>, _ end: @escaping Completion,
        _ work: @escaping @MainActor (HTTPCookie, @escaping Completion) -> Void
    ) {
        guard let first = cookies.first else { return end() }
        work(first) { [self] in forEach(cookies.dropFirst(), end, work) }
    }

    /// Removes cookies that wait.
    func removeHeld(where isRemoved: @escaping (HTTPCookie) -> Bool) { held?.remove(where: isRemoved) }

    func getAcceptance(_ completion: @escaping @MainActor (Bool) -> Void) {
        enqueue { [self] finished in
            later { [self] in
                finished()
                completion(held == nil)
            }
        }
    }

    // MARK: Changes

    /// Calls `changed` after each change, for as long as the object that is returned lives.
    func observe(_ changed: @escaping @MainActor () -> Void) -> AnyObject {
        self.changed = changed
        return Observation(context) { [weak self] in
            guard let self, !isMoving, held == nil else { return }
            changed()
        }
    }

    @MainActor
    private final class Observation {
        private let context: WebContext
        private let changed: @MainActor () -> Void
        private var number: UInt = 0

        init(_ context: WebContext, _ changed: @escaping @MainActor () -> Void) {
            self.context = context
            self.changed = changed
            number = cwk_context_observe_cookies(
                context.handle, { ShimCallback.unretained($0, Observation.self) { $0.changed() } },
                Unmanaged.passUnretained(self).toOpaque())
        }

        isolated deinit { cwk_context_unobserve_cookies(context.handle, number) }
    }

    // MARK: Order

    private func enqueue(_ operation: @escaping @MainActor (@escaping Completion) -> Void) {
        waiting.append(operation)
        if !isBusy { runNext() }
    }

    private func later(_ work: @escaping @MainActor () -> Void) { DispatchQueue.main.async { work() } }

    private func runNext() {
        isBusy = !waiting.isEmpty
        guard isBusy else { return }
        waiting.removeFirst()({ [self] in runNext() })
    }

    // MARK: Shim

    private static let done: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
        ShimCallback.retained(context, Box<Completion>.self) { $0.value() }
    }

    private static func retained<Value>(_ value: Value) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Box(value)).toOpaque()
    }

    private func fetch(_ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        context.fetchCookies { completion($0.compactMap { HTTPCookie.make($0) }) }
    }

    private func store(_ cookie: HTTPCookie, _ completion: @escaping Completion) {
        Cookie(cookie).withShimCookie {
            cwk_context_set_cookie(context.handle, $0, Self.done, Self.retained(completion))
        }
    }

    private func acceptance(_ completion: @escaping @MainActor (Bool) -> Void) {
        cwk_context_get_cookie_acceptance(
            context.handle,
            { accepts, context in
                ShimCallback.retained(context, Receiver<Bool>.self) { $0.value(accepts) }
            }, Self.retained(completion))
    }
}
