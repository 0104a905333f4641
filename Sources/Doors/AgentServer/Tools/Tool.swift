import HTTPMessages

/// A tool that a client can call.
struct Tool: Sendable {
    /// The name of the tool, as agents know it from other servers.
    let name: String
    /// A sentence for the agent.
    let summary: String
    var parameters: [ToolParameter] = []
    /// Whether the tool changes nothing in the page, the phone or on the disk.
    var isReading = false
    let run: @MainActor @Sendable (AgentSession, ToolArguments) async throws -> ToolResult

    /// All tools, in the order of the list.
    static let all: [Tool] = pages + input + reading + network + phone + tests

    /// The tool in the answer to `tools/list`.
    var listing: JSONValue {
        var schema: [String: JSONValue] = ["type": "object", "additionalProperties": false]
        schema["properties"] = .object(
            Dictionary(parameters.map { ($0.name, $0.schema) }) { first, _ in first })
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return [
            "name": .string(name), "description": .string(summary), "inputSchema": .object(schema),
            "annotations": ["readOnlyHint": .bool(isReading), "openWorldHint": .bool(false)],
        ]
    }
}

/// A parameter of a tool.
struct ToolParameter: Sendable {
    /// The kinds of values.
    enum Kind: Sendable {
        case text, number, integer, flag, texts
        case choice([String])
        /// Any JSON value.
        case any
        /// An object of any members.
        case object
    }

    let name: String
    let kind: Kind
    let summary: String
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, _ summary: String, required: Bool = false) {
        (self.name, self.kind, self.summary, isRequired) = (name, kind, summary, required)
    }

    /// The JSON schema of the values.
    var schema: JSONValue {
        var members: [String: JSONValue] = ["description": .string(summary)]
        switch kind {
        case .text: members["type"] = "string"
        case .number: members["type"] = "number"
        case .integer: members["type"] = "integer"
        case .flag: members["type"] = "boolean"
        case .texts:
            members["type"] = "array"
            members["items"] = ["type": "string"]
        case .choice(let names):
            members["type"] = "string"
            members["enum"] = .array(names.map { .string($0) })
        case .any: break
        case .object: members["type"] = "object"
        }
        return .object(members)
    }

    /// Whether a value is one of the kind.
    func accepts(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.text, .string), (.flag, .bool), (.number, .integer), (.number, .number), (.any, _), (.object, .object):
            true
        // Every tool can count from such a number without an overflow.
        case (.integer, .integer(let number)): abs(Double(number)) < 0x1p53
        case (.texts, .array(let elements)): elements.allSatisfy { $0.text != nil }
        case (.choice(let names), .string(let name)): names.contains(name)
        default: false
        }
    }

    /// The kind in words.
    var words: String {
        switch kind {
        case .text: "text"
        case .number: "a number"
        case .integer: "a whole number below 2^53"
        case .flag: "true or false"
        case .texts: "a list of texts"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .any: "a value"
        case .object: "an object"
        }
    }
}

/// The arguments of a call, which fit the tool's parameters.
struct ToolArguments: Sendable {
    private let values: [String: JSONValue]

    /// Checks the arguments of a call.
    ///
    /// - Throws: ``ToolError`` that names the argument.
    init(_ values: [String: JSONValue], of tool: Tool) throws {
        let names = tool.parameters.map(\.name)
        if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
            let known = names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", "))."
            throw ToolError("\(tool.name) has no argument “\(unknown.prefix(60))”. \(known)")
        }
        for parameter in tool.parameters {
            guard let value = values[parameter.name], value != .null else {
                guard !parameter.isRequired else {
                    throw ToolError("\(tool.name) needs the argument “\(parameter.name)”: \(parameter.summary)")
                }
                continue
            }
            guard parameter.accepts(value) else {
                throw ToolError(
                    "“\(parameter.name)” of \(tool.name) is \(parameter.words), not \(value.kind.prefix(60)).")
            }
        }
        self.values = values.filter { $0.value != .null }
    }

    subscript(name: String) -> JSONValue? { values[name] }

    func text(_ name: String) -> String? { values[name]?.text }

    /// The text of a required argument.
    func required(_ name: String) -> String { values[name]?.text ?? "" }

    func flag(_ name: String) -> Bool { values[name]?.flag ?? false }

    func texts(_ name: String) -> [String] { values[name]?.elements.compactMap(\.text) ?? [] }

    func number(_ name: String) -> Double? { values[name]?.double }

    /// Returns a number, moved into a range.
    func integer(_ name: String, _ usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(values[name]?.number ?? usual, range.lowerBound), range.upperBound)
    }

    /// The most characters of the result.
    var limit: Int { integer("limit", ToolResult.usualLimit, in: 100...ToolResult.largestLimit) }
}

/// A problem of a call, with what to do about it.
struct ToolError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
