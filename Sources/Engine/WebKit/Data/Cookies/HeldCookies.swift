import HTTPMessages
import ProcessFiles

/// The cookies of a store that disallows cookies. WebKitGTK would still send the cookies that it has, so that they wait here.
///
/// Held cookies of a persistent store are also in a file, for the case that the process ends before they are allowed again.
@MainActor
struct HeldCookies {
    private(set) var cookies: [HTTPCookie]
    private let file: URL?

    init(_ cookies: [HTTPCookie], file: URL?) {
        (self.cookies, self.file) = (cookies, file)
        save()
    }

    /// Reads the cookies that an earlier process left in a file; nil where there is none.
    init?(leftIn file: URL) {
        guard let data = try? Data(contentsOf: file), let kept = try? JSONText.decode([Kept].self, from: data)
        else {
            return nil
        }
        (cookies, self.file) = (kept.compactMap(\.cookie), file)
    }

    /// Sets a cookie, unless it would replace an HttpOnly cookie without being one. Returns whether it did.
    mutating func set(_ cookie: HTTPCookie) -> Bool {
        guard !hidesTwin(of: cookie) else { return false }
        cookies.removeAll { $0.isTwin(of: cookie) }
        if !(cookie.expiresDate.map { $0 <= Date() } ?? false) { cookies.append(cookie) }
        save()
        return true
    }

    /// Deletes the cookie with the same name, domain and path. Returns whether there was one.
    mutating func delete(_ cookie: HTTPCookie) -> Bool {
        guard !hidesTwin(of: cookie), cookies.contains(where: { $0.isTwin(of: cookie) }) else { return false }
        remove { $0.isTwin(of: cookie) }
        return true
    }

    mutating func remove(where isRemoved: (HTTPCookie) -> Bool) {
        cookies.removeAll(where: isRemoved)
        save()
    }

    /// Removes the file. The cookies are with WebKit again.
    func discardFile() {
        if let file { try? FileManager.default.removeItem(at: file) }
    }

    private func hidesTwin(of cookie: HTTPCookie) -> Bool {
        !cookie.isHTTPOnly && cookies.contains { $0.isTwin(of: cookie) && $0.isHTTPOnly }
    }

    private func save() {
        guard let file else { return }
        // Cookies of a session end with the process.
        let kept = cookies.filter { $0.expiresDate != nil }.map { Kept($0) }
        guard !kept.isEmpty, let data = try? JSONEncoder().encode(kept) else { return discardFile() }
        try? PrivateFiles.makeFolder(file.deletingLastPathComponent())
        try? PrivateFiles.write(data, to: file)
    }

    private struct Kept: Codable {
        var name, value, domain, path: String
        var expires: Date?
        var isSecure, isHTTPOnly: Bool

        init(_ cookie: HTTPCookie) {
            (name, value, domain, path) = (cookie.name, cookie.value, cookie.domain, cookie.path)
            (expires, isSecure, isHTTPOnly) = (cookie.expiresDate, cookie.isSecure, cookie.isHTTPOnly)
        }

        var cookie: HTTPCookie? {
            var properties: [HTTPCookiePropertyKey: Any] = [
                .name: name, .value: value, .domain: domain, .path: path,
            ]
            properties[.expires] = expires
            if isSecure { properties[.secure] = "TRUE" }
            if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
            return HTTPCookie(properties: properties)
        }
    }
}
