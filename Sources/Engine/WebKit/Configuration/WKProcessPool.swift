import Foundation

/// Once a set of web processes; on iOS it has no effect any more, and has none here. Apple API.
@preconcurrency @MainActor
open class WKProcessPool: NSObject, @preconcurrency NSSecureCoding {
    /// Makes a pool. Apple API.
    public override init() { super.init() }

    /// Makes a pool from an archive, which says nothing about it. Apple API.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes nothing. Apple API.
    open func encode(with coder: NSCoder) {}

    /// Whether archives are read securely: yes. Foundation API.
    public class var supportsSecureCoding: Bool { true }
}
