import NativeHosts

extension NativeValue {
    /// The number as a whole one; nil for anything else, and for a number that is none.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// An element of an array; nil where there is none.
    subscript(index: Int) -> NativeValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

    /// Whether the value is null or undefined.
    var isNothing: Bool { self == .null || self == .undefined }
}
