/// The URL schemes that WebKit loads by itself, and the syntax of the names an application may add.
enum NativeSchemes {
    private static let names: Set<String> = [
        "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "webkit-fake-url", "ws",
        "wss",
    ]

    /// The schemes that WebKit loads itself, and whose documents web content may show. Files are not among them.
    static let ofPages: Set<String> = ["about", "blob", "data", "http", "https"]

    /// Whether WebKit loads `scheme` itself. `WKWebView.handlesURLScheme(_:)` answers with this.
    static func handles(_ scheme: String) -> Bool {
        names.contains(canonical(scheme) ?? scheme.lowercased())
    }

    /// The name in lower case, without the tabs and line breaks that URL parsers skip; nil when it isn't a scheme.
    ///
    /// A scheme is an ASCII letter, then letters, digits, `+`, `-` and `.`.
    static func canonical(_ scheme: String) -> String? {
        let bytes = scheme.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard let first = bytes.first, isLetter(first), bytes.allSatisfy(isSchemeByte) else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isLetter(byte)
        }
    }
}
