import Foundation

/// A URL that a stranger wants opened, found fit to be opened.
///
/// Fit is an absolute URL, so that nothing is ever appended to a fragment of text: a scheme (RFC 3986, section 3.1), a
/// colon and more, without control characters. Spaces and characters beyond ASCII are percent-encoded, since callers
/// often encode once too little. Not fit are schemes that are content or code instead of a place to go to.
struct CallbackAddress {
    /// The address, percent-encoded.
    let text: String

    /// Checks a text whose percent-encoding is removed once already.
    init?(_ text: String) {
        guard !text.hasControlCharacter, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text.utf8.index(after: colon) < text.endIndex
        else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, Self.letters.contains(first),
            scheme.utf8.allSatisfy({ Self.letters.contains($0) || Self.others.contains($0) }),
            !Self.refused.contains(scheme),
            let url = URL(string: AddressText.repaired(text), encodingInvalidCharacters: false), url.scheme != nil
        else { return nil }
        self.text = url.absoluteString
    }

    /// Returns the address with parameters added to those it has, before its fragment.
    func url(adding items: [URLQueryItem]) -> URL? {
        guard !items.isEmpty else { return URL(string: text) }
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        var address = String(text[..<hash])
        if !address.utf8.contains(UInt8(ascii: "?")) {
            address += "?"
        } else if let last = address.utf8.last, last != UInt8(ascii: "?"), last != UInt8(ascii: "&") {
            address += "&"
        }
        address += items.map { item in
            Self.encode(item.name) + (item.value.map { "=" + Self.encode($0) } ?? "")
        }.joined(separator: "&")
        return URL(string: address + text[hash...], encodingInvalidCharacters: false)
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let others = Set("0123456789+-.".utf8)
    private static let refused: Set = ["javascript", "vbscript", "data", "blob", "filesystem", "about", "file"]
    /// The characters that RFC 3986, section 3.4, allows in a query, without those that separate pairs in some formats: `&`, `;`,
    /// `=`, and `+`, which forms take for a space.
    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'()*,:@/?")
}
