/// A key that is a name in a URL, or a place in an array.
struct ParameterKey: CodingKey, Equatable {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key that `superDecoder()` and `superEncoder()` stand for.
    static let superclass = ParameterKey(stringValue: "super")
}

extension KeyDecodingStrategy {
    /// Returns the name to look for.
    func name(of key: any CodingKey, at path: [any CodingKey]) -> String {
        switch self {
        case .useDefaultKeys: key.stringValue
        case .convertFromSnakeCase: key.stringValue.inSnakeCase
        case .custom(let convert): convert(path + [key]).stringValue
        }
    }
}

extension KeyEncodingStrategy {
    /// Returns the name to write.
    func name(of key: any CodingKey, at path: [any CodingKey]) -> String {
        switch self {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: key.stringValue.inSnakeCase
        case .custom(let convert): convert(path + [key]).stringValue
        }
    }
}

extension String {
    /// `userID` as `user_id`, `myURLText` as `my_url_text`: a word begins after a lowercase letter, and before one.
    var inSnakeCase: String {
        var result = ""
        var previous: Character?
        for index in indices {
            let character = self[index]
            let following = self.index(after: index)
            let startsWord = following < endIndex && self[following].isLowercase
            if character.isUppercase, let previous, previous != "_", previous.isLowercase || startsWord {
                result += "_"
            }
            result += character.lowercased()
            previous = character
        }
        return result
    }
}
