import CWebKitGTK

/// Lists of strings on their way through the shim, such as header fields.
enum CStrings {
    /// Gathers the fields that a shim function reports, in order.
    static func collect(_ report: (CWKPairFn, UnsafeMutableRawPointer) -> Void) -> [(String, String)] {
        var fields: [(String, String)] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            report(
                { name, value, context in
                    guard let name, let value else { return }
                    context?.assumingMemoryBound(to: [(String, String)].self).pointee
                        .append((String(cString: name), String(cString: value)))
                }, fields)
        }
        return fields
    }

    /// Gives `strings` to `body` as C strings.
    static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

/// A reference to a value, for the trip through a C callback.
final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
}
