import Foundation

/// The command behind `cookieStore`, whose functions wait until WebKit and the host have the same cookies.
///
/// Source: https://cookiestore.spec.whatwg.org/#CookieStore
enum CookieCommands {
    static let table: CommandTable = [
        // Answers whether pages have cookies, once WebKit and the host have the same ones.
        "/CookieStore/settle": .deferred { _, context in
            guard let mirror = context.services.cookies.mirror else { return Data("false".utf8) }
            await mirror.refresh()
            return Data("true".utf8)
        }
    ]
}
