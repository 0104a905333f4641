/// A value that one query item holds, as the text that Swift itself writes and reads for it.
///
/// Numbers are decimal, without spaces or separators; `Bool` is `true` or `false` and nothing else.
protocol TextualValue: LosslessStringConvertible {}

extension String: TextualValue {}
extension Bool: TextualValue {}
extension Int: TextualValue {}
extension Int8: TextualValue {}
extension Int16: TextualValue {}
extension Int32: TextualValue {}
extension Int64: TextualValue {}
extension UInt: TextualValue {}
extension UInt8: TextualValue {}
extension UInt16: TextualValue {}
extension UInt32: TextualValue {}
extension UInt64: TextualValue {}
