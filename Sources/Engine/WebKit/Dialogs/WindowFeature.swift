/// A feature of the third argument of `open`, see [the HTML standard](https://html.spec.whatwg.org/#concept-window-open-features-tokenize).
struct WindowFeature: Equatable {
    /// The name in lower case.
    var name: String
    /// The value: 1 without one, for `yes` and for `true`, and 0 for other words.
    var number: Int32

    private init(name: Substring, value: Substring) {
        self.name = name.lowercased()
        let isYes = value.isEmpty || ["yes", "true"].contains(value.lowercased())
        number = isYes ? 1 : Self.number(value)
    }

    /// Returns the number that a text begins with; 0 without one, or outside of the range.
    private static func number(_ text: Substring) -> Int32 {
        let sign = text.prefix { $0 == "-" || $0 == "+" }.prefix(1)
        let digits = text.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
        return Int32(sign + digits) ?? 0
    }

    /// Returns the features of a text such as `popup,width=300`.
    static func features(in text: String) -> [WindowFeature] {
        var features: [WindowFeature] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            rest = rest.drop(while: isSeparator)
            let name = rest.prefix { !isSeparator($0) }
            rest = rest.dropFirst(name.count).drop { isSeparator($0) && $0 != "=" && $0 != "," }
            var value: Substring = ""
            if let next = rest.first, isSeparator(next) {
                rest = rest.drop { isSeparator($0) && $0 != "," }
                value = rest.prefix { !isSeparator($0) }
            }
            rest = rest.dropFirst(value.count)
            if !name.isEmpty { features.append(WindowFeature(name: name, value: value)) }
        }
        return features
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character == "=" || character == "," || character.isWhitespace
    }
}
