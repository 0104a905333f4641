import CWebKitGTK

/// The time at which a page has all that was sent to it.
@MainActor
enum PageArrival {
    /// Waits until the web process has dealt with all that was sent to it so far, or is gone. Keeps no view alive meanwhile.
    static func reached(_ handle: OpaquePointer) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let context = Unmanaged.passRetained(Box(continuation)).toOpaque()
            cwk_view_await_page(
                handle,
                { context in
                    ShimCallback.retained(context, Box<CheckedContinuation<Void, Never>>.self) { $0.value.resume() }
                }, context)
        }
    }
}
