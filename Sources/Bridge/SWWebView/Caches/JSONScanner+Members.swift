import Foundation
import HTTPMessages
import ServiceWorkers

// Reading objects and lists in the order they come.
extension JSONScanner {
    private static var notJSON: CommandFailure {
        CommandFailure(
            name: "TypeError", message: "The command's body cannot be used: it is not the JSON that was expected")
    }

    /// Reads an object. `read` gets each member's name, and must step over its value.
    mutating func members(
        _ read: (String, inout JSONScanner) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        guard take("{") else { throw Self.notJSON }
        if take("}") { return }
        repeat {
            guard let name = string(), take(":") else { throw Self.notJSON }
            try read(name, &self)
        } while take(",")
        guard take("}") else { throw Self.notJSON }
    }

    /// Reads a list. `read` must step over each element.
    mutating func elements(_ read: (inout JSONScanner) throws(CommandFailure) -> Void) throws(CommandFailure) {
        guard take("[") else { throw Self.notJSON }
        if take("]") { return }
        repeat { try read(&self) } while take(",")
        guard take("]") else { throw Self.notJSON }
    }

    /// Reads headers: names and values by turns.
    mutating func headers() throws(CommandFailure) -> HeaderList {
        var texts: [String] = []
        try elements { (scanner) throws(CommandFailure) in
            guard let text = scanner.string() else { throw Self.notJSON }
            texts.append(text)
        }
        return HeaderList(
            stride(from: 0, to: texts.count - 1, by: 2).map { HeaderList.Field(name: texts[$0], value: texts[$0 + 1]) })
    }
}

extension Data {
    /// Reads JSON text.
    func scanned(_ read: (inout JSONScanner) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let result = withUnsafeBytes { bytes -> Result<Void, CommandFailure> in
            var scanner = JSONScanner(bytes)
            do throws(CommandFailure) { return .success(try read(&scanner)) } catch { return .failure(error) }
        }
        try result.get()
    }
}
