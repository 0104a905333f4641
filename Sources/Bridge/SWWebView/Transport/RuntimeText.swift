import HTTPMessages
import WebKit

/// A file that a script of the runtime was joined from.
struct RuntimePart: Equatable {
    /// The path in the folder `Runtime`.
    let path: String
    /// The number of lines that the part takes in the script.
    let lines: Int
    /// The lines of the part, from 0, that are the comment `// hop`. They are empty in the script.
    var hops: [Int] = []
}

/// A script of the runtime, joined from files.
struct RuntimeText {
    let text: String
    let parts: [RuntimePart]

    /// - Parameter isTraced: whether the script calls `hop` where a part has the comment `// hop`.
    init(_ text: String, parts: [RuntimePart], isTraced: Bool = HopTrace.isOn) {
        self.parts = parts
        self.text = isTraced ? Self.traced(text, parts) : text
    }

    private static func traced(_ text: String, _ parts: [RuntimePart]) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var start = 0
        for part in parts {
            for hop in part.hops { lines[start + hop] = "hop(\(JSONText.string(part.path)));" }
            start += part.lines
        }
        return lines.joined(separator: "\n")
    }
}

/// The function `hop(path)` of each kind of realm, which scripts call while files are traced. Empty while they are not.
enum RuntimeHops {
    /// The function of documents. The library in the web process prints the path.
    static let ofDocuments = traced("const hop = self.\(ProcessExtension.channelProperty)?.hop ?? (() => {});")
    /// The function of service workers, whose threads the library does not reach. The host prints the path.
    static let ofServiceWorkers = traced(
        "const hop = ((post) => (path) => post(JSON.stringify({ path: \"\(TraceCommands.path)\", body: path })))"
            + "(self.postMessage.bind(self));")
    /// The function of dedicated and shared workers, which prints nothing.
    static let ofDedicatedWorkers = traced("const hop = () => {};")

    private static func traced(_ script: String) -> String { HopTrace.isOn ? script : "" }
}
