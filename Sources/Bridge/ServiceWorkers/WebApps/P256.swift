public import Foundation

/// The curve P-256, for the keys of push subscriptions.
///
/// Source: [SP 800-186](https://csrc.nist.gov/pubs/sp/800/186/final), section 3.2.1.3; formulas for points in
/// [SEC 1](https://www.secg.org/sec1-v2.pdf), section 2.2.1. The time of the functions depends on the keys.
public enum P256 {
    /// A private key with its public key.
    public struct KeyPair: Sendable, Hashable {
        /// The scalar, as 32 bytes.
        public let privateKey: Data
        /// The point in the uncompressed form, as 65 bytes: [SEC 1](https://www.secg.org/sec1-v2.pdf), section 2.3.3.
        public let publicKey: Data

        /// Makes a random pair.
        public init() {
            var generator = SystemRandomNumberGenerator()
            while true {
                let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
                if let pair = KeyPair(privateKey: bytes) {
                    self = pair
                    return
                }
            }
        }

        /// Makes the pair of a scalar between 1 and the order of the curve; nil for any other.
        public init?(privateKey: Data) {
            guard privateKey.count == 32 else { return nil }
            let scalar = Limbs(bigEndian: privateKey)
            guard scalar != .zero, scalar.isLess(than: order), let point = Point.base.multiplied(by: scalar).affine
            else { return nil }
            self.privateKey = privateKey
            publicKey = Data([4]) + point.x.bigEndian + point.y.bigEndian
        }
    }

    /// Returns whether bytes are the uncompressed form of a point of the curve.
    public static func isPoint(_ bytes: Data) -> Bool {
        guard bytes.count == 65, bytes.first == 4 else { return false }
        let x = Limbs(bigEndian: bytes.dropFirst().prefix(32)), y = Limbs(bigEndian: bytes.suffix(32))
        guard x.isLess(than: Field.prime), y.isLess(than: Field.prime) else { return false }
        let (fieldX, fieldY) = (Field(x), Field(y))
        return fieldY * fieldY == fieldX * fieldX * fieldX - (fieldX + fieldX + fieldX) + Point.b
    }

    private static let order = Limbs(
        0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000)
}

/// A number of 256 bits, the lowest first.
private typealias Limbs = SIMD4<UInt64>

extension SIMD4<UInt64> {
    fileprivate init(bigEndian bytes: Data) {
        self.init()
        for (index, byte) in bytes.enumerated() {
            let place = 31 - index
            self[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8)
        }
    }

    fileprivate var bigEndian: Data {
        Data((0..<32).reversed().map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64($0 % 8 * 8)) })
    }

    fileprivate func isLess(than other: Self) -> Bool { subtracting(other).borrow }

    fileprivate func subtracting(_ other: Self) -> (difference: Self, borrow: Bool) {
        var result = Self(), borrow = false
        for index in 0..<4 {
            let (first, less) = self[index].subtractingReportingOverflow(other[index])
            let (second, stillLess) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            result[index] = second
            borrow = less || stillLess
        }
        return (result, borrow)
    }

    fileprivate func adding(_ other: Self) -> (sum: Self, carry: Bool) {
        var result = Self(), carry = false
        for index in 0..<4 {
            let (first, more) = self[index].addingReportingOverflow(other[index])
            let (second, stillMore) = first.addingReportingOverflow(carry ? 1 : 0)
            result[index] = second
            carry = more || stillMore
        }
        return (result, carry)
    }

    fileprivate func bit(_ index: Int) -> Bool { self[index / 64] >> UInt64(index % 64) & 1 == 1 }
}

/// A number modulo the prime of the curve, in Montgomery's form.
private struct Field: Equatable {
    static let prime = Limbs(
        0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0x0000_0000_0000_0000, 0xffff_ffff_0000_0001)
    /// The square of 2^256 modulo the prime.
    private static let square = Limbs(
        0x0000_0000_0000_0003, 0xffff_fffb_ffff_ffff, 0xffff_ffff_ffff_fffe, 0x0000_0004_ffff_fffd)
    static let zero = Field(form: Limbs())
    static let one = Field(Limbs(1, 0, 0, 0))

    private var form: Limbs

    private init(form: Limbs) { self.form = form }

    init(_ number: Limbs) { form = Self.product(number, Self.square) }

    /// The number itself.
    var number: Limbs { Self.product(form, Limbs(1, 0, 0, 0)) }

    /// Returns the product, divided by 2^256. The inverse of the prime modulo 2^64, negated, is 1.
    private static func product(_ left: Limbs, _ right: Limbs) -> Limbs {
        var sum: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
        func add(_ factor: UInt64, _ limb: UInt64, _ term: UInt64, _ carry: inout UInt64) -> UInt64 {
            var (high, low) = factor.multipliedFullWidth(by: limb)
            for value in [term, carry] {
                let (next, more) = low.addingReportingOverflow(value)
                low = next
                if more { high += 1 }
            }
            carry = high
            return low
        }
        for index in 0..<4 {
            var carry: UInt64 = 0
            sum.0 = add(left[0], right[index], sum.0, &carry)
            sum.1 = add(left[1], right[index], sum.1, &carry)
            sum.2 = add(left[2], right[index], sum.2, &carry)
            sum.3 = add(left[3], right[index], sum.3, &carry)
            var (top, more) = sum.4.addingReportingOverflow(carry)
            sum.5 = more ? 1 : 0
            let factor = sum.0
            carry = 0
            _ = add(factor, prime[0], sum.0, &carry)
            sum.0 = add(factor, prime[1], sum.1, &carry)
            sum.1 = add(factor, prime[2], sum.2, &carry)
            sum.2 = add(factor, prime[3], sum.3, &carry)
            (top, more) = top.addingReportingOverflow(carry)
            sum.3 = top
            sum.4 = sum.5 + (more ? 1 : 0)
        }
        let result = Limbs(sum.0, sum.1, sum.2, sum.3)
        let (reduced, borrow) = result.subtracting(prime)
        return sum.4 > 0 || !borrow ? reduced : result
    }

    static func * (left: Field, right: Field) -> Field { Field(form: product(left.form, right.form)) }

    static func + (left: Field, right: Field) -> Field {
        let (sum, carry) = left.form.adding(right.form)
        let (reduced, borrow) = sum.subtracting(prime)
        return Field(form: carry || !borrow ? reduced : sum)
    }

    static func - (left: Field, right: Field) -> Field {
        let (difference, borrow) = left.form.subtracting(right.form)
        return Field(form: borrow ? difference.adding(prime).sum : difference)
    }

    /// The inverse: the number to the power of the prime less 2.
    var inverse: Field {
        let exponent = Self.prime.subtracting(Limbs(2, 0, 0, 0)).difference
        var result = Field.one
        for index in (0..<256).reversed() {
            result = result * result
            if exponent.bit(index) { result = result * self }
        }
        return result
    }
}

/// A point in Jacobian coordinates: x/z², y/z³. A point with z = 0 is the one at infinity.
private struct Point {
    static let b = Field(
        Limbs(0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc, 0x5ac6_35d8_aa3a_93e7))
    static let base = Point(
        x: Field(Limbs(0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247)),
        y: Field(Limbs(0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b)),
        z: .one)

    var x, y, z: Field

    /// The coordinates; nil for the point at infinity.
    var affine: (x: Limbs, y: Limbs)? {
        guard z != .zero else { return nil }
        let inverse = z.inverse, square = inverse * inverse
        return ((x * square).number, (y * square * inverse).number)
    }

    func multiplied(by scalar: Limbs) -> Point {
        var result = Point(x: .one, y: .one, z: .zero)
        for index in (0..<256).reversed() {
            result = result.doubled
            if scalar.bit(index) { result = result.adding(self) }
        }
        return result
    }

    private var doubled: Point {
        let square = y * y, half = x * square
        let middle = half + half + half + half
        let slope = (x - z * z) * (x + z * z)
        let tangent = slope + slope + slope
        let newX = tangent * tangent - middle - middle
        let fourth = square * square, eight = fourth + fourth + fourth + fourth
        return Point(x: newX, y: tangent * (middle - newX) - eight - eight, z: (y + y) * z)
    }

    private func adding(_ other: Point) -> Point {
        if z == .zero { return other }
        if other.z == .zero { return self }
        let (ownSquare, otherSquare) = (z * z, other.z * other.z)
        let (left, right) = (x * otherSquare, other.x * ownSquare)
        let (low, high) = (y * otherSquare * other.z, other.y * ownSquare * z)
        let (width, height) = (right - left, high - low)
        if width == .zero { return height == .zero ? doubled : Point(x: .one, y: .one, z: .zero) }
        let square = width * width, cube = square * width, shared = left * square
        let newX = height * height - cube - shared - shared
        return Point(x: newX, y: height * (shared - newX) - low * cube, z: z * other.z * width)
    }
}
