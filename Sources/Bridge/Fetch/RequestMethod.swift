/// The rules for [methods](https://fetch.spec.whatwg.org/#methods).
package enum RequestMethod {
    /// Returns whether a text is a [method](https://fetch.spec.whatwg.org/#concept-method).
    package static func isMethod(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Returns whether a method is a [forbidden method](https://fetch.spec.whatwg.org/#forbidden-method).
    package static func isForbidden(_ method: String) -> Bool {
        ["CONNECT", "TRACE", "TRACK"].contains(method.uppercased())
    }

    /// Implements [normalize](https://fetch.spec.whatwg.org/#concept-method-normalize).
    package static func normalized(_ method: String) -> String {
        let upper = method.uppercased()
        return ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"].contains(upper) ? upper : method
    }
}
