import CWebKitGTK

/// The cookies of a web context. Calls run one after the other, in order, so that none looks at cookies that another is about to
/// change.
@MainActor
final class CookieJar {
    typealias Completion = @MainActor () -> Void
    private typealias Receiver<Value> = Box<@MainActor (Value) -> Void>

    private let context: WebContext
    private var waiting: [@MainActor (@escaping Completion) -> Void] = []
    private var isBusy = false

    init(_ context: WebContext) { self.context = context }

    // MARK: Cookies

    func all(_ completion: @escaping @MainActor ([HTTPCookie]) -> Void) {
        enqueue { [self] finished in
            fetch { cookies in
                finished()
                completion(cookies)
            }
        }
    }

    /// Sets a cookie, unless it would replace an HttpOnly cookie without being one.
    func set(_ cookie: HTTPCookie, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            let end = { @MainActor in
                finished()
                completion()
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
            fetch { [self] cookies in
                let twins = cookies.filter { $0.isTwin(of: cookie) && (cookie.isHTTPOnly || !$0.isHTTPOnly) }
                guard let twin = twins.first else { return end() }
                // WebKit compares values too.
                twin.withShimCookie { cwk_context_delete_cookie(context.handle, $0, Self.done, Self.retained(end)) }
            }
        }
    }

    // MARK: Policy

    func setAcceptance(_ accepts: Bool, _ completion: @escaping Completion) {
        enqueue { [self] finished in
            cwk_context_set_cookie_acceptance(context.handle, accepts)
            // The answer comes after the change.
            acceptance { _ in
                finished()
                completion()
            }
        }
    }

    func getAcceptance(_ completion: @escaping @MainActor (Bool) -> Void) {
        enqueue { [self] finished in
            acceptance { accepts in
                finished()
                completion(accepts)
            }
        }
    }

    // MARK: Changes

    /// Calls `changed` after each change, for as long as the object that is returned lives.
    func observe(_ changed: @escaping @MainActor () -> Void) -> AnyObject { Observation(context, changed) }

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
        cwk_context_get_cookies(
            context.handle,
            { cookies, count, context in
                let found = UnsafeBufferPointer(start: cookies, count: count).compactMap { HTTPCookie.make($0) }
                ShimCallback.retained(context, Receiver<[HTTPCookie]>.self) { $0.value(found) }
            }, Self.retained(completion))
    }

    private func store(_ cookie: HTTPCookie, _ completion: @escaping Completion) {
        cookie.withShimCookie { cwk_context_set_cookie(context.handle, $0, Self.done, Self.retained(completion)) }
    }

    private func acceptance(_ completion: @escaping @MainActor (Bool) -> Void) {
        cwk_context_get_cookie_acceptance(
            context.handle,
            { accepts, context in
                ShimCallback.retained(context, Receiver<Bool>.self) { $0.value(accepts) }
            }, Self.retained(completion))
    }
}
