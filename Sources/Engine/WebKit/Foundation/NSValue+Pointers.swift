// Foundation API that Foundation on Linux lacks.
extension NSValue {
    /// Makes a value of an address. Foundation API.
    public convenience init(pointer: UnsafeRawPointer?) {
        var address = UInt(bitPattern: pointer)
        self.init(bytes: &address, objCType: "Q")
    }

    /// The address of a value that was made with one; nil for the null pointer. Foundation API.
    public var pointerValue: UnsafeMutableRawPointer? {
        var address: UInt = 0
        getValue(&address)
        return UnsafeMutableRawPointer(bitPattern: address)
    }

    /// Makes a value of an object's address, without keeping the object alive. Foundation API.
    public convenience init(nonretainedObject anObject: Any?) {
        self.init(pointer: (anObject as AnyObject?).map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }

    /// The object of a value that was made with one, which must be alive. Foundation API.
    public var nonretainedObjectValue: Any? {
        pointerValue.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
}
