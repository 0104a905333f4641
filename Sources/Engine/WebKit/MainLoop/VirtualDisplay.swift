import CWebKitGTK

/// The Xvfb of this process.
@MainActor
enum VirtualDisplay {
    /// The process id of the Xvfb that was started; nil when the display was there already.
    private(set) static var processIdentifier: Int32?

    /// Starts Xvfb and waits until it accepts connections. The kernel ends it with the calling thread, the main one.
    static func start(width: Int, height: Int) -> Result<String, WebKitEnvironmentError> {
        var name = [CChar](repeating: 0, count: 64)
        var pid: Int32 = 0
        switch cwk_display_start(Int32(width), Int32(height), &name, name.count, &pid) {
        case CWK_DISPLAY_STARTED:
            processIdentifier = pid
            return .success(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        case CWK_DISPLAY_NOT_INSTALLED: return .failure(.noDisplay)
        default: return .failure(.virtualDisplayFailed)
        }
    }
}
