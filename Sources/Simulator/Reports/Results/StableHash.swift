extension String {
    /// A hash that is the same in every run and on every machine. Swift's own differs from run to run.
    ///
    /// FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/.
    package var stableHash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // The low bits of this hash alone spread short names badly.
        return hash ^ hash >> 32
    }
}
