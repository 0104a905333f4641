/// The way from a shim's callback to the object that its context stands for. The shim calls on the main thread.
enum ShimCallback {
    /// Gives the object to `body`; the shim's reference stays.
    static func unretained<Object: AnyObject>(
        _ context: UnsafeMutableRawPointer?, _: Object.Type, _ body: @MainActor (Object) -> Void
    ) {
        let address = UInt(bitPattern: context)
        MainActor.assumeIsolated {
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
            body(Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue())
        }
    }

    /// Gives the object to `body` and takes over the shim's reference.
    static func retained<Object: AnyObject>(
        _ context: UnsafeMutableRawPointer?, _: Object.Type, _ body: @MainActor (Object) -> Void
    ) {
        let address = UInt(bitPattern: context)
        MainActor.assumeIsolated {
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
            body(Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue())
        }
    }
}
