import CWebKitGTK
import HTTPMessages
import ProcessFiles

/// The dates on which the cookies of a store were last set to something else. WebKitGTK keeps none.
///
/// A persistent store keeps them in a file. Cookies that are older than the file get the date on which they are first seen.
@MainActor
final class CookieDates {
    private struct Entry: Codable, Equatable {
        var content: UInt64
        var date: Date
    }

    private let context: WebContext
    private let file: URL?
    /// Returns whether cookies are away from WebKit, because they are disallowed.
    private let areAway: @MainActor () -> Bool
    private var entries: [String: Entry] = [:]
    private var observation: UInt = 0
    private var isLooking = false
    private var hasChanged = false

    init(_ context: WebContext, file: URL?, areAway: @escaping @MainActor () -> Bool) {
        (self.context, self.file, self.areAway) = (context, file, areAway)
        if let data = file.flatMap({ try? Data(contentsOf: $0) }) {
            entries = (try? JSONText.decode([String: Entry].self, from: data)) ?? [:]
        }
        observation = cwk_context_observe_cookies(
            context.handle, { ShimCallback.unretained($0, CookieDates.self) { $0.look() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cwk_context_unobserve_cookies(context.handle, observation) }

    /// Returns the date of a cookie that was noted.
    func date(of cookie: HTTPCookie) -> Date { entries[Self.key(of: cookie)]?.date ?? .distantPast }

    /// Notes all cookies of the store. A cookie that is new or has changed gets the present date.
    func note(_ cookies: [HTTPCookie]) {
        let (now, before) = (Date(), entries)
        if !areAway() {
            let known = Set(cookies.map { Self.key(of: $0) })
            entries = entries.filter { known.contains($0.key) }
        }
        for cookie in cookies {
            let (key, content) = (Self.key(of: cookie), Self.content(of: cookie))
            if entries[key]?.content != content { entries[key] = Entry(content: content, date: now) }
        }
        if entries != before { save() }
    }

    // MARK: Changes

    /// Looks at the cookies; at those of several changes once.
    private func look() {
        hasChanged = true
        guard !isLooking, !areAway() else { return }
        (isLooking, hasChanged) = (true, false)
        context.fetchCookies { [weak self] cookies in
            guard let self else { return }
            isLooking = false
            note(cookies.compactMap { HTTPCookie.make($0) })
            if hasChanged { look() }
        }
    }

    // MARK: Storage

    private static func key(of cookie: HTTPCookie) -> String {
        [cookie.domain.lowercased(), cookie.path, cookie.name].joined(separator: "\n")
    }

    /// Returns a number for the content of a cookie, by the function FNV-1a. The file has no values of cookies.
    private static func content(of cookie: HTTPCookie) -> UInt64 {
        let expiry = cookie.expiresDate.map { String($0.timeIntervalSince1970) } ?? "session"
        let text = [cookie.value, expiry, "\(cookie.isSecure)", "\(cookie.isHTTPOnly)"].joined(separator: "\n")
        return text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    private func save() {
        guard let file, let data = try? JSONEncoder().encode(entries) else { return }
        try? PrivateFiles.makeFolder(file.deletingLastPathComponent())
        try? PrivateFiles.write(data, to: file)
    }
}
