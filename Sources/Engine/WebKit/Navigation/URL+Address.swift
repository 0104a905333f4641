extension URL {
    /// An address as WebKit writes it, such as `app://host/list?tag[0]=a%20b`.
    ///
    /// Foundation refuses characters there that a browser leaves as they are, or encodes them, and the percent signs of what
    /// is encoded already with them. Here only those characters are encoded.
    package init?(address: String) {
        if let url = URL(string: address, encodingInvalidCharacters: false) {
            self = url
        } else {
            // Brackets stand around an IPv6 host.
            let host = address.firstRange(of: "://").map { address[$0.upperBound...].prefix { !"/?#".contains($0) } }
            let start = host?.endIndex ?? address.startIndex
            var text = String(address[..<start])
            for byte in address[start...].utf8 {
                text +=
                    Self.fit.contains(byte)
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(string: address) else {
                return nil
            }
            self = url
        }
    }

    private static let fit = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%".utf8)
}
