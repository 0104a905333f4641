extension NativeValue {
    /// The number as an integer; nil for a fraction and for other values.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// The element of an array; nil beyond its end and for other values.
    subscript(index: Int) -> NativeValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
}
