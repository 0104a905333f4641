/// A command as a page posted it: the JSON text `{"streamID": …, "promiseIndex": …, "path": …, "body": …}`.
///
/// Read where it lies, in one pass, since every command pays for it; the body is found, not parsed. It lives as long as the
/// bytes. Members may come in any order and others are ignored; a member that is missing or of the wrong type makes it no
/// command.
struct CommandMessage {
    private(set) var streamID = ""
    private(set) var promiseIndex = -1
    private(set) var path = ""
    /// The JSON text of the body.
    private(set) var body: UnsafeRawBufferPointer

    /// Nil for bytes that are no command.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(bytes)
        body = UnsafeRawBufferPointer(rebasing: bytes[0..<0])
        var hasBody = false
        guard scanner.take("{") else { return nil }
        if !scanner.take("}") {
            repeat {
                guard let name = scanner.string(), scanner.take(":") else { return nil }
                switch name {
                case "streamID":
                    guard let value = scanner.string() else { return nil }
                    streamID = value
                case "promiseIndex":
                    guard let value = scanner.index() else { return nil }
                    promiseIndex = value
                case "path":
                    guard let value = scanner.string() else { return nil }
                    path = value
                case "body":
                    guard let range = scanner.value() else { return nil }
                    body = UnsafeRawBufferPointer(rebasing: bytes[range])
                    hasBody = true
                default:
                    guard scanner.value() != nil else { return nil }
                }
            } while scanner.take(",")
            guard scanner.take("}") else { return nil }
        }
        guard scanner.isAtEnd, !streamID.isEmpty, promiseIndex >= 0, !path.isEmpty, hasBody else { return nil }
    }
}
