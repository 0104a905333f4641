/// An error that a shared worker did not catch. Its members are those of an
/// [ErrorEvent](https://html.spec.whatwg.org/multipage/webappapis.html#errorevent), and empty for a script that did not load.
struct SharedWorkerError: Codable, CustomStringConvertible {
    var message: String
    var filename: String
    var lineno: Int
    var colno: Int

    var description: String { message.isEmpty ? "its script did not load" : "\(message) (\(filename):\(lineno))" }
}
