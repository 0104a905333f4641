/// Ids that name something of one frame to its scripts, and that no other frame can guess.
enum UnguessableID {
    /// Makes an id of 128 random bits: 32 hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
