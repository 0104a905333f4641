import HTTPMessages
import RemoteInspector

/// The parameters of a command. Each accessor throws ``BiDiError``, an invalid argument that names the parameter.
struct Parameters {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    init(_ value: JSONValue, _ name: String) throws {
        guard let members = value.members else { throw Self.wrong(name, "an object", value) }
        self.members = members
    }

    /// The value of a parameter; nil where it is absent or null.
    subscript(name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    func string(_ name: String) throws -> String { try required(optionalString(name), name, "a string") }
    func object(_ name: String) throws -> Parameters { try required(optionalObject(name), name, "an object") }
    func array(_ name: String) throws -> [JSONValue] { try required(optionalArray(name), name, "an array") }
    func number(_ name: String) throws -> Double { try required(optionalNumber(name), name, "a number") }

    func optionalString(_ name: String) throws -> String? { try value(name, "a string") { $0.text } }
    func optionalArray(_ name: String) throws -> [JSONValue]? {
        try value(name, "an array") { if case .array(let elements) = $0 { elements } else { nil } }
    }
    func optionalObject(_ name: String) throws -> Parameters? {
        try value(name, "an object") { $0.members.map { Parameters($0) } }
    }
    func optionalNumber(_ name: String) throws -> Double? { try value(name, "a number") { $0.double } }
    func optionalFlag(_ name: String) throws -> Bool? { try value(name, "a boolean") { $0.flag } }
    func flag(_ name: String, or usual: Bool) throws -> Bool { try optionalFlag(name) ?? usual }

    /// A whole number that is not negative.
    func optionalCount(_ name: String) throws -> Int? {
        try value(name, "a whole number that is not negative") { $0.number.flatMap { $0 >= 0 ? $0 : nil } }
    }

    func optionalStrings(_ name: String) throws -> [String]? {
        try optionalArray(name)?.map { element in
            guard let text = element.text else { throw Self.wrong(name, "an array of strings", element) }
            return text
        }
    }

    /// One of several texts.
    func choice(_ name: String, of choices: [String], or usual: String? = nil) throws -> String {
        let text = try optionalString(name) ?? usual
        guard let text, choices.contains(text) else {
            throw BiDiError(.invalidArgument, "“\(name)” must be one of \(choices.joined(separator: ", "))")
        }
        return text
    }

    private func value<Value>(_ name: String, _ kind: String, _ read: (JSONValue) -> Value?) throws -> Value? {
        guard let given = self[name] else { return nil }
        guard let value = read(given) else { throw Self.wrong(name, kind, given) }
        return value
    }

    private func required<Value>(_ value: Value?, _ name: String, _ kind: String) throws -> Value {
        guard let value else { throw BiDiError(.invalidArgument, "“\(name)” must be \(kind), and is missing") }
        return value
    }

    private static func wrong(_ name: String, _ kind: String, _ value: JSONValue) -> BiDiError {
        BiDiError(.invalidArgument, "“\(name)” must be \(kind), and is \(value.kind)")
    }
}
