public import Foundation
import HTTPMessages

/// The kind of value that an option of the command takes.
public enum SessionOptionKind: Sendable, Equatable {
    /// A flag: present or absent.
    case flag
    /// A flag that may also have one of these texts.
    case flagOr([String])
    /// One text or number.
    case text
    /// Any number of texts.
    case list
}

/// The options of one session, as the file has them that its browser reads.
public struct SessionOptions: Sendable, Equatable {
    /// By the option's long name.
    public private(set) var values: [String: JSONValue]

    /// Options that are known to be right.
    public init(_ values: [String: JSONValue]) { self.values = values }

    /// Checks the options that a client gives in `swwebview:options`.
    ///
    /// - Throws: ``WebDriverError``, an invalid argument that names the key.
    public init(
        _ given: [String: JSONValue], known: [String: SessionOptionKind]
    ) throws(WebDriverError) {
        values = [:]
        for (name, value) in given.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let kind = known[name] else {
                let names = known.keys.sorted().joined(separator: ", ")
                throw WebDriverError(.invalidArgument, "“swwebview:options” has no “\(name)”. There are: \(names)")
            }
            values[name] = try Self.checked(value, kind, "swwebview:options.\(name)")
        }
    }

    private static func checked(
        _ value: JSONValue, _ kind: SessionOptionKind, _ place: String
    ) throws(WebDriverError) -> JSONValue {
        switch (kind, value) {
        case (.flag, .bool), (.text, .string), (.text, .integer), (.text, .number), (.list, .string): return value
        case (.flagOr, .bool): return value
        case (.flagOr(let texts), .string(let text)) where texts.contains(text): return value
        case (.list, .array(let texts)):
            for (index, text) in texts.enumerated() {
                guard case .string = text else {
                    throw WebDriverError(.invalidArgument, "“\(place)[\(index)]” must be a string, and is \(text.kind)")
                }
            }
            return value
        default:
            let wanted =
                switch kind {
                case .flag: "a boolean"
                case .flagOr(let texts): "a boolean or \(texts.map { "“\($0)”" }.joined(separator: ", "))"
                case .text: "a string"
                case .list: "a string or an array of strings"
                }
            throw WebDriverError(.invalidArgument, "“\(place)” must be \(wanted), and is \(value.kind)")
        }
    }

    /// Returns these options, and those of `others` that these do not have.
    public func over(_ others: SessionOptions) -> SessionOptions {
        SessionOptions(others.values.merging(values) { $1 })
    }

    /// The options as the command's own command line has them.
    public var arguments: [String] {
        values.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            switch value {
            case .bool(let isSet): isSet ? ["--\(name)"] : []
            case .array(let texts): texts.map { "--\(name)=\(Self.text($0))" }
            default: ["--\(name)=\(Self.text(value))"]
            }
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        default: ""
        }
    }

    /// The file; JSON is YAML too.
    public var file: Data { JSONValue.object(values).data }
}
