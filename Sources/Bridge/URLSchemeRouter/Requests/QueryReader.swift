import Foundation

/// Takes the query of a URL apart.
///
/// `URLComponents.queryItems` is not used because it hides what is not UTF-8. Pairs are separated by `&`; a plus sign
/// is a plus sign, since this is a URL and no form.
struct QueryReader {
    private(set) var items: [URLQueryItem] = []
    /// The first thing that is wrong; the items that are right are there nevertheless, so that it can be told to
    /// `x-error`.
    private(set) var problem: URLSchemeRouter.RequestError?

    init(_ query: String, limit: Int) {
        let pairs = query.utf8.split(separator: UInt8(ascii: "&"), maxSplits: limit)
        for pair in pairs.prefix(limit) {
            do throws(URLSchemeRouter.RequestError) {
                items.append(try Self.item(Substring(pair)))
            } catch {
                problem = problem ?? error
            }
        }
        if pairs.count > limit { problem = .tooManyParameters(limit: limit) }
    }

    private static func item(_ pair: Substring) throws(URLSchemeRouter.RequestError) -> URLQueryItem {
        let equals = pair.utf8.firstIndex(of: UInt8(ascii: "="))
        let encoded = pair[..<(equals ?? pair.endIndex)]
        guard let name = encoded.removingPercentEncoding else { throw .notText(String(encoded).quoted) }
        guard !name.hasControlCharacter else { throw .controlCharacter(name.quoted) }
        guard let equals else { return URLQueryItem(name: name, value: nil) }
        let text = pair[pair.utf8.index(after: equals)...]
        guard let value = text.removingPercentEncoding else { throw .notText(name.quoted) }
        guard !value.utf8.contains(0) else { throw .controlCharacter(name.quoted) }
        return URLQueryItem(name: name, value: value)
    }
}

extension StringProtocol {
    /// Whether it has one of the control characters of ASCII.
    var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
