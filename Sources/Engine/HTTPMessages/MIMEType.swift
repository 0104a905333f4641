/// The type of a response's body.
package enum MIMEType {
    /// Returns the type that a header's value stands for, whose server may have sent several: the last one that can be read, with the
    /// charset of one before it that has the same essence. Nil where none can be read.
    ///
    /// Source: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
    package static func extracted(from value: String) -> String? {
        guard value.contains(",") else { return value }
        var found: (text: String, essence: String)?
        var charset: String?
        for text in parts(of: value) {
            let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
            let essence = pieces[0].trimmingSpaces.lowercased()
            guard isEssence(essence), essence != "*/*" else { continue }
            let own = pieces.dropFirst().first { $0.trimmingSpaces.lowercased().hasPrefix("charset=") }?.trimmingSpaces
            if found?.essence != essence { charset = nil }
            let inherits = own == nil && charset != nil
            found = (text.trimmingSpaces + (inherits ? ";\(charset ?? "")" : ""), essence)
            charset = own ?? charset
        }
        return found?.text
    }

    private static func isEssence(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isHTTPToken) }
    }

    /// Returns the values between commas that are in no quotes.
    private static func parts(of value: String) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return value.split(omittingEmptySubsequences: false) { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            return character == "," && !isQuoted
        }
    }
}
